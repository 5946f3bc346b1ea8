/** What watches changes, on a folder of a test, with a store of its own in it. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type * as vscode from 'vscode';
import type { SessionState } from '../../../src/core/session/model/sessionState.ts';
import { parseBounds } from '../../../src/host/changes/changeBounds.ts';
import { callName } from '../../../src/host/changes/entryNames.ts';
import { ReviewAtWork } from '../../../src/host/changes/reviewAtWork.ts';
import { OwnEdits } from '../../../src/host/files/ownEdits.ts';
import { projectFolder } from './noNetwork.ts';

export function workOf(folder: string): ReviewAtWork {
	const context = {
		asAbsolutePath: (file: string) => path.join(projectFolder(), file),
	} as vscode.ExtensionContext;
	const log = { info: () => undefined, error: () => undefined } as unknown as vscode.LogOutputChannel;
	const parts = { context, log, ownEdits: new OwnEdits(), folders: [folder], exclude: ['.store'] };
	const { bounds } = parseBounds(() => undefined);
	return new ReviewAtWork({ ...parts, bounds, storeFolder: path.join(folder, '.store') });
}

/** The text of a file before the tool call with this id of its entry, as far as it was seen. */
export function textBefore(
	work: ReviewAtWork,
	state: SessionState,
	entryId: string,
	file: string,
): Promise<string | undefined> {
	const call = state.entries.get(entryId);
	assert.equal(call?.type, 'tool_call');
	return work.textBefore(state.key, callName(call), file);
}

/** Resolves when there is something. */
export async function isSeen(look: () => Promise<unknown>): Promise<void> {
	for (const end = Date.now() + 60_000; (await look()) === undefined; await sleep(5)) {
		if (Date.now() > end) throw new Error('It was not seen.');
	}
}
