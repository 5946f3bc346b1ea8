/** Files as a restore would leave them, read-only: the right side of its differences. */
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import type { PlannedFile, PlannedPart } from '../../core/changes/checkpoints/checkpoint.ts';
import { t } from '../../core/base/l10n.ts';
import { looksBinary } from '../../node/fileProbe.ts';
import { findOpenDocument } from '../files/editorFiles.ts';
import { decodeFile } from '../files/textEncoding.ts';
import type { WindowCheckpoints } from './windowCheckpoints.ts';

const scheme = 'acp-host-checkpoint';

export class CheckpointDocuments implements vscode.TextDocumentContentProvider, Disposable {
	readonly #checkpoints: Pick<WindowCheckpoints, 'content'>;
	readonly #registration: vscode.Disposable;

	constructor(checkpoints: Pick<WindowCheckpoints, 'content'>) {
		this.#checkpoints = checkpoints;
		this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
	}

	/** Shows what a restore would do with these files, in one tab. */
	async show(title: string, files: readonly PlannedFile[]): Promise<void> {
		const sides = files.flatMap(({ parts }) => parts.map(sidesOf));
		const [only] = sides;
		if (only?.[1] !== undefined && only[2] !== undefined && sides.length === 1) {
			await vscode.commands.executeCommand('vscode.diff', only[1], only[2], title, { preview: true });
			return;
		}
		await vscode.commands.executeCommand('vscode.changes', title, sides);
	}

	async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
		const bytes = await this.#checkpoints.content(uri.query);
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

function sidesOf({ path, now, target }: PlannedPart): Sides {
	const file = vscode.Uri.file(path);
	const hash = 'hash' in target ? target.hash : undefined;
	const after = hash === undefined ? undefined : file.with({ scheme, query: hash });
	return [file, now.type === 'absent' ? undefined : file, after];
}
