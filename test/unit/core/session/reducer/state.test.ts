/** What stays of a session when the agent begins a new one for it, and what a child session may change. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { noCapabilities } from '../../../../../src/core/session/model/capabilities.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import { chunk, play, prompt } from '../driver/play.ts';

const opened = (sessionId: string): SessionEvent => ({
	type: 'session_opened',
	sessionId,
	capabilities: noCapabilities,
	options: {},
});
const usage: AgentEvent = { type: 'usage', used: 90, size: 100 };
const commands: AgentEvent = { type: 'commands', commands: [{ name: 'web', description: '' }] };
const ended: SessionEvent = { type: 'turn_ended', end: { reason: 'end_turn' }, at: 9 };

describe('a session that goes on as a new one of the agent', () => {
	it('shows neither the usage nor the commands nor the plan of the old one', () => {
		const plan: AgentEvent = { type: 'plan', planId: 'plan', items: [] };
		const { state } = play(opened('a'), usage, commands, plan, opened('b'));
		assert.equal(state.usage, undefined);
		assert.deepEqual(state.commands, []);
		assert.equal(state.plans.size, 0);
	});

	it('keeps them when the same session is taken up again', () => {
		const { state } = play(opened('a'), usage, commands, opened('a'));
		assert.deepEqual(state.usage, { used: 90, size: 100 });
		assert.equal(state.commands.length, 1);
	});

	it('does not take the ids of the new one for those of the old one [acp C53] [acp C64]', () => {
		const failed: AgentEvent = { type: 'tool_call_update', toolCallId: 't1', fields: { status: 'failed' } };
		const before = [prompt('one'), chunk('first', 'm1'), failed, ended];
		const { entries } = play(opened('a'), ...before, opened('b'), prompt('two'), chunk('second', 'm1'), {
			...failed,
			fields: { title: 'Again' },
		});
		const names = entries.map((entry) =>
			entry.type === 'message'
				? JSON.stringify(entry.content.map((part) => 'text' in part && part.text))
				: entry.type,
		);
		assert.deepEqual(names, ['["one"]', '["first"]', 'tool_call', '["two"]', '["second"]', 'tool_call']);
	});
});

describe('a child session', () => {
	it('says nothing about the session that it belongs to', () => {
		const inChild = (event: AgentEvent): AgentEvent => ({ type: 'in_subagent', sessionId: 'c', event });
		const own: AgentEvent[] = [{ type: 'session_info', title: 'Mine' }, usage, commands];
		const { state } = play(
			...own,
			inChild({ type: 'session_info', title: "The child's" }),
			inChild({ type: 'usage', used: 1, size: 2 }),
			inChild({ type: 'commands', commands: [] }),
			inChild({ type: 'options', options: { configOptions: [] } }),
			inChild({ type: 'option_value', via: 'mode', value: 'x' }),
		);
		assert.equal(state.title, 'Mine');
		assert.equal(state.usage?.used, 90);
		assert.equal(state.commands.length, 1);
		assert.equal(state.configOptions, undefined);
	});
});
