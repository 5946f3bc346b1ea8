import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../../src/core/base/json.ts';
import type { ToolCallEntry } from '../../../../../src/core/session/model/entry.ts';
import { play } from '../../session/driver/play.ts';
import { Codec, decode } from './codec.ts';

const full = {
	toolCallId: 'c1',
	name: 'Read',
	title: 'Read a.ts',
	kind: 'read',
	status: 'completed',
	content: [{ type: 'content', content: { type: 'text', text: 'let a' } }],
	locations: [{ path: '/work/a.ts', line: 3 }],
	rawInput: { path: '/work/a.ts' },
	rawOutput: 'let a',
	capabilities: { cancel: {} },
	_meta: { vendor: { a: 1 } },
};

/** The fields that one update becomes. */
function fieldsOf(fields: object): unknown {
	const [event] = decode('tool_call_update', { toolCallId: 'c1', ...fields });
	assert.equal(event?.type, 'tool_call_update');
	return event.fields;
}

/** The call after these updates of it. */
function callAfter(...updates: readonly object[]): ToolCallEntry {
	const events = new Codec().updates(
		...updates.map((update) => ({ sessionUpdate: 'tool_call_update', toolCallId: 'c1', ...update })),
	);
	const call = play(...events).entries.find((entry) => entry.type === 'tool_call');
	assert.ok(call?.type === 'tool_call');
	return call;
}

describe('a tool call', () => {
	it('has every field that the agent names [acp C248]', () => {
		const { toolCallId: _id, capabilities: _capabilities, _meta: metaPatch, ...same } = full;
		assert.deepEqual(fieldsOf(full), { ...same, metaPatch, canCancel: true });
	});

	it('keeps what is omitted, clears what is null [acp C248]', () => {
		const nulls = Object.fromEntries(Object.keys(full).map((key) => [key, null]));
		assert.deepEqual(fieldsOf({}), {});
		assert.deepEqual(fieldsOf({ ...nulls, toolCallId: 'c1' }), {
			name: null,
			title: null,
			kind: null,
			status: null,
			content: [],
			locations: [],
			rawInput: null,
			rawOutput: null,
			metaPatch: null,
			canCancel: false,
		});
		const kept = callAfter(full, {});
		assert.equal(kept.title, 'Read a.ts');
		const cleared = callAfter({ ...full, status: 'in_progress' }, { ...nulls, toolCallId: 'c1' });
		assert.equal(cleared.title, '');
		assert.equal(cleared.kind, 'other');
		assert.equal(cleared.status, 'pending');
		assert.equal(cleared.name, undefined);
		assert.equal(cleared.canCancel, false);
		assert.deepEqual(cleared.content, []);
	});

	it('of which only one field is malformed keeps the others [acp C248]', () => {
		for (const key of Object.keys(full).filter((name) => name !== 'toolCallId')) {
			const fields = fieldsOf({ ...full, [key]: ['what'] });
			const others = Object.keys(Object(fields)).length;
			// Any JSON is fine as raw input and output; locations of no shape are none.
			const isAnything = ['rawInput', 'rawOutput', 'content', 'locations', 'capabilities'].includes(key);
			assert.equal(others, isAnything ? 10 : 9, key);
		}
	});

	it('of a status that nobody knows is still in progress, by its name [acp C211] [acp C251]', () => {
		for (const status of ['queued', '_napping']) {
			assert.deepEqual(fieldsOf({ status }), { status: 'in_progress', statusName: status });
		}
		assert.deepEqual(fieldsOf({ status: 'paused' }), { status: 'paused' });
		assert.deepEqual(fieldsOf({ status: 'cancelled' }), { status: 'cancelled' });
		const call = callAfter({ status: 'queued' });
		assert.equal(call.status, 'in_progress');
		assert.equal(call.statusName, 'queued');
		assert.equal(callAfter({ status: 'queued' }, { status: 'completed' }).statusName, undefined);
	});

	it('of a kind that nobody knows is other [acp C209] [acp C211]', () => {
		assert.deepEqual(fieldsOf({ kind: 'teleport' }), { kind: 'other' });
		assert.deepEqual(fieldsOf({ kind: '_vendor' }), { kind: 'other' });
	});

	it('can be stopped while it says so, and not when it says something else [acp C262]', () => {
		assert.deepEqual(fieldsOf({ capabilities: { cancel: {} } }), { canCancel: true });
		for (const capabilities of [
			null,
			{},
			3,
			'cancel',
			[],
			{ cancel: null },
			{ cancel: true },
			{ cancel: [] },
		]) {
			assert.deepEqual(fieldsOf({ capabilities }), { canCancel: false }, JSON.stringify(capabilities));
		}
		assert.equal(callAfter({ capabilities: { cancel: {} } }, {}).canCancel, true);
		assert.equal(callAfter({ capabilities: { cancel: {} } }, { capabilities: 3 }).canCancel, false);
	});

	it('has metadata that is merged key by key, byte for byte [acp C210] [acp C249]', () => {
		const odd = { deep: [{ x: null }, 0.1, '\u0000'], type: '_what' };
		assert.deepEqual(callAfter({ _meta: { a: 1, odd } }, { _meta: { b: 2, a: null } }).meta, { odd, b: 2 });
		assert.equal(callAfter({ _meta: { a: 1 } }, { _meta: null }).meta, undefined);
		assert.deepEqual(callAfter({ _meta: { a: 1 } }, { _meta: 'x' }).meta, { a: 1 });
	});

	it('has locations on lines from 1; a line 0 is none', () => {
		const locations = [
			{ path: '/a', line: 0 },
			{ path: '/b', line: 2 },
			{ path: '/c', line: null },
			{ line: 1 },
		];
		assert.deepEqual(fieldsOf({ locations }), {
			locations: [{ path: '/a' }, { path: '/b', line: 2 }, { path: '/c' }],
		});
	});

	it('gets more content by chunks, until a list replaces it [acp C250]', () => {
		const content = (value: string): object => ({ type: 'content', content: { type: 'text', text: value } });
		const codec = new Codec();
		const chunk = (value: object) => ({
			sessionUpdate: 'tool_call_content_chunk',
			toolCallId: 'c1',
			content: value,
		});
		assert.deepEqual(codec.update('tool_call_content_chunk', chunk(content('a'))), [
			{ type: 'tool_call_content', toolCallId: 'c1', content: [content('a')] },
		]);
		const state = (...updates: readonly JsonObject[]): unknown =>
			play(...new Codec().updates(...updates)).entries.map((entry) =>
				entry.type === 'tool_call' ? entry.content : undefined,
			);
		const first = { sessionUpdate: 'tool_call_update', toolCallId: 'c1', content: [content('a')] };
		const last = { sessionUpdate: 'tool_call_update', toolCallId: 'c1', content: [content('c')] };
		assert.deepEqual(state(first, chunk(content('b'))), [[content('a'), content('b')]]);
		assert.deepEqual(state(chunk(content('a')), chunk(content('b'))), [[content('a'), content('b')]]);
		assert.deepEqual(state(first, chunk(content('b')), last), [[content('c')]]);
	});

	it('shows content of kinds that nobody knows as what it is called [acp C210] [acp C211]', () => {
		const content = [
			{ type: '_chart', data: 1 },
			{ type: 'hologram' },
			{ type: 'terminal' },
			7,
			{ no: 'type' },
		];
		assert.deepEqual(fieldsOf({ content }), {
			content: ['_chart', 'hologram', 'terminal'].map((kind) => ({
				type: 'content',
				content: { type: 'unknown', kind },
			})),
		});
	});

	it('shows terminals of the agent', () => {
		assert.deepEqual(fieldsOf({ content: [{ type: 'terminal', terminalId: 't1' }] }), {
			content: [{ type: 'terminal', terminalId: 't1' }],
		});
	});

	it('without an id is none, and is logged once', () => {
		const codec = new Codec();
		for (const fields of [{}, { toolCallId: 3 }, { toolCallId: null, title: 'x' }]) {
			assert.deepEqual(codec.update('tool_call_update', fields), []);
			assert.deepEqual(codec.update('tool_call_content_chunk', fields), []);
		}
		assert.equal(codec.logged.length, 2);
	});
});
