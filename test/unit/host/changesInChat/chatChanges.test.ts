/** What chat views are told of changes, as the watching of them starts and ends. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import type { ChangeReview } from '../../../../src/host/changes/changeReview.ts';
import { ChatChanges } from '../../../../src/host/changesInChat/chatChanges.ts';
import type { Sessions } from '../../../../src/host/sessions/sessions.ts';
import { only } from '../../only.ts';

it('a window in which changes are not watched loads nothing and draws nothing anew', () => {
	const [started, ended] = [new Emitter<ChangeReview>(), new Emitter<void>()];
	const tracking = { review: undefined, onDidStart: started.event, onDidEnd: ended.event };
	const changes = new ChatChanges(tracking, () => only<Sessions>({}));
	let told = 0;
	changes.onDidChange(() => told++);
	// The bundle would be looked up in vain here.
	ended.fire();
	assert.deepEqual([told, changes.inChat], [0, undefined]);
	changes.dispose();
});
