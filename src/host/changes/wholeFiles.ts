/** Files that are undone as a whole: created, deleted, moved, binary, large, in another encoding, or only their mode. */
import * as vscode from 'vscode';
import type { Pending } from '../../core/changes/journalLine.ts';
import { toError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import { requireUnmoved } from '../files/diskWrites.ts';
import { asksToDelete, sayFailed } from './answerMessages.ts';
import type { AnswerParts, FileAnswer, UserEdits } from './answers.ts';
import { isUnsaved } from './liveTexts.ts';

/** Puts a file back as the user had accepted it; one that was not there goes to the trash. */
export async function restoreWhole(
	{ engine, note, log }: AnswerParts,
	{ path, movedFrom, base }: Pending,
	userEdits: UserEdits,
): Promise<FileAnswer> {
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
			return remove(log, answer.path, () => engine.keepFile(path));
	}
}

async function remove(
	log: vscode.LogOutputChannel,
	path: string,
	onRemoved: () => Promise<void>,
): Promise<FileAnswer> {
	const uri = vscode.Uri.file(path);
	try {
		await requireUnmoved(uri, path);
		await vscode.workspace.fs.delete(uri, { useTrash: true });
	} catch (error) {
		const isThere = await vscode.workspace.fs.stat(uri).then(
			() => true,
			() => false,
		);
		if (isThere && !(await asksToDelete(path))) {
			log.info(`${path} was left: ${toError(error).message}`);
			return 'failed';
		}
		if (isThere) await vscode.workspace.fs.delete(uri, { useTrash: false });
	}
	await onRemoved();
	return 'done';
}
