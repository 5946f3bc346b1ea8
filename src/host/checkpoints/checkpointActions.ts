/** Going back and forth between checkpoints, step by step with the user. What goes wrong is said here, once. */
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import type { Session } from '../../core/session/driver/session.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import type { RestorePoint } from '../../core/session/model/events.ts';
import { writtenText } from '../../core/view/projectContent.ts';
import type { PlannedFile } from '../../core/changes/checkpoints/checkpoint.ts';
import type { CheckpointSummary } from '../../node/changes/checkpoints/checkpointEngine.ts';
import * as limits from '../../core/base/limits.ts';
import { atMost } from '../changes/atMost.ts';
import type { RestoredFiles } from '../changes/changeReview.ts';
import { messageText } from '../common/displayText.ts';
import type { CheckpointCommandId } from './checkpointCommandIds.ts';
import { CheckpointDocuments } from './checkpointDocuments.ts';
import { checkpointName, pickCheckpoint, pickFiles } from './checkpointPicks.ts';
import { entriesOf, promptHash, promptText } from './promptMatches.ts';
import {
	type RestoreOutcome,
	WindowCheckpoints,
	type WindowCheckpointsParts,
	type WindowPlan,
} from './windowCheckpoints.ts';
import { namesOf } from '../changes/answerMessages.ts';

interface CheckpointActionsParts extends WindowCheckpointsParts {
	readonly log: vscode.LogOutputChannel;
	/** Undefined for one that is gone. */
	readonly sessionOf: (key: string) => Session | undefined;
	readonly onRestored: (restored: RestoredFiles) => void;
}

/** More of a prompt is in the conversation. */
const promptChars = 200;

export class CheckpointActions implements Disposable {
	readonly #parts: CheckpointActionsParts;
	readonly #store = new DisposableStore();
	readonly #checkpoints: WindowCheckpoints;
	readonly #documents: CheckpointDocuments;

	constructor(parts: CheckpointActionsParts) {
		this.#parts = parts;
		this.#checkpoints = new WindowCheckpoints(parts);
		this.#documents = this.#store.add(new CheckpointDocuments(this.#checkpoints));
	}

	/**
	 * @param session whose checkpoints they are
	 * @param prompt the one to go back to; asked for if absent
	 * @returns the message to write again, where that was asked for and the user has not left it
	 */
	async run(id: CheckpointCommandId, session: string, prompt?: string): Promise<EntryId | undefined> {
		switch (id) {
			case 'acpHost.restoreCheckpoint':
				await this.#restore(session, prompt);
				return undefined;
			case 'acpHost.redoRestore':
				await this.#redo(session);
				return undefined;
			case 'acpHost.editAndSendAgain':
				return this.#editAgain(session, prompt);
		}
	}

	dispose(): void {
		this.#store.dispose();
	}

	async #restore(session: string, prompt?: string): Promise<void> {
		const all = await this.#checkpoints.list(session);
		if (all.length === 0) return sayNone();
		const entries = this.#entriesOf(session, all);
		const nameOf = (one: CheckpointSummary): string => this.#promptOf(one, entries);
		// The list is shown for one that is not kept any more, and where several may be meant.
		const asked = prompt === undefined ? undefined : this.#checkpointOf(session, prompt, all, entries);
		const checkpoint = asked ?? (await pickCheckpoint(all, nameOf, restoring()));
		if (checkpoint === undefined || !(await this.#isQuiet(session))) return;
		const plan = await this.#planned(checkpoint);
		if (plan === undefined) return;
		if (plan.files.length === 0) return sayAsThen();
		const paths = await this.#chosen(t('Back to: {0}', checkpointName(checkpoint, nameOf(checkpoint))), plan);
		if (paths !== undefined && paths.length > 0) await this.#carryOut(plan, paths, checkpoint, entries);
	}

	/** First the files, which may as well stay as they are, then the message. */
	async #editAgain(session: string, prompt?: string): Promise<EntryId | undefined> {
		const all = await this.#checkpoints.list(session);
		const entries = this.#entriesOf(session, all);
		const nameOf = (one: CheckpointSummary): string => this.#promptOf(one, entries);
		const isOfMessage = ({ id }: CheckpointSummary): boolean => entries.has(id);
		const asked = prompt === undefined ? undefined : this.#checkpointOf(session, prompt, all, entries);
		if (prompt === undefined && !all.some(isOfMessage)) {
			sayNone();
			return undefined;
		}
		const checkpoint =
			prompt === undefined ? await pickCheckpoint(all.filter(isOfMessage), nameOf, editing()) : asked;
		const entryId = prompt ?? entries.get(checkpoint?.id ?? '');
		if (entryId === undefined || !(await this.#isQuiet(session))) return undefined;
		if (checkpoint === undefined) {
			void vscode.window.showInformationMessage(
				t('The files stay as they are: no checkpoint of that message is kept.'),
			);
			return entryId;
		}
		const plan = await this.#planned(checkpoint);
		if (plan === undefined) return undefined;
		if (plan.files.length === 0) return entryId;
		const title = t(
			'Edit and Send Again: files first, back to: {0}',
			checkpointName(checkpoint, nameOf(checkpoint)),
		);
		const paths = await this.#chosen(title, plan);
		if (paths === undefined) return undefined;
		if (paths.length === 0) return entryId;
		const outcome = await this.#carryOut(plan, paths, checkpoint, entries);
		return outcome.type === 'done' ? entryId : undefined;
	}

	/** What was ticked then; what the user has changed since stays. */
	async #redo(session: string): Promise<void> {
		const checkpoint = (await this.#checkpoints.list(session)).find(({ isRedo }) => isRedo);
		if (checkpoint === undefined) {
			const show = t('Show Checkpoints');
			const choice = vscode.window.showInformationMessage(
				t('There is nothing to redo: an agent has changed files since, or nothing was put back.'),
				show,
			);
			void choice.then((chosen) => (chosen === show ? this.#restore(session) : undefined));
			return;
		}
		if (!(await this.#isQuiet(session))) return;
		const plan = await this.#planned(checkpoint);
		if (plan === undefined) return;
		if (plan.files.length === 0) return sayAsThen();
		const paths = plan.files.filter(({ isTicked }) => isTicked).map(({ path }) => path);
		if (paths.length < plan.files.length) {
			const title = t('Back to: {0}', checkpointName(checkpoint, ''));
			const chosen = await this.#chosen(title, plan);
			if (chosen === undefined || chosen.length === 0) return;
			await this.#carryOut(plan, chosen, checkpoint);
		} else await this.#carryOut(plan, paths, checkpoint);
	}

	/** @param entries of the messages of checkpoints */
	async #carryOut(
		plan: WindowPlan,
		paths: readonly string[],
		{ type, id, session }: CheckpointSummary,
		entries?: ReadonlyMap<string, EntryId>,
	): Promise<RestoreOutcome> {
		const outcome = await this.#checkpoints.restore(plan, paths);
		const entryId = entries?.get(id);
		const message = entryId === undefined ? {} : { entryId };
		const to: RestorePoint = type === 'restore' ? { type, restoreId: id } : { type, ...message };
		this.#told(session, outcome, plan, to);
		return outcome;
	}

	#chosen(title: string, plan: WindowPlan): Promise<readonly string[] | undefined> {
		const compare = (files: WindowPlan['files']): void => {
			void this.#documents.show(title, files).then(undefined, (error: unknown) => {
				this.#parts.log.error(`Checkpoint: ${String(error)}`);
			});
		};
		return pickFiles({ title, plan, compare });
	}

	/** @returns undefined where the checkpoint is not kept any more, which is said then */
	async #planned(checkpoint: CheckpointSummary): Promise<WindowPlan | undefined> {
		const plan = await this.#checkpoints.plan(checkpoint);
		if (plan === undefined) this.#sayDrifted(checkpoint.session);
		return plan;
	}

	/** An agent that works would write over what was just put back. */
	async #isQuiet(key: string): Promise<boolean> {
		const session = this.#parts.sessionOf(key);
		if (session === undefined || isIdle(session)) return true;
		const stop = t('Stop the Agent');
		const choice = await vscode.window.showWarningMessage(
			t('The agent is still working.'),
			{ modal: true, detail: t('It is stopped first, so that it does not write over what goes back.') },
			stop,
		);
		if (choice !== stop) return false;
		session.stop();
		await atMost(limits.changeBeginMs, idle(session));
		if (isIdle(session)) return true;
		const again = t('Try Again');
		const then = await vscode.window.showWarningMessage(
			t('The agent has not stopped yet, so nothing was put back.'),
			again,
		);
		return then === again ? this.#isQuiet(key) : false;
	}

	/** @param all newest first */
	#entriesOf(session: string, all: readonly CheckpointSummary[]): ReadonlyMap<string, EntryId> {
		const entries = this.#parts.sessionOf(session)?.state.entries.values() ?? [];
		return entriesOf(all.toReversed(), entries);
	}

	/** @param all newest first */
	#checkpointOf(
		session: string,
		entryId: EntryId,
		all: readonly CheckpointSummary[],
		entries: ReadonlyMap<string, EntryId>,
	): CheckpointSummary | undefined {
		const known = all.find(({ id }) => entries.get(id) === entryId);
		if (known !== undefined) return known;
		// While an agent tells its history once more, the message is there twice.
		const text = promptText(this.#parts.sessionOf(session)?.state.entries.get(entryId));
		const alike = text === undefined ? [] : all.filter((one) => one.prompt === promptHash(text));
		return alike.length === 1 ? alike[0] : undefined;
	}

	/** Empty where the message is not at hand. */
	#promptOf({ id, session }: CheckpointSummary, entries: ReadonlyMap<string, EntryId>): string {
		const entry = this.#parts.sessionOf(session)?.state.entries.get(entries.get(id) ?? '');
		return entry?.type === 'message' ? writtenText(entry.content).trim().slice(0, promptChars) : '';
	}

	#told(session: string, outcome: RestoreOutcome, plan: WindowPlan, to: RestorePoint): void {
		if (outcome.type === 'drifted') return this.#sayDrifted(session);
		if (outcome.type === 'failed') return this.#sayFailed(t('Nothing was put back: {0}', outcome.reason));
		const of = (type: string): readonly string[] =>
			outcome.files.flatMap(({ path, answer }) => (answer.type === type ? [path] : []));
		const [done, drifted, failed] = [of('done'), of('drifted'), of('failed')];
		for (const { path, answer } of outcome.files)
			if (answer.type === 'failed') this.#parts.log.error(`${path}: ${answer.reason}`);
		if (failed.length > 0) {
			this.#sayFailed(t('{0} could not be put back. What was put back can be redone.', namesOf(failed)));
		}
		if (drifted.length > 0) {
			void vscode.window.showWarningMessage(
				messageText(t('{0} has changed meanwhile and was left as it is.', namesOf(drifted))),
			);
		}
		if (done.length === 0) return;
		// A file that was moved is two.
		const there = new Set(done);
		const isThere = ({ parts }: PlannedFile): boolean => parts.every(({ path }) => there.has(path));
		const files = plan.files.filter(isThere).length;
		this.#parts.onRestored({
			session,
			restoreId: outcome.id ?? '',
			to,
			paths: done,
			files,
			ofFiles: plan.files.length,
			isWhole: plan.files.every((file) => !file.isTicked || isThere(file)),
		});
		const redo = t('Redo');
		const text = messageText(
			files === 1 ? t('1 file is as it was.') : t('{0} files are as they were.', files),
		);
		void vscode.window.showInformationMessage(text, redo).then((choice) => {
			if (choice === redo) void this.#redo(session);
		});
	}

	#sayDrifted(session: string): void {
		const show = t('Show Checkpoints');
		const choice = vscode.window.showWarningMessage(
			t('That checkpoint, or what was planned with it, is not kept any more. Nothing was changed.'),
			show,
		);
		void choice.then((chosen) => (chosen === show ? this.#restore(session) : undefined));
	}

	#sayFailed(text: string): void {
		const show = t('Show Log');
		void vscode.window.showErrorMessage(messageText(text), show).then((choice) => {
			if (choice === show) this.#parts.log.show();
		});
	}
}

function restoring() {
	return {
		title: t('ACP: Restore Checkpoint'),
		placeHolder: t('Go back to how the files were when you sent a message, or before you went back'),
	};
}

function editing() {
	return {
		title: t('ACP: Edit and Send Again'),
		placeHolder: t('The files go back to how they were then, and the message comes into the composer'),
	};
}

function sayNone(): void {
	void vscode.window.showInformationMessage(
		t('There is no checkpoint to go back to: no agent has worked here yet.'),
	);
}

function sayAsThen(): void {
	void vscode.window.showInformationMessage(t('All that agents have touched is as it was then.'));
}

function isIdle({ state }: Session): boolean {
	return state.turn.type === 'idle';
}

/** Resolves when no turn runs. */
function idle(session: Session): Promise<void> {
	return new Promise((resolve) => {
		const look = (): void => {
			if (!isIdle(session)) return;
			listener.dispose();
			resolve();
		};
		const listener = session.onDidChange(look);
		look();
	});
}
