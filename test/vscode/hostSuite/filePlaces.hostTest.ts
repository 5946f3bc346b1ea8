/** Documents of a workspace that was opened by way of a link, and the files that they are. */
import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { FilePlaces } from '../../../src/host/common/filePlaces.ts';
import { hostTest } from './registry.ts';
import { withScratch } from './scratch.ts';

function withFolders(folders: readonly string[], work: () => void): void {
	const original = Object.getOwnPropertyDescriptor(vscode.workspace, 'workspaceFolders');
	assert.ok(original);
	const fake = folders.map((folder, index) => ({ uri: vscode.Uri.file(folder), name: '', index }));
	Object.defineProperty(vscode.workspace, 'workspaceFolders', { configurable: true, get: () => fake });
	try {
		work();
	} finally {
		Object.defineProperty(vscode.workspace, 'workspaceFolders', original);
	}
}

hostTest('a workspace behind a link spells its documents with it, and the review without', () =>
	withScratch(async (folder) => {
		const [real, link] = [path.join(folder, 'real'), path.join(folder, 'link')];
		await mkdir(path.join(folder, 'real'));
		await symlink(real, link);
		withFolders([link, path.join(folder, 'gone')], () => {
			const places = new FilePlaces();
			const document = vscode.Uri.file(path.join(link, 'src', 'a b#.ts'));
			const file = path.join(real, 'src', 'a b#.ts');
			assert.equal(places.pathOf(document), file);
			assert.equal(places.uriOf(file).toString(), document.toString());
			// A folder whose name only begins alike is another one.
			for (const beside of [`${link}s/a.ts`, path.join(folder, 'a.ts'), '/elsewhere/a.ts']) {
				assert.equal(places.pathOf(vscode.Uri.file(beside)), beside);
				assert.equal(places.uriOf(beside).fsPath, beside);
			}
			assert.equal(places.pathOf(document.with({ scheme: 'git' })), undefined);
			places.dispose();
		});
	}),
);
