/** What watches changes, on a folder of a test, with a store of its own in it. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as vscode from 'vscode';
import { ReviewAtWork } from '../../../src/host/changes/reviewAtWork.ts';
import { OwnEdits } from '../../../src/host/files/ownEdits.ts';
import { projectFolder } from './noNetwork.ts';

export function workOf(folder: string): ReviewAtWork {
	const context = {
		asAbsolutePath: (file: string) => path.join(projectFolder(), file),
	} as vscode.ExtensionContext;
	const log = { info: () => undefined, error: () => undefined } as unknown as vscode.LogOutputChannel;
	const parts = { context, log, ownEdits: new OwnEdits(), folders: [folder], exclude: ['.store'] };
	return new ReviewAtWork({ ...parts, storeFolder: path.join(folder, '.store') });
}

/** Resolves when there is something. */
export async function isSeen(look: () => Promise<unknown>): Promise<void> {
	for (const end = Date.now() + 5_000; (await look()) === undefined; await sleep(5)) {
		if (Date.now() > end) throw new Error('It was not seen.');
	}
}
