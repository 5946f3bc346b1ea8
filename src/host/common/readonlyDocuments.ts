import * as vscode from 'vscode';
import { BoundedMap } from '../../core/base/boundedMap.ts';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import { documentName } from './displayText.ts';

/** Scheme of our read-only documents. */
export const readonlyScheme = 'acp-host';

interface Kept {
	readonly group: string;
	readonly text: string;
}

/**
 * Read-only documents in memory: sides of diffs, full command lines, raw output.
 * The oldest go when there are more than `limits.diffDocuments` or they weigh more than `limits.diffBytes`,
 * together with their tabs.
 */
export class ReadonlyDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
	readonly #kept = new BoundedMap<string, Kept>({
		maxCount: limits.diffDocuments,
		maxWeight: limits.diffBytes,
		weigh: ({ text }) => text.length * 2,
	});
	readonly #changed = new vscode.EventEmitter<vscode.Uri>();
	readonly #registration: vscode.Disposable;

	readonly onDidChange = this.#changed.event;

	constructor() {
		this.#registration = vscode.workspace.registerTextDocumentContentProvider(readonlyScheme, this);
		// A tab that VS Code brings back after a reload would show nothing, or differences that there are not.
		closeTabs((uri) => uri.scheme === readonlyScheme && !this.#kept.has(uri.toString()));
	}

	get count(): number {
		return this.#kept.size;
	}

	/**
	 * Keeps a text under a name.
	 * @param group what it is closed with, such as a session's key
	 * @param name unique in the group
	 * @param path what the tab shows and what picks the language: the path of the file it is about. Two sides of a diff
	 *   share it, or VS Code would call the file renamed
	 */
	put(group: string, name: string, path: string, text: string): vscode.Uri {
		const uri = vscode.Uri.from({ scheme: readonlyScheme, path, query: `${group}/${name}` });
		const key = uri.toString();
		const before = this.#kept.get(key);
		const gone = this.#kept.set(key, { group, text });
		if (before !== undefined && before.text !== text) this.#changed.fire(uri);
		this.#close(gone);
		return uri;
	}

	/** Keeps a text and shows it in a tab. @param name unique in the group; agents may have chosen it */
	async showText(group: string, name: string, text: string, extension = 'txt'): Promise<void> {
		const uri = this.put(group, `${name}.${extension}`, `/${documentName(name, extension)}`, text);
		await vscode.window.showTextDocument(uri, { preview: true });
	}

	provideTextDocumentContent(uri: vscode.Uri): string {
		return this.#kept.get(uri.toString())?.text ?? goneText();
	}

	/** Forgets a group and closes its tabs. */
	closeGroup(group: string): void {
		this.#close([...this.#kept].filter(([, kept]) => kept.group === group).map(([key]) => key));
	}

	dispose(): void {
		this.#registration.dispose();
		this.#changed.dispose();
		this.#kept.clear();
	}

	#close(keys: readonly string[]): void {
		if (keys.length === 0) return;
		for (const key of keys) this.#kept.delete(key);
		const gone = new Set(keys);
		closeTabs((uri) => gone.has(uri.toString()));
	}
}

/** For the tabs that cannot be told from others, such as that of several diffs. */
function goneText(): string {
	return t('This text went with the last window. Open it again from the conversation.');
}

function closeTabs(isGone: (uri: vscode.Uri) => boolean): void {
	const tabs = vscode.window.tabGroups.all
		.flatMap((group) => group.tabs)
		.filter((tab) => urisOf(tab).some(isGone));
	if (tabs.length > 0) void vscode.window.tabGroups.close(tabs, true);
}

function urisOf(tab: vscode.Tab): vscode.Uri[] {
	if (tab.input instanceof vscode.TabInputTextDiff) return [tab.input.original, tab.input.modified];
	return tab.input instanceof vscode.TabInputText ? [tab.input.uri] : [];
}
