/** What runs on when the turn is over, and how single pieces of work are stopped (docs/protocol.md#stopping). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { ToolCallPatch } from '../../../../../src/core/session/model/toolContent.ts';
import type { BackgroundItem } from '../../../../../src/core/session/model/turnState.ts';
import type { ToolCallEntry } from '../../../../../src/core/session/model/entry.ts';
import type {
	PermissionSubject,
	PermissionRequest,
} from '../../../../../src/core/session/model/permission.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { type FakeAgent, openFakeSession } from '../driver/fakeAgentPort.ts';
import { idle, working } from '../driver/shapes.ts';
import { settle, transcript } from '../driver/transcript.ts';

const call = (toolCallId: string, fields: ToolCallPatch = { status: 'in_progress' }): AgentEvent => ({
	type: 'tool_call_update',
	toolCallId,
	fields,
});
const terminal = (terminalId: string): AgentEvent => ({
	type: 'terminal_started',
	terminalId,
	fields: { label: 'npm run dev', endsItself: true, canCancel: true },
});
const about = (subject: PermissionSubject, subagentId?: string): PermissionRequest => ({
	subject,
	options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
	...(subagentId === undefined ? {} : { subagentId }),
});
const tool = (toolCallId: string): PermissionSubject => ({ type: 'tool_call', toolCallId });
const question = (toolCallId: string) =>
	({ message: 'Which?', toolCallId, mode: { type: 'form', fields: [] } }) as const;
const runs = (...background: BackgroundItem[]): AgentEvent => ({ ...working(), background }) as AgentEvent;
const listed: BackgroundItem = { type: 'tool_call', toolCallId: 'bg' };

async function open(): Promise<{ session: Session; agent: FakeAgent }> {
	const { session, agent } = openFakeSession();
	await session.start();
	agent.say(working(), call('bg'), call('fg'));
	return { session, agent };
}

const toolOf = ({ state }: Session, id: string): ToolCallEntry => {
	const entry = state.entries.get(state.toolCalls.get(id) ?? '');
	assert.ok(entry?.type === 'tool_call');
	return entry;
};

describe('work in the background', () => {
	it('survives the end of the turn; what is not listed does not [acp C243]', async () => {
		const { session, agent } = await open();
		agent.say(idle('end_turn', [listed]));
		assert.deepEqual(transcript(session.state), ['tool bg: in_progress', 'tool fg: cancelled']);
		assert.equal(session.state.turn.type, 'idle');
	});

	it('survives Stop, with what it asks the user [acp C239] [acp C240] [acp C243]', async () => {
		const { session, agent } = await open();
		agent.say(runs(listed, { type: 'terminal', terminalId: 'x' }, { type: 'subagent', sessionId: 'c' }));
		agent.say({ type: 'subagent', sessionId: 'c', fields: { state: 'running' } });
		const target = agent.target();
		const { signal } = new AbortController();
		const kept = [
			agent.ask(about(tool('bg'))),
			agent.ask(about({ type: 'command', command: 'ls', terminalId: 'x' })),
			agent.ask(about({ type: 'command', command: 'ls', toolCallId: 'bg' })),
			agent.ask(about(tool('inside'), 'c')),
			target.elicitations.ask(question('bg'), signal),
		];
		const answered: Promise<unknown>[] = [
			agent.ask(about(tool('fg'))),
			agent.ask(about({ type: 'other', kind: '' })),
			agent.ask(about({ type: 'command', command: 'ls' })),
			target.elicitations.ask(question('fg'), signal),
		];
		session.stop();
		assert.deepEqual(
			(await Promise.all(answered)).map((outcome) => (outcome as { type: string }).type),
			['cancelled', 'cancelled', 'cancelled', 'cancel'],
		);
		assert.equal(toolOf(session, 'bg').status, 'in_progress');
		assert.equal(toolOf(session, 'fg').status, 'cancelled');
		// What comes while it stops.
		const late = [
			agent.ask(about(tool('bg'))),
			agent.ask(about(tool('inside'), 'c')),
			target.elicitations.ask(question('bg'), signal),
		];
		assert.deepEqual(await agent.ask(about(tool('fg'))), { type: 'cancelled' });
		agent.say(idle('cancelled'));
		assert.equal(session.state.pendingPermissions.length, 6);
		assert.equal(session.state.pendingElicitations.length, 2);
		for (const id of session.state.pendingPermissions) session.permissions.answer(id, 'yes');
		for (const id of session.state.pendingElicitations) session.elicitations.answer(id, { type: 'decline' });
		const outcomes = await Promise.all([...kept, ...late]);
		assert.deepEqual(new Set(outcomes.map(({ type }) => type)), new Set(['selected', 'decline']));
		assert.equal(session.state.turn.type, 'idle');
	});

	it('of the session keeps no call of a child alive that has its name [hazard C4]', async () => {
		const { session, agent } = await open();
		const inChild = (event: AgentEvent): AgentEvent => ({ type: 'in_subagent', sessionId: 'c', event });
		agent.say(runs(listed, { type: 'terminal', terminalId: 'x' }), inChild(call('bg')));
		const command = { type: 'command', command: 'ls' } as const;
		const asked = [
			agent.ask(about(tool('bg'), 'c')),
			agent.ask(about({ ...command, toolCallId: 'bg' }, 'c')),
			agent.ask(about({ ...command, terminalId: 'x' }, 'c')),
		];
		session.stop();
		assert.deepEqual(session.state.pendingPermissions, []);
		const late = agent.ask(about(tool('bg'), 'c'));
		for (const { type } of await Promise.all([...asked, late])) assert.equal(type, 'cancelled');
		agent.say(idle('cancelled'));
		const calls = transcript(session.state).filter((line) => line.startsWith('tool bg'));
		assert.deepEqual(calls, ['tool bg: in_progress', 'tool bg: cancelled']);
	});

	it('counts as unknown until the agent says, and as none when it says so [acp C244]', async () => {
		const { session, agent } = await open();
		assert.equal(session.state.background, undefined);
		agent.say(idle('end_turn', [listed]), working(), idle('end_turn'));
		assert.deepEqual(session.state.background, [listed]);
		assert.equal(toolOf(session, 'bg').status, 'in_progress');
		agent.say(idle('end_turn', []));
		assert.deepEqual(session.state.background, []);
	});

	it('that is not listed any more has ended, whether it said so or not [acp C234] [acp C243]', async () => {
		const { session, agent } = await open();
		agent.say(terminal('x'), { type: 'subagent', sessionId: 'c', fields: { state: 'running' } });
		agent.say(
			idle('end_turn', [listed, { type: 'terminal', terminalId: 'x' }, { type: 'subagent', sessionId: 'c' }]),
		);
		const subagent = (): unknown => {
			const entry = session.state.entries.get(session.state.subagents.get('c') ?? '');
			return entry?.type === 'subagent' && entry.state;
		};
		assert.equal(session.state.terminals.get('x')?.exit, undefined);
		assert.equal(subagent(), 'running');
		agent.say(idle('end_turn', []));
		assert.equal(toolOf(session, 'bg').status, 'cancelled');
		assert.notEqual(session.state.terminals.get('x')?.exit, undefined);
		assert.equal(subagent(), 'idle');
		assert.equal(session.state.turnCount, 1);
	});

	it('of a kind that we do not know runs on: no terminal ends for want of its name [acp C243]', async () => {
		const { session, agent } = await open();
		agent.say(terminal('x'), idle('end_turn', [{ type: 'other', kind: 'zzz' }]));
		assert.deepEqual(session.state.background, [{ type: 'other', kind: 'zzz' }]);
		assert.equal(session.state.terminals.get('x')?.exit, undefined);
	});

	it('ends with the agent: nothing spins on [hazard B3]', async () => {
		const { session, agent } = await open();
		agent.say(terminal('x'), idle('end_turn', [listed, { type: 'terminal', terminalId: 'x' }]));
		const asked = agent.ask(about(tool('bg')));
		agent.exit(new AgentError('exited', 'gone'));
		assert.deepEqual(await asked, { type: 'cancelled' });
		assert.equal(toolOf(session, 'bg').status, 'cancelled');
		assert.notEqual(session.state.terminals.get('x')?.exit, undefined);
		assert.equal(session.state.background, undefined);
		assert.deepEqual(session.state.pendingPermissions, []);
	});
});

describe('a tool call that Stop has cancelled', () => {
	it('still takes what the agent says of it [acp C59] [acp C242]', async () => {
		const { session, agent } = await open();
		session.stop();
		agent.say(call('fg', { status: 'completed', title: 'Done after all' }), idle('cancelled'));
		assert.deepEqual(
			[toolOf(session, 'fg').status, toolOf(session, 'fg').title],
			['completed', 'Done after all'],
		);
		agent.say(call('fg', { status: 'failed' }));
		assert.equal(toolOf(session, 'fg').status, 'failed');
	});
});

describe('one tool call', () => {
	it('is stopped only while it says that it can be, once, and only its update ends it [acp C259] [acp C261]', async () => {
		const { session, agent } = await open();
		const { id } = toolOf(session, 'bg');
		const asked = (): number => agent.calls.filter((name) => name === 'cancelToolCall bg').length;
		session.cancelToolCall(id);
		assert.equal(asked(), 0);
		agent.say(call('bg', { canCancel: true }));
		session.cancelToolCall(id);
		session.cancelToolCall(id);
		await settle();
		assert.equal(asked(), 1);
		assert.deepEqual(
			[toolOf(session, 'bg').status, toolOf(session, 'bg').isCancelling],
			['in_progress', true],
		);
		agent.say(call('bg', { status: 'cancelled' }));
		assert.equal(toolOf(session, 'bg').isCancelling, false);
		session.cancelToolCall(id);
		agent.say(call('bg', { status: 'in_progress', canCancel: false }));
		session.cancelToolCall(id);
		assert.equal(asked(), 1);
	});

	it('can be stopped again when the agent did not take the wish, which is told [acp C259]', async () => {
		const { session, agent } = await open();
		agent.say(call('bg', { canCancel: true }));
		agent.failures.set('cancelToolCall', new AgentError('answered', 'Not now', { code: -32602 }));
		session.cancelToolCall(toolOf(session, 'bg').id);
		await settle();
		assert.equal(toolOf(session, 'bg').isCancelling, false);
		assert.equal(transcript(session.state).at(-1), 'notice: Fake Agent did not accept the request');
	});

	it('says nothing more when the agent exits before it answers [hazard B3]', async () => {
		const { session, agent } = await open();
		agent.say(call('bg', { canCancel: true }));
		agent.failures.set('cancelToolCall', new AgentError('exited', 'gone'));
		session.cancelToolCall(toolOf(session, 'bg').id);
		agent.exit(new AgentError('exited', 'gone'));
		await settle();
		const notices = transcript(session.state).filter((line) => line.startsWith('notice'));
		assert.deepEqual(notices, ['notice: Fake Agent exited']);
		assert.notEqual(toolOf(session, 'bg').isCancelling, true);
	});
});

describe('one terminal', () => {
	it('is stopped only while it says that it can be, and only its end ends it [acp C260] [acp C261]', async () => {
		const { session, agent } = await open();
		const fields = (canCancel: boolean): AgentEvent => ({
			type: 'terminal_started',
			terminalId: 'x',
			fields: { canCancel },
		});
		const asked = (): number => agent.calls.filter((name) => name === 'cancelTerminal x').length;
		agent.say(terminal('x'), fields(false));
		session.stopCommand('x');
		assert.equal(asked(), 0);
		agent.say(fields(true));
		session.stopCommand('x');
		session.stopCommand('x');
		await settle();
		assert.equal(asked(), 1);
		assert.equal(session.state.terminals.get('x')?.exit, undefined);
		agent.say({ type: 'terminal_exited', terminalId: 'x', exitCode: null, signal: 'SIGTERM' });
		assert.equal(session.state.terminals.get('x')?.isCancelling, false);
		session.stopCommand('x');
		assert.equal(asked(), 1);
	});

	it('that we run and the agent has released, which ends it, is no error to stop', async () => {
		const { session } = await open();
		// Here nothing runs, so nobody knows the id.
		session.dispatch({ type: 'terminal_created', terminalId: 'ours', label: 'make' });
		session.stopCommand('host:ours');
		await settle();
		assert.deepEqual(
			transcript(session.state).filter((line) => line.startsWith('notice')),
			[],
		);
	});

	it('is stopped in the child session that runs it [acp C260] [acp C276]', async () => {
		const { session, agent } = await open();
		const inChild = (event: AgentEvent): AgentEvent => ({ type: 'in_subagent', sessionId: 'child', event });
		agent.say(
			terminal('own'),
			inChild(call('c1', { content: [{ type: 'terminal', terminalId: 'x' }] })),
			inChild(terminal('x')),
		);
		const ids = [...session.state.terminals.keys()];
		for (const id of ids) session.stopCommand(id);
		await settle();
		assert.deepEqual(agent.cancelledIn, ['a1', 'child']);
	});
});
