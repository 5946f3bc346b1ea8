/** What a call and a permission are called whose agent gives them no title. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionEvent } from '../../../../src/core/session/model/events.ts';
import type { ToolCallPatch } from '../../../../src/core/session/model/toolContent.ts';
import { callTitle, permissionTitle } from '../../../../src/core/view/callTitle.ts';
import { play } from '../session/driver/play.ts';

const label = (path: string): string => path.replace('/ws/', '');
const asking: SessionEvent = {
	type: 'permission_requested',
	permissionId: 'p1',
	subject: { type: 'tool_call', toolCallId: 't1' },
	options: [],
	at: 900,
};
const call = (fields: ToolCallPatch): SessionEvent => ({ type: 'tool_call', toolCallId: 't1', fields });

function titleOf(fields: ToolCallPatch): string {
	const [entry] = play(call(fields)).entries;
	assert.ok(entry?.type === 'tool_call');
	return callTitle(entry, label);
}

function askedTitle(...events: SessionEvent[]): string {
	const { state } = play(...events);
	const entry = state.entries.get('p1');
	assert.ok(entry?.type === 'permission');
	return permissionTitle(state, entry, label);
}

describe('a call without a title', () => {
	it('is named after its kind and its place', () => {
		const locations = [{ path: '/ws/src/a.ts' }, { path: '/ws/b.ts' }];
		const diff = { type: 'diff', path: '/ws/new.ts', oldText: null, newText: 'x' } as const;
		assert.equal(titleOf({ kind: 'read', locations }), 'Read src/a.ts');
		assert.equal(titleOf({ kind: 'edit', content: [diff] }), 'Edit new.ts');
		assert.equal(titleOf({ kind: 'execute', rawInput: { command: 'npm test' } }), 'Run npm test');
		assert.equal(titleOf({ kind: 'fetch', rawInput: { url: 'https://a' } }), 'Fetch https://a');
		assert.equal(titleOf({ kind: 'search', rawInput: { pattern: 'TODO' } }), 'Search TODO');
		assert.equal(titleOf({ kind: 'think' }), 'Think');
		assert.equal(titleOf({ kind: 'other', name: 'mcp_lint' }), 'mcp_lint');
		assert.equal(titleOf({}), 'Tool call');
		assert.equal(titleOf({ title: ' ', kind: 'delete', locations }), 'Delete src/a.ts');
	});

	it('keeps a title that it gets, and is named again when that is cleared', () => {
		assert.equal(titleOf({ title: 'Look', kind: 'read' }), 'Look');
		const [entry] = play(call({ title: 'Look', kind: 'read' }), {
			type: 'tool_call_update',
			toolCallId: 't1',
			fields: { title: null },
		}).entries;
		assert.ok(entry?.type === 'tool_call');
		assert.equal(callTitle(entry), 'Read');
	});
});

describe('a permission without a title', () => {
	it('is called as what it is about', () => {
		assert.equal(askedTitle(call({ kind: 'execute', rawInput: { command: 'ls' } }), asking), 'Run ls');
		assert.equal(askedTitle(call({ title: 'List' }), asking), 'List');
		const other = { ...asking, subject: { type: 'other', kind: '_db' } } as SessionEvent;
		assert.equal(askedTitle(other), 'Permission needed');
	});
});
