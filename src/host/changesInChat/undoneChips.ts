/** What the user has undone, as a chip of the draft: the agent hears of it with the next prompt. */
import * as limits from '../../core/base/limits.ts';
import { BoundedMap } from '../../core/base/boundedMap.ts';
import type { ViewContext } from '../../core/view/viewAttachment.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { ChangedFile, ChangeReview, ReviewAnswer } from '../changes/changeReview.ts';
import {
	isSameUndone,
	parseUndone,
	type Undone,
	type UndoneChange,
	undoneFile,
	undoneHunk,
	undoneName,
	undoneSince,
	undoneText,
} from './undoneText.ts';

interface UndoneChipsParts {
	readonly sessions: () => Pick<Sessions, 'all' | 'setDraft'>;
	readonly review: Pick<ChangeReview, 'file'>;
	/** A path as people read it. */
	label(path: string): string;
}

/** Chips of which it is known what they only count. */
const keptUntold = 20;
const nothing: Undone = { changes: [], more: 0 };

export class UndoneChips {
	readonly #parts: UndoneChipsParts;
	/** Changes that the review still names, because it has not looked again since they were undone. */
	readonly #fading = new Set<string>();
	/** What chips only count, by their id and oldest first: the same may be undone again, or come back. */
	readonly #untold = new BoundedMap<string, readonly UndoneChange[]>({ maxCount: keptUntold });
	#count = 0;

	constructor(parts: UndoneChipsParts) {
		this.#parts = parts;
	}

	/** Adds what was undone to the chip of the draft, or makes one. */
	add(hosted: HostedSession, answers: readonly ReviewAnswer[]): void {
		const undone = answers.flatMap(({ file, hunks }) => this.#partsOf(file, hunks));
		const told = undone.slice(-limits.toldUndoneChanges).map((make) => make());
		for (const change of told.filter((one) => this.#isWaiting(one, answers))) this.#fading.add(keyOf(change));
		const known = this.#chipOf(hosted);
		const before = this.#undoneOf(known) ?? nothing;
		const isNew = (change: UndoneChange): boolean => !before.changes.some((one) => isSameUndone(one, change));
		const changes = [...before.changes, ...told.filter(isNew)];
		this.#put(hosted, known, { changes, more: before.more + undone.length - told.length });
	}

	/** Adds that files went back to a checkpoint. */
	addRestored(hosted: HostedSession, paths: readonly string[]): void {
		const known = this.#chipOf(hosted);
		const { changes, more } = this.#undoneOf(known) ?? nothing;
		const before = new Set(changes.map(keyOf));
		const added = paths
			.map((path) => undoneSince(this.#parts.label(path)))
			.filter((change) => !before.has(keyOf(change)));
		this.#put(hosted, known, { changes: [...changes, ...added], more });
	}

	/** Takes out that these went back: a redo has brought them forth again. */
	takeBackRestored(hosted: HostedSession, paths: readonly string[]): void {
		const chip = this.#chipOf(hosted);
		const undone = this.#undoneOf(chip);
		if (undone === undefined) return;
		const back = new Set(paths.map((path) => keyOf(undoneSince(this.#parts.label(path)))));
		const changes = undone.changes.filter((change) => !back.has(keyOf(change)));
		// Those that are counted only may have no names any more.
		const untold = back.size - (undone.changes.length - changes.length);
		const more = Math.max(0, undone.more - untold);
		if (changes.length + more < undone.changes.length + undone.more)
			this.#put(hosted, chip, { changes, more });
	}

	/** Takes out what has come back, such as by an undo of the undo in the editor. */
	takeBack(paths: readonly string[]): void {
		for (const hosted of this.#parts.sessions().all) {
			const chip = this.#chipOf(hosted);
			const undone = this.#undoneOf(chip);
			if (undone === undefined) continue;
			const left = paths.reduce((changes, path) => this.#withoutBack(changes, path), undone.changes);
			if (left.length < undone.changes.length) this.#put(hosted, chip, { ...undone, changes: left });
		}
	}

	#withoutBack(changes: readonly UndoneChange[], path: string): readonly UndoneChange[] {
		const name = visibleText(this.#parts.label(path));
		if (!changes.some((change) => change.path === name)) return changes;
		const waiting = this.#waitingIn(path);
		return changes.filter((change) => {
			if (change.path !== name) return true;
			if (waiting.some((one) => isSameUndone(one, change))) return this.#fading.has(keyOf(change));
			this.#fading.delete(keyOf(change));
			return true;
		});
	}

	#isWaiting(change: UndoneChange, answers: readonly ReviewAnswer[]): boolean {
		return answers.some(
			({ file: { path } }) =>
				visibleText(this.#parts.label(path)) === change.path &&
				this.#waitingIn(path).some((one) => isSameUndone(one, change)),
		);
	}

	#waitingIn(path: string): readonly UndoneChange[] {
		const file = this.#parts.review.file(path);
		return file === undefined ? [] : this.#partsOf(file, file.hunks).map((make) => make());
	}

	/** What is undone of a file. Each is made when it is needed: there may be thousands. */
	#partsOf(file: ChangedFile, hunks: ChangedFile['hunks']): readonly (() => UndoneChange)[] {
		const { path, kind, movedFrom = path } = file;
		const name = this.#parts.label(path);
		if (file.type === 'whole') return [() => undoneFile(name, kind, this.#parts.label(movedFrom))];
		return hunks.map((hunk) => () => undoneHunk(name, hunk));
	}

	#chipOf({ draft }: HostedSession): ViewContext | undefined {
		return draft.attachments.find((one): one is ViewContext => one.type === 'undone');
	}

	/** What its words hold, with what they only count as far as that is known. */
	#undoneOf(chip: ViewContext | undefined): Undone | undefined {
		const told = parseUndone(chip?.text ?? '');
		const untold = this.#untold.get(chip?.id ?? '') ?? [];
		if (told === undefined || told.more < untold.length) return told;
		return { changes: [...untold, ...told.changes], more: told.more - untold.length };
	}

	#put(hosted: HostedSession, before: ViewContext | undefined, undone: Undone): void {
		const { draft } = hosted;
		const others = draft.attachments.filter((one) => one !== before);
		const isGone = undone.changes.length + undone.more === 0;
		const text = undoneText(undone);
		const chip: ViewContext = {
			type: 'undone',
			id: before?.id ?? this.#newId(),
			name: undoneName(undone),
			text,
		};
		const told = parseUndone(text)?.changes.length ?? 0;
		this.#untold.set(chip.id, undone.changes.slice(0, undone.changes.length - told));
		// The view may tell of a draft without it, before it hears of it.
		if (isGone) hosted.offered.delete(chip.id);
		else hosted.offered.set(chip.id, chip);
		const attachments = isGone ? others : [...others, chip];
		this.#parts.sessions().setDraft(hosted, { ...draft, attachments });
	}

	/** Unlike any other, also across reloads: what was sent with a prompt may come back beside a new one. */
	#newId(): string {
		this.#count++;
		return `undone:${this.#count}-${Date.now().toString(36)}`;
	}
}

function keyOf({ path, text }: UndoneChange): string {
	return `${path}\n${text}`;
}
