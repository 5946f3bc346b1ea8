import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Content } from '../../../../src/core/session/model/content.ts';
import { AgentError } from '../../../../src/core/base/errors.ts';
import { type HostedSession, replaceDraft } from '../../../../src/host/sessions/hostedSession.ts';
import type { ToView } from '../../../../src/core/view/toView.ts';
import { editPrompt, writeAgain } from '../../../../src/host/prompt/editPrompt.ts';
import { terminalText } from '../../../../src/host/mentions/contextText.ts';
import { Publisher } from '../../../../src/host/chat/publisher.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';
import { text } from '../../core/session/driver/play.ts';
import { hostedFake } from '../hostedFake.ts';
import { draftOf } from './outboxRig.ts';

const sessions = { setDraft: replaceDraft };

/** A session whose last prompt did not reach the agent. */
async function unsent(content: readonly Content[]) {
	const { session, agent } = openFakeSession();
	agent.failNextAcquire(new AgentError('spawn', 'not found'));
	await session.prompt(content);
	const hosted: HostedSession = hostedFake(session);
	const [prompt] = session.state.entries.values();
	let replaced = 0;
	hosted.draftReplaced.event(() => replaced++);
	return { hosted, id: prompt?.id ?? '', replaced: () => replaced };
}

describe('a message that waits for a login [hazard G2] [acp C30]', () => {
	it('is not copied into the composer, and is an ordinary unsent one once it was taken back', async () => {
		const { session, agent } = openFakeSession();
		agent.failures.set('prompt', new AgentError('answered', 'Log in', { code: -32000 }));
		await session.prompt([text('one')]);
		const hosted: HostedSession = hostedFake(session);
		const posted: ToView[] = [];
		const target = { isReady: () => true, post: (message: ToView) => void posted.push(message) };
		const publisher = new Publisher(target, {
			label: String,
			summarize: () => assert.fail(),
			urlTarget: () => assert.fail(),
		});
		publisher.bind(hosted);
		const held = (): unknown => {
			publisher.snapshot();
			const last = posted.at(-1);
			const entry = last?.type === 'snapshot' ? last.entries[0] : undefined;
			return entry?.type === 'message' ? [entry.isUnsent, entry.isAwaitingLogin] : entry;
		};
		assert.deepEqual(held(), [true, true]);
		editPrompt(sessions, hosted, 'e1');
		assert.equal(hosted.draft.text, '');
		let changes = 0;
		session.onDidChange((all) => (changes += all.filter(({ type }) => type === 'entry').length));
		session.takeBackPrompt();
		assert.equal(changes, 1, 'the view hears of it');
		assert.deepEqual(held(), [true, undefined]);
		editPrompt(sessions, hosted, 'e1');
		assert.equal(hosted.draft.text, 'one');
		publisher.dispose();
		session.dispose();
	});
});

describe('a message that the agent has had', () => {
	const file: Content = { type: 'resource_link', uri: 'file:///ws/a.txt', name: 'a.txt' };
	const content: readonly Content[] = [text('look'), file];
	const attachment = { type: 'file', id: 'file:///ws/a.txt', name: 'a.txt' };

	it('is written again with what went with it, above what is there', async () => {
		const { session } = openFakeSession();
		await session.start();
		void session.prompt(content);
		const hosted: HostedSession = hostedFake(session);
		const id = [...session.state.entries.values()].find(({ type }) => type === 'message')?.id ?? '';
		editPrompt(sessions, hosted, id);
		assert.equal(hosted.draft.text, '', 'it is none that was not sent');
		hosted.draft = draftOf('typed');
		writeAgain(sessions, hosted, id);
		assert.deepEqual(hosted.draft, { text: 'look\n\ntyped', attachments: [attachment] });
		session.dispose();
	});

	it('brings back only its words where the agent tells of it: no agent names a file to be sent [hazard D11]', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		agent.say({ type: 'message', role: 'user', messageId: 'm1', content });
		const hosted: HostedSession = hostedFake(session);
		const id = [...session.state.entries.values()].find(({ type }) => type === 'message')?.id ?? '';
		writeAgain(sessions, hosted, id);
		assert.deepEqual(hosted.draft, { text: 'look', attachments: [] });
		session.dispose();
	});

	it('is written again with what went with it where the agent tells it anew as it was sent', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		const attached = { type: 'problems', id: 'problems:', name: 'Problems' };
		const turn = session.prompt([...content, { ...text('No problems.'), attached }]);
		await agent.prompted();
		agent.endTurn('end_turn');
		await turn;
		session.dispatch({ type: 'replay_started' });
		session.dispatch({ type: 'message', role: 'user', content: [text('look\nNo problems.')] });
		session.dispatch({ type: 'replay_ended' });
		const hosted: HostedSession = hostedFake(session);
		const told = [...session.state.entries.values()].find(({ origin }) => origin === 'replay');
		writeAgain(sessions, hosted, told?.id ?? '');
		assert.deepEqual(hosted.draft, { text: 'look', attachments: [attachment, attached] });
		session.dispose();
	});

	it('brings back only its words where the agent has added to them, later and out of sight [hazard D11]', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		void session.prompt([text('mine')]);
		await agent.prompted();
		agent.say({ type: 'message', role: 'user', messageId: 'm1', content: [text('mine')] });
		agent.endTurn('end_turn');
		await new Promise((resolve) => setImmediate(resolve));
		const hidden = { annotations: { audience: ['assistant'] as const } };
		agent.say(
			{ type: 'message_chunk', role: 'user', messageId: 'm1', content: { ...file, ...hidden } },
			{ type: 'message_chunk', role: 'user', messageId: 'm1', content: { ...text(' and worse'), ...hidden } },
		);
		const hosted: HostedSession = hostedFake(session);
		const own = [...session.state.entries.values()].find((entry) => entry.origin === 'user');
		assert.ok(own?.type === 'message' && own.content.length > 1, 'it was added to it');
		writeAgain(sessions, hosted, own.id);
		assert.deepEqual(hosted.draft, { text: 'mine', attachments: [] });
		session.dispose();
	});

	it('does not say again what was undone: that may be there again', async () => {
		const { session } = openFakeSession();
		await session.start();
		const attached = { type: 'undone', id: 'undone:1', name: 'Undone: 1 change in a.ts' };
		void session.prompt([text('look'), { type: 'text', text: 'The user has undone', attached }]);
		const hosted: HostedSession = hostedFake(session);
		const own = [...session.state.entries.values()].find((entry) => entry.origin === 'user');
		writeAgain(sessions, hosted, own?.id ?? '');
		assert.deepEqual(hosted.draft, { text: 'look', attachments: [] });
		session.dispose();
	});

	it('brings back only its words where the agent has put others in their place [hazard D11]', async () => {
		const { session, agent } = openFakeSession();
		await session.start();
		void session.prompt([text('mine')]);
		await agent.prompted();
		agent.say({ type: 'message', role: 'user', content: [text('mine'), ...content] });
		agent.say({ type: 'message', role: 'user', messageId: 'm1', content: [text('mine')] });
		agent.say({ type: 'message', role: 'user', messageId: 'm1', content });
		const hosted: HostedSession = hostedFake(session);
		const own = [...session.state.entries.values()].filter(({ type }) => type === 'message');
		assert.equal(own[0]?.origin, 'user');
		for (const { id } of own) writeAgain(sessions, hosted, id);
		assert.deepEqual(hosted.draft.attachments, []);
		assert.match(hosted.draft.text, /look/u);
		session.dispose();
	});
});

describe('an unsent message [hazard G2]', () => {
	const content: readonly Content[] = [
		text('look'),
		{ type: 'image', mimeType: 'image/png', data: 'AAAA' },
		{ type: 'resource_link', uri: 'file:///ws/a%20b.txt', name: 'src/a b.txt' },
		{ type: 'resource', uri: 'file:///ws/c%20d.txt', text: 'whole' },
	];

	it('goes back into the composer with what went with it, above what is there', async () => {
		const { hosted, id, replaced } = await unsent(content);
		hosted.draft = draftOf('typed');
		editPrompt(sessions, hosted, id);
		assert.equal(hosted.draft.text, 'look\n\ntyped');
		const [image, ...files] = hosted.draft.attachments;
		assert.deepEqual(image, { ...image, type: 'image', mimeType: 'image/png', data: 'AAAA' });
		assert.deepEqual(files, [
			{ type: 'file', id: 'file:///ws/a%20b.txt', name: 'src/a b.txt' },
			{ type: 'file', id: 'file:///ws/c%20d.txt', name: 'c d.txt' },
		]);
		assert.equal(replaced(), 1);
	});

	it('brings back what was said in words as what it stands for, and lines as lines', async () => {
		const attached = { type: 'problems', id: 'problems:', name: 'Problems' };
		const conversation = { type: 'session', id: 'session:k', name: 'Fix' };
		const terminal = { type: 'terminal', id: 'terminal:1', name: 'Terminal: npm' };
		const { hosted, id } = await unsent([
			text('look'),
			{ type: 'text', text: 'Problems: none', attached },
			{ type: 'text', text: 'Another conversation', attached: conversation },
			{ type: 'text', text: terminalText('npm ERR!'), attached: terminal },
			{ type: 'text', text: 'no fence', attached: terminal },
			{ type: 'resource', uri: 'file:///ws/a%20b.ts#L3-L9', text: 'lines' },
			{ type: 'resource_link', uri: 'file:///ws/c.ts#L3', name: 'c.ts:3' },
			{ type: 'text', text: 'quoted', attached: { type: 'range', id: 'file:///ws/c.ts#L3', name: 'c.ts:3' } },
		]);
		editPrompt(sessions, hosted, id);
		assert.equal(hosted.draft.text, 'look');
		assert.deepEqual(hosted.draft.attachments, [
			attached,
			conversation,
			{ ...terminal, text: 'npm ERR!' },
			{ type: 'range', id: 'file:///ws/a%20b.ts#L3-L9', name: 'a b.ts:3-9' },
			{ type: 'range', id: 'file:///ws/c.ts#L3', name: 'c.ts:3' },
		]);
	});

	it('comes with what it replaces, so that nothing is lost that is being typed meanwhile', async () => {
		const { hosted, id } = await unsent([text('look')]);
		const posted: ToView[] = [];
		const publisher = new Publisher(
			{ isReady: () => true, post: (message) => void posted.push(message) },
			{ label: String, summarize: () => assert.fail(), urlTarget: () => assert.fail() },
		);
		publisher.bind(hosted);
		hosted.draft = draftOf('typed');
		editPrompt(sessions, hosted, id);
		const expected = { type: 'draft', text: 'look\n\ntyped', replaces: 'typed', draftRevision: 0 };
		assert.deepEqual(posted.at(-1), expected);
		publisher.dispose();
	});

	it('is not doubled when it stands in the composer already, also among other words', async () => {
		const { hosted, id } = await unsent(content);
		editPrompt(sessions, hosted, id);
		const once = hosted.draft;
		editPrompt(sessions, hosted, id);
		assert.equal(hosted.draft, once);
		hosted.draft = { ...once, text: 'before\n\nlook\n\nafter' };
		editPrompt(sessions, hosted, id);
		assert.equal(hosted.draft.text, 'before\n\nlook\n\nafter');
		hosted.draft = { ...once, text: 'lookout' };
		editPrompt(sessions, hosted, id);
		assert.equal(hosted.draft.text, 'look\n\nlookout');
	});

	it('is the only kind of entry that does', async () => {
		const { hosted } = await unsent(content);
		const { session } = hosted;
		session.dispatch({ type: 'message_chunk', role: 'agent', content: text('answer') });
		for (const [id, entry] of session.state.entries) {
			if (entry.type !== 'message' || entry.isUnsent !== true) editPrompt(sessions, hosted, id);
		}
		editPrompt(sessions, hosted, 'nowhere');
		assert.deepEqual(hosted.draft, { text: '', attachments: [] });
	});
});
