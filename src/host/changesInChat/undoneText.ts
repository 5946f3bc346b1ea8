/**
 * What the user has undone, in words for the agent, so that it does not do it again. The words are all that is kept of
 * it: they can be read again to add to them, and to take out what came back. Pure.
 */
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import type { Hunk } from '../../core/changes/review.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { fenced } from '../mentions/contextText.ts';
import type { ChangedFile } from '../changes/changeReview.ts';

/** One change that was undone. */
export interface UndoneChange {
	/** As people and agents read it; one line. */
	readonly path: string;
	/** The sentence or block about it, without its place. */
	readonly text: string;
	/** Line in the file, from 1; absent for a file as a whole. */
	readonly line?: number;
}

/** What the words hold. */
export interface Undone {
	/** Oldest first. */
	readonly changes: readonly UndoneChange[];
	/** Changes that are counted only: there are too many. */
	readonly more: number;
}

const intro =
	'The user has undone these changes of yours. Leave them undone: do not make them again unless the user asks for it.';

/** Lines of one change that are told. */
const maxLines = 40;
const maxLineChars = 200;

export function undoneHunk(label: string, { removed, added, liveStart }: Hunk): UndoneChange {
	const lines = [...removed.map((line) => `-${shown(line)}`), ...added.map((line) => `+${shown(line)}`)];
	const left = lines.length - maxLines;
	const cut = left <= 0 ? lines : [...lines.slice(0, maxLines), `(${left} more lines)`];
	return { path: visibleText(label), line: liveStart + 1, text: fenced(cut.join('\n'), 'diff') };
}

/** @param from where it was before, as people read it */
export function undoneFile(label: string, kind: ChangedFile['kind'], from: string): UndoneChange {
	return { path: visibleText(label), text: wholeText(kind, visibleText(from)) };
}

/** All that the agent has done to a file since a checkpoint. */
export function undoneSince(label: string): UndoneChange {
	return { path: visibleText(label), text: 'your work on it since an earlier message is undone.' };
}

/** @returns undefined for other words */
export function parseUndone(text: string): Undone | undefined {
	if (!text.startsWith(intro)) return undefined;
	const changes: UndoneChange[] = [];
	let rest = text.slice(intro.length);
	let more = 0;
	while (rest !== '') {
		const [all = '', path, line, block] =
			/^\n\nIn (.+), at line (\d+):\n\n((`{3,})diff\n[^]*?\n\4)(?=\n\n|$)/u.exec(rest) ?? [];
		const [whole = '', name, sentence] =
			/^\n\nThe file (.+): (your .+ is undone\.)(?=\n\n|$)/u.exec(rest) ?? [];
		const [count = '', left] = /^\n\n\((\d+) more are left out\.\)$/u.exec(rest) ?? [];
		if (path !== undefined && block !== undefined) changes.push({ path, line: Number(line), text: block });
		else if (name !== undefined && sentence !== undefined) changes.push({ path: name, text: sentence });
		else if (left === undefined) return undefined;
		more += Number(left ?? 0);
		rest = rest.slice((all || whole || count).length);
	}
	return { changes, more };
}

/** The words. What is too much is only counted: of many changes the newest are told. */
export function undoneText({ changes, more }: Undone): string {
	const told: string[] = [];
	let bytes = Buffer.byteLength(intro) + 40;
	for (const change of changes.toReversed()) {
		const text = changeText(change);
		bytes += Buffer.byteLength(text) + 2;
		if (told.length >= limits.toldUndoneChanges || bytes > limits.toldUndoneBytes) break;
		told.unshift(text);
	}
	const left = more + changes.length - told.length;
	return [intro, ...told, ...(left === 0 ? [] : [`(${left} more are left out.)`])].join('\n\n');
}

/** `Undone: 2 changes in src/a.ts`. */
export function undoneName({ changes, more }: Undone): string {
	const count = changes.length + more;
	const paths = new Set(changes.map(({ path }) => path));
	const [path = ''] = paths;
	if (count === 1) return t('Undone: 1 change in {0}', path);
	if (paths.size === 1) return t('Undone: {0} changes in {1}', count, path);
	return t('Undone: {0} changes in {1} files', count, paths.size);
}

/** The same change, wherever its lines stand by now. */
export function isSameUndone(left: UndoneChange, right: UndoneChange): boolean {
	return left.path === right.path && left.text === right.text;
}

function changeText({ path, line, text }: UndoneChange): string {
	return line === undefined ? `The file ${path}: ${text}` : `In ${path}, at line ${line}:\n\n${text}`;
}

function wholeText(kind: ChangedFile['kind'], from: string): string {
	switch (kind) {
		case 'created':
			return 'your creation of it is undone.';
		case 'deleted':
			return 'your deletion of it is undone.';
		case 'moved':
			return `your move of it from ${from} is undone.`;
		case 'mode':
			return 'your change of its permissions is undone.';
		case 'modified':
			return 'your change of it is undone.';
	}
}

function shown(line: string): string {
	const text = line.replace(/\r?\n$/u, '');
	return text.length > maxLineChars ? `${text.slice(0, maxLineChars)}…` : text;
}
