/** The end of an agent in the middle of everything: each thing that waits for it comes to its own end. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { it, reasonOfEnd } from './eachCarrier.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { AgentError } from '../../../src/core/base/errors.ts';
import { isFinal } from '../../../src/core/base/toolCall.ts';
import type { SessionBackend } from '../../../src/core/session/model/sessionTarget.ts';
import type { Step } from '../../agents/fakeAgentScript.ts';
import { emptyBackend } from '../core/session/driver/backends.ts';
import { entriesOf, transcript } from '../core/session/driver/transcript.ts';
import { until } from '../node/support.ts';
import { methodsOf } from './peer.ts';
import { openSession } from './sessionPeer.ts';

const asks = (method: string, params: object): Step => ({
	request: { method, params: { sessionId: '$session', ...params } },
	as: method,
	isAsync: true,
});

/** A turn in which everything waits at once. */
const busy: readonly Step[] = [
	{
		update: {
			sessionUpdate: 'tool_call',
			toolCallId: 'c1',
			title: 'Run',
			kind: 'execute',
			status: 'in_progress',
		},
	},
	asks('session/request_permission', {
		toolCall: { toolCallId: 'c2', title: 'Edit' },
		options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
	}),
	asks('elicitation/create', {
		message: 'Which?',
		mode: 'form',
		requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
	}),
	asks('terminal/create', { command: 'sleep' }),
	{ text: 'Half a sen' },
	{ expect: 'session/set_config_option', as: 'option' },
];
const ends: readonly (readonly [what: string, end: Step])[] = [
	['is killed', { die: { signal: 'SIGKILL' } }],
	['exits as if all were well', { die: { code: 0 } }],
	['closes its output and lives on', { closeStdout: true }],
];

describe('an agent in the middle of a turn', { timeout: 30_000 }, () => {
	for (const [what, end] of ends) {
		it(`that ${what} leaves nothing waiting [acp C61] [hazard B3]`, async () => {
			let released = 0;
			const backend: Partial<SessionBackend> = {
				terminals: { ...emptyBackend.terminals, create: () => new Promise(() => undefined) },
				releaseCommands: () => void released++,
			};
			const configOptions = [
				{
					id: 'x',
					name: 'X',
					type: 'select',
					currentValue: 'a',
					options: ['a', 'b'].map((value) => ({ value, name: value })),
				},
			];
			const { session, peer, say, close } = await openSession(
				{
					ignoreEof: true,
					capabilities: { sessionCapabilities: { list: {} } },
					on: {
						'session/new': [{ respond: { sessionId: 's1', configOptions } }],
						'session/prompt': [...busy, end, { sleep: 600_000 }],
						'session/list': [{ sleep: 600_000 }],
					},
				},
				{ backend },
			);
			const listing = peer.agent.listSessions({}).then(
				() => undefined,
				(error: unknown) => error,
			);
			const turn = say('Go');
			const { state } = session;
			await until(() => entriesOf(session, 'message').length === 2 && state.pendingElicitations.length === 1);
			assert.equal(state.pendingPermissions.length, 1);
			// The agent ends when it reads this, which it never answers.
			const choice = session.setOption('x', 'b');
			const outcomes = await Promise.race([Promise.all([turn, choice]), sleep(20_000)]);
			assert.deepEqual(outcomes, ['done', false]);
			assert.ok(AgentError.is(await listing, reasonOfEnd()));

			assert.equal(state.turn.type, 'idle');
			assert.deepEqual(
				[state.agent.type, state.work.type, state.turnPrompts.length, state.pendingChoices.length],
				['exited', 'none', 0, 0],
			);
			assert.deepEqual([state.pendingPermissions, state.pendingElicitations], [[], []]);
			assert.ok(entriesOf(session, 'tool_call').every(({ status }) => isFinal(status)));
			assert.ok(released > 0, 'commands that run for the agent are ended');
			assert.deepEqual(
				[...entriesOf(session, 'permission'), ...entriesOf(session, 'elicitation')].map(
					(entry) => entry.state,
				),
				[
					{ type: 'cancelled', by: 'exit' },
					{ type: 'cancelled', by: 'exit' },
				],
			);
			assert.equal(transcript(state).filter((line) => line.startsWith('notice')).length, 1);
			assert.equal(methodsOf(peer.seen.out).filter((method) => method === 'session/prompt').length, 1);
			await close();
		});
	}
});
