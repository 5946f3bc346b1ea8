import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import { fileTarget, openLink, openLocation } from '../../../src/host/chat/links.ts';
import { hostTest } from './registry.ts';
import { put, withScratch } from './scratch.ts';

const cwd = '/ws/sub';

const targets: readonly [href: string, file: string | undefined, line?: number][] = [
	['a.ts', '/ws/sub/a.ts'],
	['./a.ts', '/ws/sub/a.ts'],
	['../a.ts', '/ws/a.ts'],
	['/ws/a.ts', '/ws/a.ts'],
	['a.ts:12', '/ws/sub/a.ts', 12],
	['a.ts:12:5', '/ws/sub/a.ts', 12],
	['a.ts#L12', '/ws/sub/a.ts', 12],
	['a.ts#L12-L20', '/ws/sub/a.ts', 12],
	['a.ts#L12-20', '/ws/sub/a.ts', 12],
	['a.ts:0', '/ws/sub/a.ts'],
	['file:///ws/a%20b.ts', '/ws/a b.ts'],
	['file:///ws/a.ts#L3', '/ws/a.ts', 3],
	['FILE:///ws/a.ts', '/ws/a.ts'],
	['a%20b.ts', '/ws/sub/a b.ts'],
	['100%.txt', '/ws/sub/100%.txt'],
	['javascript:alert(1)', undefined],
	['JaVaScRiPt:alert(1)', undefined],
	['java\nscript:alert(1)', '/ws/sub/java\nscript:alert(1)'],
	['command:workbench.action.quit', undefined],
	['vscode:extension/x', undefined],
	['vscode-insiders://x', undefined],
	['data:text/html,x', undefined],
	['ftp://example.org/a', undefined],
	['ssh://host', undefined],
	['file://host/share/a', undefined],
	['untitled:a', undefined],
	['acp-host:/x', undefined],
];

hostTest('links name files of the workspace, and no other scheme [hazard E3]', () => {
	for (const [href, file, line] of targets) {
		const found = fileTarget(href, cwd);
		if (file === undefined) assert.equal(found, undefined, href);
		else assert.deepEqual(found, { path: file, ...(line === undefined ? {} : { line }) }, href);
	}
});

/** Uris of the text editors that are open. */
function openFiles(): string[] {
	return vscode.window.tabGroups.all
		.flatMap((group) => group.tabs)
		.flatMap(({ input }) => (input instanceof vscode.TabInputText ? [input.uri.fsPath] : []));
}

hostTest('a link to a file opens it at its line', () =>
	withScratch(async (folder) => {
		const file = await put(folder, 'src/a b.txt', 'one\ntwo\nthree\n');
		await openLink('src/a%20b.txt#L2', folder);
		const editor = vscode.window.activeTextEditor;
		assert.equal(editor?.document.uri.fsPath, file);
		assert.equal(editor.selection.start.line, 1);
		await openLocation({ path: file, line: 3 }, folder);
		assert.equal(vscode.window.activeTextEditor?.selection.start.line, 2);
		await openLocation({ path: file, line: 99_999 }, folder);
		await openLocation({ path: file }, folder);
	}),
);

hostTest('a link out of the workspace opens nothing, however it is written [hazard E3] [hazard D1]', () =>
	withScratch(async (folder) => {
		await symlink('/etc', path.join(folder, 'out'));
		const refused = [
			'/etc/hostname',
			'file:///etc/hostname',
			`${'../'.repeat(20)}etc/hostname`,
			'out/hostname',
			'%2e%2e/'.repeat(20) + 'etc/hostname',
			'command:workbench.action.files.newUntitledFile',
			'javascript:1',
			'vscode://file/etc/hostname',
			'a\0b',
			'',
		];
		// The warnings stay open until the user closes them, so they are not awaited.
		for (const href of refused) await Promise.race([openLink(href, folder), sleep(300)]);
		assert.deepEqual(
			openFiles().filter((file) => !file.startsWith(folder)),
			[],
		);
	}),
);

hostTest('a folder is shown in the explorer, a missing file is said to be missing', () =>
	withScratch(async (folder) => {
		await mkdir(path.join(folder, 'sub'));
		await openLocation({ path: path.join(folder, 'sub') }, folder);
		await openLocation({ path: path.join(folder, 'never') }, folder);
		assert.deepEqual(openFiles(), []);
	}),
);
