/** "Add to Chat": from the editor, the explorer, a tab or a problem into the composer of the session on show. */
import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import { DisposableStore } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import { object, read, text } from '../../core/base/shape.ts';
import type { ViewAttachment, ViewContext } from '../../core/view/viewAttachment.ts';
import type { ChatPanels } from '../chat/chatPanels.ts';
import type { ChatSurface } from '../chat/chatSurface.ts';
import type { ChatView } from '../chat/chatView.ts';
import { fileOf, isFileLike, selectionOf } from '../mentions/editorContext.ts';
import { copiedSelection, terminalContext } from '../mentions/terminalSelection.ts';
import { Attaching } from './attaching.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { Sessions } from '../sessions/sessions.ts';

export interface AddToChatParts {
	readonly sessions: Sessions;
	readonly chatView: ChatView;
	readonly panels: ChatPanels;
}

/** Time that a view may take to appear; what is attached then is in its draft in any case. */
const appearMs = 5_000;

/** @param argument the address, when it comes from a menu */
export function addEditor(parts: AddToChatParts, argument: unknown): Promise<void> {
	return addToChat(parts, ofEditor(argument));
}

/** @param selected all that is selected, when it is more than what was clicked */
export async function addFiles(parts: AddToChatParts, clicked: unknown, selected: unknown): Promise<void> {
	return addToChat(parts, await ofFiles(clicked, selected));
}

/** @param problems what the code action says */
export function addProblem(parts: AddToChatParts, problems: unknown): Promise<void> {
	return addToChat(parts, ofProblem(problems));
}

export async function addTerminalSelection(parts: AddToChatParts): Promise<void> {
	const context = vscode.window.activeTerminal === undefined ? undefined : await activeSelection();
	if (context !== undefined) return addToChat(parts, [context]);
	void vscode.window.showInformationMessage(
		t('There is nothing to add: select some text in a terminal. It comes by way of the clipboard.'),
	);
}

/**
 * The text in the composer stays. Without a session one is started first; if the user then chooses no agent, nothing is
 * added.
 */
async function addToChat(parts: AddToChatParts, attachments: readonly ViewAttachment[]): Promise<void> {
	if (attachments.length === 0) {
		void vscode.window.showInformationMessage(
			t('There is nothing to add: open a file, or select some lines.'),
		);
		return;
	}
	const hosted = parts.panels.active ?? parts.sessions.active ?? (await newSession(parts.sessions));
	if (hosted === undefined) return;
	const surface = await reveal(parts, hosted);
	await new Attaching(parts.sessions, surface, hosted).add(attachments);
}

/** The selected lines, else the whole file. @param argument the address, when it comes from a menu */
function ofEditor(argument: unknown): readonly ViewAttachment[] {
	const editor = vscode.window.activeTextEditor;
	const uri = argument instanceof vscode.Uri ? argument : editor?.document.uri;
	if (uri === undefined || !isFileLike(uri)) return [];
	const isActive = editor?.document.uri.toString() === uri.toString();
	return [(isActive ? selectionOf(editor) : undefined) ?? fileOf(uri)];
}

/** What is selected in the explorer, or the file of a tab. */
async function ofFiles(clicked: unknown, selected: unknown): Promise<readonly ViewAttachment[]> {
	const uris = (Array.isArray(selected) ? selected : [clicked]).filter((one) => one instanceof vscode.Uri);
	return Promise.all(
		uris.map(async (uri) => ((await isFolder(uri)) ? { ...fileOf(uri), type: 'folder' } : fileOf(uri))),
	);
}

async function isFolder(uri: vscode.Uri): Promise<boolean> {
	try {
		return ((await vscode.workspace.fs.stat(uri)).type & vscode.FileType.Directory) !== 0;
	} catch {
		// A file that was never saved.
		return false;
	}
}

/** @param argument what the code action says */
function ofProblem(argument: unknown): readonly ViewAttachment[] {
	const problem = read(object({ id: text, name: text }), argument);
	return problem === undefined ? [] : [{ type: 'problems', ...problem }];
}

/** The session that the user starts now; undefined when they changed their mind. */
async function newSession(sessions: Sessions): Promise<HostedSession | undefined> {
	const store = new DisposableStore();
	try {
		const created = new Promise<HostedSession | undefined>((resolve) => {
			store.add(sessions.onDidChangeActive(resolve));
		});
		// Done when the agent has started, which may take long; the composer is there before.
		const done = vscode.commands.executeCommand('acpHost.newSession').then(() => sessions.active);
		return await Promise.race([created, done]);
	} finally {
		store.dispose();
	}
}

/** Brings the session to the front, in its tab if it is on the screen there, and waits for its page. */
async function reveal(
	{ chatView, panels }: AddToChatParts,
	hosted: HostedSession,
): Promise<ChatSurface | undefined> {
	const isInTab = !chatView.isShowing(hosted) && panels.isShowing(hosted);
	if (isInTab) panels.reveal(hosted);
	else await chatView.focus();
	const find = (): ChatSurface | undefined => (isInTab ? panels.surfaceOf(hosted) : chatView.surface);
	if (isInTab) find()?.focusComposer();
	const deadline = performance.now() + appearMs;
	while (find()?.isThere !== true && performance.now() < deadline) await delay(50);
	return find();
}

/** What is selected in the active terminal; undefined when nothing is. */
export async function activeSelection(): Promise<ViewContext | undefined> {
	const clipboard = {
		readText: () => vscode.env.clipboard.readText(),
		writeText: (text: string) => vscode.env.clipboard.writeText(text),
	};
	const copySelection = () => vscode.commands.executeCommand('workbench.action.terminal.copySelection');
	return terminalContext(await copiedSelection({ clipboard, copySelection }));
}
