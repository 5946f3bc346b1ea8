import assert from 'node:assert/strict';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { ToolCallPatch } from '../../../src/core/session/model/toolContent.ts';
import { FollowAgent } from '../../../src/host/files/followAgent.ts';
import type { HostedSession } from '../../../src/host/sessions/hostedSession.ts';
import { OwnEdits } from '../../../src/host/files/ownEdits.ts';
import { hostedFake } from '../../unit/host/hostedFake.ts';
import { until } from '../../unit/node/until.ts';
import { hostTest, longHostTest } from './registry.ts';
import { put, typeInto, withScratch } from './scratch.ts';

interface Rig {
	readonly folder: string;
	readonly hosted: HostedSession;
	readonly info: string[];
	/** The session on show is another one. */
	readonly hide: () => void;
	/** The agent says something of a tool call. */
	readonly say: (toolCallId: string, fields: ToolCallPatch) => void;
}

/** A session that is followed, unless it is switched off. */
async function withFollower(run: (rig: Rig) => Promise<void>, isOn = true): Promise<void> {
	const config = vscode.workspace.getConfiguration('acpHost');
	await config.update('followAgent', isOn, vscode.ConfigurationTarget.Global);
	const work = withScratch(async (folder) => {
		const hosted = hostedFake();
		const info: string[] = [];
		let active: HostedSession | undefined = hosted;
		const log = { info: (line: string) => void info.push(line) };
		const follower = new FollowAgent({ active: () => active, ownEdits: new OwnEdits(), log });
		const watch = follower.watch(hosted);
		const say = (toolCallId: string, fields: ToolCallPatch): void =>
			hosted.session.dispatch({ type: 'tool_call_update', toolCallId, fields });
		try {
			await run({ folder, hosted, info, hide: () => (active = undefined), say });
		} finally {
			watch.dispose();
			follower.dispose();
			hosted.session.dispose();
		}
	});
	try {
		await work;
	} finally {
		await config.update('followAgent', undefined, vscode.ConfigurationTarget.Global);
	}
}

const tabs = (): vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const names = (): string[] => tabs().map(({ label }) => label);

/** The editor of a file itself: older versions go on listing the sides of diffs that are closed. */
async function shows(name: string): Promise<vscode.TextEditor> {
	const deadline = Date.now() + 5000;
	for (;;) {
		const editor = vscode.window.visibleTextEditors.find(
			({ document }) => document.uri.scheme === 'file' && path.basename(document.fileName) === name,
		);
		if (editor !== undefined) return editor;
		if (Date.now() > deadline) throw new Error(`${name} is not shown; there are ${names().join(', ')}`);
		await sleep(20);
	}
}

/** Longer than a burst. */
const pause = (): Promise<void> => sleep(500);
const text = Array.from({ length: 300 }, (_, at) => `line ${at + 1}`).join('\n');

hostTest('following opens the file the agent touches at its line, as a preview [acp C10]', () =>
	withFollower(async ({ folder, say }) => {
		const file = await put(folder, 'a.txt', text);
		say('t1', { locations: [{ path: path.join(folder, 'old.txt') }, { path: file, line: 200 }] });
		const editor = await shows('a.txt');
		assert.equal(editor.selection.active.line, 199);
		const isThere = (): boolean =>
			editor.visibleRanges.some(({ start, end }) => start.line <= 199 && end.line >= 199);
		await until(isThere);
		assert.deepEqual(
			tabs().map(({ isPreview }) => isPreview),
			[true],
		);
	}),
);

longHostTest('following goes to the end of a file that is shorter than the agent thinks', () =>
	withFollower(async ({ folder, say }) => {
		say('t1', { locations: [{ path: await put(folder, 'a.txt', 'one\ntwo'), line: 99 }] });
		assert.equal((await shows('a.txt')).selection.active.line, 1);
	}),
);

hostTest('nothing opens while it is switched off, or for a session that is not on show', async () => {
	await withFollower(async ({ folder, say }) => {
		say('t1', { locations: [{ path: await put(folder, 'a.txt', text) }] });
		await pause();
		assert.deepEqual(names(), []);
	}, false);
	await withFollower(async ({ folder, say, hide }) => {
		say('t1', { locations: [{ path: await put(folder, 'a.txt', text) }] });
		hide();
		await pause();
		assert.deepEqual(names(), []);
	});
});

hostTest('nothing opens outside of the session, or for what is replayed', () =>
	withFollower(async ({ folder, say, hosted }) => {
		for (const [at, outside] of [
			'/etc/hostname',
			'/etc',
			'relative.txt',
			`${folder}/../../../etc/hostname`,
		].entries())
			say(`t${at}`, { locations: [{ path: outside }] });
		await pause();
		hosted.session.dispatch({ type: 'replay_started' });
		say('r1', { locations: [{ path: await put(folder, 'a.txt', text) }] });
		await pause();
		assert.deepEqual(names(), []);
	}),
);

longHostTest('a burst of calls ends in one editor, the newest', () =>
	withFollower(async ({ folder, say }) => {
		for (let at = 0; at < 20; at++) {
			const file = await put(folder, `f${at}.txt`, text);
			say(`t${at}`, { locations: [{ path: file }] });
		}
		await shows('f19.txt');
		assert.deepEqual(names(), ['f19.txt']);
	}),
);

longHostTest('a call leads somewhere once, not again with each update; a new line does', () =>
	withFollower(async ({ folder, say }) => {
		const locations = [{ path: await put(folder, 'a.txt', text), line: 5 }];
		say('t1', { locations });
		await shows('a.txt');
		await vscode.commands.executeCommand('workbench.action.closeAllEditors');
		say('t1', { title: 'Changed' });
		say('t1', { locations: [...locations], status: 'completed' });
		await pause();
		assert.deepEqual(names(), []);
		say('t1', { locations: [{ path: locations[0]?.path ?? '', line: 6 }] });
		await shows('a.txt');
	}),
);

hostTest('a file that the call has yet to make opens once it is there', () =>
	withFollower(async ({ folder, say }) => {
		const locations = [{ path: path.join(folder, 'new.txt') }];
		say('t1', { locations, status: 'in_progress' });
		await pause();
		assert.deepEqual(names(), []);
		await put(folder, 'new.txt', 'made');
		say('t1', { status: 'completed' });
		await shows('new.txt');
	}),
);

hostTest('following waits while the user types, and leaves what they work on open', () =>
	withFollower(async ({ folder, say }) => {
		const mine = await put(folder, 'mine.txt', 'mine');
		await typeInto(mine, 'typed ');
		say('t1', { locations: [{ path: await put(folder, 'a.txt', text) }] });
		await pause();
		assert.deepEqual(names(), ['mine.txt']);
		await shows('a.txt');
		assert.deepEqual(names(), ['mine.txt', 'a.txt']);
	}),
);

hostTest('a file that is open already is shown where it is, with the cursor where the user left it', () =>
	withFollower(async ({ folder, say }) => {
		const file = await put(folder, 'a.txt', text);
		await vscode.window.showTextDocument(vscode.Uri.file(file), {
			preview: false,
			selection: new vscode.Range(2, 1, 2, 1),
		});
		const other = await put(folder, 'b.txt', text);
		await vscode.window.showTextDocument(vscode.Uri.file(other), { viewColumn: vscode.ViewColumn.Beside });
		say('t1', { locations: [{ path: file, line: 250 }] });
		const isThere = (): boolean =>
			vscode.window.visibleTextEditors.some(
				({ document, visibleRanges }) =>
					document.fileName === file &&
					visibleRanges.some((range) => range.start.line <= 249 && range.end.line >= 249),
			);
		await until(isThere);
		assert.deepEqual(names(), ['a.txt', 'b.txt']);
		assert.equal((await shows('a.txt')).selection.active.line, 2);
		assert.equal(vscode.window.activeTextEditor?.document.fileName, other);
	}),
);

longHostTest('a file that cannot be shown as text is left out, and the log says so', () =>
	withFollower(async ({ folder, say, info }) => {
		const file = await put(folder, 'a.bin', new Uint8Array([0, 1, 2, 0, 255, 254, 0, 0]));
		say('t1', { locations: [{ path: file }] });
		await until(() => info.length > 0);
		assert.ok(info.every((line) => line.includes('a.bin')));
		assert.deepEqual(names(), []);
	}),
);

hostTest('a call that names no place leads to the file it changes [acp C255]', () =>
	withFollower(async ({ folder, say }) => {
		const file = await put(folder, 'a.txt', text);
		const other = await put(folder, 'b.txt', text);
		const oldPath = path.join(folder, 'old.txt');
		say('t1', {
			content: [
				{ type: 'file_change', operation: 'modify', path: other },
				{ type: 'file_change', operation: 'move', oldPath, path: file },
			],
		});
		await shows('a.txt');
		assert.deepEqual(names(), ['a.txt']);
	}),
);
