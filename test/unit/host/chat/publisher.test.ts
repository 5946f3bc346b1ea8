/** What goes to a chat view, and what does not. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { saying } from '../../../../src/core/session/model/saying.ts';
import type { RestoreTarget } from '../../../../src/core/session/model/events.ts';
import type { ToView } from '../../../../src/core/view/toView.ts';
import type { Projector } from '../../../../src/core/view/projector.ts';
import { Publisher } from '../../../../src/host/chat/publisher.ts';
import { hostedFake } from '../hostedFake.ts';

const projector: Projector = {
	label: (path) => path,
	summarize: () => ({ added: 0, removed: 0, preview: [], isPreviewCut: false }),
	urlTarget: () => ({ host: '', warnings: [] }),
};

describe('the publisher', () => {
	it('posts a long list of commands once, not with every change of the session', async (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const posted: ToView[] = [];
		const hosted = hostedFake();
		const { session } = hosted;
		const target = { isReady: () => true, post: (message: ToView) => void posted.push(message) };
		const publisher = new Publisher(target, projector);
		publisher.bind(hosted);
		const next = (): ToView | undefined => {
			t.mock.timers.tick(100);
			return posted.at(-1);
		};
		const commands = [{ name: 'a', description: 'x'.repeat(1000) }];
		session.dispatch({ type: 'commands', commands });
		assert.match(JSON.stringify(next()), /"commands":\[\{"name":"a"/);
		session.dispatch({ type: 'usage', used: 1, size: 2 });
		const second = JSON.stringify(next());
		assert.match(second, /"used":1/);
		assert.doesNotMatch(second, /"commands"|"options"/);
		publisher.snapshot();
		assert.match(JSON.stringify(posted.at(-1)), /"commands":\[\{"name":"a"/);
		publisher.dispose();
	});

	it('brings as much of a conversation that is told anew, and says how its entries are called now [hazard E9]', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const posted: ToView[] = [];
		const hosted = hostedFake();
		const { session } = hosted;
		const tell = (): void => {
			session.dispatch({ type: 'replay_started' });
			for (let n = 0; n < 1200; n++) {
				const content = { type: 'text', text: `text ${n}` } as const;
				session.dispatch({ type: 'message_chunk', role: n % 2 === 0 ? 'user' : 'agent', content });
			}
			session.dispatch({ type: 'replay_ended' });
			t.mock.timers.tick(200);
		};
		const publisher = new Publisher(
			{ isReady: () => true, post: (message) => void posted.push(message) },
			projector,
		);
		const entries = (): Extract<ToView, { type: 'snapshot' }> => {
			const last = posted.findLast((message) => message.type === 'snapshot');
			return last ?? assert.fail();
		};
		publisher.bind(hosted);
		tell();
		publisher.showOlder(false);
		const before = entries();
		tell();
		const after = entries();
		assert.notEqual(after, before);
		assert.equal(before.entries.length, limits.viewEntries + limits.viewOlderEntries);
		assert.equal(after.entries.length, before.entries.length);
		for (const [n, entry] of before.entries.entries())
			assert.equal(after.names?.[entry.id], after.entries[n]?.id);
		publisher.dispose();
	});

	it('posts nothing more of a session that is gone, whatever its page asks for', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const posted: ToView[] = [];
		const hosted = hostedFake();
		const publisher = new Publisher(
			{ isReady: () => true, post: (message) => void posted.push(message) },
			projector,
		);
		publisher.bind(hosted);
		hosted.session.dispatch({ type: 'usage', used: 1, size: 2 });
		publisher.bind(undefined);
		const before = posted.length;
		hosted.session.dispatch({ type: 'usage', used: 2, size: 2 });
		t.mock.timers.tick(100);
		publisher.snapshot();
		publisher.resume();
		publisher.showOlder(true);
		publisher.forgetOlder();
		assert.deepEqual(posted.slice(before), []);
		publisher.dispose();
	});

	it('posts the card of a terminal again when anything but its output has changed', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const posted: ToView[] = [];
		const hosted = hostedFake();
		const { session } = hosted;
		const publisher = new Publisher(
			{ isReady: () => true, post: (message) => void posted.push(message) },
			projector,
		);
		publisher.bind(hosted);
		const next = (): string => {
			const before = posted.length;
			t.mock.timers.tick(100);
			return JSON.stringify(posted.slice(before));
		};
		const content = [{ type: 'terminal', terminalId: 'x' }] as const;
		session.dispatch({ type: 'tool_call', toolCallId: 't1', fields: { title: 'Run', content } });
		assert.match(next(), /"isMissing":true/u);
		session.dispatch({ type: 'terminal_started', terminalId: 'x', fields: { label: 'npm test' } });
		assert.match(next(), /"type":"entry".*"label":"npm test"/u);
		session.dispatch({ type: 'terminal_started', terminalId: 'x', fields: { cwd: '/elsewhere' } });
		assert.match(next(), /"cwdLabel":"\/elsewhere"/u);
		session.dispatch({ type: 'terminal_output', terminalId: 'x', data: 'ok' });
		assert.match(next(), /"type":"terminalText","terminalId":"x","text":"ok"/u);
		publisher.dispose();
	});

	it('takes “Restart Agent” off the line about an exit while the agent runs again, and off no other', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const posted: ToView[] = [];
		const { session, ...hosted } = hostedFake();
		const publisher = new Publisher(
			{ isReady: () => true, post: (message) => void posted.push(message) },
			projector,
		);
		publisher.bind({ ...hosted, session });
		const notices = [
			saying('exited', 'Fake'),
			saying('exited_often', 'Fake', 3, 5),
			saying('no_answer', 'Fake'),
		];
		session.dispatch({ type: 'agent_state', agent: { type: 'exited' } });
		for (const title of notices)
			session.dispatch({
				type: 'notice',
				notice: { severity: 'error', title, actions: ['restart', 'show_log'] },
			});
		const shown = (): readonly string[] => {
			const before = posted.length;
			t.mock.timers.tick(100);
			return posted.slice(before).flatMap((message) => {
				if (message.type !== 'delta') return [];
				return message.ops.flatMap((op) =>
					op.type === 'entry' && op.entry.type === 'notice' ? [op.entry.actions.join(' ')] : [],
				);
			});
		};
		assert.deepEqual(shown(), ['restart show_log', 'restart show_log', 'restart show_log']);
		session.dispatch({ type: 'agent_state', agent: { type: 'ready' } });
		assert.deepEqual(shown(), ['show_log', 'show_log']);
		session.dispatch({ type: 'agent_state', agent: { type: 'exited' } });
		assert.deepEqual(shown(), ['restart show_log', 'restart show_log']);
		publisher.dispose();
	});

	it('offers to go on only while the last turn is blocked, and not while that is asked for', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const posted: ToView[] = [];
		const { session, ...hosted } = hostedFake();
		const publisher = new Publisher(
			{ isReady: () => true, post: (message) => void posted.push(message) },
			projector,
		);
		publisher.bind({ ...hosted, session });
		const shown = (): readonly string[] => {
			const before = posted.length;
			t.mock.timers.tick(100);
			return posted.slice(before).flatMap((message) => {
				if (message.type !== 'delta') return [];
				return message.ops.flatMap((op) =>
					op.type === 'entry' && op.entry.type === 'notice' ? [op.entry.actions.join(' ')] : [],
				);
			});
		};
		const prompt = { type: 'prompt_submitted', content: [], at: 1 } as const;
		const resume = { type: 'request', resumeId: 'r1' } as const;
		session.dispatch(prompt);
		session.dispatch({ type: 'turn_ended', end: { reason: 'blocked', resume }, at: 2 });
		const title = saying('blocked', 'Fake');
		session.dispatch({ type: 'notice', notice: { severity: 'warning', title, actions: ['resume_turn'] } });
		assert.deepEqual(shown(), ['resume_turn']);
		session.dispatch({ type: 'turn_resuming', isResuming: true });
		assert.deepEqual(shown(), ['']);
		session.dispatch({ type: 'turn_resuming', isResuming: false });
		assert.deepEqual(shown(), ['resume_turn']);
		session.dispatch(prompt);
		assert.deepEqual(shown(), ['']);
		session.dispatch({ type: 'turn_ended', end: { reason: 'end_turn' }, at: 4 });
		assert.deepEqual(shown(), [''], 'it is not the last turn any more');
		publisher.dispose();
	});

	it('offers Redo on the newest line where files went back, and not on those before it', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const posted: ToView[] = [];
		const { session, ...hosted } = hostedFake();
		const publisher = new Publisher(
			{ isReady: () => true, post: (message) => void posted.push(message) },
			projector,
		);
		publisher.bind({ ...hosted, session });
		const offers = new Map<string, boolean>();
		const offered = (): readonly boolean[] => {
			const before = posted.length;
			t.mock.timers.tick(100);
			for (const message of posted.slice(before))
				for (const op of message.type === 'delta' ? message.ops : [])
					if (op.type === 'entry' && op.entry.type === 'notice')
						offers.set(op.entry.id, op.entry.actions.includes('redo_restore'));
			return [...offers.values()];
		};
		const went = (restoreId: string, to: RestoreTarget): void =>
			session.dispatch({ type: 'files_restored', restoreId, to, files: 1, ofFiles: 1, isWhole: true });
		went('r1', { type: 'prompt' });
		assert.deepEqual(offered(), [true]);
		went('r2', { type: 'prompt' });
		assert.deepEqual(offered(), [false, true]);
		went('r3', { type: 'restore', restoreId: 'r2' });
		assert.deepEqual(offered(), [true, false]);
		publisher.dispose();
	});

	it('shows the others when one entry cannot be shown, also from the start [hazard A5] [hazard E7]', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const posted: ToView[] = [];
		const hosted = hostedFake();
		const label = (path: string): string => (path === '////x' ? assert.fail('no path') : path);
		const publisher = new Publisher(
			{ isReady: () => true, post: (message) => void posted.push(message) },
			{ ...projector, label },
		);
		publisher.bind(hosted);
		const fields = { title: 'Bad', locations: [{ path: '////x' }] };
		hosted.session.dispatch({ type: 'tool_call', toolCallId: 't1', fields });
		hosted.session.dispatch({ type: 'tool_call', toolCallId: 't2', fields: { title: 'Good' } });
		t.mock.timers.tick(100);
		assert.match(JSON.stringify(posted.at(-1)), /cannot be shown.*"title":"Good"/u);
		publisher.snapshot();
		assert.match(JSON.stringify(posted.at(-1)), /cannot be shown.*no path.*"title":"Good"/u);
		publisher.dispose();
	});

	it('goes on while no post is ever answered: nothing waits for a view [hazard E8]', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const hosted = hostedFake();
		let posts = 0;
		const answers: Promise<boolean>[] = [];
		const never = (): void => {
			posts++;
			answers.push(new Promise(() => undefined));
		};
		const publisher = new Publisher({ isReady: () => true, post: never }, projector);
		publisher.bind(hosted);
		for (let n = 0; n < 100; n++) {
			hosted.session.dispatch({ type: 'usage', used: n, size: 1000 });
			t.mock.timers.tick(100);
		}
		assert.equal(posts, 101);
		publisher.pause();
		hosted.session.dispatch({ type: 'usage', used: 7, size: 1000 });
		t.mock.timers.tick(100);
		assert.equal(posts, 101);
		publisher.resume();
		assert.equal(posts, 102);
		publisher.dispose();
	});

	it('keeps nothing for a view that is hidden, and shows it all when it comes back [hazard E7]', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const posted: ToView[] = [];
		const hosted = hostedFake();
		let isVisible = true;
		const publisher = new Publisher(
			{ isReady: () => isVisible, post: (message) => void posted.push(message) },
			projector,
		);
		publisher.bind(hosted);
		isVisible = false;
		publisher.pause();
		for (let n = 0; n < 10_000; n++) {
			hosted.session.dispatch({ type: 'usage', used: n, size: 10_000 });
			if (n % 100 === 0) t.mock.timers.tick(100);
		}
		assert.equal(posted.length, 1);
		isVisible = true;
		publisher.resume();
		assert.equal(posted.length, 2);
		assert.match(JSON.stringify(posted.at(-1)), /"type":"snapshot".*"used":9999/u);
		publisher.dispose();
	});
});
