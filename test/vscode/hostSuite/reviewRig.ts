/** A review of files of a scratch folder, with all its surfaces in this window. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { registerReviewSurfaces } from '../../../src/host/review/reviewSurfaces.ts';
import { FakeReview, type LiveTexts } from '../../unit/host/review/fakeReview.ts';
import { put, withScratch } from './scratch.ts';

/** The text of a file's editor, else that on the disk; written as one step of the editor's own undo. */
const editorTexts: LiveTexts = {
	read(file) {
		const document = vscode.workspace.textDocuments.find(
			({ uri }) => uri.scheme === 'file' && uri.fsPath === file,
		);
		return document?.getText() ?? readFileSync(file, 'utf8');
	},
	async write(file, text) {
		const document = await vscode.workspace.openTextDocument(file);
		const edit = new vscode.WorkspaceEdit();
		const { lineCount } = document;
		edit.replace(document.uri, new vscode.Range(0, 0, lineCount, 0), text);
		await vscode.workspace.applyEdit(edit);
	},
};

export interface ReviewRig {
	readonly review: FakeReview;
	readonly folder: string;
	/** An agent has changed a file of the scratch folder. */
	readonly changed: (name: string, base: string, agent: string) => Promise<string>;
}

export function memoryOf(values: Readonly<Record<string, unknown>> = {}): vscode.Memento {
	const kept = new Map(Object.entries(values));
	return {
		keys: () => [...kept.keys()],
		get: <T>(key: string, fallback?: T): T => (kept.has(key) ? kept.get(key) : fallback) as T,
		update: (key: string, value: unknown) => {
			kept.set(key, value);
			return Promise.resolve();
		},
	};
}

/** Runs `work` while the window shows a review. */
export async function withReview(work: (rig: ReviewRig) => Promise<void>): Promise<void> {
	await vscode.extensions.getExtension('acp-host.acp-host')?.activate();
	await withScratch(async (folder) => {
		const review = new FakeReview(editorTexts);
		const context = { workspaceState: memoryOf() } as vscode.ExtensionContext;
		const surfaces = registerReviewSurfaces(review, context);
		try {
			await work({
				review,
				folder,
				async changed(name, base, agent) {
					const file = await put(folder, name, agent);
					review.put(file, base, agent);
					return file;
				},
			});
		} finally {
			surfaces.dispose();
		}
	});
}

/** The text in the active editor, with the line of the cursor. */
export function shown(): { name: string; line: number; text: string } | undefined {
	const editor = vscode.window.activeTextEditor;
	if (editor === undefined) return undefined;
	const { document, selection } = editor;
	return { name: path.basename(document.fileName), line: selection.active.line, text: document.getText() };
}
