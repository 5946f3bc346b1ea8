/**
 * What the agent sends for a child session goes to the session it belongs to (unstable,
 * docs/protocol.md#child-sessions).
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { WireError } from '../../../../src/core/acp/wire.ts';
import type { AgentEvent } from '../../../../src/core/session/model/agentEvents.ts';
import { allUnstable, attached, type Connected, type FakeTarget } from './support.ts';

const open = (): Promise<Connected & { target: FakeTarget }> => attached({}, { unstable: allUnstable });
const announce = (sessionId: string): object => ({
	sessionUpdate: 'subagent_update',
	sessionId,
	title: sessionId,
});
const say = (text: string): object => ({
	sessionUpdate: 'agent_message_chunk',
	content: { type: 'text', text },
});
const request = (sessionId: string): object => ({
	sessionId,
	toolCall: { toolCallId: 't1', title: 'Edit' },
	options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
});

/** The path through the children, and the text: `c > g: hello`. */
function traced(event: AgentEvent): string {
	if (event.type === 'in_subagent') return `${event.sessionId} > ${traced(event.event)}`;
	if (event.type === 'subagent') return `(${event.sessionId})`;
	return event.type === 'message_chunk' && event.content.type === 'text' ? event.content.text : event.type;
}

const tracesOf = ({ events }: FakeTarget): string[] => events.map(traced);

describe('child sessions', () => {
	it('are heard in the session that announced them, grandchildren in theirs', async () => {
		const { wire, target } = await open();
		wire.update('s1', announce('c'));
		wire.update('c', say('1'));
		wire.update('c', announce('g'));
		wire.update('g', say('2'));
		assert.deepEqual(tracesOf(target), ['(c)', 'c > 1', 'c > (g)', 'c > g > 2']);
	});

	it('are told apart only so deep: a chain of thousands must not cost more with each', async () => {
		const { wire, target } = await open();
		wire.update('s1', announce('c1'));
		for (let depth = 2; depth <= 2000; depth++) wire.update(`c${depth - 1}`, announce(`c${depth}`));
		const deepest = Math.max(...tracesOf(target).map((trace) => trace.split('>').length));
		assert.equal(deepest, limits.subagentDepth + 1);
	});

	it('are heard even if they spoke before they were announced, in order', async () => {
		const { wire, target } = await open();
		wire.update('c', say('1'));
		wire.update('c', announce('g'));
		wire.update('g', say('2'));
		wire.update('s1', announce('c'));
		wire.update('c', say('3'));
		const traces = tracesOf(target);
		assert.equal(traces[0], '(c)');
		assert.deepEqual(
			traces.filter((trace) => trace.startsWith('c > ') && !trace.includes('g')),
			['c > 1', 'c > 3'],
		);
		assert.ok(traces.includes('c > g > 2'), traces.join(', '));
	});

	it('ask for permission in their parent, who knows which child asks', async () => {
		const { wire, target } = await open();
		target.outcome = async () => ({ type: 'selected', optionId: 'yes' });
		wire.update('s1', announce('c'));
		const answer = await wire.ask('session/request_permission', request('c'));
		assert.deepEqual(answer, { outcome: { outcome: 'selected', optionId: 'yes' } });
		assert.deepEqual(
			target.asked.map(({ subagentId, subject }) => [subagentId, subject]),
			[['c', { type: 'tool_call', toolCallId: 't1' }]],
		);
	});

	it('name the innermost child when a grandchild asks', async () => {
		const { wire, target } = await open();
		wire.update('s1', announce('c'));
		wire.update('c', announce('g'));
		await wire.ask('session/request_permission', request('g'));
		assert.deepEqual(
			target.asked.map(({ subagentId }) => subagentId),
			['g'],
		);
	});

	it('use the files and terminals of their parent', async () => {
		const { wire, target } = await open();
		target.run = () => 'text';
		wire.update('s1', announce('c'));
		assert.deepEqual(await wire.ask('fs/read_text_file', { sessionId: 'c', path: '/work/a.ts' }), {
			content: 'text',
		});
		assert.deepEqual(await wire.ask('terminal/create', { sessionId: 'c', command: 'ls' }), {
			terminalId: 'text',
		});
		assert.deepEqual(
			target.calls.map(([name]) => name),
			['read', 'create'],
		);
	});

	it('cannot be their own ancestors, nor take over a session that is open', async () => {
		const { wire, target } = await open();
		wire.update('s1', announce('s1'));
		wire.update('s1', announce('c'));
		wire.update('c', announce('c'));
		wire.update('c', announce('s1'));
		wire.update('c', announce('g'));
		wire.update('g', announce('c'));
		wire.update('s1', say('mine'));
		wire.update('c', say('child'));
		wire.update('g', say('grandchild'));
		const said = tracesOf(target).filter((trace) => !trace.includes('('));
		assert.deepEqual(said, ['mine', 'c > child', 'c > g > grandchild']);
	});

	it('are strangers while the draft is switched off', async () => {
		const { wire, target } = await attached();
		wire.update('s1', announce('c'));
		wire.update('c', say('1'));
		assert.deepEqual(target.events, []);
		await assert.rejects(
			wire.ask('fs/read_text_file', { sessionId: 'c', path: '/work/a.ts' }),
			(error) => error instanceof WireError && error.code === -32602,
		);
	});
});
