/** What a change of a call means for the questions about it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PermissionIndex } from '../../../../src/webview/transcript/permissionIndex.ts';
import type { ViewToolCall } from '../../../../src/core/view/viewEntry.ts';
import { samplePermission, sampleToolCall } from '../../../webview/samples.ts';

describe('an update of a call', () => {
	/** Counts how often what the call is about to do is looked at. */
	const counting = (): { readonly call: ViewToolCall; readonly count: () => number } => {
		let count = 0;
		const call = sampleToolCall('c');
		const { content } = call;
		const getter = { get: () => (count++, content) };
		return { call: Object.defineProperty({ ...call }, 'content', getter), count: () => count };
	};

	it('is compared with what it was only while a question about it waits', () => {
		const index = new PermissionIndex();
		const { call, count } = counting();
		for (let n = 0; n < 100; n++) assert.deepEqual(index.put(call).changed, []);
		assert.equal(count(), 0);
		index.put(samplePermission('p', { toolCallEntryId: 'c' }));
		assert.deepEqual(index.put(call).changed, []);
		assert.ok(count() > 0);
		const changed = index.put(sampleToolCall('c', { title: 'Something else' })).changed ?? [];
		assert.deepEqual(
			changed.map(({ id }) => id),
			['p'],
		);
	});
});
