/** Which entries of a long conversation a view begins with. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import type { ToView } from '../../../../src/core/view/toView.ts';
import type { Projector } from '../../../../src/core/view/projector.ts';
import { Publisher } from '../../../../src/host/chat/publisher.ts';
import type { HostedSession } from '../../../../src/host/sessions/hostedSession.ts';
import { hostedFake } from '../../host/hostedFake.ts';

const projector: Projector = {
	label: (path) => path,
	summarize: () => ({ added: 0, removed: 0, preview: [], isPreviewCut: false }),
	urlTarget: () => ({ host: '', warnings: [] }),
};

type Snapshot = Extract<ToView, { type: 'snapshot' }>;

interface Rig {
	readonly hosted: HostedSession;
	readonly publisher: Publisher;
	readonly posted: ToView[];
	readonly last: () => Snapshot;
	readonly say: (count: number) => void;
}

/** @param first tool calls that are there before the view */
function rig(first: number): Rig {
	const posted: ToView[] = [];
	const hosted = hostedFake();
	let said = 0;
	const say = (count: number): void => {
		for (let at = 0; at < count; at++) {
			const toolCallId = `t${said++}`;
			hosted.session.dispatch({ type: 'tool_call', toolCallId, fields: { title: toolCallId } });
		}
	};
	const publisher = new Publisher(
		{ isReady: () => true, post: (message) => void posted.push(message) },
		projector,
	);
	say(first);
	publisher.bind(hosted);
	const last = (): Snapshot => {
		const found = posted.findLast((message) => message.type === 'snapshot');
		if (found === undefined) throw new Error('No snapshot');
		return found;
	};
	return { hosted, publisher, posted, last, say };
}

const titles = ({ entries }: Snapshot): string[] =>
	entries.map((entry) => ('title' in entry ? (entry.title ?? '') : entry.type));

describe('the entries of a long conversation', () => {
	it('begin with the newest; the older ones come when they are asked for [hazard E5]', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const total = limits.viewEntries + limits.viewOlderEntries + 50;
		const { publisher, last } = rig(total);
		assert.equal(last().entries.length, limits.viewEntries);
		assert.equal(last().olderCount, limits.viewOlderEntries + 50);
		assert.equal(titles(last()).at(-1), `t${total - 1}`);
		publisher.showOlder(false);
		assert.equal(last().entries.length, limits.viewEntries + limits.viewOlderEntries);
		assert.equal(last().olderCount, 50);
		publisher.showOlder(false);
		assert.equal(last().olderCount, undefined);
		assert.deepEqual(
			titles(last()),
			Array.from({ length: total }, (_, at) => `t${at}`),
		);
		publisher.showNewest();
		assert.equal(last().entries.length, limits.viewEntries);
		publisher.showOlder(true);
		assert.equal(last().entries.length, total);
		publisher.dispose();
	});

	it('stay left out while they change, and new ones are added', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const { hosted, publisher, posted, say } = rig(limits.viewEntries + 10);
		const before = posted.length;
		hosted.session.dispatch({ type: 'tool_call_update', toolCallId: 't3', fields: { title: 'changed' } });
		say(1);
		t.mock.timers.tick(100);
		const text = JSON.stringify(posted.slice(before));
		assert.doesNotMatch(text, /changed/u);
		assert.match(text, new RegExp(`t${limits.viewEntries + 10}`, 'u'));
		publisher.dispose();
	});

	it('begin where the reader was, however far that is from the end [hazard E9]', () => {
		const { hosted, publisher, last } = rig(3 * limits.viewEntries);
		const place = [...hosted.session.state.entries.keys()][7];
		publisher.showNewest(place);
		assert.equal(titles(last())[0], 't7');
		assert.equal(last().olderCount, 7);
		publisher.showNewest('not an entry');
		assert.equal(last().entries.length, limits.viewEntries);
		publisher.dispose();
	});

	it('do not come all at once for a place that is very far from the end [hazard G7]', () => {
		const { hosted, publisher, last } = rig(limits.viewEntries + limits.viewOlderEntries + 10);
		const ids = [...hosted.session.state.entries.keys()];
		publisher.showNewest(ids[9]);
		assert.equal(last().entries.length, limits.viewEntries);
		publisher.showNewest(ids[10]);
		assert.equal(last().entries.length, limits.viewEntries + limits.viewOlderEntries);
		publisher.dispose();
	});

	it('keep the plan that stands above the composer, also one that came with what is let go of', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const { hosted, publisher, posted, say } = rig(limits.viewEntries);
		hosted.session.dispatch({
			type: 'plan',
			planId: 'p',
			items: [{ content: 'Plant tulips', priority: 'high', status: 'pending' }],
		});
		say(100);
		publisher.forgetOlder();
		t.mock.timers.tick(limits.floodMs);
		assert.match(JSON.stringify(posted), /Plant tulips/u);
		publisher.dispose();
	});

	it('bring no more output of commands whose cards left the page', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const { hosted, publisher, posted, say } = rig(0);
		hosted.session.dispatch({ type: 'terminal_started', terminalId: 'x', fields: { label: 'npm run dev' } });
		hosted.session.dispatch({
			type: 'tool_call',
			toolCallId: 'dev',
			fields: { title: 'Run', content: [{ type: 'terminal', terminalId: 'x' }] },
		});
		say(2 * limits.viewEntries);
		t.mock.timers.tick(limits.floodMs);
		publisher.forgetOlder();
		const before = posted.length;
		hosted.session.dispatch({ type: 'terminal_output', terminalId: 'x', data: 'a line of the log' });
		t.mock.timers.tick(limits.floodMs);
		assert.doesNotMatch(JSON.stringify(posted.slice(before)), /a line of the log/u);
		publisher.dispose();
	});

	it('bring a subagent back that was quiet, with its next step', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const { hosted, publisher, posted, last, say } = rig(0);
		const { session } = hosted;
		session.dispatch({ type: 'subagent', sessionId: 'A', fields: { state: 'running' } });
		const [id] = session.state.entries.keys();
		say(2 * limits.viewEntries);
		t.mock.timers.tick(limits.floodMs);
		publisher.forgetOlder();
		const before = posted.length;
		const step = { type: 'tool_call', toolCallId: 'step', fields: { title: 'step' } } as const;
		session.dispatch({ type: 'in_subagent', sessionId: 'A', event: step });
		t.mock.timers.tick(limits.floodMs);
		assert.equal(posted[before]?.type, 'snapshot');
		assert.equal(last().entries[0]?.id, id);
		publisher.dispose();
	});

	it('come with what the user wrote before them', () => {
		const { hosted, publisher, last, say } = rig(0);
		for (const text of ['The first', 'x'.repeat(limits.viewOlderPromptChars), 'The second', 'The third'])
			hosted.session.dispatch({
				type: 'message_chunk',
				role: 'user',
				messageId: text.slice(0, 20),
				content: { type: 'text', text },
			});
		say(limits.viewEntries);
		publisher.showNewest();
		assert.deepEqual(last().olderPrompts, ['The second', 'The third']);
		publisher.dispose();
	});

	it('leave the page when its reader is at the end, and nothing else is posted again [hazard E5]', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const { hosted, publisher, posted, say } = rig(limits.viewEntries);
		say(20);
		t.mock.timers.tick(limits.floodMs);
		const ids = [...hosted.session.state.entries.keys()];
		const before = posted.length;
		publisher.forgetOlder();
		const [forget, ...more] = posted.slice(before);
		assert.ok(forget?.type === 'delta');
		assert.deepEqual(forget.ops, [
			{ type: 'forget', ids: ids.slice(0, 20).reverse(), olderCount: 20, olderPrompts: [] },
		]);
		assert.deepEqual(more, []);
		hosted.session.dispatch({ type: 'tool_call_update', toolCallId: 't3', fields: { title: 'changed' } });
		say(1);
		t.mock.timers.tick(limits.floodMs);
		const news = posted.slice(before + 1);
		assert.equal(news.length, 1);
		assert.equal(news[0]?.type === 'delta' && news[0].seq, forget.seq + 1);
		assert.doesNotMatch(JSON.stringify(news), /changed/u);
		publisher.dispose();
	});

	it('come as a snapshot where a question needs one of those that were left out [hazard C3]', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const { hosted, publisher, posted, say } = rig(limits.viewEntries + 10);
		hosted.session.dispatch({
			type: 'permission_requested',
			permissionId: 'p1',
			subject: { type: 'tool_call', toolCallId: 't1' },
			options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
			at: 0,
		});
		say(1);
		publisher.forgetOlder();
		assert.equal(posted.at(-1)?.type, 'snapshot');
		publisher.dispose();
	});

	it('hold a question that waits, with what it belongs to, however old it is [hazard C3]', () => {
		const { hosted, publisher, last, say } = rig(3);
		hosted.session.dispatch({
			type: 'permission_requested',
			permissionId: 'p1',
			subject: { type: 'tool_call', toolCallId: 't1' },
			options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
			at: 0,
		});
		say(limits.viewEntries);
		publisher.showNewest();
		assert.deepEqual(
			last()
				.entries.slice(0, 2)
				.map(({ type }) => type),
			['tool_call', 'permission'],
		);
		assert.equal(last().entries.length, limits.viewEntries + 2);
		assert.equal(last().olderCount, 2);
		publisher.dispose();
	});

	it('hold the card of an old call, and what that belongs to, once the call asks for a permission [hazard C3]', (t) => {
		t.mock.timers.enable({ apis: ['setTimeout'] });
		const { hosted, publisher, posted, last, say } = rig(3);
		say(limits.viewEntries);
		publisher.showNewest();
		const call = (id: string): boolean =>
			last().entries.some((entry) => 'title' in entry && entry.title === id);
		assert.equal(call('t1'), false);
		const ask = (permissionId: string): void => {
			hosted.session.dispatch({
				type: 'permission_requested',
				permissionId,
				subject: { type: 'tool_call', toolCallId: 't1' },
				options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
				at: 0,
			});
			t.mock.timers.tick(100);
		};
		ask('p1');
		assert.equal(posted.at(-1)?.type, 'snapshot');
		assert.equal(call('t1'), true);
		assert.equal(call('t0'), false, 'no more of the older ones');
		const settled = { type: 'cancelled', by: 'user' } as const;
		hosted.session.dispatch({ type: 'permission_settled', permissionId: 'p1', state: settled });
		ask('p2');
		assert.equal(posted.at(-1)?.type, 'delta', 'it is there by now');
		publisher.dispose();
	});
});
