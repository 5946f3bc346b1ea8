/** Starting an agent: one process, or a second one where the first cannot be talked to (docs/protocol.md#versions). */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../src/core/base/errors.ts';
import * as limits from '../../../../src/core/base/limits.ts';
import { RunningAgent, type StartOptions } from '../../../../src/host/agents/runningAgent.ts';
import { Redactor } from '../../../../src/node/redact.ts';
import { TrafficLog } from '../../../../src/node/trafficLog.ts';
import type { FakeAgentScript, Step } from '../../../agents/fakeAgentScript.ts';
import { fakeAgentCommand } from '../../../agents/fakeAgentCommand.ts';
import { pruneSchemas } from '../../../../build/pruneSchemas.ts';
import { only } from '../../only.ts';
import { account, allUnstable, clientInfo, FakeTarget, fullOffer, setup } from '../../core/acp/support.ts';
import { isAlive, tempDir, until } from '../../node/support.ts';

const schemaFolder = tempDir();
pruneSchemas(schemaFolder);

interface Line {
	readonly pid: number;
	readonly line: string;
}

/** A program, what its processes heard, and what stands in its log. */
class Start {
	readonly folder = tempDir();
	readonly log: [level: string, line: string][] = [];
	readonly abort = new AbortController();
	readonly #record = path.join(this.folder, 'record.jsonl');
	readonly #script: FakeAgentScript;

	constructor(script: FakeAgentScript) {
		this.#script = script;
	}

	run(ask: StartOptions['ask'], more: Partial<StartOptions> = {}): Promise<RunningAgent> {
		const { command, args, env } = fakeAgentCommand(this.#script, this.#record);
		const write = (level: string) => (line: string) => void this.log.push([level, line]);
		return RunningAgent.start({
			definition: { type: 'program', name: 'Fake', command, args, env, protocol: 'auto', isBuiltIn: false },
			folder: this.folder,
			clientInfo,
			schemaFolder,
			launchFolder: path.join(this.folder, 'launch'),
			ask,
			signal: this.abort.signal,
			log: only<StartOptions['log']>({
				info: write('info'),
				warn: write('warn'),
				error: write('error'),
			}),
			offer: fullOffer,
			unstable: new Set(),
			...more,
		});
	}

	/** What each process was asked for, by process in the order of their starts. */
	get asked(): readonly { readonly pid: number; readonly versions: readonly unknown[] }[] {
		const lines = existsSync(this.#record)
			? readFileSync(this.#record, 'utf8').split('\n').filter(Boolean)
			: [];
		const heard = lines.map((line) => JSON.parse(line) as Line);
		return [...new Set(heard.map(({ pid }) => pid))].map((pid) => ({
			pid,
			versions: heard
				.filter((line) => line.pid === pid)
				.map(({ line }) => JSON.parse(line) as { method?: string; params?: { protocolVersion?: unknown } })
				.filter(({ method }) => method === 'initialize')
				.map(({ params }) => params?.protocolVersion),
		}));
	}

	get versions(): unknown {
		return this.asked.map(({ versions }) => versions);
	}

	lines(level: string): string[] {
		return this.log.filter(([found]) => found === level).map(([, line]) => line);
	}
}

async function failureOf(work: Promise<RunningAgent>): Promise<AgentError> {
	try {
		(await work).kill();
	} catch (error) {
		assert.ok(AgentError.is(error), String(error));
		return error;
	}
	throw new Error('It started.');
}

const answer2 = {
	protocolVersion: 2,
	info: { name: 'two', version: '2' },
	capabilities: { session: {} },
};

describe('an agent that is started', () => {
	it('and prints something else first is told of with its first line, once, without secrets [hazard A2]', async () => {
		const start = new Start({ start: [{ raw: 'Hello! \u001b[31mred\nmore\n' }] });
		const noises: string[] = [];
		const agent = await start.run(1, { onNoise: (first) => noises.push(first) });
		assert.deepEqual(noises, ['"Hello! \\u001b[31mred"']);
		await agent.stop();
		agent.dispose();
	});

	it('is not looked for in the folder that it starts in, whatever the PATH says [hazard F10]', async () => {
		const start = new Start({});
		const program = path.join(start.folder, 'agent-of-the-repository');
		writeFileSync(program, '#!/bin/sh\ntouch "$0.ran"\n', { mode: 0o755 });
		const env = { PATH: `.:${process.env['PATH'] ?? ''}:` };
		const command = path.basename(program);
		const definition = {
			type: 'program',
			name: 'Fake',
			command,
			args: [],
			env,
			protocol: 'auto',
			isBuiltIn: false,
		} as const;
		const error = await failureOf(start.run(1, { definition }));
		assert.equal(error.reason, 'spawn');
		assert.equal(existsSync(`${program}.ran`), false);
	});

	it('and prints a secret where its line is cut leaves nothing of it in the log or the reason [hazard F5]', async (test) => {
		const secret = 'correct-horse-battery-staple';
		const original = globalThis.setTimeout;
		let giveUp = (): void => undefined;
		test.mock.method(globalThis, 'setTimeout', (run: () => void, ms?: number, ...args: unknown[]) => {
			if (ms === limits.initFailMs) giveUp = run;
			return original(run, ms, ...args);
		});
		// Before the end of what is shown of a line, and before that of what is looked at.
		const raw = [180, 4_080].map((at) => `${'x'.repeat(at)}${secret}\n`).join('');
		const start = new Start({ start: [{ raw }], on: { initialize: [{ sleep: 600_000 }] } });
		const noises: string[] = [];
		const failed = failureOf(
			start.run(1, { redactor: new Redactor([secret]), onNoise: (first) => noises.push(first) }),
		);
		await until(() => start.lines('warn').length === 2);
		giveUp();
		const { message } = await failed;
		assert.match(message, /such as "x+\[redacted\]"/u);
		for (const text of [message, ...noises, ...start.log.map(([, line]) => line)])
			assert.doesNotMatch(text, /correct/u);
	});

	it('with a version that it speaks is one process', async () => {
		for (const [ask, script] of [
			[1, {}],
			[2, { on: { initialize: [{ respond: answer2 }] } }],
		] as const) {
			const start = new Start(script);
			const agent = await start.run(ask);
			assert.deepEqual(start.versions, [[ask]]);
			assert.deepEqual(agent.negotiated, { asked: ask, spoken: ask, info: agent.port.info });
			assert.deepEqual([start.lines('warn'), start.lines('error')], [[], []]);
			assert.ok(start.lines('info').includes(`Agreed on version ${ask} of the protocol`));
			await agent.stop();
			agent.dispose();
		}
	});

	it('for version 2 and speaks 1 is ended and started again; then it can use our files [acp C206]', async () => {
		const start = new Start({
			ignoreEof: true,
			on: {
				'session/prompt': [
					{
						request: { method: 'fs/read_text_file', params: { sessionId: '$session', path: '/work/a' } },
						as: 'file',
					},
					{ text: '$result.file.content' },
				],
			},
		});
		const agent = await start.run(2);
		assert.deepEqual(start.versions, [[2], [1]]);
		const [first, second] = start.asked;
		assert.deepEqual([isAlive(first?.pid ?? 0), isAlive(second?.pid ?? 0)], [false, true]);
		assert.deepEqual(agent.negotiated, { asked: 2, spoken: 1, info: agent.port.info });
		const { sessionId } = await agent.port.newSession(setup('/work'));
		const target = new FakeTarget();
		target.run = () => 'from us';
		agent.port.attach(sessionId, target);
		await agent.port.prompt(sessionId, [{ type: 'text', text: 'read' }]);
		assert.deepEqual(target.calls, [['read', '/work/a']]);
		await agent.stop();
		agent.dispose();
	});

	it('logs nothing of who is logged in, neither in its log nor of the wire [acp C127]', async () => {
		const status = { state: 'authenticated', accounts: [account] };
		const update = (params: object): Step => ({ send: { method: 'auth/status_update', params } });
		const start = new Start({
			capabilities: { auth: { status: {} } },
			on: {
				'session/new': [update(status)],
				'auth/status#1': [
					update(status),
					update({ ...status, state: 5 }),
					update({ accounts: [account] }),
					{ respond: status },
				],
				'auth/status#2': [{ respond: { accounts: [account] } }],
			},
		});
		const lines: string[] = [];
		const traffic = new TrafficLog({
			redactor: new Redactor(),
			sink: { append: (line) => lines.push(line) },
		});
		// Without a listener for it, it is an unknown notification like others.
		const deaf = await start.run(1, { traffic });
		await deaf.port.newSession(setup('/work'));
		await deaf.stop();
		deaf.dispose();
		const agent = await start.run(1, { unstable: allUnstable, traffic });
		const heard: unknown[] = [];
		agent.port.onAuthStatus(({ accounts }) => heard.push(accounts[0]?.label));
		assert.equal((await agent.port.authStatus()).accounts[0]?.email, account.email);
		await agent.port.authStatus();
		assert.ok(heard.includes(account.label));
		await agent.stop();
		agent.dispose();
		const logs = [...lines, ...start.log.map(([, line]) => line)].join('\n');
		assert.match(logs, /auth\/status_update/u);
		for (const value of [account.label, account.name, account.email, account.organization])
			assert.ok(!logs.includes(value), value);
	});

	it('again says so in its log, once and as no error', async () => {
		const start = new Start({});
		const agent = await start.run(2);
		assert.deepEqual(start.lines('warn'), [
			'Asked for version 2 of the protocol: The agent speaks version 1. The agent was ended and is started again to be asked for version 1.',
		]);
		assert.deepEqual(start.lines('error'), []);
		await agent.stop();
		agent.dispose();
	});

	it('and is silent when asked for 2 is started again after its limit', async (test) => {
		const original = globalThis.setTimeout;
		test.mock.method(globalThis, 'setTimeout', (run: () => void, ms?: number, ...args: unknown[]) =>
			original(run, ms === limits.initVersionMs ? 1 : ms, ...args),
		);
		const start = new Start({});
		const agent = await start.run(2);
		assert.equal(agent.negotiated?.spoken, 1);
		assert.match(start.lines('warn')[0] ?? '', /did not answer "initialize" within 30 s/u);
		await agent.stop();
		agent.dispose();
	});

	it('and dies of being asked is started again; when it dies again, that is told and nothing is left', async () => {
		const start = new Start({ on: { initialize: [{ stderr: 'oh no' }, { die: { code: 7 } }] } });
		const error = await failureOf(start.run(2));
		assert.equal(error.reason, 'exited');
		assert.match(error.message, /exit code 7/u);
		assert.deepEqual(start.versions, [[2], [1]]);
		assert.ok(start.asked.every(({ pid }) => !isAlive(pid)));
	});

	it('for 1 is not started again, whatever it fails with', async () => {
		const start = new Start({ on: { initialize: [{ error: { code: -32603, message: 'broken' } }] } });
		const error = await failureOf(start.run(1));
		assert.deepEqual([error.reason, error.message], ['answered', 'broken']);
		assert.deepEqual(start.versions, [[1]]);
	});

	it('and shares no version with us is told so, and nothing is left [acp C19] [acp C205]', async () => {
		const refusal = { code: -32022, message: 'Unsupported', data: { requested: 2, supported: [3] } };
		const start = new Start({ on: { initialize: [{ error: refusal }] } });
		const error = await failureOf(start.run(2));
		assert.equal(error.reason, 'protocol');
		assert.match(error.message, /speaks version 3 /u);
		assert.deepEqual(start.versions, [[2]]);
		assert.ok(start.asked.every(({ pid }) => !isAlive(pid)));
	});

	it('and is called off while it is asked for 2 is not started again', async () => {
		const start = new Start({ on: { initialize: [{ stderr: 'asked\n' }, { sleep: 600_000 }] } });
		const failed = failureOf(start.run(2));
		const isAsked = (): boolean => start.lines('info').some((line) => line.includes('asked'));
		await until(isAsked);
		start.abort.abort();
		assert.equal((await failed).reason, 'exited');
		assert.deepEqual(start.versions, [[2]]);
	});
});
