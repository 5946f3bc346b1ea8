/** An agent that comes back with another session may use every id of the last one anew. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../../../src/core/base/errors.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { ToolCallPatch } from '../../../../../src/core/session/model/toolContent.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import { openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { settle } from './transcript.ts';

const update = (toolCallId: string, fields: ToolCallPatch): AgentEvent => ({
	type: 'tool_call_update',
	toolCallId,
	fields,
});
const run = (terminalId: string, label: string): AgentEvent[] => [
	{ type: 'terminal_started', terminalId, fields: { label, endsItself: true } },
	{ type: 'terminal_output', terminalId, data: `output of ${label}` },
];

/** What stands in the terminals of each call, as `command: output`. */
function shownIn({ entries, terminals }: SessionState): readonly (readonly string[])[] {
	return [...entries.values()].flatMap((entry) => {
		if (entry.type !== 'tool_call') return [];
		const shown = entry.content.flatMap((item) => {
			const terminal = item.type === 'terminal' ? terminals.get(item.terminalId) : undefined;
			return terminal === undefined ? [] : [`${terminal.label}: ${terminal.output}`];
		});
		return [shown];
	});
}

describe('an agent that was started anew and begins another session', () => {
	it('writes into its own cards and terminals, whatever their ids [acp C46] [acp C256] [hazard B3]', async () => {
		const { session, agent } = openFakeSession();
		const show = (label: string): void =>
			agent.say(
				update('c1', { content: [{ type: 'terminal', terminalId: 't1' }], status: 'in_progress' }),
				...run('t1', label),
			);
		await session.start();
		show('old');
		agent.exit(new AgentError('exited', 'gone'));
		void session.prompt([text('go on')]);
		await settle();
		show('new');
		assert.deepEqual(shownIn(session.state), [['old: output of old'], ['new: output of new']]);
		const ends = [...session.state.terminals.values()].map(({ label, exit }) => [label, exit !== undefined]);
		assert.deepEqual(ends, [
			['old', true],
			['new', false],
		]);
	});

	it('leaves the terminal that is named after its call with it', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		agent.say(update('c1', { title: 'Run' }), ...run('c1', 'old'));
		agent.exit(new AgentError('exited', 'gone'));
		await session.start();
		agent.say(update('c1', { title: 'Run' }), ...run('c1', 'new'));
		assert.deepEqual(shownIn(session.state), [['old: output of old'], []]);
		assert.equal(session.state.terminals.get('c1')?.output, 'output of new');
	});
});
