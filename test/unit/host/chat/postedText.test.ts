/** Text on its way to a chat view: each part of it goes once, and a view that takes all posts lacks nothing. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import type { AgentEvent } from '../../../../src/core/session/model/agentEvents.ts';
import type { ToView, ViewOp } from '../../../../src/core/view/toView.ts';
import { Publisher } from '../../../../src/host/chat/publisher.ts';
import { text } from '../../core/session/driver/play.ts';
import { randomIntegers, seed } from '../../../tools/seeded.ts';
import { randomEvent } from '../../core/session/log/logRig.ts';
import { Store } from '../../../../src/webview/store.ts';
import type { DrawQueue } from '../../../../src/webview/transcript/drawQueue.ts';
import { hostedFake } from '../hostedFake.ts';

/** A publisher whose clock stands still, and what it posted. */
function start(t: TestContext) {
	t.mock.timers.enable({ apis: ['setTimeout'] });
	let now = 1_000;
	t.mock.method(performance, 'now', () => now);
	const posted: ToView[] = [];
	const hosted = hostedFake();
	const publisher = new Publisher(
		{ isReady: () => true, post: (message) => void posted.push(message) },
		{
			label: (path) => path,
			summarize: () => ({ added: 0, removed: 0, preview: [], isPreviewCut: false }),
			urlTarget: () => ({ host: '', warnings: [] }),
		},
	);
	publisher.bind(hosted);
	const tick = (ms: number): void => {
		now += ms;
		t.mock.timers.tick(ms);
	};
	return { posted, publisher, session: hosted.session, tick };
}

const chunk = (value: string, messageId?: string, role: 'agent' | 'thought' = 'agent'): AgentEvent => ({
	type: 'message_chunk',
	role,
	content: text(value),
	...(messageId === undefined ? {} : { messageId }),
});

const opsOf = (message: ToView | undefined): readonly ViewOp[] =>
	message?.type === 'delta' ? message.ops : [];

describe('text on its way to a view', () => {
	it('goes once: the end of a message does not bring it again', (t) => {
		const { posted, publisher, session, tick } = start(t);
		const before = posted.length;
		for (let index = 0; index < 200; index++) {
			session.dispatch(chunk('twenty characters …\n', 'a'));
			tick(20);
		}
		session.dispatch(chunk('Well.', 'b'));
		tick(100);
		const all = JSON.stringify(posted.slice(before));
		assert.equal(all.split('twenty characters').length - 1, 200);
		const first = posted.slice(before).flatMap(opsOf);
		const ended = first.flatMap((op) => (op.type === 'text' && op.fields !== undefined ? [op.fields] : []));
		assert.deepEqual(
			ended.map(({ isComplete }) => isComplete),
			[true],
		);
		publisher.dispose();
	});

	it('goes once when a message that was complete goes on [acp C247]', (t) => {
		const { posted, publisher, session, tick } = start(t);
		session.dispatch(chunk('The beginning', 'a'));
		session.dispatch(chunk('Another one.', 'b'));
		tick(100);
		const before = posted.length;
		session.dispatch(chunk(' goes on', 'a'));
		tick(100);
		const ops = posted.slice(before).flatMap(opsOf);
		assert.doesNotMatch(JSON.stringify(ops), /The beginning/u);
		assert.match(JSON.stringify(ops), /"text":" goes on"/u);
		publisher.dispose();
	});

	it('comes once a frame; in a flood a moment after the last post, with all that came meanwhile', (t) => {
		const { posted, publisher, session, tick } = start(t);
		const say = (length: number): void => session.dispatch(chunk('x'.repeat(length), 'a'));
		const lengths = (): number[] =>
			posted.flatMap(opsOf).flatMap((op) => (op.type === 'text' ? [op.text.length] : []));
		say(10);
		tick(1);
		say(limits.floodChars);
		tick(limits.flushMs - 1);
		assert.deepEqual(lengths(), [], 'before a frame was over');
		tick(1);
		assert.deepEqual(lengths(), [limits.floodChars]);
		say(limits.floodChars);
		tick(1);
		say(1);
		tick(limits.floodMs - 2);
		assert.deepEqual(lengths(), [limits.floodChars], 'before the moment was over');
		say(20);
		tick(1);
		assert.deepEqual(lengths().slice(1), [limits.floodChars + 21]);
		publisher.dispose();
	});

	it('comes without delay at the end of a turn, however much it is, and after a pause', (t) => {
		const { posted, publisher, session, tick } = start(t);
		session.dispatch({ type: 'prompt_submitted', content: [text('Go on')], at: 1 });
		session.dispatch(chunk('Well, ', 'a'));
		tick(1);
		session.dispatch(chunk('x'.repeat(limits.floodChars + 1), 'a'));
		tick(limits.flushMs);
		const before = posted.length;
		session.dispatch({ type: 'turn_ended', end: { reason: 'end_turn' }, at: 2 });
		tick(1);
		assert.match(JSON.stringify(posted.slice(before)), /xxxx/u);
		session.dispatch(chunk('And ', 'b'));
		tick(limits.floodMs);
		tick(limits.floodMs);
		session.dispatch(chunk('y'.repeat(limits.floodChars + 1), 'b'));
		tick(1);
		assert.match(JSON.stringify(posted.at(-1)), /yyyy/u);
		publisher.dispose();
	});

	it('waits after a card with long output as after long text, however often that is sent again', (t) => {
		const { posted, publisher, session, tick } = start(t);
		const output = 'x'.repeat(limits.floodChars);
		session.dispatch({ type: 'terminal_started', terminalId: 'x', fields: { label: 'npm test' } });
		session.dispatch({ type: 'terminal_output', terminalId: 'x', data: output });
		const content = [{ type: 'terminal', terminalId: 'x' }] as const;
		session.dispatch({ type: 'tool_call', toolCallId: 'c', fields: { title: 'Run', content } });
		tick(1);
		const before = posted.length;
		session.dispatch({ type: 'tool_call_update', toolCallId: 'c', fields: { title: 'Run again' } });
		tick(limits.floodMs - 1);
		assert.equal(posted.length, before);
		tick(1);
		assert.equal(posted.length, before + 1);
		publisher.dispose();
	});

	it('waits with changes of cards, too, where there are many', (t) => {
		const { posted, publisher, session, tick } = start(t);
		session.dispatch(chunk('x', 'a'));
		tick(1);
		const before = posted.length;
		for (let call = 0; call * limits.changeChars <= limits.floodChars; call++)
			session.dispatch({ type: 'tool_call', toolCallId: `c${call}`, fields: { title: 'Read' } });
		tick(limits.floodMs - 1);
		assert.equal(posted.length, before);
		tick(1);
		assert.equal(posted.length, before + 1);
		publisher.dispose();
	});

	it('leaves the page with the entries that a snapshot has, whatever order they come in', (t) => {
		const { posted, publisher, session, tick } = start(t);
		const ignore = (): void => undefined;
		const listener = {
			onSnapshot: ignore,
			onEntry: ignore,
			onSession: ignore,
			onForgotten: ignore,
			onGap: () => assert.fail('The page missed something.'),
		};
		// What draws needs a page.
		const store = new Store(listener, { addText: ignore, addOutput: ignore } as unknown as DrawQueue);
		const random = randomIntegers();
		let taken = 0;
		let compared = 0;
		for (let step = 0; step < 2_000; step++) {
			session.dispatch(randomEvent(random));
			if (random(3) === 0) tick(100);
			if (random(20) !== 0) continue;
			// Also what is a flood.
			tick(limits.floodMs);
			for (const message of posted.slice(taken)) {
				if (message.type === 'delta') store.apply(message);
				if (message.type === 'snapshot') store.replace(message);
			}
			publisher.snapshot();
			taken = posted.length - 1;
			const snapshot = posted.at(-1);
			assert.ok(snapshot?.type === 'snapshot');
			for (const entry of snapshot.entries)
				assert.deepEqual(store.entry(entry.id), entry, `seed ${seed}, step ${step}`);
			compared += snapshot.entries.length;
		}
		assert.ok(compared > 100);
		publisher.dispose();
	});
});
