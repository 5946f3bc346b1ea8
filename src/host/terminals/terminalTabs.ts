/**
 * Commands of agents in terminal tabs of the editor: what they printed so far, and what follows. Nothing typed there
 * reaches the command, and nothing it prints can do more than show text in colours (hazard E10).
 */
import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import { visibleText } from '../../core/view/visibleText.ts';
import { terminalTitle } from '../../core/view/runningWork.ts';
import { escapeIcons } from '../common/displayText.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { TerminalReplay } from './terminalReplay.ts';

/** A longer command is cut in the title of its tab; the card shows all of it. */
const maxTitle = 60;

interface Tab {
	readonly hosted: HostedSession;
	readonly terminalId: string;
	readonly terminal: vscode.Terminal;
}

export class TerminalTabs implements Disposable {
	readonly #tabs = new Map<vscode.Terminal, Tab>();
	readonly #store = new DisposableStore();

	constructor() {
		this.#store.add(vscode.window.onDidCloseTerminal((terminal) => void this.#tabs.delete(terminal)));
	}

	/** Shows the tab of a command, a new one only if there is none. An id that is not known does nothing. */
	open(hosted: HostedSession, terminalId: string): void {
		const { state } = hosted.session;
		const known = [...this.#tabs.values()].find(
			(tab) => tab.hosted === hosted && tab.terminalId === terminalId,
		);
		if (known !== undefined) return known.terminal.show();
		if (!state.terminals.has(terminalId)) return;
		const terminal = vscode.window.createTerminal({
			name: titleOf(terminalTitle(state, terminalId)),
			pty: new OutputPty(hosted, terminalId),
			isTransient: true,
		});
		this.#tabs.set(terminal, { hosted, terminalId, terminal });
		terminal.show();
	}

	/** The session is gone, and with it what its tabs show. */
	closeSession(hosted: HostedSession): void {
		for (const tab of this.#tabs.values()) if (tab.hosted === hosted) tab.terminal.dispose();
	}

	dispose(): void {
		for (const { terminal } of this.#tabs.values()) terminal.dispose();
		this.#store.dispose();
	}
}

/** The side of a terminal tab that VS Code talks to. Listens to the session only while the tab is there. */
class OutputPty implements vscode.Pseudoterminal {
	readonly #hosted: HostedSession;
	readonly #terminalId: string;
	readonly #replay = new TerminalReplay();
	readonly #written = new Emitter<string>();
	readonly #store = new DisposableStore();
	#timer: NodeJS.Timeout | undefined;
	#hasSaidReadOnly = false;

	constructor(hosted: HostedSession, terminalId: string) {
		this.#hosted = hosted;
		this.#terminalId = terminalId;
	}

	readonly onDidWrite: vscode.Event<string> = (listener, thisArg) =>
		this.#written.event((text) => listener.call(thisArg, text));

	open(): void {
		this.#store.add(
			this.#hosted.session.onDidChange((changes) => {
				const isOfTerminal = changes.some(
					(change) =>
						change.type === 'reset' || (change.type === 'terminal' && change.terminalId === this.#terminalId),
				);
				// Not for each chunk: reading a long output costs its length.
				if (isOfTerminal) this.#timer ??= setTimeout(() => this.#write(), limits.flushMs);
			}),
		);
		this.#write();
	}

	close(): void {
		clearTimeout(this.#timer);
		this.#store.dispose();
		this.#written.dispose();
	}

	handleInput(): void {
		if (this.#hasSaidReadOnly) return;
		this.#hasSaidReadOnly = true;
		void vscode.window.showInformationMessage(
			t('This terminal only shows what the command prints. What you type does not reach it.'),
		);
	}

	#write(): void {
		this.#timer = undefined;
		const terminal = this.#hosted.session.state.terminals.get(this.#terminalId);
		const text = this.#replay.next(terminal);
		if (text !== '') this.#written.fire(text);
	}
}

function titleOf(command: string): string {
	const title = visibleText(command);
	return escapeIcons(title.length > maxTitle ? `${title.slice(0, maxTitle)}…` : title);
}
