/** What chat views show of the changes that wait, and what the user answers there. Loaded with the review. */
import { realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import type { EntryId, MessageEntry, ToolCallEntry } from '../../core/session/model/entry.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import type { FromView } from '../../core/view/fromView.ts';
import type { ViewChanges, ViewFileReview } from '../../core/view/viewChanges.ts';
import { isDiff } from '../../core/view/projectToolCall.ts';
import type { ViewChange, ViewChangedSince } from '../../core/view/viewEntry.ts';
import { isBelow } from '../../node/pathRules.ts';
import { messageText } from '../common/displayText.ts';
import { pathLabel } from '../common/pathLabel.ts';
import { rootsOf } from '../common/workspaceFolders.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { ChangedFile, ChangeReview, RestoredFiles, ReviewAnswer } from '../changes/changeReview.ts';
import { FilePlaces } from '../common/filePlaces.ts';
import { sayThatNothingIsUndoable } from '../changes/answerMessages.ts';
import { CallCards, cardChange, type CardFile } from './callCards.ts';
import { FileReviewDecisions } from './fileReviewDecisions.ts';
import { filesOf, isOfOthers, isOfTurns, stampOf, viewChanges } from './sessionChanges.ts';
import { PromptCounts } from './promptCounts.ts';
import { UndoneChips } from './undoneChips.ts';
import { isInSecondarySideBar } from '../settings/settings.ts';

/** The tool calls of a session that something is about. */
export type CardsOf = (state: SessionState) => readonly EntryId[];

export type ChangesIntent = Extract<
	FromView,
	{ type: 'answerChanges' | 'answerFiles' | 'answerCall' | 'openChangedFile' | 'showChanges' | 'checkpoint' }
>;

type CheckpointAction = Extract<FromView, { type: 'checkpoint' }>['action'];

type ChatSessions = () => Pick<Sessions, 'all' | 'active' | 'setDraft'>;

export class ChangesInChat implements Disposable {
	/** Of all of a window: a view may show a state from before the changes were watched anew. */
	static #revision = 0;
	readonly #review: ChangeReview;
	readonly #sessions: ChatSessions;
	/** What the user has answered; for the next one in this window. */
	readonly answers: FileReviewDecisions;
	readonly #chips: UndoneChips;
	readonly #cards: CallCards;
	readonly #counts: PromptCounts;
	readonly #onChange: (cards: CardsOf) => void;
	readonly #store = new DisposableStore();
	readonly #places = this.#store.add(new FilePlaces());
	/** Folders without links, by the folder; the same until that is known. */
	readonly #realRoots = new Map<string, string>();
	readonly #shown = new WeakMap<HostedSession, { readonly json: string; readonly revision: number }>();
	/** Where the user undoes something at this moment. */
	#asking: HostedSession | undefined;

	/**
	 * @param onChange views may have something else to show, and the cards of these calls
	 * @param answers of the one before
	 */
	constructor(
		review: ChangeReview,
		sessions: ChatSessions,
		onChange: (cards: CardsOf) => void,
		answers: FileReviewDecisions = new FileReviewDecisions(),
	) {
		this.answers = answers;
		this.#onChange = onChange;
		this.#review = review;
		this.#sessions = sessions;
		this.#cards = new CallCards(review, answers, ({ session, entryId }) =>
			onChange(({ key, entries }) => (key === session && entries.has(entryId) ? [entryId] : [])),
		);
		this.#counts = this.#store.add(
			new PromptCounts({
				review,
				stateOf: (session) => this.#hostedOf(session)?.session.state,
				onNews: ({ session, entries: changed }) =>
					onChange(({ key, entries }) => (key === session ? changed.filter((id) => entries.has(id)) : [])),
			}),
		);
		this.#chips = new UndoneChips({ sessions, review, label: this.#label });
		this.#store.add(review.onDidAnswer((answers) => this.#answered(answers)));
		this.#store.add(review.onDidChange((paths) => this.#reviewChanged(paths)));
		this.#store.add(review.onDidSeeChanges(() => this.#counts.ask()));
		this.#store.add(review.onDidRestore((restored) => this.#restored(restored)));
	}

	/** What a view of the session shows; undefined while nothing waits. */
	of(hosted: HostedSession): ViewChanges | undefined {
		const files = this.#filesOf(hosted);
		if (files.length === 0) return undefined;
		const changes = viewChanges(this.#review, files, hosted.session.state.key, this.#label);
		const json = JSON.stringify([changes, files.map((file) => [file.path, stampOf(file)])]);
		const known = this.#shown.get(hosted);
		const revision = known?.json === json ? known.revision : ++ChangesInChat.#revision;
		this.#shown.set(hosted, { json, revision });
		return { revision, ...changes };
	}

	/** What agents have changed since a message of the user was sent. */
	changedSince(state: SessionState, message: MessageEntry): ViewChangedSince | undefined {
		return this.#counts.of(state, message.id);
	}

	/** What became of the change of a file that a call told of; undefined where it was not seen. */
	reviewOf(state: SessionState, call: ToolCallEntry, change: ViewChange): ViewFileReview | undefined {
		// A file that a call is only about to change has the changes of another one.
		if (call.status !== 'completed') return undefined;
		const place = this.#withoutLinks(state.cwd, change.path);
		const file = this.#review.file(place);
		const own = cardChange(state.key, call, change.index);
		if (file !== undefined && isOfTurns(state, call.id, file.turns)) {
			return this.#cards.waits(own, file, change);
		}
		const answered = this.#cards.answered(own);
		if (answered !== undefined) return answered;
		const answer = this.answers.find(
			place,
			({ turns, at }) => call.startedAt <= at && isOfTurns(state, call.id, turns),
		);
		return answer === undefined ? undefined : { type: answer.type };
	}

	/** Paths count only where something waits. */
	async handle(hosted: HostedSession, message: ChangesIntent): Promise<void> {
		switch (message.type) {
			case 'answerChanges':
				return this.#answerAll(hosted, message);
			case 'answerFiles': {
				const files = [...new Set(message.paths)].flatMap((path) => this.#review.file(path) ?? []);
				return this.#answer(hosted, message.answer, files);
			}
			case 'answerCall':
				return this.#answerCall(hosted, message);
			case 'openChangedFile':
				return this.#open(message.path);
			case 'showChanges':
				return this.#review.files.length === 0 ? undefined : show(message.place);
			case 'checkpoint':
				return goBack(hosted, message);
		}
	}

	dispose(): void {
		this.#store.dispose();
	}

	async #answerAll(
		hosted: HostedSession,
		{ answer, revision }: Extract<ChangesIntent, { type: 'answerChanges' }>,
	): Promise<void> {
		const files = this.#filesOf(hosted);
		if (files.length === 0) return;
		if (this.of(hosted)?.revision !== revision) {
			return void vscode.window.showInformationMessage(
				t('The changes were other ones a moment ago, so nothing was done. Look again, then choose.'),
			);
		}
		await this.#answer(hosted, answer, files);
	}

	/** @returns those of the changes of a call that wait; `index` names one of them */
	#cardFiles({ session: { state } }: HostedSession, entryId: string, index?: number): readonly CardFile[] {
		const call = state.entries.get(entryId);
		if (call?.type !== 'tool_call' || call.status !== 'completed') return [];
		return call.content.filter(isDiff).flatMap((item, at) => {
			const change = index === undefined || index === at ? cardChange(state.key, call, at) : undefined;
			const file = this.#review.file(this.#withoutLinks(state.cwd, item.path));
			if (change === undefined || file === undefined) return [];
			return isOfTurns(state, call.id, file.turns) ? [{ change, file }] : [];
		});
	}

	async #answerCall(
		hosted: HostedSession,
		{ answer, entryId, index }: Extract<ChangesIntent, { type: 'answerCall' }>,
	): Promise<void> {
		const all = this.#cardFiles(hosted, entryId, index);
		if (answer === 'keep') return this.#cards.answer('keep', all);
		const known = all.filter(({ file }) => file.isUndoable);
		const files = [...new Set(known.map(({ file }) => file))];
		const seen = this.#review.seen(files.map(({ path }) => path));
		if (!(await this.#confirmsUndo(hosted, all.length, files))) return;
		await this.#undo(hosted, () => this.#cards.answer('undo', known, seen));
	}

	/** @param count of what was asked for; of `files` it is known what was there before */
	async #confirmsUndo(hosted: HostedSession, count: number, files: readonly ChangedFile[]): Promise<boolean> {
		if (files.length === 0) {
			if (count > 0) sayThatNothingIsUndoable();
			return false;
		}
		const others = files.filter((file) => isOfOthers(file, hosted.session.state.key)).length;
		return files.length === 1 || confirmsUndo(files.length, others);
	}

	async #undo(hosted: HostedSession, undo: () => Promise<unknown>): Promise<void> {
		this.#asking = hosted;
		try {
			await undo();
		} finally {
			this.#asking = undefined;
		}
	}

	/** To undo several files at once is asked about. */
	async #answer(
		hosted: HostedSession,
		answer: 'keep' | 'undo',
		files: readonly ChangedFile[],
	): Promise<void> {
		if (files.length === 0) return;
		const pathsOf = (some: typeof files): readonly string[] => some.map(({ path }) => path);
		if (answer === 'keep') return void (await this.#review.keepFiles(pathsOf(files)));
		const known = files.filter(({ isUndoable }) => isUndoable);
		const seen = this.#review.seen(pathsOf(known));
		if (!(await this.#confirmsUndo(hosted, files.length, known))) return;
		await this.#undo(hosted, () => this.#review.undoFiles(pathsOf(known), seen));
	}

	async #open(path: string): Promise<void> {
		const file = this.#review.file(path);
		if (file === undefined) return;
		if (file.kind === 'deleted') return show('list');
		const at = new vscode.Position(file.hunks[0]?.liveStart ?? 0, 0);
		const options = { preview: true, selection: new vscode.Range(at, at) };
		await vscode.commands.executeCommand('vscode.open', this.#places.uriOf(file.path), options);
	}

	readonly #label = (path: string): string => pathLabel(this.#places.uriOf(path).fsPath);

	#answered(answers: readonly ReviewAnswer[]): void {
		for (const answer of answers) this.answers.note(answer, Date.now());
		const undone = answers.filter(({ type }) => type === 'undone');
		const told = new Map<HostedSession, ReviewAnswer[]>();
		for (const answer of undone)
			for (const hosted of this.#changersOf(answer)) told.set(hosted, [...(told.get(hosted) ?? []), answer]);
		for (const [hosted, own] of told) this.#chips.add(hosted, own);
		this.#tell(answers.map(({ file }) => file.path));
	}

	#restored({ session, paths, ...restored }: RestoredFiles): void {
		this.#counts.ask();
		const hosted = this.#hostedOf(session);
		if (hosted === undefined) return;
		hosted.session.dispatch({ type: 'files_restored', ...restored });
		if (restored.to.type === 'restore') this.#chips.takeBackRestored(hosted, paths);
		else this.#chips.addRestored(hosted, paths);
	}

	#hostedOf(key: string): HostedSession | undefined {
		return this.#sessions().all.find(({ session: { state } }) => state.key === key);
	}

	/** Another agent is not told that changes of its own were undone. Of an unknown author, the one at hand is. */
	#changersOf({ file: { turns } }: ReviewAnswer): readonly HostedSession[] {
		const { all, active } = this.#sessions();
		const atHand = this.#asking ?? active;
		if (turns.length === 0) return atHand === undefined ? [] : [atHand];
		return all.filter(({ session: { state } }) => turns.some(({ session }) => session === state.key));
	}

	#reviewChanged(paths: readonly string[]): void {
		for (const path of paths) {
			if (this.#review.file(path) === undefined) this.answers.wentAway(path);
			else this.answers.waits(path);
		}
		this.#chips.takeBack(paths);
		this.#tell(paths);
	}

	/** Something became of these files: what waits is another thing now, and so are the cards that tell of them. */
	#tell(paths: readonly string[]): void {
		const changed = new Set(paths);
		this.#onChange(({ cwd, entries }) =>
			[...entries.values()].flatMap((entry) => {
				const isAbout =
					entry.type === 'tool_call' &&
					entry.content.some((item) => 'path' in item && changed.has(this.#withoutLinks(cwd, item.path)));
				return isAbout ? [entry.id] : [];
			}),
		);
	}

	#filesOf({ session: { state } }: HostedSession): readonly ChangedFile[] {
		const roots = rootsOf(state.cwd).map((root) => this.#realRoot(root));
		return filesOf(this.#review.files, { key: state.key, roots });
	}

	/** The folder of the session may be named by a link; what is in it is named as the agent likes. */
	#withoutLinks(cwd: string, path: string): string {
		const real = this.#realRoot(cwd);
		return real !== cwd && isBelow(cwd, path) ? join(real, relative(cwd, path)) : path;
	}

	#realRoot(root: string): string {
		const known = this.#realRoots.get(root);
		if (known === undefined) {
			this.#realRoots.set(root, root);
			void this.#findRealRoot(root);
		}
		return known ?? root;
	}

	async #findRealRoot(root: string): Promise<void> {
		try {
			const real = await realpath(root);
			if (real === root) return;
			this.#realRoots.set(root, real);
			this.#tell(this.#review.files.map(({ path }) => path));
		} catch {
			// A folder that is gone has no other name.
		}
	}
}

/** All calls that change files. */
export const allChanging: CardsOf = ({ entries }) =>
	[...entries.values()].flatMap((entry) =>
		entry.type === 'tool_call' && entry.content.some((item) => 'path' in item) ? [entry.id] : [],
	);

/** What is asked, and what is said of it, is the command's. */
async function goBack(
	{ session }: HostedSession,
	{ action, entryId }: Extract<ChangesIntent, { type: 'checkpoint' }>,
): Promise<void> {
	const argument = { acpHostSession: session.state.key, acpHostPrompt: entryId };
	await vscode.commands.executeCommand(checkpointCommands[action], argument);
}

const checkpointCommands: Readonly<Record<CheckpointAction, string>> = {
	restore: 'acpHost.restoreCheckpoint',
	compare: 'acpHost.compareCheckpoint',
	edit: 'acpHost.editAndSendAgain',
};

/** The commands are those of the surfaces in the editor. */
async function show(place: 'tab' | 'list'): Promise<void> {
	const view = isInSecondarySideBar() ? 'acpHost.changesSecondary' : 'acpHost.changes';
	await vscode.commands.executeCommand(place === 'tab' ? 'acpHost.reviewChanges' : `${view}.focus`);
}

async function confirmsUndo(count: number, others: number): Promise<boolean> {
	const undo = t('Undo All');
	const question = t('Undo the changes in {0} files?', count);
	const note =
		others === 0
			? undefined
			: others === 1
				? t('1 of them was changed by another session.')
				: t('{0} of them were changed by other sessions.', others);
	const options = { modal: true, ...(note === undefined ? {} : { detail: note }) };
	return (await vscode.window.showWarningMessage(messageText(question), options, undo)) === undo;
}
