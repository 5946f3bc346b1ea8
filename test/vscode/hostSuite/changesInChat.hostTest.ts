/** What a chat view answers to changes that wait. */
import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { ChangesInChat } from '../../../src/host/changesInChat/changesInChat.ts';
import { AnsweredReview } from '../../../src/host/changes/answeredReview.ts';
import type { ChangedFile } from '../../../src/host/changes/changeReview.ts';
import type { Entry } from '../../../src/core/session/model/entry.ts';
import type { ViewChange } from '../../../src/core/view/viewEntry.ts';
import { type HostedSession, replaceDraft } from '../../../src/host/sessions/hostedSession.ts';
import type { Sessions } from '../../../src/host/sessions/sessions.ts';
import { FakeReview, MemoryTexts } from '../../unit/host/review/fakeReview.ts';
import { hostedFake } from '../../unit/host/hostedFake.ts';
import { openFakeSession } from '../../unit/core/session/driver/fakeAgentPort.ts';
import { only } from '../../unit/only.ts';
import { hostTest } from './registry.ts';
import { withScratch } from './scratch.ts';
import { spying } from './spies.ts';

interface Rig {
	readonly fake: FakeReview;
	readonly inChat: ChangesInChat;
	readonly hosted: HostedSession;
	/** A session that is not on show. */
	readonly other: HostedSession;
	/** What the user was asked and told. */
	readonly asked: string[];
	/** An agent changes the file. @param sessions those whose turns had a part in it */
	readonly put: (name: string, ...sessions: readonly string[]) => void;
	/** An agent changes the file to another text. */
	readonly putText: (name: string, text: string) => void;
	/** What takes the place of the first when changes are watched anew. */
	readonly again: () => ChangesInChat;
	/** The revision that a view shows. */
	readonly revision: () => number;
}

/** @param choice what the user answers to a question */
async function withChanges(choice: string | undefined, run: (rig: Rig) => Promise<void>): Promise<void> {
	const live = new MemoryTexts();
	const fake = new FakeReview(live);
	const hosted = hostedFake();
	const other = hostedFake(openFakeSession({ seed: { key: 'other' } }).session);
	const setDraft: Sessions['setDraft'] = (one, draft) => replaceDraft(one, draft);
	const sessions = (): Sessions => only<Sessions>({ all: [hosted, other], active: hosted, setDraft });
	const inChat = new ChangesInChat(new AnsweredReview(fake), sessions, () => undefined);
	const asked: string[] = [];
	const { showWarningMessage, showInformationMessage } = vscode.window;
	const say = (text: string): Promise<string | undefined> => {
		asked.push(text);
		return Promise.resolve(choice);
	};
	Object.assign(vscode.window, { showWarningMessage: say, showInformationMessage: say });
	try {
		await run({
			fake,
			inChat,
			hosted,
			asked,
			other,
			put: (name, ...sessions) => {
				const path = `${hosted.session.state.cwd}/${name}`;
				live.write(path, 'ONE\n');
				fake.put(path, 'one\n', 'ONE\n', { turns: sessions.map((session) => ({ session, turn: 'p' })) });
			},
			putText: (name, text) => {
				const path = `${hosted.session.state.cwd}/${name}`;
				live.write(path, text);
				fake.put(path, 'one\n', text);
			},
			again: () => new ChangesInChat(new AnsweredReview(fake), sessions, () => undefined, inChat.answers),
			revision: () => inChat.of(hosted)?.revision ?? -1,
		});
	} finally {
		Object.assign(vscode.window, { showWarningMessage, showInformationMessage });
		inChat.dispose();
	}
}

hostTest('all changes are kept as the view showed them, and not as they are by now', () =>
	withChanges(undefined, async ({ fake, inChat, hosted, asked, put, revision }) => {
		put('a.txt');
		const seen = revision();
		put('b.txt');
		await inChat.handle(hosted, { type: 'answerChanges', answer: 'keep', revision: seen });
		assert.deepEqual(fake.asked, []);
		assert.match(asked.join('\n'), /nothing was done/u);
		await inChat.handle(hosted, { type: 'answerChanges', answer: 'keep', revision: revision() });
		assert.deepEqual(fake.asked.length, 1);
		assert.equal(inChat.of(hosted), undefined);
	}),
);

hostTest('to undo several files asks first, and tells the agent afterwards', async () => {
	await withChanges(undefined, async ({ fake, inChat, hosted, asked, put, revision }) => {
		put('a.txt');
		put('b.txt');
		await inChat.handle(hosted, { type: 'answerChanges', answer: 'undo', revision: revision() });
		assert.deepEqual(fake.asked, []);
		assert.match(asked.join('\n'), /Undo the changes in 2 files\?/u);
	});
	await withChanges('Undo All', async ({ inChat, hosted, put, revision }) => {
		put('a.txt');
		put('b.txt');
		await inChat.handle(hosted, { type: 'answerChanges', answer: 'undo', revision: revision() });
		assert.equal(inChat.of(hosted), undefined);
		assert.deepEqual(
			hosted.draft.attachments.map(({ name }) => name),
			['Undone: 2 changes in 2 files'],
		);
	});
});

hostTest('only the agent whose changes were undone is told so', () =>
	withChanges('Undo All', async ({ inChat, hosted, other, put, revision }) => {
		const { key } = hosted.session.state;
		put('a.txt', 'other');
		put('b.txt', key, 'other');
		put('c.txt', 'a session that is closed');
		put('d.txt');
		await inChat.handle(hosted, { type: 'answerChanges', answer: 'undo', revision: revision() });
		const chips = [hosted, other].map(({ draft }) => draft.attachments.map(({ name }) => name));
		assert.deepEqual(chips, [['Undone: 2 changes in 2 files'], ['Undone: 2 changes in 2 files']]);
		assert.doesNotMatch(JSON.stringify(hosted.draft), /a\.txt|c\.txt/u);
	}),
);

hostTest('a state of the changes has its number for itself, also when they are watched anew', () =>
	withChanges(undefined, async ({ put, revision }) => {
		put('a.txt');
		const before = revision();
		await withChanges(undefined, async (again) => {
			again.put('b.txt');
			assert.ok(again.revision() > before);
		});
	}),
);

hostTest('other lines in the same place are another state, though as many wait', () =>
	withChanges(undefined, async ({ fake, inChat, hosted, asked, put, putText, revision }) => {
		put('a.txt');
		const seen = revision();
		assert.equal(revision(), seen);
		putText('a.txt', 'TWO\n');
		assert.notEqual(revision(), seen);
		await inChat.handle(hosted, { type: 'answerChanges', answer: 'keep', revision: seen });
		assert.deepEqual(fake.asked, []);
		assert.match(asked.join('\n'), /nothing was done/u);
	}),
);

hostTest('what the user has answered stands on the cards also when changes are watched anew', () =>
	withChanges(undefined, async ({ inChat, hosted: { session }, put, again }) => {
		const path = `${session.state.cwd}/a.txt`;
		const entries = (): readonly string[] => [...session.state.entries.keys()];
		session.dispatch({ type: 'tool_call_update', toolCallId: 't', fields: { status: 'completed' } });
		const call = session.state.entries.get(entries().at(-1) ?? '');
		assert.ok(call?.type === 'tool_call');
		const turn = { session: session.state.key, turn: 'p' };
		const file = { path, turns: [turn], hunks: [], added: 1, removed: 1 };
		inChat.answers.note({ type: 'kept', file: only<ChangedFile>(file), hunks: [], isAll: true }, Date.now());
		const prompt = only<Entry>({ type: 'message', id: 'p' });
		const state = {
			...session.state,
			entries: new Map([
				['p', prompt],
				[call.id, call],
			]),
		};
		const change = only<ViewChange>({ path, added: 1, removed: 1 });
		put('b.txt');
		assert.deepEqual(inChat.reviewOf(state, call, change), { type: 'kept' });
		assert.deepEqual(again().reviewOf(state, call, change), { type: 'kept' });
	}),
);

hostTest('what cannot be undone is left, and said once where that is all', () =>
	withChanges('Undo All', async ({ fake, inChat, hosted, asked, put, revision }) => {
		const { cwd } = hosted.session.state;
		for (const name of ['secret1', 'secret2'])
			fake.put(`${cwd}/${name}`, '', '', { type: 'whole', isUndoable: false });
		await inChat.handle(hosted, { type: 'answerChanges', answer: 'undo', revision: revision() });
		assert.deepEqual(fake.asked, []);
		assert.equal(asked.length, 1);
		put('a.txt');
		await inChat.handle(hosted, { type: 'answerChanges', answer: 'undo', revision: revision() });
		assert.deepEqual(fake.asked, [`undoFiles ${cwd}/a.txt`]);
	}),
);

hostTest('a file is opened as the workspace spells it, which may be by way of a link', () =>
	withScratch(async (folder) => {
		const [real, link] = [path.join(folder, 'real'), path.join(folder, 'link')];
		await mkdir(real);
		await symlink(real, link);
		const original = Object.getOwnPropertyDescriptor(vscode.workspace, 'workspaceFolders');
		assert.ok(original);
		const folders = [{ uri: vscode.Uri.file(link), name: '', index: 0 }];
		Object.defineProperty(vscode.workspace, 'workspaceFolders', { configurable: true, get: () => folders });
		try {
			await withChanges(undefined, ({ fake, inChat, hosted }) =>
				spying(async ({ commands }) => {
					const file = path.join(real, 'a.txt');
					fake.put(file, '', '', { type: 'whole' });
					await inChat.handle(hosted, { type: 'openChangedFile', path: file });
					const opened = commands.flatMap(([id, uri]) => (id === 'vscode.open' ? [String(uri)] : []));
					assert.deepEqual(opened, [vscode.Uri.file(path.join(link, 'a.txt')).toString()]);
				}),
			);
		} finally {
			Object.defineProperty(vscode.workspace, 'workspaceFolders', original);
		}
	}),
);

hostTest('paths of a view count only where something waits [hazard E4]', () =>
	withChanges('Undo All', async ({ fake, inChat, hosted, put }) => {
		put('a.txt');
		const { cwd } = hosted.session.state;
		for (const answer of ['keep', 'undo'] as const)
			await inChat.handle(hosted, {
				type: 'answerFiles',
				answer,
				paths: [`${cwd}/other.txt`, '/etc/passwd'],
			});
		await inChat.handle(hosted, { type: 'openChangedFile', path: '/etc/passwd' });
		assert.deepEqual(fake.asked, []);
		await inChat.handle(hosted, {
			type: 'answerFiles',
			answer: 'keep',
			paths: ['/etc/passwd', `${cwd}/a.txt`, `${cwd}/a.txt`],
		});
		assert.deepEqual(fake.asked, [`keepFiles ${cwd}/a.txt`]);
	}),
);
