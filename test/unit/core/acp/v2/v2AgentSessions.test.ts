/** Sessions of version 2 on the wire: what goes out, and only with its capability. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { AgentPort } from '../../../../../src/core/session/model/agentPort.ts';
import { everyCapabilityV2 } from '../../../../agents/everyCapability.ts';
import { allUnstable, FakeTarget, setup } from '../support.ts';
import {
	answerError,
	attachedV2,
	authMethodsV2,
	connectedV2,
	refusal,
	sentBy,
	type V2Setup,
} from './supportV2.ts';

const everything: V2Setup = { answer: { capabilities: everyCapabilityV2 }, unstable: allUnstable };
const option = { id: 'x', name: 'X', via: 'option', type: 'select', current: 'a', groups: [] } as const;

/** Everything that is about a session. */
const sessionCalls: Readonly<Record<string, (agent: AgentPort) => Promise<unknown>>> = {
	'session/new': (agent) => agent.newSession(setup('/work')),
	'session/resume with history': (agent) => agent.loadSession('s1', setup('/work')),
	'session/resume': (agent) => agent.resumeSession('s1', setup('/work')),
	'session/fork': (agent) => agent.forkSession('s1', setup('/work')),
	'session/list': (agent) => agent.listSessions({}),
	'session/close': (agent) => agent.closeSession('s1'),
	'session/delete': (agent) => agent.deleteSession('s1'),
	'session/archive': (agent) => agent.archiveSession('s1', true),
	'session/unarchive': (agent) => agent.archiveSession('s1', false),
	'session/set_title': (agent) => agent.setTitle('s1', 'T'),
	'session/status': (agent) => agent.sessionStatus('s1'),
	'session/prompt': (agent) => agent.prompt('s1', [{ type: 'text', text: 'hi' }]),
	'session/set_config_option': (agent) => agent.setOption('s1', option, 'b'),
	'tool_call/cancel': (agent) => agent.cancelToolCall('s1', 'c1'),
	'terminal/cancel': (agent) => agent.cancelTerminal('s1', 't1'),
};

describe('an agent of version 2 that has no sessions', () => {
	for (const session of [undefined, null, true, 'yes', []]) {
		it(`says so with ${JSON.stringify(session)}: nothing about sessions goes out [acp C204]`, async () => {
			const capabilities = { ...everyCapabilityV2, session };
			const { agent, wire } = await connectedV2({
				answer: { capabilities, authMethods: authMethodsV2 },
				unstable: allUnstable,
			});
			assert.equal(agent.capabilities.sessions, false);
			for (const [name, call] of Object.entries(sessionCalls)) {
				assert.equal(await refusal(call(agent)), 'unsupported', name);
			}
			agent.cancel('s1');
			assert.deepEqual(wire.sent, []);
		});
	}
});

describe('sessions of version 2', () => {
	it('are there to open, list, resume and close with an empty capability, the rest is not [acp C217]', async () => {
		const { agent, wire } = await connectedV2({ unstable: allUnstable });
		for (const method of ['list', 'close', 'set_config_option'])
			wire.answers.set(`session/${method}`, () => ({}));
		for (const method of ['tool_call/cancel', 'terminal/cancel']) wire.answers.set(method, () => ({}));
		const refused: string[] = [];
		for (const [name, call] of Object.entries(sessionCalls)) {
			if ((await refusal(call(agent))) === 'unsupported') refused.push(name);
		}
		assert.deepEqual(refused, [
			'session/fork',
			'session/delete',
			'session/archive',
			'session/unarchive',
			'session/set_title',
			'session/status',
		]);
		assert.deepEqual(
			wire.sent.map(({ method }) => method).filter((method) => refused.includes(method)),
			[],
		);
	});

	it('open with the directory, and with other ones where the agent takes them [acp C217]', async () => {
		const wanted = { ...setup('/work'), additionalDirectories: ['/other'] };
		for (const [options, extra] of [
			[{}, {}],
			[everything, { additionalDirectories: ['/other'] }],
		] as const) {
			const connection = await connectedV2(options);
			await connection.agent.newSession(wanted);
			assert.deepEqual(sentBy(connection, 'session/new'), [{ cwd: '/work', mcpServers: [], ...extra }]);
			await assert.rejects(connection.agent.newSession(setup('work')), (error) =>
				AgentError.is(error, 'denied'),
			);
		}
	});

	it('tell their options and commands, and null is like nothing said [acp C222]', async () => {
		const { agent, wire } = await connectedV2();
		const configOptions = [
			{
				type: 'select',
				configId: 'mode',
				name: 'Mode',
				category: 'mode',
				currentValue: 'ask',
				options: [{ value: 'ask', name: 'Ask' }],
			},
		];
		const availableCommands = [
			{ type: 'command', name: 'review', description: 'Reviews', input: { type: 'text', hint: 'what' } },
		];
		const answers = { configOptions, availableCommands };
		wire.answers.set('session/new', () => ({ sessionId: 's1', ...answers }));
		wire.answers.set('session/resume', () => answers);
		for (const open of [agent.newSession(setup('/work')), agent.resumeSession('s1', setup('/work'))]) {
			const { options, commands } = await open;
			assert.deepEqual(
				options.configOptions?.map(({ id, current, via }) => [id, current, via]),
				[['mode', 'ask', 'option']],
			);
			assert.deepEqual(
				commands?.map(({ name }) => name),
				['review'],
			);
		}
		for (const nothing of [{}, { configOptions: null, availableCommands: null }]) {
			wire.answers.set('session/new', () => ({ sessionId: 's1', ...nothing }));
			assert.deepEqual(await agent.newSession(setup('/work')), { sessionId: 's1', options: {} });
		}
		wire.answers.set('session/resume', () => ({ configOptions: [], availableCommands: [] }));
		assert.deepEqual(await agent.resumeSession('s1', setup('/work')), {
			sessionId: 's1',
			options: { configOptions: [] },
			commands: [],
		});
		wire.answers.set('session/new', () => null);
		assert.equal(await refusal(agent.newSession(setup('/work'))), 'protocol');
	});

	it('resume in their own directory, from the start where the history is wanted [acp C216] [acp C218]', async () => {
		const connection = await connectedV2();
		const { agent, wire } = connection;
		wire.answers.set('session/resume', () => null);
		const resumed = await agent.resumeSession('old', setup('/listed'));
		const loaded = await agent.loadSession('old', setup('/listed'));
		// Neither says anything of what the agent is doing (acp C221).
		const opened = { sessionId: 'old', options: {} };
		assert.deepEqual([resumed, loaded], [opened, opened]);
		const params = { sessionId: 'old', cwd: '/listed', mcpServers: [] };
		assert.deepEqual(sentBy(connection, 'session/resume'), [
			params,
			{ ...params, replayFrom: { type: 'start' } },
		]);
	});

	it('come back without their history where the agent cannot replay, and only then [acp C219]', async () => {
		const connection = await connectedV2();
		const { agent, wire } = connection;
		const refuseReplay = answerError(-32602, 'No such cursor');
		wire.answers.set('session/resume', (params) => ('replayFrom' in Object(params) ? refuseReplay() : {}));
		assert.deepEqual(await agent.loadSession('old', setup('/work')), { sessionId: 'old', options: {} });
		const params = { sessionId: 'old', cwd: '/work', mcpServers: [] };
		assert.deepEqual(sentBy(connection, 'session/resume'), [
			{ ...params, replayFrom: { type: 'start' } },
			params,
		]);
		for (const [code, tries] of [
			[-32602, 2],
			[-32002, 1],
			[-32603, 1],
		] as const) {
			wire.sent.length = 0;
			wire.answers.set('session/resume', answerError(code, 'Not yours'));
			await assert.rejects(agent.loadSession('old', setup('/work')), (error) => {
				assert.ok(AgentError.is(error, 'answered'));
				assert.deepEqual([error.code, error.message], [code, 'Not yours']);
				return true;
			});
			assert.equal(wire.sent.length, tries, String(code));
		}
		wire.sent.length = 0;
		wire.answers.set('session/resume', answerError(-32602));
		assert.equal(await refusal(agent.resumeSession('old', setup('/work'))), 'answered');
		assert.equal(wire.sent.length, 1);
	});

	it('that the agent does not know count as closed and deleted [acp C223]', async () => {
		const { agent, wire } = await connectedV2(everything);
		for (const method of ['session/close', 'session/delete']) {
			wire.answers.set(method, answerError(-32002, 'Gone', { sessionId: 'old' }));
		}
		await agent.closeSession('old');
		await agent.deleteSession('old');
		for (const method of ['session/close', 'session/delete'])
			wire.answers.set(method, answerError(-32603, 'Busy'));
		await assert.rejects(agent.closeSession('old'), /Busy/u);
		await assert.rejects(agent.deleteSession('old'), /Busy/u);
	});

	it('are not heard of any more once they are closed, until they are opened again [acp C224]', async () => {
		const { agent, wire } = await connectedV2();
		wire.answers.set('session/close', () => ({}));
		await agent.newSession(setup('/work'));
		const first = new FakeTarget();
		const attached = agent.attach('s1', first);
		const say = (text: string): void =>
			wire.update('s1', {
				sessionUpdate: 'agent_message_chunk',
				messageId: 'm1',
				content: { type: 'text', text },
			});
		say('before');
		attached.dispose();
		await agent.closeSession('s1');
		say('late');
		const options = [{ optionId: 'no', name: 'No', kind: 'reject_once' }];
		await assert.rejects(
			wire.ask('session/request_permission', { sessionId: 's1', title: 'Late?', options }),
			/Unknown session/u,
		);
		await agent.resumeSession('s1', setup('/work'));
		const second = new FakeTarget();
		agent.attach('s1', second);
		say('after');
		const texts = (target: FakeTarget): string[] =>
			target.events.flatMap((event) =>
				event.type === 'message_chunk' && event.content.type === 'text' ? [event.content.text] : [],
			);
		assert.deepEqual([texts(first), texts(second)], [['before'], ['after']]);
	});

	for (const [name, again] of [
		['closed', (agent: AgentPort) => agent.closeSession('s1')],
		['deleted', (agent: AgentPort) => agent.deleteSession('s1')],
		['told from their start', (agent: AgentPort) => agent.loadSession('s1', setup('/work'))],
	] as const) {
		it(`begin their terminals anew once they were ${name} [acp C224] [acp C256]`, async () => {
			const { agent, wire, target } = await attachedV2(everything);
			for (const method of ['session/close', 'session/delete']) wire.answers.set(method, () => ({}));
			const bytes = Buffer.from('€');
			const say = (part: Buffer): void =>
				wire.update('s1', {
					sessionUpdate: 'terminal_output_chunk',
					terminalId: 't1',
					data: part.toString('base64'),
				});
			const heard = (): unknown[] => target.events.splice(0).map((event) => Object(event).data ?? event.type);
			say(bytes.subarray(0, 1));
			assert.deepEqual(heard(), ['terminal_started']);
			await again(agent);
			say(bytes);
			assert.deepEqual(heard(), ['terminal_started', '€']);
		});
	}

	it('are listed page by page, archived ones only where the agent knows of such', async () => {
		const listed = {
			sessions: [{ sessionId: 'a', cwd: '/work', title: 'A', archived: true }, { sessionId: 7 }],
			nextCursor: 'more',
		};
		const able = await connectedV2(everything);
		able.wire.answers.set('session/list', () => listed);
		const page = await able.agent.listSessions({ cwd: '/work', cursor: 'c', archived: 'only' });
		assert.deepEqual(page, {
			sessions: [{ sessionId: 'a', cwd: '/work', title: 'A', additionalDirectories: [], isArchived: true }],
			nextCursor: 'more',
		});
		assert.deepEqual(sentBy(able, 'session/list'), [{ cwd: '/work', cursor: 'c', archived: 'only' }]);
		const bare = await connectedV2();
		bare.wire.answers.set('session/list', () => ({ ...listed, nextCursor: null }));
		assert.deepEqual(await bare.agent.listSessions({ archived: 'only' }), { sessions: [] });
		assert.equal((await bare.agent.listSessions({ archived: 'include' })).nextCursor, undefined);
		assert.deepEqual(sentBy(bare, 'session/list'), [{}]);
	});

	it('that are not known to be open are saved, and a state in the answer is no event [acp C273]', async () => {
		const { agent, wire, target } = await attachedV2(everything);
		const answers: readonly [answer: unknown, status: string][] = [
			[{ status: 'open' }, 'open'],
			[{ status: 'open', state: { state: 'idle', stopReason: 'end_turn' } }, 'open'],
			[{ status: 'frozen' }, 'saved'],
			[{ status: '_open' }, 'saved'],
			[{ status: 1 }, 'saved'],
			[{}, 'saved'],
			[null, 'saved'],
		];
		for (const [answer, status] of answers) {
			wire.answers.set('session/status', () => answer);
			assert.equal(await agent.sessionStatus('s1'), status, JSON.stringify(answer));
		}
		assert.deepEqual(target.events, []);
	});
});

describe('a child session', () => {
	it('gets no prompt, is not opened, closed, deleted or configured; it can be cancelled [acp C276]', async () => {
		const connection = await attachedV2(everything);
		const { agent, wire } = connection;
		for (const method of [
			'fork',
			'close',
			'delete',
			'archive',
			'unarchive',
			'set_title',
			'set_config_option',
		]) {
			wire.answers.set(`session/${method}`, () => ({ sessionId: 's2' }));
		}
		wire.update('s1', { sessionUpdate: 'subagent_update', sessionId: 'child', title: 'Child' });
		const calls: Readonly<Record<string, () => Promise<unknown>>> = {
			prompt: () => agent.prompt('child', [{ type: 'text', text: 'hi' }]),
			load: () => agent.loadSession('child', setup('/work')),
			resume: () => agent.resumeSession('child', setup('/work')),
			close: () => agent.closeSession('child'),
			delete: () => agent.deleteSession('child'),
			archive: () => agent.archiveSession('child', true),
			title: () => agent.setTitle('child', 'T'),
			option: () => agent.setOption('child', option, 'b'),
		};
		for (const [name, call] of Object.entries(calls))
			assert.equal(await refusal(call()), 'unsupported', name);
		assert.deepEqual(wire.sent, []);
		agent.cancel('child');
		assert.deepEqual(wire.sent, [{ method: 'session/cancel', params: { sessionId: 'child' } }]);
		await agent.prompt('s1', [{ type: 'text', text: 'hi' }]);
		assert.equal(sentBy(connection, 'session/prompt').length, 1);
	});
});
