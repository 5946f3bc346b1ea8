/** Files as they were at checkpoints, and as a restore would leave them: read-only sides of differences. */
import * as vscode from 'vscode';
import { ConcurrencyLimit } from '../../core/base/concurrencyLimit.ts';
import type { Disposable } from '../../core/base/disposable.ts';
import type { PlannedFile, PlannedPart } from '../../core/changes/checkpoints/checkpoint.ts';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import { looksBinary } from '../../node/fileProbe.ts';
import { messageText } from '../common/displayText.ts';
import { pathLabel } from '../common/pathLabel.ts';
import { findOpenDocument } from '../files/editorFiles.ts';
import { decodeFile } from '../files/textEncoding.ts';
import { type ComparedFile, type ComparedSide, withoutFolders } from './comparedFiles.ts';
import type { WindowCheckpoints } from './windowCheckpoints.ts';

const scheme = 'acp-host-checkpoint';
const namedFiles = 3;

export class CheckpointDocuments implements vscode.TextDocumentContentProvider, Disposable {
	readonly #checkpoints: Pick<WindowCheckpoints, 'content'>;
	readonly #registration: vscode.Disposable;

	constructor(checkpoints: Pick<WindowCheckpoints, 'content'>) {
		this.#checkpoints = checkpoints;
		this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
	}

	/** Shows what a restore would do with these files, in one tab. */
	async show(title: string, files: readonly PlannedFile[]): Promise<void> {
		const sides = withoutFolders(files).flatMap(({ parts }) => parts.map(sidesOf));
		const [only] = sides;
		if (only?.[1] !== undefined && only[2] !== undefined && sides.length === 1) {
			await vscode.commands.executeCommand('vscode.diff', only[1], only[2], title, { preview: true });
			return;
		}
		await vscode.commands.executeCommand('vscode.changes', title, sides);
	}

	/** Shows what was changed, in one tab; what is no text is named. */
	async compare(title: string, files: readonly ComparedFile[]): Promise<void> {
		const looks = new ConcurrencyLimit(limits.unrequestedAtOnce);
		const areTexts = await Promise.all(files.map((file) => looks.run(() => this.#isText(file))));
		const others = files.filter((_, at) => areTexts[at] !== true);
		const sides = files
			.filter((_, at) => areTexts[at])
			.map(({ path, before, after }): Sides => [vscode.Uri.file(path), uriOf(before), uriOf(after)]);
		if (sides.length > 0) {
			await vscode.commands.executeCommand('vscode.changes', title, sides);
			// The command takes no options: without this the next file would replace it.
			await vscode.commands.executeCommand('workbench.action.keepEditor');
		}
		if (others.length === 0) return;
		const names = others.slice(0, namedFiles).map(({ path }) => pathLabel(path));
		const text =
			others.length === 1
				? t('1 changed file cannot be shown as a diff: {0}', names.join(', '))
				: t('{0} changed files cannot be shown as a diff: {1}', others.length, names.join(', '));
		void vscode.window.showInformationMessage(messageText(text));
	}

	async #isText({ before, after }: ComparedFile): Promise<boolean> {
		for (const side of [before, after]) {
			const hash = side.type === 'none' ? undefined : side.hash;
			const bytes = hash === undefined ? undefined : await this.#checkpoints.content(hash);
			if (bytes !== undefined && looksBinary(bytes)) return false;
		}
		return true;
	}

	async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
		const bytes = uri.query === '' ? undefined : await this.#checkpoints.content(uri.query);
		if (bytes === undefined) return t('What was here is not kept any more.');
		if (looksBinary(bytes)) return t('This is no text.');
		const file = uri.with({ scheme: 'file', query: '' });
		return decodeFile(bytes, file, findOpenDocument(file)?.encoding);
	}

	dispose(): void {
		this.#registration.dispose();
	}
}

type Sides = readonly [label: vscode.Uri, now: vscode.Uri | undefined, target: vscode.Uri | undefined];

function uriOf(side: ComparedSide): vscode.Uri | undefined {
	if (side.type === 'none') return undefined;
	const file = vscode.Uri.file(side.path);
	return side.type === 'live' ? file : file.with({ scheme, query: side.hash ?? '' });
}

function sidesOf({ path, now, target }: PlannedPart): Sides {
	const file = vscode.Uri.file(path);
	const hash = 'hash' in target ? target.hash : undefined;
	const after = hash === undefined ? undefined : file.with({ scheme, query: hash });
	return [file, now.type === 'absent' ? undefined : file, after];
}
