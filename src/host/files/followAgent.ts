/**
 * Shows in the editor what the agent of the active session touches, if the user asked for that (acp C10). It opens
 * files of the session's folders only, as a preview, and never takes the focus or gets in the way of typing.
 */
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { toError } from '../../core/base/errors.ts';
import { t } from '../../core/base/l10n.ts';
import type { ToolCallEntry } from '../../core/session/model/entry.ts';
import type { ToolLocation } from '../../core/session/model/toolContent.ts';
import { isDiff } from '../../core/view/projectToolCall.ts';
import { probeFile } from '../../node/fileProbe.ts';
import { placeToLook } from '../../node/pathGuard.ts';
import { registerGuarded } from '../common/guardedCommand.ts';
import { rootsOf } from '../common/workspaceFolders.ts';
import type { OwnEdits } from './ownEdits.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';

/** Calls come in bursts: only the last one of a burst is gone to. */
const burstMs = 200;
/** A user who typed so lately may still be typing. */
const typingMs = 1000;

interface Target {
	readonly hosted: HostedSession;
	readonly entryId: string;
	readonly location: ToolLocation;
}

interface FollowAgentParts {
	/** The session that is on show. */
	active(): HostedSession | undefined;
	readonly ownEdits: OwnEdits;
	readonly log: Pick<vscode.LogOutputChannel, 'info'>;
}

/** Opens the files that the agent works on, while following is on and the user does not type. */
export class FollowAgent implements Disposable {
	readonly #parts: FollowAgentParts;
	readonly #store = new DisposableStore();
	readonly #reveal = this.#store.add(new QuietReveal());
	/** Where each call was followed to, so that its further updates do not lead there again. */
	readonly #followed = new WeakMap<HostedSession, Map<string, string>>();
	#target: Target | undefined;
	#timer: NodeJS.Timeout | undefined;
	#lastTyping = Number.NEGATIVE_INFINITY;

	constructor(parts: FollowAgentParts) {
		this.#parts = parts;
		this.#store.add(
			vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
				if (contentChanges.length === 0 || document !== vscode.window.activeTextEditor?.document) return;
				if (!parts.ownEdits.isEditing(document.uri)) this.#lastTyping = Date.now();
			}),
		);
	}

	/** Follows a session from its first to its last moment; only what happens while it is on show counts. */
	watch(hosted: HostedSession): Disposable {
		return hosted.session.onDidChange((changes) => {
			if (this.#parts.active() !== hosted) return;
			for (const change of changes) if (change.type === 'entry') this.#note(hosted, change.id);
		});
	}

	dispose(): void {
		clearTimeout(this.#timer);
		this.#store.dispose();
	}

	#note(hosted: HostedSession, entryId: string): void {
		const entry = hosted.session.state.entries.get(entryId);
		if (entry?.type !== 'tool_call' || entry.origin === 'replay') return;
		const location = newestLocation(entry);
		if (location === undefined || this.#followedOf(hosted).get(entryId) === keyOf(location)) return;
		this.#target = { hosted, entryId, location };
		// Settings are slow to read, and calls come by the hundred: whether to follow is asked once for each burst.
		this.#timer ??= setTimeout(() => this.#due(), burstMs);
	}

	/** Waits on while the user types; goes to what is the newest then. */
	#due(): void {
		this.#timer = undefined;
		const wait = this.#lastTyping + typingMs - Date.now();
		if (wait > 0) {
			this.#timer = setTimeout(() => this.#due(), wait);
			return;
		}
		const target = this.#target;
		this.#target = undefined;
		if (target === undefined || !isFollowing() || this.#parts.active() !== target.hosted) return;
		void this.#follow(target).catch((error: unknown) => {
			// The user did not ask for this file: one that cannot be shown is skipped, and the log says why.
			this.#parts.log.info(`Could not follow to ${target.location.path}: ${toError(error).message}`);
		});
	}

	async #follow({ hosted, entryId, location }: Target): Promise<void> {
		const place = await placeToLook(location.path, rootsOf(hosted.session.state.cwd));
		// What does not exist yet may be there with the next update of the call.
		if (place !== undefined && (await probeFile(place)).type !== 'file') return;
		this.#followedOf(hosted).set(entryId, keyOf(location));
		if (place !== undefined && this.#lastTyping + typingMs <= Date.now()) await this.#reveal.show(location);
	}

	#followedOf(hosted: HostedSession): Map<string, string> {
		const known = this.#followed.get(hosted) ?? new Map<string, string>();
		this.#followed.set(hosted, known);
		return known;
	}
}

export function registerFollowCommands(log: vscode.LogOutputChannel): Disposable {
	return registerGuarded(log, {
		'acpHost.toggleFollowAgent': () => setFollowing(!isFollowing()),
		'acpHost.stopFollowingAgent': () => setFollowing(false),
	});
}

/** Agents name what they come to last at the end. Where they name no place, it is where they change something. */
function newestLocation({ locations, content }: ToolCallEntry): ToolLocation | undefined {
	const named = locations.at(-1);
	if (named !== undefined) return named;
	const changed = content.findLast(isDiff);
	return changed === undefined ? undefined : { path: changed.path };
}

function keyOf({ path, line }: ToolLocation): string {
	return `${path}:${line ?? ''}`;
}

function isFollowing(): boolean {
	return vscode.workspace.getConfiguration('acpHost').get<boolean>('followAgent') === true;
}

/** Where the choice was made for this workspace it is changed there, else for the user. */
async function setFollowing(isOn: boolean): Promise<void> {
	const config = vscode.workspace.getConfiguration('acpHost');
	const isLocal = config.inspect('followAgent')?.workspaceValue !== undefined;
	const target = isLocal ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
	await config.update('followAgent', isOn, target);
	vscode.window.setStatusBarMessage(
		isOn ? t('ACP Host shows the files that the agent touches') : t('ACP Host no longer follows the agent'),
		4000,
	);
}

/** Time that the line stays marked. */
const markMs = 1500;

class QuietReveal implements Disposable {
	readonly #mark = vscode.window.createTextEditorDecorationType({
		isWholeLine: true,
		backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
		borderColor: new vscode.ThemeColor('editor.rangeHighlightBorder'),
		overviewRulerColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
	});

	/**
	 * Shows a file at its line (1-based) without taking the focus: where it is open already, or as a preview, which
	 * takes the place of another preview only. A cursor that the user set stays where it is.
	 * Rejects when VS Code cannot show the file as text.
	 */
	async show({ path, line }: ToolLocation): Promise<void> {
		const uri = vscode.Uri.file(path);
		const open = columnOf(uri);
		const editor = await vscode.window.showTextDocument(uri, {
			preview: true,
			preserveFocus: true,
			viewColumn: open ?? freeColumn(),
		});
		if (line === undefined) return;
		const row = Math.min(line, editor.document.lineCount) - 1;
		const range = new vscode.Range(row, 0, row, 0);
		if (open === undefined) editor.selection = new vscode.Selection(range.start, range.start);
		editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
		editor.setDecorations(this.#mark, [range]);
		// For an editor that was closed meanwhile this does nothing.
		setTimeout(() => editor.setDecorations(this.#mark, []), markMs).unref();
	}

	dispose(): void {
		this.#mark.dispose();
	}
}

/** The group in which the file has a tab, the active one first. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn | undefined {
	const { all, activeTabGroup } = vscode.window.tabGroups;
	return [activeTabGroup, ...all].find(({ tabs }) =>
		tabs.some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString()),
	)?.viewColumn;
}

/** The active group, unless what it shows is no text, such as a chat: that must not vanish behind a file. */
function freeColumn(): vscode.ViewColumn {
	const { all, activeTabGroup } = vscode.window.tabGroups;
	const free = [activeTabGroup, ...all].find(
		({ activeTab }) => activeTab === undefined || activeTab.input instanceof vscode.TabInputText,
	);
	return free?.viewColumn ?? vscode.ViewColumn.Beside;
}
