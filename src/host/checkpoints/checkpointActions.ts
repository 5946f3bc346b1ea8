/** Going back and forth between checkpoints, step by step with the user. What goes wrong is said here, once. */
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import type { Session } from '../../core/session/driver/session.ts';
import type { PlannedFile } from '../../core/changes/checkpoints/checkpoint.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import type { RestoreTarget } from '../../core/session/model/events.ts';
import type { CheckpointSummary } from '../../node/changes/checkpoints/checkpointEngine.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import type { RestoredFiles } from '../changes/changeReview.ts';
import { messageText, sayWithButton } from '../common/displayText.ts';
import { pathLabels } from '../common/pathLabel.ts';
import type { CheckpointCommandId } from './checkpointCommandIds.ts';
import { CheckpointDocuments } from './checkpointDocuments.ts';
import {
	sayAlike,
	sayAsThen,
	sayNone,
	sayNothingTicked,
	checkpointName,
	editing,
	pickCheckpoint,
	pickCompared,
	pickFilesToRestore,
	restoring,
} from './checkpointPicks.ts';
import { changedBetween, changedSince } from './comparedFiles.ts';
import { type GitNotices, gitNotices, sayBesideGit } from './gitNotices.ts';
import { historyTold, isQuiet } from './quietSession.ts';
import { SessionCheckpoints } from './sessionCheckpoints.ts';
import {
	type RestoreOutcome,
	WindowCheckpoints,
	type WindowCheckpointsParts,
	type WindowPlan,
} from './windowCheckpoints.ts';

interface CheckpointActionsParts extends WindowCheckpointsParts {
	readonly log: vscode.LogOutputChannel;
	/** Undefined for one that is gone. */
	readonly sessionOf: (key: string) => Session | undefined;
	readonly onRestored: (restored: RestoredFiles) => void;
}

interface Restored {
	readonly session: string;
	readonly outcome: RestoreOutcome;
	readonly plan: WindowPlan;
	readonly to: RestoreTarget;
	readonly git: GitNotices;
}

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
	 * @param prompt the message, or its checkpoint; asked for if absent
	 * @returns the message to write again, where that was asked for and the user has not left it
	 */
	async run(id: CheckpointCommandId, session: string, prompt?: string): Promise<EntryId | undefined> {
		switch (id) {
			case 'acpHost.restoreCheckpoint':
				await this.#restore(session, prompt);
				return undefined;
			case 'acpHost.compareCheckpoint':
				await this.#compare(session, prompt);
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
		const known = await this.#checkpointsOf(session);
		if (known.all.length === 0) return sayNone();
		// The list is shown for one that is not kept any more, and where several may be meant.
		const asked = prompt === undefined ? undefined : known.find(prompt);
		const checkpoint = asked ?? (await pickCheckpoint(known.all, known.promptOf, restoring()));
		if (checkpoint === undefined || !(await this.#isQuiet(session))) return;
		const plan = await this.#planned(checkpoint);
		if (plan === undefined) return;
		if (plan.files.length === 0) return sayAsThen(plan);
		const title = t('Back to: {0}', checkpointName(checkpoint, known.promptOf(checkpoint)));
		const paths = await this.#chosen(title, plan);
		if (paths === undefined) return;
		if (paths.length === 0) return sayNothingTicked();
		await this.#carryOut(plan, paths, targetOf(checkpoint, known), session);
	}

	/** Nothing is changed by that, so an agent may work meanwhile. */
	async #compare(session: string, prompt?: string): Promise<void> {
		const known = await this.#checkpointsOf(session);
		if (known.all.length === 0) return sayNone();
		const asked = prompt === undefined ? undefined : known.find(prompt);
		const [first, second] = asked === undefined ? await pickCompared(known.all, known.promptOf) : [asked];
		if (first === undefined) return;
		const older = await this.#planned(first);
		const newer = second === undefined ? undefined : await this.#planned(second);
		if (older === undefined || (second !== undefined && newer === undefined)) return;
		const files = newer === undefined ? changedSince(older.files) : changedBetween(older.files, newer.files);
		if (files.length === 0) return newer === undefined ? sayAsThen(older) : sayAlike();
		const name = (one: CheckpointSummary): string => visibleText(checkpointName(one, known.promptOf(one)));
		const title =
			second === undefined ? t('Changed since: {0}', name(first)) : `${name(first)} ↔ ${name(second)}`;
		await this.#documents.compare(title, files);
	}

	/** First the files, which may as well stay as they are, then the message. */
	async #editAgain(session: string, prompt?: string): Promise<EntryId | undefined> {
		const known = await this.#checkpointsOf(session);
		const ofMessages = known.all.filter((one) => known.entryOf(one) !== undefined);
		if (prompt === undefined && ofMessages.length === 0) {
			sayNone();
			return undefined;
		}
		const checkpoint =
			prompt === undefined ? await pickCheckpoint(ofMessages, known.promptOf, editing()) : known.find(prompt);
		const ofCheckpoint = checkpoint === undefined ? undefined : known.entryOf(checkpoint);
		const isMessage = prompt !== undefined && known.textOf(prompt) !== undefined;
		const entryId = isMessage ? prompt : ofCheckpoint;
		if (entryId === undefined) {
			const text = t('That message is not in the conversation any more. Its files can go back all the same.');
			if (prompt !== undefined) this.#sayBesideList(session, vscode.window.showInformationMessage, text);
			return undefined;
		}
		if (!(await this.#isQuiet(session))) return undefined;
		if (checkpoint === undefined) {
			void vscode.window.showInformationMessage(
				t('The files stay as they are: no checkpoint of that message is kept.'),
			);
			return entryId;
		}
		const plan = await this.#planned(checkpoint);
		if (plan === undefined) return undefined;
		if (plan.files.length === 0) return entryId;
		const name = checkpointName(checkpoint, known.promptOf(checkpoint));
		const paths = await this.#chosen(t('Edit and Send Again: files first, back to: {0}', name), plan);
		if (paths === undefined) return undefined;
		if (paths.length === 0) return entryId;
		const outcome = await this.#carryOut(plan, paths, targetOf(checkpoint, known), session);
		return outcome.type === 'done' ? entryId : undefined;
	}

	/** What was ticked then; what the user has changed since stays. */
	async #redo(session: string): Promise<void> {
		const checkpoint = (await this.#checkpoints.list(session)).find(({ isRedo }) => isRedo);
		if (checkpoint === undefined) {
			const text = t('There is nothing to redo: an agent has changed files since, or nothing was put back.');
			return this.#sayBesideList(session, vscode.window.showInformationMessage, text);
		}
		if (!(await this.#isQuiet(session))) return;
		const plan = await this.#planned(checkpoint);
		if (plan === undefined) return;
		if (plan.files.length === 0) return sayAsThen(plan);
		const paths = plan.files.filter(({ isTicked }) => isTicked).map(({ path }) => path);
		if (paths.length < plan.files.length) {
			const title = t('Back to: {0}', checkpointName(checkpoint, ''));
			const chosen = await this.#chosen(title, plan);
			if (chosen === undefined || chosen.length === 0) return;
			await this.#carryOut(plan, chosen, targetOf(checkpoint), session);
		} else await this.#carryOut(plan, paths, targetOf(checkpoint), session);
	}

	async #carryOut(
		plan: WindowPlan,
		paths: readonly string[],
		to: RestoreTarget,
		session: string,
	): Promise<RestoreOutcome> {
		const outcome = await this.#checkpoints.restore(plan, paths);
		this.#told({ session, outcome, plan, to, git: await gitNotices(plan.git) });
		return outcome;
	}

	async #chosen(title: string, plan: WindowPlan): Promise<readonly string[] | undefined> {
		const { texts } = await gitNotices(plan.git);
		const compare = (files: WindowPlan['files']): void => {
			void this.#documents.show(title, files).then(undefined, (error: unknown) => {
				this.#parts.log.error(`Checkpoint: ${String(error)}`);
			});
		};
		return pickFilesToRestore({ title, plan, notes: texts, compare });
	}

	/** @returns undefined where the checkpoint is not kept any more, which is said then */
	async #planned(checkpoint: CheckpointSummary): Promise<WindowPlan | undefined> {
		const plan = await this.#checkpoints.plan(checkpoint);
		if (plan === undefined) this.#sayNotKept(checkpoint.session);
		return plan;
	}

	async #checkpointsOf(session: string): Promise<SessionCheckpoints> {
		const known = this.#parts.sessionOf(session);
		if (known !== undefined) await historyTold(known);
		return new SessionCheckpoints(await this.#checkpoints.list(session), known);
	}

	#isQuiet(session: string): Promise<boolean> {
		return isQuiet(this.#parts.sessionOf(session));
	}

	#told({ session, outcome, plan, to, git }: Restored): void {
		if (outcome.type === 'not_kept') return this.#sayNotKept(session);
		if (outcome.type === 'failed') return this.#sayFailed(t('Nothing was put back: {0}', outcome.reason));
		const of = (type: string): readonly string[] =>
			outcome.files.flatMap(({ path, answer }) => (answer.type === type ? [path] : []));
		const [done, drifted, failed] = [of('done'), of('drifted'), of('failed')];
		for (const { path, answer } of outcome.files)
			if (answer.type === 'failed') this.#parts.log.error(`${path}: ${answer.reason}`);
		if (failed.length > 0) {
			this.#sayFailed(t('{0} could not be put back. What was put back can be redone.', pathLabels(failed)));
		}
		if (drifted.length > 0) {
			void vscode.window.showWarningMessage(
				messageText(t('{0} has changed meanwhile and was left as it is.', pathLabels(drifted))),
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
			isWhole: isWhole(plan, files, isThere),
		});
		const redo = t('Redo');
		const text = files === 1 ? t('1 file is as it was.') : t('{0} files are as they were.', files);
		void sayBesideGit(text, git, redo).then((choice) => {
			if (choice === redo) void this.#redo(session);
		});
	}

	#sayNotKept(session: string): void {
		const text = t(
			'That checkpoint, or what was planned with it, is not kept any more. Nothing was changed.',
		);
		this.#sayBesideList(session, vscode.window.showWarningMessage, text);
	}

	/** Offers the checkpoints that there are. */
	#sayBesideList(
		session: string,
		say: (text: string, button: string) => Thenable<string | undefined>,
		text: string,
	): void {
		sayWithButton(say, text, t('Show Checkpoints'), () => this.#restore(session));
	}

	#sayFailed(text: string): void {
		sayWithButton(vscode.window.showErrorMessage, text, t('Show Log'), () => this.#parts.log.show());
	}
}

/** All files went back, or at least those that are ticked unasked: only agents have changed them. */
function isWhole({ files }: WindowPlan, there: number, isThere: (file: PlannedFile) => boolean): boolean {
	const surely = files.filter(({ isTicked }) => isTicked);
	return there === files.length || (surely.length > 0 && surely.every(isThere));
}

/** @param known the checkpoints with their messages, for one of a message */
function targetOf({ type, id }: CheckpointSummary, known?: SessionCheckpoints): RestoreTarget {
	if (type === 'restore') return { type, restoreId: id };
	const entryId = known?.entryOf({ id });
	return { type, ...(entryId === undefined ? {} : { entryId }) };
}
