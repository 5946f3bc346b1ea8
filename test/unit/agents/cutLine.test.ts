/**
 * The line to an agent is cut at random points of a turn, and comes back by itself: nothing is lost, nothing is there
 * twice, and the agent got the prompt once at most. SEED=… repeats a run.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { negotiate } from '../../../src/core/acp/negotiate.ts';
import { Session } from '../../../src/core/session/driver/session.ts';
import { textOf } from '../../../src/core/session/model/content.ts';
import type { AgentLease } from '../../../src/core/session/model/agentPort.ts';
import { openRemoteLine } from '../../../src/host/agents/remoteLine.ts';
import { AgentConnection } from '../../../src/node/connection.ts';
import { Redactor } from '../../../src/node/redact.ts';
import { noProxySettings } from '../../../src/node/transport/proxy.ts';
import { type CuttingServer, serveCut } from '../../agents/cuttingServer.ts';
import type { Shape } from '../../agents/promptTurns.ts';
import { scenarioAgentCommand } from '../../agents/scenarioAgentCommand.ts';
import { sized } from '../../tools/sized.ts';
import { pick, type Random, randomIntegers, seed } from '../../tools/seeded.ts';
import { negotiateOptions } from '../core/acp/negotiateOptions.ts';
import { FakeClock } from '../core/session/driver/fakeAgentPort.ts';
import { entriesOf } from '../core/session/driver/transcript.ts';
import { tempDir, until } from '../node/support.ts';
import { silentLog } from './openLine.ts';
import { localBackend } from './localBackend.ts';

const cuts = sized(50, 5);
const prompts = ['stream', 'plan', 'check', 'usage'] as const;
const root = tempDir();

interface Rig {
	readonly server: CuttingServer;
	readonly session: Session;
	readonly clock: FakeClock;
	/** Prompts that the agent got. */
	prompted(): number;
	stop(): Promise<void>;
}

async function rig(shape: Shape, livesOn: boolean): Promise<Rig> {
	const [cwd, store, records] = ['cwd-', 'store-', 'records-'].map((name) =>
		mkdtempSync(path.join(root, name)),
	);
	assert.ok(cwd && store && records);
	const record = path.join(records, 'heard');
	const server = await serveCut(scenarioAgentCommand({ shape, store, record }), livesOn);
	const clock = new FakeClock();
	const session = new Session(
		{
			key: 's1',
			agentName: 'scenario',
			agentTitle: 'Scenario Agent',
			cwd,
			title: '',
			createdAt: 0,
			sessionId: undefined,
		},
		{
			clock,
			provide: () => Promise.resolve({ additionalDirectories: [], mcpServers: [], problems: [] }),
			source: {
				commandLine: () => server.url,
				isApproved: () => true,
				acquire: () => lease(server.url, shape),
			},
			createBackend: localBackend,
		},
	);
	return {
		...{ server, session, clock },
		prompted: () => readFileSync(record, 'utf8').split('"session/prompt').length - 1,
		stop: async () => {
			session.dispose();
			await server.stop();
		},
	};
}

async function lease(url: string, shape: Shape): Promise<AgentLease> {
	const { signal } = new AbortController();
	const address = { url, headers: {} };
	const line = await openRemoteLine(address, noProxySettings, { signal, log: silentLog }, new Redactor());
	const connection = new AgentConnection({ transport: line.transport });
	const result = await negotiate(connection, negotiateOptions({ log: () => {} }), shape === 'v1' ? 1 : 2);
	if (result.type !== 'connected') throw result.reason;
	return { port: result.agent, onExit: connection.onClose, dispose: () => void line.stop() };
}

/** What the agent has said, in the order of the transcript, and what it did. */
function seen({ session }: Rig): { readonly said: string; readonly done: readonly string[] } {
	const said = entriesOf(session, 'message').flatMap((entry) =>
		entry.role === 'user' ? [] : [`${entry.role}: ${textOf(entry.content)}`],
	);
	const done = [...session.state.entries.values()].flatMap((entry) => {
		if (entry.type === 'tool_call') return [`${entry.title}: ${entry.content.length}`];
		return entry.type === 'plan' ? [`plan of ${entry.items.length}`] : [];
	});
	return { said: said.join('\n'), done };
}

/** A turn without a cut: what there is to see, and the bytes it takes. */
async function whole(shape: Shape, prompt: string) {
	const one = await rig(shape, false);
	await one.session.start();
	one.server.cutAfter(Infinity);
	await one.session.prompt([{ type: 'text', text: prompt }]);
	const result = { ...seen(one), bytes: one.server.passed };
	await one.stop();
	return result;
}

async function comeBack({ session, clock }: Rig): Promise<void> {
	await until(() => session.state.agent.type !== 'ready');
	for (let tries = 0; !session.isOpen; tries++) {
		assert.ok(tries < 10, 'it does not come back');
		const { agent } = session.state;
		assert.ok(agent.type === 'exited' && agent.retry !== undefined, agent.type);
		clock.advance(agent.retry.at - clock.now());
		await until(() => session.isOpen || session.state.agent.type === 'exited');
	}
}

describe(`a line that is cut at ${cuts} random points of a turn`, () => {
	const wholes = new Map<string, ReturnType<typeof whole>>();

	for (let n = 0; n < cuts; n++) {
		const random: Random = randomIntegers(seed + n);
		const shape = pick(random, ['v1', 'C'] as const);
		const prompt = pick(random, prompts);
		const livesOn = random(2) === 0;
		const share = random(1000) / 1000;
		const what = `${shape}, ${prompt}, at ${share}${livesOn ? ', the agent goes on' : ''}`;
		it(`loses nothing and doubles nothing: SEED=${seed} ${n}: ${what} [hazard B12]`, async (t) => {
			const key = `${shape} ${prompt}`;
			const full = await (wholes.get(key) ?? wholes.set(key, whole(shape, prompt)).get(key) ?? assert.fail());
			const one = await rig(shape, livesOn);
			t.after(() => one.stop());
			const { session, server } = one;
			await session.start();
			server.cutAfter(Math.max(1, Math.floor(full.bytes * share)));
			await session.prompt([{ type: 'text', text: prompt }]);
			const before = seen(one);
			// Not every turn has as many bytes: one that ended before is cut at its end.
			server.cut();
			await comeBack(one);
			const isWhole = (): boolean =>
				JSON.stringify(seen(one)) === JSON.stringify({ said: full.said, done: full.done });
			if (livesOn) await until(isWhole);
			const after = seen(one);
			assert.ok(full.said.startsWith(after.said), `${after.said}\nis not the beginning of\n${full.said}`);
			assert.ok(after.said.length >= before.said.length, `${before.said}\nbecame\n${after.said}`);
			assert.deepEqual(after.done.slice(0, full.done.length), after.done);
			assert.ok(after.done.length >= before.done.length);
			const users = entriesOf(session, 'message').filter(({ role }) => role === 'user');
			assert.deepEqual(
				users.map(({ content }) => textOf(content)),
				[prompt],
			);
			// Cut before it arrived, it is not sent again either.
			assert.ok(one.prompted() <= 1, `${one.prompted()} times`);
		});
	}
});
