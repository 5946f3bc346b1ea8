/** What goes to a chat view of changes that wait, beside its session. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it, mock } from 'node:test';
import { Emitter } from '../../../../src/core/base/emitter.ts';
import type { ToView } from '../../../../src/core/view/toView.ts';
import type { ViewChanges, ViewFileReview } from '../../../../src/core/view/viewChanges.ts';
import type { CardsOf } from '../../../../src/host/changesInChat/changesInChat.ts';
import { Publisher } from '../../../../src/host/chat/publisher.ts';
import { hostedFake } from '../hostedFake.ts';

const five: ViewChanges = {
	revision: 1,
	count: 5,
	added: 80,
	removed: 12,
	undeclared: 0,
	ofOthers: 0,
	files: [],
	gaps: [],
};

describe('what is published of changes', () => {
	let posted: ToView[];
	let changes: ViewChanges | undefined;
	let review: ViewFileReview | undefined;
	let changed: Emitter<CardsOf>;
	let publisher: Publisher;
	let isReady: boolean;
	let hosted: ReturnType<typeof hostedFake>;

	beforeEach((context) => {
		mock.timers.enable({ apis: ['setTimeout'] });
		if ('after' in context) context.after(() => mock.timers.reset());
		[posted, changes, review, isReady] = [[], undefined, undefined, true];
		changed = new Emitter();
		hosted = hostedFake();
		publisher = new Publisher(
			{ isReady: () => isReady, post: (message) => void posted.push(message) },
			{
				label: (path) => path,
				summarize: () => ({ added: 3, removed: 1, preview: [], isPreviewCut: false }),
				urlTarget: () => ({ host: '', warnings: [] }),
				review: () => review,
			},
			{ inChat: { of: () => changes }, onDidChange: changed.event },
		);
		publisher.bind(hosted);
	});

	/** What is posted within a frame. */
	function next(): readonly ToView[] {
		const before = posted.length;
		mock.timers.tick(100);
		return posted.slice(before);
	}

	const none: CardsOf = () => [];

	it('is nothing while nothing waits', () => {
		changed.fire(none);
		assert.deepEqual(
			[...posted, ...next()].map(({ type }) => type),
			['snapshot'],
		);
	});

	it('is posted once for each state, at most once a frame', () => {
		changes = five;
		changed.fire(none);
		changed.fire(none);
		assert.deepEqual(next(), [{ type: 'changes', changes: five }]);
		changed.fire(none);
		assert.deepEqual(next(), []);
		changes = undefined;
		changed.fire(none);
		assert.deepEqual(next(), [{ type: 'changes' }]);
		changed.fire(none);
		assert.deepEqual(next(), []);
	});

	it('comes again with each snapshot, also that nothing waits any more', () => {
		changes = five;
		changed.fire(none);
		next();
		publisher.snapshot();
		assert.deepEqual(posted.at(-1), { type: 'changes', changes: five, isWithSnapshot: true });
		changes = undefined;
		publisher.snapshot();
		assert.deepEqual(posted.at(-1), { type: 'changes', isWithSnapshot: true });
	});

	it('is nothing for a view that is hidden, which gets it when it comes back', () => {
		isReady = false;
		publisher.pause();
		changes = five;
		changed.fire(none);
		assert.deepEqual(next(), []);
		isReady = true;
		publisher.resume();
		assert.deepEqual(
			posted.slice(-2).map(({ type }) => type),
			['snapshot', 'changes'],
		);
	});

	it('renews the cards that it is about, and no others', () => {
		const { session } = hosted;
		const content = [{ type: 'diff', path: '/ws/a.ts', oldText: 'a', newText: 'b' }] as const;
		for (const toolCallId of ['t1', 't2'])
			session.dispatch({ type: 'tool_call', toolCallId, fields: { title: toolCallId, content } });
		next();
		const [first] = [...session.state.entries.keys()];
		assert.ok(first);
		review = { type: 'kept' };
		changed.fire(() => [first]);
		const [delta, ...others] = next();
		assert.deepEqual(others, []);
		assert.equal(delta?.type, 'delta');
		const ops = delta?.type === 'delta' ? delta.ops : [];
		assert.equal(ops.length, 1);
		assert.match(JSON.stringify(ops), /"title":"t1".*"review":\{"type":"kept"\}/u);
	});
});
