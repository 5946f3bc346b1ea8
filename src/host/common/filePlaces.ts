import { realpathSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';

interface Root {
	/** As the workspace spells it. */
	readonly spelled: string;
	/** Without links. */
	readonly real: string;
}

/**
 * Which document is which file. The review names files without links; a workspace that was opened by way of a link
 * spells its documents with it, and another spelling would be another document to VS Code.
 */
export class FilePlaces implements Disposable {
	readonly #store = new DisposableStore();
	#roots: readonly Root[] = rootsOfWorkspace();

	constructor() {
		this.#store.add(vscode.workspace.onDidChangeWorkspaceFolders(() => (this.#roots = rootsOfWorkspace())));
	}

	/** The file of a document, without links in the way to its workspace folder; undefined for what is no file. */
	pathOf({ scheme, fsPath }: vscode.Uri): string | undefined {
		if (scheme !== 'file') return undefined;
		for (const { spelled, real } of this.#roots) {
			const rest = within(fsPath, spelled);
			if (rest !== undefined) return path.join(real, rest);
		}
		return fsPath;
	}

	/** The document of a file. */
	uriOf(file: string): vscode.Uri {
		for (const { spelled, real } of this.#roots) {
			const rest = within(file, real);
			if (rest !== undefined) return vscode.Uri.file(path.join(spelled, rest));
		}
		return vscode.Uri.file(file);
	}

	dispose(): void {
		this.#store.dispose();
	}
}

function rootsOfWorkspace(): readonly Root[] {
	const folders = vscode.workspace.workspaceFolders ?? [];
	return folders
		.filter(({ uri }) => uri.scheme === 'file')
		.map(({ uri }) => ({ spelled: uri.fsPath, real: realOf(uri.fsPath) }))
		.filter(({ spelled, real }) => spelled !== real);
}

function realOf(folder: string): string {
	try {
		return realpathSync.native(folder);
	} catch {
		// A folder that is gone has no files either.
		return folder;
	}
}

/** The way from a folder to a file in it. */
function within(file: string, folder: string): string | undefined {
	if (file === folder) return '';
	const start = folder.endsWith(path.sep) ? folder : folder + path.sep;
	return file.startsWith(start) ? file.slice(start.length) : undefined;
}
