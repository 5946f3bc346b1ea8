/** Other conversations as something to attach: which are offered, and what of one goes along. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import type { SessionSeed } from '../../../../src/core/session/reducer/createSessionState.ts';
import { conversationExcerpt } from '../../../../src/host/conversations/conversationDocuments.ts';
import type { HostedSession } from '../../../../src/host/sessions/hostedSession.ts';
import { parseSessionId, sessionId } from '../../../../src/host/mentions/contextIds.ts';
import { sessionCandidates, sessionReader } from '../../../../src/host/prompt/sessionContext.ts';
import { promptContent } from '../../../../src/host/prompt/promptContent.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';
import { chunk, play, prompt } from '../../core/session/driver/play.ts';
import { hostedFake } from '../hostedFake.ts';
import { lookingAt } from '../lookingAt.ts';

const label = (path: string): string => path;

function hostedOf(seed: Partial<SessionSeed>, ...said: string[]): HostedSession {
	const { session } = openFakeSession({ seed });
	for (const one of said) session.dispatch(prompt(one));
	return hostedFake(session);
}

function windowOf(...all: HostedSession[]) {
	const byKey = (key: string) => all.find(({ session }) => session.state.key === key);
	return { all, byKey };
}

describe('the conversations that a mention offers', () => {
	it('are the others of the window, the newest first, with their agent', () => {
		const own = hostedOf({ key: 'own', title: 'Own', createdAt: 9 }, 'hello');
		const older = hostedOf({ key: 'older', title: 'Older', createdAt: 1 }, 'hello');
		const newer = hostedOf({ key: 'newer', localTitle: 'Mine', title: 'Newer', createdAt: 2 }, 'hello');
		const offered = sessionCandidates(windowOf(own, older, newer), own);
		assert.deepEqual(
			offered.map(({ mention }) => mention),
			[
				{ id: 'session:newer', kind: 'session', label: 'Mine', description: 'Fake Agent' },
				{ id: 'session:older', kind: 'session', label: 'Older', description: 'Fake Agent' },
			],
		);
		assert.deepEqual(offered[0]?.attachment, { type: 'session', id: 'session:newer', name: 'Mine' });
	});

	it('have something in them, here or on the disk', () => {
		const own = hostedOf({ key: 'own' });
		const kept = { ...hostedOf({ key: 'kept' }), restoreHistory: () => Promise.resolve() };
		const offered = sessionCandidates(windowOf(own, hostedOf({ key: 'empty' }), kept), own);
		assert.deepEqual(
			offered.map(({ mention: { id, label: name } }) => [id, name]),
			[['session:kept', 'Conversation with Fake Agent']],
		);
	});

	it('have names of one line in which nothing hides, however an agent calls them [hazard C7]', () => {
		const own = hostedOf({ key: 'own' });
		const nameOf = (title: string): string =>
			sessionCandidates(windowOf(hostedOf({ key: 'k', title }, 'hello')), own)[0]?.mention.label ?? '';
		assert.equal(nameOf('fix\u202Egnp.exe'), 'fix⟨U+202E⟩gnp.exe');
		assert.doesNotMatch(nameOf('one\ntwo\u0000'), /[\n\u0000]/u);
		assert.equal(Array.from(nameOf('x'.repeat(10_000))).length, 61);
		assert.match(nameOf('😀'.repeat(10_000)), /^(?:😀)+…$/u);
		assert.match(nameOf(`a${' '.repeat(10_000)}b`), /…$/u);
	});

	it('are named by an id that is read back, whatever the key', () => {
		for (const key of ['s1', 'session:x', '__proto__', '']) assert.equal(parseSessionId(sessionId(key)), key);
	});
});

describe('a conversation that goes along', () => {
	const attached = { type: 'session', id: 'session:k', name: 'Fix the parser' } as const;

	it('is what it is when the prompt goes out, in words', async () => {
		const other = hostedOf({ key: 'k', title: 'Fix the parser' }, 'first');
		const session = sessionReader(windowOf(other), (state, maxBytes) =>
			conversationExcerpt(state, label, maxBytes),
		);
		other.session.dispatch(chunk('answer that came later'));
		const look = lookingAt(() => ({ type: 'missing' }), { session });
		const content = await promptContent('Look', [attached], true, look);
		assert.equal(content.length, 2);
		const [, words] = content;
		assert.ok(words?.type === 'text');
		assert.deepEqual(words.attached, attached);
		assert.match(
			words.text,
			/^Another conversation of the user, "Fix the parser", as Markdown:\n\n# Fix the/u,
		);
		assert.match(words.text, /## You\n\n> first\n\n## Fake Agent\n\nanswer that came later\n$/u);
	});

	it('comes from the disk first when it is there still', async () => {
		const other = hostedOf({ key: 'k' });
		const restored = {
			...other,
			restoreHistory: () => {
				other.session.dispatch(prompt('from the disk'));
				return Promise.resolve();
			},
		};
		const look = sessionReader(windowOf(restored), (state) => conversationExcerpt(state, label, 10_000));
		assert.match(await look(attached, 10_000), /from the disk/u);
	});

	it('that is gone, or empty, says so', async () => {
		const empty = sessionReader(windowOf(hostedOf({ key: 'k' })), () => assert.fail());
		assert.match(await empty(attached, 100), /"Fix the parser": nothing was said in it yet/u);
		const gone = sessionReader(windowOf(), () => assert.fail());
		assert.match(await gone(attached, 100), /"Fix the parser": it is not open in the editor any more/u);
	});

	it('has its newest part when it is too large, and says so', () => {
		const many = Array.from({ length: 500 }, (_none, n) => [
			prompt(`question ${n}`),
			chunk(`äöü ${n} `.repeat(9)),
		]);
		const { state } = play(...many.flat());
		for (const maxBytes of [20_000, 2_000, 1_000]) {
			const words = conversationExcerpt(state, label, maxBytes);
			assert.ok(Buffer.byteLength(words) <= maxBytes, String(Buffer.byteLength(words)));
			assert.ok(Buffer.byteLength(words) > maxBytes / 4, String(Buffer.byteLength(words)));
			assert.match(words, /earlier entries are left out/u);
			assert.match(words, /äöü 499\n$/u);
			assert.doesNotMatch(words, /question 3\n/u);
		}
	});

	it('of which the newest entry alone is too large is the end of that, quoted so that it cannot break out', () => {
		const { state } = play(chunk(`start\n${'```\n# You\n'.repeat(5_000)}the end`));
		const words = conversationExcerpt(state, label, 1_000);
		assert.match(words, /^\(Cut: only the end of it is here, [^\n]+\)\n\n(`{4,})\n[^]*the end[^]*\n\1\n$/u);
		assert.ok(Buffer.byteLength(words) <= 1_200);
		assert.doesNotMatch(words, /start/u);
		assert.match(conversationExcerpt(state, label, 0), /^\(Cut: only the end of it is here, 0/u);
	});

	it('has no more than what is left for one prompt', async () => {
		const asked: number[] = [];
		const look = lookingAt(() => ({ type: 'missing' }), {
			session: (_context, maxBytes) => {
				asked.push(maxBytes);
				return Promise.resolve('x'.repeat(maxBytes + 50));
			},
		});
		const all = Array.from({ length: 12 }, (_none, n) => ({ ...attached, id: `session:${n}` }));
		await promptContent('', all, true, look);
		assert.equal(Math.max(...asked), limits.embeddedFileBytes);
		assert.equal(asked.at(-1), 0, 'never less than nothing');
	});
});
