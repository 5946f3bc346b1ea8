import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';

/** A folder of its own inside the workspace for one test, removed with its editors afterwards. */
export async function withScratch(run: (folder: string) => Promise<void>): Promise<void> {
	const [root] = vscode.workspace.workspaceFolders ?? [];
	if (root === undefined) throw new Error('The tests need a workspace folder.');
	const folder = await mkdtemp(path.join(root.uri.fsPath, 'scratch-'));
	try {
		await run(folder);
	} finally {
		await closeAllEditors();
		// A thread that ends may still write its last word.
		await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
	}
}

export async function put(folder: string, name: string, content: string | Uint8Array): Promise<string> {
	const file = path.join(folder, name);
	await mkdir(path.dirname(file), { recursive: true });
	await writeFile(file, content);
	return file;
}

export async function bytesOf(file: string): Promise<string> {
	return (await readFile(file)).toString('hex');
}

/** Opens a file and types at its start without saving. */
export async function typeInto(file: string, text: string): Promise<vscode.TextEditor> {
	const editor = await vscode.window.showTextDocument(vscode.Uri.file(file));
	await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), text));
	return editor;
}

/** Runs `work` while a setting of the user, such as `files.autoSave`, has another value. */
export async function withSetting(name: string, value: unknown, work: () => Promise<void>): Promise<void> {
	const config = vscode.workspace.getConfiguration();
	await config.update(name, value, vscode.ConfigurationTarget.Global);
	try {
		await work();
	} finally {
		await config.update(name, undefined, vscode.ConfigurationTarget.Global);
	}
}

async function closeAllEditors(): Promise<void> {
	for (const { isDirty } of vscode.workspace.textDocuments) {
		if (isDirty) await vscode.commands.executeCommand('workbench.action.files.revert');
	}
	await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
