/** Files that are undone as a whole: created, deleted, moved, binary, large, in another encoding, or only their mode. */
import { lstat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { Pending } from '../../core/changes/journalLine.ts';
import { t } from '../../core/base/l10n.ts';
import { requireUnmoved } from '../files/diskWrites.ts';
import { sayFailed } from './answerMessages.ts';
import type { AnswerParts, FileOutcome, UserEdits } from './answers.ts';
import { isUnsaved } from './liveTexts.ts';

/** Puts a file back as the user had accepted it; one that was not there goes to the trash. */
export async function restoreWhole(
	{ engine, note, log }: AnswerParts,
	{ path, movedFrom, base }: Pending,
	userEdits: UserEdits,
): Promise<FileOutcome> {
	if (userEdits === 'keep' && (await isUnsaved(path))) return 'conflict';
	const at = Date.now();
	const hash = 'hash' in base && base.hash !== undefined ? { hash: base.hash } : {};
	const answer = await engine.restoreFile(path, userEdits);
	switch (answer.type) {
		case 'drifted':
		case 'conflict':
			return answer.type;
		case 'failed':
			sayFailed(log, path, answer.reason);
			return 'failed';
		case 'unknown':
			sayFailed(log, path, t('its content before the change is not known.'));
			return 'failed';
		case 'done':
			note([{ type: 'save', path: movedFrom ?? path, at, ...hash }]);
			return 'done';
		case 'remove':
			note([
				{ type: 'save', path: answer.path, at },
				...(movedFrom === undefined ? [] : [{ type: 'save' as const, path: movedFrom, at, ...hash }]),
			]);
			return remove(answer.path, 'trash', () => engine.keepFile(path));
	}
}

/**
 * Removes a file, or a link itself: what it leads to stays.
 * @param to `nowhere` deletes it for good
 * @returns `no_trash` where there is none; then the file is left
 */
async function remove(
	path: string,
	to: 'trash' | 'nowhere',
	onRemoved: () => Promise<void>,
): Promise<FileOutcome> {
	const folder = dirname(path);
	await requireUnmoved(vscode.Uri.file(folder), folder);
	try {
		await vscode.workspace.fs.delete(vscode.Uri.file(path), { useTrash: to === 'trash' });
	} catch (error) {
		const isLeft = !(await isGone(path));
		if (isLeft && to === 'trash') return 'no_trash';
		if (isLeft) throw error;
	}
	await onRemoved();
	return 'done';
}

/** A link that leads nowhere is not gone. */
async function isGone(path: string): Promise<boolean> {
	try {
		await lstat(path);
		return false;
	} catch (error) {
		return error instanceof Error && 'code' in error && error.code === 'ENOENT';
	}
}

/** A file that an agent created, where there is no trash and the user was asked. */
export function deleteForGood({ engine, note }: AnswerParts, path: string): Promise<FileOutcome> {
	note([{ type: 'save', path, at: Date.now() }]);
	return remove(path, 'nowhere', () => engine.keepFile(path));
}
