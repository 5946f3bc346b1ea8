/** The tree of sessions beside the chat: grouped by agent, this window's first, then what the agent keeps. */
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { Event } from '../../core/base/emitter.ts';
import { t } from '../../core/base/l10n.ts';
import type { AgentPort } from '../../core/session/model/agentPort.ts';
import { RowsOfKeys } from '../common/rowsOfKeys.ts';
import type { AgentSessions, ListingAgents } from './agentSessions.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { folderNameOf } from './sessionFolder.ts';
import type { Sessions } from '../sessions/sessions.ts';
import {
	agentItem,
	commandFor,
	hostedItem,
	listedItem,
	listedTooltip,
	otherItem,
} from './sessionsTreeItems.ts';
import { agentNodes, canOpen, sessionNodesOf, sessionFlags, type SessionNode } from './sessionsTreeNodes.ts';
import type { Settings } from '../settings/settings.ts';
import { revealUntilShown, TreeSelection } from './treeReveal.ts';

/** The ids of the tree: one for each container, of which `acpHost.location` shows one. */
const sessionsViewIds = ['acpHost.sessions', 'acpHost.sessionsSecondary'] as const;

/** Times are said in minutes. */
const tickMs = 60_000;

interface SessionsTreeParts {
	readonly settings: Settings;
	readonly agents: ListingAgents;
	readonly sessions: Sessions;
	readonly kept: AgentSessions;
	readonly panels: {
		readonly onShow: HostedSession | undefined;
		readonly onDidChangeOnShow: Event<void>;
	};
}

export class SessionsTree implements vscode.TreeDataProvider<SessionNode>, Disposable {
	readonly #parts: SessionsTreeParts;
	readonly #store = new DisposableStore();
	readonly #changed = this.#store.add(new vscode.EventEmitter<undefined>());
	readonly #views: readonly vscode.TreeView<SessionNode>[];
	readonly #selections = new Map<vscode.TreeView<SessionNode>, TreeSelection<SessionNode>>();
	readonly #ofKeys: RowsOfKeys;
	/** Changes with each wish to mark another session. */
	#wish: symbol | undefined;
	/** What the menus know of the session on show. */
	#toldFlags: string | undefined;

	readonly onDidChangeTreeData = this.#changed.event;

	constructor(parts: SessionsTreeParts) {
		this.#parts = parts;
		this.#views = sessionsViewIds.map((id) =>
			this.#store.add(vscode.window.createTreeView(id, { treeDataProvider: this })),
		);
		this.#ofKeys = this.#store.add(new RowsOfKeys(sessionsViewIds, this.#views));
		const refresh = (): void => this.#changed.fire(undefined);
		for (const view of this.#views) {
			this.#store.add(view.onDidChangeVisibility(() => this.#shown(view)));
			const selection = new TreeSelection(view);
			this.#selections.set(view, selection);
			this.#store.add(view.onDidChangeSelection(({ selection: nodes }) => selection.changed(nodes)));
		}
		this.#store.add(parts.sessions.onDidChange(refresh));
		this.#store.add(parts.sessions.onDidChange(() => this.#tellMenus()));
		this.#store.add(parts.panels.onDidChangeOnShow(() => this.#tellMenus()));
		this.#store.add(parts.sessions.onDidChangeActive((active) => this.#reveal(active)));
		this.#store.add(parts.kept.onDidChange(refresh));
		this.#store.add(parts.settings.onDidChange(refresh));
		this.#store.add(vscode.workspace.onDidChangeWorkspaceFolders(refresh));
		const timer = setInterval(() => {
			if (this.#views.some(({ visible }) => visible)) refresh();
		}, tickMs);
		this.#store.add({ dispose: () => clearInterval(timer) });
	}

	/** The row that a key is about. */
	focused(argument: readonly unknown[]): Promise<unknown> {
		return this.#ofKeys.focused(argument);
	}

	getChildren(node?: SessionNode): SessionNode[] {
		const { settings, sessions, kept } = this.#parts;
		const states = sessions.all.map(({ session }) => session.state);
		const configured = settings.agents.agents.map(({ name }) => name);
		if (node === undefined) return agentNodes(configured, states);
		if (node.type !== 'agent') return [];
		const { agent } = node;
		const isConfigured = configured.includes(agent);
		if (isConfigured) kept.ensure(agent);
		return sessionNodesOf({
			agent,
			sessions: states,
			listing: kept.of(agent),
			capabilities: kept.capabilities(agent),
			isConfigured,
		});
	}

	getTreeItem(node: SessionNode): vscode.TreeItem {
		const { settings, sessions, kept } = this.#parts;
		switch (node.type) {
			case 'agent':
				return agentItem(node.agent, node.hasSessions, settings.agent(node.agent) !== undefined);
			case 'hosted': {
				const hosted = sessions.byKey(node.key);
				// Closed between two refreshes: the next one takes its row away.
				if (hosted === undefined) return new vscode.TreeItem('');
				const { state } = hosted.session;
				const item = hostedItem({
					state,
					isActive: hosted === sessions.active,
					folderName: nameOfFolder(state.cwd),
					now: Date.now(),
				});
				item.command = commandFor('acpHost.openSession', t('Open Session'), node);
				return item;
			}
			case 'listed': {
				const capabilities = kept.capabilities(node.agent);
				const { agent, listed } = node;
				const folderName = nameOfFolder(listed.cwd);
				const item = listedItem({ agent, listed, capabilities, folderName, now: Date.now() });
				const isOpenable = capabilities === undefined || canOpen(capabilities);
				if (isOpenable) item.command = commandFor('acpHost.openSession', t('Open Session'), node);
				return item;
			}
			default:
				return otherItem(node);
		}
	}

	getParent(node: SessionNode): SessionNode | undefined {
		return node.type === 'agent' ? undefined : { type: 'agent', agent: node.agent, hasSessions: true };
	}

	/**
	 * The agent says whether it has the session open, where it can (unstable): asked for only when the tooltip is
	 * shown.
	 */
	async resolveTreeItem(
		item: vscode.TreeItem,
		node: SessionNode,
		token: vscode.CancellationToken,
	): Promise<vscode.TreeItem> {
		if (node.type !== 'listed') return item;
		const port = this.#parts.agents.running(node.agent);
		const status = await statusAt(port, node.listed.sessionId);
		if (!token.isCancellationRequested) item.tooltip = listedTooltip(node.listed, status);
		return item;
	}

	dispose(): void {
		this.#wish = undefined;
		this.#store.dispose();
	}

	#shown(view: vscode.TreeView<SessionNode>): void {
		if (!view.visible) return;
		this.#changed.fire(undefined);
		this.#reveal(this.#parts.sessions.active);
	}

	/** Marks the session that the chat shows, without taking the focus. */
	#reveal(active: HostedSession | undefined): void {
		const wish = Symbol('wish');
		this.#wish = wish;
		const view = this.#views.find(({ visible }) => visible);
		if (view === undefined || active === undefined) return;
		const { key, agentName } = active.session.state;
		void revealUntilShown({
			isWanted: () => this.#wish === wish && view.visible,
			isMarked: () => {
				const selected = this.#selections.get(view)?.current;
				return selected?.type === 'hosted' && selected.key === key;
			},
			ask: () => view.reveal({ type: 'hosted', agent: agentName, key }, { select: true, focus: false }),
		});
	}

	/** The palette offers what the session on show can do. */
	#tellMenus(): void {
		const state = this.#parts.panels.onShow?.session.state;
		const flags =
			state === undefined
				? ''
				: sessionFlags({
						isHosted: true,
						isKnown: state.sessionId !== undefined,
						isArchived: false,
						capabilities: state.capabilities,
					});
		// Each turn brings many changes of state, and few of them are about what the menus offer.
		if (flags === this.#toldFlags) return;
		this.#toldFlags = flags;
		void vscode.commands.executeCommand('setContext', 'acpHost.activeSession', flags);
	}
}

function nameOfFolder(cwd: string): string {
	const folders = vscode.workspace.workspaceFolders ?? [];
	return folderNameOf(
		cwd,
		folders.map(({ name, uri }) => ({ name, path: uri.fsPath })),
	);
}

async function statusAt(
	port: AgentPort | undefined,
	sessionId: string,
): Promise<'open' | 'saved' | undefined> {
	if (port?.capabilities.sessionStatus !== true) return undefined;
	try {
		return await port.sessionStatus(sessionId);
	} catch {
		// The tooltip does without it: a failure here is not worth a message.
		return undefined;
	}
}
