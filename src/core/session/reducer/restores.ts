/**
 * Where files went back to a checkpoint stands a line, and what stands between the message of that checkpoint and the
 * line is undone: it is no more in the files, but stays in the transcript. The agent knows of neither.
 */
import type { Entry, EntryId, NoticeEntry } from '../model/entry.ts';
import type { HostEvent } from '../model/events.ts';
import { type Saying, saying } from '../model/saying.ts';
import { entryOf, patchEntry, type SessionDraft, type Step } from './draft.ts';
import { addNoticeEntry } from './notices.ts';
import { titleOfPrompt } from './promptTitle.ts';

type FilesRestored = Extract<HostEvent, { type: 'files_restored' }>;

/** A line where files went back. */
type RestoreLine = NoticeEntry & Required<Pick<NoticeEntry, 'wentBack'>>;

/**
 * Adds the line. Where files go to how they were before another restore, that one and those after it are redone: what
 * they undid is not undone any more. What a redo has redone is undone again by going to before the redo.
 */
export function restoreFiles(step: Step, event: FilesRestored): void {
	const { to, restoreId, files, ofFiles, isWhole } = event;
	const [first, ...later] = to.type === 'restore' ? linesFrom(step.draft, to.restoreId) : [];
	const redone = to.type === 'restore' ? linesRedoneBy(step.draft, to.restoreId) : [];
	if (isWhole) {
		for (const line of redone) setRedone(step, line);
		for (const line of first === undefined ? [] : [first, ...later]) setRedone(step, line, restoreId);
	}
	const from = to.type === 'prompt' ? to.entryId : first && nextWork(step.draft, first.id);
	// A redo undoes nothing, unless an agent has worked since.
	const isRedo = first !== undefined || redone.length > 0;
	if (!isRedo || from !== undefined) {
		const isKnown = from !== undefined && step.draft.entries.has(from);
		addNoticeEntry(step, {
			severity: 'info',
			title: titleOf(step.draft, event),
			detail: files === ofFiles ? saying('went_back_files', files) : saying('went_back_some', files, ofFiles),
			actions: ['redo_restore'],
			wentBack: { restoreId, ...(isKnown && isWhole ? { from } : {}) },
		});
	}
	const before = step.draft.undone;
	recountUndone(step.draft);
	for (const id of new Set([...before, ...step.draft.undone]))
		if (before.has(id) !== step.draft.undone.has(id)) step.changes.push({ type: 'entry', id });
}

/** Finds what is undone anew: lines, or what stands around them, are other ones than before. */
export function recountUndone(draft: SessionDraft): void {
	const undone = new Set<EntryId>();
	const lines = linesOf(draft.entries).filter(({ wentBack }) => wentBack.redoneBy === undefined);
	const places = new Map<EntryId, number>();
	if (lines.length > 0) for (const id of draft.entries.keys()) places.set(id, places.size);
	const ids = [...places.keys()];
	for (const { id, wentBack } of lines)
		for (const one of ids.slice(places.get(wentBack.from ?? '') ?? Infinity, places.get(id))) undone.add(one);
	draft.undone = undone;
}

/**
 * The line with the first entry that it undoes by the name that this has now.
 * @param nameNow undefined for an entry that is gone; then nothing is undone by the line any more
 */
export function withUndone(notice: NoticeEntry, nameNow: (id: EntryId) => EntryId | undefined): NoticeEntry {
	if (notice.wentBack?.from === undefined) return notice;
	const { from: before, ...wentBack } = notice.wentBack;
	const from = nameNow(before);
	return { ...notice, wentBack: { ...wentBack, ...(from === undefined ? {} : { from }) } };
}

/** The line of that restore and those after it; none where it is not in the transcript. */
function linesFrom({ entries }: SessionDraft, restoreId: string): readonly RestoreLine[] {
	const lines = linesOf(entries);
	const at = lines.findIndex(({ wentBack }) => wentBack.restoreId === restoreId);
	return at === -1 ? [] : lines.slice(at);
}

function linesRedoneBy({ entries }: SessionDraft, restoreId: string): readonly RestoreLine[] {
	return linesOf(entries).filter(({ wentBack }) => wentBack.redoneBy === restoreId);
}

function linesOf(entries: ReadonlyMap<EntryId, Entry>): readonly RestoreLine[] {
	return [...entries.values()].filter(isRestoreLine);
}

function isRestoreLine(entry: Entry): entry is RestoreLine {
	return entry.type === 'notice' && entry.wentBack !== undefined;
}

/** @param redoneBy absent where it is not redone any more */
function setRedone(step: Step, line: RestoreLine, redoneBy?: string): void {
	const { redoneBy: _, ...wentBack } = line.wentBack;
	patchEntry<NoticeEntry>(step, line, {
		wentBack: { ...wentBack, ...(redoneBy === undefined ? {} : { redoneBy }) },
	});
}

/** What first came after a line, beside other lines of ours. */
function nextWork({ entries }: SessionDraft, line: EntryId): EntryId | undefined {
	const all = [...entries.values()];
	const at = all.findIndex(({ id }) => id === line);
	return all.slice(at + 1).find(({ type }) => type !== 'notice')?.id;
}

function titleOf(draft: SessionDraft, { to }: FilesRestored): Saying {
	const message = to.type === 'prompt' ? entryOf(draft, to.entryId, 'message') : undefined;
	const prompt = message === undefined ? '' : titleOfPrompt(message.content);
	return prompt === '' ? saying('went_back_unnamed') : saying('went_back', prompt);
}
