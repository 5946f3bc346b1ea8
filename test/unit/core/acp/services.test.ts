import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WireError } from '../../../../src/core/acp/wire.ts';
import { ServiceError } from '../../../../src/core/base/errors.ts';
import type { PermissionOutcome } from '../../../../src/core/session/model/permission.ts';
import { attached } from './support.ts';

const hasCode =
	(code: number, data?: unknown) =>
	(error: unknown): boolean => {
		assert.ok(error instanceof WireError, String(error));
		assert.equal(error.code, code);
		if (data !== undefined) assert.deepEqual(error.data, data);
		return true;
	};
const failing = (reason: ServiceError['reason'], subject?: string) => (): never => {
	throw new ServiceError(reason, 'no', subject);
};
const sessionId = 's1';
const terminal = { sessionId, terminalId: 't1' };
const file = { sessionId, path: '/work/a.ts' };

describe('files and terminals', () => {
	it('reads a file, or some of its lines [acp C10] [acp C86]', async () => {
		const { wire, target } = await attached();
		target.run = () => 'text';
		assert.deepEqual(await wire.ask('fs/read_text_file', { ...file, line: 2, limit: 3 }), {
			content: 'text',
		});
		await wire.ask('fs/read_text_file', { ...file, line: null, limit: null });
		await wire.ask('fs/read_text_file', { ...file, line: 0, limit: 0 });
		assert.deepEqual(target.calls, [
			['read', '/work/a.ts', 2, 3],
			['read', '/work/a.ts'],
			['read', '/work/a.ts', 0],
		]);
	});

	it('answers a write with an empty object [acp C85]', async () => {
		const { wire, target } = await attached();
		assert.deepEqual(await wire.ask('fs/write_text_file', { ...file, content: 'x' }), {});
		assert.deepEqual(target.calls, [['write', '/work/a.ts', 'x']]);
	});

	it('tells why a service refused by code', async () => {
		const { wire, target } = await attached();
		const codes = {
			notFound: -32002,
			denied: -32602,
			invalid: -32602,
			conflict: -32603,
			failed: -32603,
		} as const;
		for (const [reason, code] of Object.entries(codes) as [ServiceError['reason'], number][]) {
			target.run = failing(reason, '/work/a.ts');
			await assert.rejects(wire.ask('fs/read_text_file', file), hasCode(code, { path: '/work/a.ts' }));
		}
		target.run = failing('notFound', 't1');
		for (const method of ['output', 'wait_for_exit', 'kill', 'release']) {
			await assert.rejects(wire.ask(`terminal/${method}`, terminal), hasCode(-32002, { terminalId: 't1' }));
		}
	});

	it('reads a missing file as empty for gemini only, and no other error', async () => {
		const gemini = await attached({ agentInfo: { name: 'gemini-cli', version: '0.61.0' } });
		gemini.target.run = failing('notFound');
		assert.deepEqual(await gemini.wire.ask('fs/read_text_file', file), { content: '' });
		gemini.target.run = failing('denied');
		await assert.rejects(gemini.wire.ask('fs/read_text_file', file), hasCode(-32602));
		const other = await attached({ agentInfo: { name: 'other', version: '1' } });
		other.target.run = failing('notFound');
		await assert.rejects(other.wire.ask('fs/read_text_file', file), hasCode(-32002));
	});

	it('creates terminals with their arguments and environment [acp C89]', async () => {
		const { wire, target } = await attached();
		target.run = () => 't1';
		const env = [
			{ name: 'CI', value: '1' },
			{ name: '__proto__', value: 'x' },
		];
		const request = { sessionId, command: 'npm', args: ['test'], env, cwd: '/work', outputByteLimit: 10 };
		assert.deepEqual(await wire.ask('terminal/create', request), { terminalId: 't1' });
		await wire.ask('terminal/create', { sessionId, command: 'npm test', args: null, env: null, cwd: null });
		const expectedEnv = Object.fromEntries(env.map(({ name, value }) => [name, value]));
		assert.deepEqual(target.calls, [
			['create', { command: 'npm', args: ['test'], env: expectedEnv, cwd: '/work', outputByteLimit: 10 }],
			['create', { command: 'npm test', args: [], env: {} }],
		]);
	});

	it('names the exit status only once there is one [acp C92]', async () => {
		const { wire, target } = await attached();
		assert.deepEqual(await wire.ask('terminal/output', terminal), { output: 'out', truncated: false });
		target.exit = { exitCode: null, signal: 'SIGKILL' };
		assert.deepEqual(await wire.ask('terminal/output', terminal), {
			output: 'out',
			truncated: false,
			exitStatus: { exitCode: null, signal: 'SIGKILL' },
		});
	});

	it('waits, kills and releases [acp C90]', async () => {
		const { wire, target } = await attached();
		assert.deepEqual(await wire.ask('terminal/wait_for_exit', terminal), { exitCode: 0, signal: null });
		assert.deepEqual(await wire.ask('terminal/kill', terminal), {});
		assert.deepEqual(await wire.ask('terminal/release', terminal), {});
		assert.deepEqual(target.calls, [
			['wait', 't1'],
			['kill', 't1'],
			['release', 't1'],
		]);
	});

	it('answers a withdrawn wait with -32800 [acp C110] [acp C111]', async () => {
		const { wire, target } = await attached();
		const withdrawn = new AbortController();
		target.run = () => {
			withdrawn.abort();
			throw new Error('stopped waiting');
		};
		await assert.rejects(wire.ask('terminal/wait_for_exit', terminal, withdrawn.signal), hasCode(-32800));
	});

	it('answers a file request that was withdrawn while it waited with -32800 [acp C110]', async () => {
		const { wire, target } = await attached();
		for (const method of ['fs/read_text_file', 'fs/write_text_file']) {
			const withdrawn = new AbortController();
			const waiting = Promise.withResolvers<unknown>();
			// As `FileAccess` does with the question that waits.
			target.run = () => {
				target.signal?.addEventListener('abort', () => waiting.reject(new ServiceError('failed', 'no')));
				return waiting.promise;
			};
			const answer = wire.ask(method, { ...file, content: 'x' }, withdrawn.signal);
			withdrawn.abort();
			await assert.rejects(answer, hasCode(-32800));
		}
	});

	it('refuses malformed requests with -32602 and says what is wrong', async () => {
		const { wire } = await attached();
		await assert.rejects(wire.ask('fs/read_text_file', { sessionId }), /path is missing/);
		const bad: [string, unknown][] = [
			['fs/read_text_file', { ...file, line: -1 }],
			['fs/write_text_file', file],
			['terminal/create', { sessionId, command: 7 }],
			['terminal/output', { sessionId }],
			['terminal/output', { terminalId: 't1' }],
			['terminal/output', null],
			['terminal/output', undefined],
			['session/request_permission', [1]],
		];
		for (const [method, params] of bad) await assert.rejects(wire.ask(method, params), hasCode(-32602));
	});

	it('answers unknown requests -32601 and ignores unknown notifications, each logged once [acp C87] [acp C116] [acp C117] [hazard A10]', async () => {
		const { wire, logged } = await attached();
		for (let round = 0; round < 3; round++) {
			for (const method of ['_x/y', 'craft/drainMidTurnQueue', 'mcp/message', '__proto__', 'constructor']) {
				await assert.rejects(wire.ask(method, { sessionId }), hasCode(-32601));
			}
			wire.tell('_x/note', {});
			wire.tell('foo/bar', null);
		}
		assert.equal(logged.length, 7);
	});
});

describe('permission requests', () => {
	const options = [
		{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
		{ optionId: 'later', name: 'Allow later', kind: 'allow_someday' },
		{ optionId: 'no', kind: 'reject_once' },
		{ name: 'no id', kind: 'reject_once' },
	];
	const toolCall = { toolCallId: 'c1', title: 'Write a.ts', status: 'pending', kind: 'odd', content: null };
	const request = { sessionId, toolCall, options };

	it('passes on the tool call and every option by its name [acp C65] [acp C75]', async () => {
		const { wire, target } = await attached();
		await wire.ask('session/request_permission', request);
		assert.deepEqual(target.asked, [
			{
				subject: { type: 'tool_call', toolCallId: 'c1' },
				fields: { title: 'Write a.ts', status: 'pending' },
				options: [
					{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
					{ optionId: 'later', name: 'Allow later', kind: 'other' },
					{ optionId: 'no', name: 'no', kind: 'reject_once' },
				],
			},
		]);
	});

	it('answers only with an option that was offered [acp C74] [acp C77]', async () => {
		const { wire, target } = await attached();
		const answerFor = (outcome: PermissionOutcome): Promise<unknown> => {
			target.outcome = async () => outcome;
			return wire.ask('session/request_permission', request);
		};
		const cancelled = { outcome: { outcome: 'cancelled' } };
		assert.deepEqual(await answerFor({ type: 'selected', optionId: 'later' }), {
			outcome: { outcome: 'selected', optionId: 'later' },
		});
		assert.deepEqual(await answerFor({ type: 'selected', optionId: 'other' }), cancelled);
		assert.deepEqual(await answerFor({ type: 'cancelled' }), cancelled);
	});

	it('keeps two open at once, answered in any order [acp C76]', async () => {
		const { wire, target } = await attached();
		const settle: ((outcome: PermissionOutcome) => void)[] = [];
		target.outcome = () => new Promise((resolve) => settle.push(resolve));
		const first = wire.ask('session/request_permission', request);
		const second = wire.ask('session/request_permission', request);
		settle[1]?.({ type: 'selected', optionId: 'no' });
		assert.deepEqual(await second, { outcome: { outcome: 'selected', optionId: 'no' } });
		settle[0]?.({ type: 'selected', optionId: 'yes' });
		assert.deepEqual(await first, { outcome: { outcome: 'selected', optionId: 'yes' } });
	});

	it('asks after everything that came before, at once', async () => {
		const { wire, target } = await attached();
		wire.update('s1', { sessionUpdate: 'tool_call', ...toolCall });
		const asked = wire.ask('session/request_permission', request);
		assert.equal(target.events.length, 1);
		assert.equal(target.asked.length, 1);
		await asked;
	});

	it('refuses what cannot be asked', async () => {
		const { wire, target } = await attached();
		for (const bad of [
			{ ...request, options: [] },
			{ ...request, options: 'no' },
			{ sessionId, options },
		]) {
			await assert.rejects(wire.ask('session/request_permission', bad), hasCode(-32602));
		}
		assert.equal(target.asked.length, 0);
	});
});
