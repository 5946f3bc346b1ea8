/**
 * What child sessions do, in the transcript of the session they belong to (unstable, docs/protocol.md#child-sessions).
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import { projectEntry } from '../../../../../src/core/view/project.ts';
import type { Projector } from '../../../../../src/core/view/projector.ts';
import { chunk, permission, play, type Played, prompt } from '../driver/play.ts';

const projector: Projector = {
	label: (path) => path,
	summarize: () => ({ added: 0, removed: 0, preview: [], isPreviewCut: false }),
	urlTarget: (url) => ({ host: url, warnings: [] }),
};

const child = (
	sessionId: string,
	fields: Extract<AgentEvent, { type: 'subagent' }>['fields'] = {},
): AgentEvent => ({
	type: 'subagent',
	sessionId,
	fields,
});
const inside = (sessionId: string, event: AgentEvent): AgentEvent => ({
	type: 'in_subagent',
	sessionId,
	event,
});
const call = (toolCallId: string, title: string): AgentEvent => ({
	type: 'tool_call',
	toolCallId,
	fields: { title },
});
const say = (value: string): AgentEvent => chunk(value) as AgentEvent;

/** Each entry as `name < name of the subagent it is shown in`. */
function nesting({ state, entries }: Played): string[] {
	const views = entries.map((entry) => projectEntry(state, entry, projector));
	const nameOf = (view: (typeof views)[number]): string => {
		if (view.type === 'message')
			return view.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
		return 'title' in view ? view.title : view.type;
	};
	const names = new Map(views.map((view) => [view.id, nameOf(view)]));
	return views.map((view) => {
		const parent = view.subagentId === undefined ? undefined : names.get(view.subagentId);
		return parent === undefined ? nameOf(view) : `${nameOf(view)} < ${parent}`;
	});
}

describe('subagents', () => {
	it('have their questions shown in them [acp C105]', () => {
		const played = play(prompt('go'), child('c1', { title: 'Helper' }), {
			type: 'elicitation_requested',
			entryId: 'q1',
			message: 'Which?',
			subagentId: 'c1',
			mode: { type: 'form', fields: [] },
		});
		const question = played.state.entries.get('q1');
		const helper = played.entries.find(({ type }) => type === 'subagent');
		assert.ok(question && helper);
		assert.equal(question.parentId, helper.id);
		assert.deepEqual(played.state.pendingElicitations, ['q1']);
	});

	it('hold what their session does, also of their own children', () => {
		const played = play(
			prompt('go'),
			child('c', { title: 'Explore', state: 'running' }),
			inside('c', call('t1', 'Read')),
			inside('c', child('g', { title: 'Dig' })),
			inside('c', inside('g', call('t1', 'Read deeper'))),
			say('meanwhile'),
			inside('c', say('found')),
		);
		assert.deepEqual(nesting(played), [
			'go',
			'Explore',
			'Read < Explore',
			'Dig < Explore',
			'Read deeper < Dig',
			'meanwhile',
			'found < Explore',
		]);
	});

	it('are made known by their first word when nobody announced them', () => {
		assert.deepEqual(nesting(play(inside('c', call('t1', 'Read')))), ['Subagent', 'Read < Subagent']);
	});

	it('keep their tool calls apart from those of others with the same id', () => {
		const played = play(
			call('t1', 'mine'),
			inside('c', call('t1', "the child's")),
			inside('c', { type: 'tool_call_update', toolCallId: 't1', fields: { status: 'completed' } }),
		);
		const statuses = played.entries.flatMap((entry) => (entry.type === 'tool_call' ? [entry.status] : []));
		assert.deepEqual(statuses, ['pending', 'completed']);
	});

	it('bring the permissions they ask for with them', () => {
		const asked = permission('p1');
		assert.ok(asked.type === 'permission_requested');
		const played = play(child('c', { title: 'Explore' }), inside('c', call('t1', 'Edit')), {
			...asked,
			subagentId: 'c',
		});
		assert.deepEqual(nesting(played), ['Explore', 'Edit a.ts < Explore', 'Edit a.ts < Explore']);
		assert.deepEqual(played.state.pendingPermissions, ['p1']);
	});

	it('keep what an update omits and clear what it sends as null', () => {
		const full = { title: 'Explore', description: 'all', state: 'running', canCancel: true } as const;
		const entryOf = (...events: SessionEvent[]): unknown => {
			const [entry] = play(child('c', full), ...events).entries;
			assert.ok(entry?.type === 'subagent');
			return [entry.title, entry.description, entry.state, entry.canCancel];
		};
		assert.deepEqual(entryOf(child('c', {})), ['Explore', 'all', 'running', true]);
		assert.deepEqual(entryOf(child('c', { title: null, description: null })), [
			'',
			undefined,
			'running',
			true,
		]);
		assert.deepEqual(entryOf(child('c', { state: 'idle', canCancel: false })), [
			'Explore',
			'all',
			'idle',
			false,
		]);
	});

	it('end with the agent', () => {
		const played = play(child('c', { state: 'running' }), { type: 'agent_state', agent: { type: 'exited' } });
		assert.equal(played.entries[0]?.type === 'subagent' && played.entries[0].state, 'idle');
	});
});
