/**
 * What tool calls change, as native diff tabs. Both sides are read-only documents of ours, bounded in number and
 * size, and closed with their session (hazard D9).
 */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { limits } from '../core/base/limits.ts';
import { type DiffSides, resolveDiffSides } from '../core/session/diffSides.ts';
import type { DiffContent, ToolCallEntry } from '../core/session/model.ts';
import { isFinal } from '../core/session/toolCalls.ts';
import type { Baselines } from './baselines.ts';
import type { HostedSession } from './hostedSession.ts';
import type { ReadonlyDocuments } from './readonlyDocuments.ts';
import { readCurrentText } from './workspaceFiles.ts';

/** Two sides each: more in one tab would push out its own first documents. */
const maxFiles = limits.diffDocuments / 2;

interface DiffTab {
	readonly label: vscode.Uri;
	readonly left: vscode.Uri;
	readonly right: vscode.Uri;
	readonly sides: DiffSides;
}

export class DiffTabs {
	readonly #documents: ReadonlyDocuments;
	readonly #baselines: Baselines;

	constructor(documents: ReadonlyDocuments, baselines: Baselines) {
		this.#documents = documents;
		this.#baselines = baselines;
	}

	/**
	 * Opens the diffs of a tool call: one as a diff editor, several as one multi-diff.
	 * @param index counts the diffs of the call from 0; absent opens all
	 */
	async open(hosted: HostedSession, toolCallEntryId: string, index?: number): Promise<void> {
		const call = hosted.session.state.entries.get(toolCallEntryId);
		if (call?.type !== 'tool_call') return;
		const diffs = call.content.filter((item) => item.type === 'diff');
		const wanted = index === undefined ? diffs.slice(0, maxFiles) : diffs.slice(index, index + 1);
		const first = index ?? 0;
		const tabs = await Promise.all(wanted.map((diff, at) => this.#prepare(hosted, call, diff, first + at)));
		const [only] = tabs;
		if (only === undefined) return;
		if (tabs.length === 1) await openOne(only);
		else await openAll(titleOf(call.title, tabs.length, diffs.length), tabs);
	}

	/** Closes the tabs of a session and forgets their text. */
	closeSession(hosted: HostedSession): void {
		this.#documents.closeGroup(hosted.session.state.key);
	}

	async #prepare(
		hosted: HostedSession,
		call: ToolCallEntry,
		diff: DiffContent,
		index: number,
	): Promise<DiffTab> {
		const { key } = hosted.session.state;
		const label = vscode.Uri.file(diff.path);
		const sides = resolveDiffSides(
			diff,
			this.#baselines.get(hosted, call.id, diff.path),
			await textIfThere(label),
			isFinal(call.status) && call.status !== 'cancelled',
		);
		const put = (side: string, text: string): vscode.Uri =>
			this.#documents.put(key, `${call.id}/${index}/${side}`, label.path, text);
		return {
			label,
			sides,
			left: put('before', sides.before),
			right: put('after', sides.after),
		};
	}
}

async function openOne({ label, left, right, sides }: DiffTab): Promise<void> {
	const name = path.basename(label.fsPath);
	await vscode.commands.executeCommand('vscode.diff', left, right, `${name} (${describe(sides)})`, {
		preview: false,
	});
}

async function openAll(title: string, tabs: readonly DiffTab[]): Promise<void> {
	const resources = tabs.map(({ label, left, right, sides }) => [
		label,
		sides.kind === 'create' ? undefined : left,
		sides.kind === 'delete' ? undefined : right,
	]);
	await vscode.commands.executeCommand('vscode.changes', title, resources);
	// The command takes no options: without this the next file would replace the review.
	await vscode.commands.executeCommand('workbench.action.keepEditor');
}

function titleOf(title: string, shown: number, all: number): string {
	return shown === all ? title : `${title} (first ${shown} of ${all} files)`;
}

function describe(sides: DiffSides): string {
	if (sides.kind === 'create') return 'new file';
	if (sides.kind === 'delete') return 'deleted';
	return sides.extent === 'fragment' ? 'fragment, before ↔ after' : 'before ↔ after';
}

async function textIfThere(uri: vscode.Uri): Promise<string | undefined> {
	try {
		return await readCurrentText(uri);
	} catch {
		// Missing, binary or too large: then there is nothing to show the fragment in.
		return undefined;
	}
}
