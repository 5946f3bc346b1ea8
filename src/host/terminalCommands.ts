/** The commands that agents have running, of all sessions, in one list: to look at, and to stop. */
import * as vscode from 'vscode';
import type { Disposable } from '../core/base/disposable.ts';
import { sessionTitle } from '../core/view/projectSession.ts';
import { runningCommands } from '../core/view/runningCommands.ts';
import type { ViewRunning } from '../core/view/viewModel.ts';
import { oneLine } from './displayText.ts';
import { registerGuarded } from './guardedCommand.ts';
import type { HostedSession } from './hostedSession.ts';
import type { Sessions } from './sessions.ts';
import type { TerminalTabs } from './terminalTabs.ts';

interface RunningItem extends vscode.QuickPickItem {
	readonly hosted: HostedSession;
	readonly terminalId: string;
}

export interface TerminalCommandParts {
	readonly sessions: Sessions;
	readonly tabs: TerminalTabs;
	readonly log: vscode.LogOutputChannel;
}

export function registerTerminalCommands(parts: TerminalCommandParts): Disposable {
	return registerGuarded(parts.log, {
		'acpHost.showRunningCommands': () => showRunningCommands(parts),
	});
}

const stopButton: vscode.QuickInputButton = {
	iconPath: new vscode.ThemeIcon('debug-stop'),
	tooltip: 'Stop This Command',
};

/** Enter opens the output in a terminal tab, the button stops the command. The list follows what ends and begins. */
function showRunningCommands({ sessions, tabs }: TerminalCommandParts): void {
	if (itemsOf(sessions).length === 0) {
		void vscode.window.showInformationMessage('No agent has a command running.');
		return;
	}
	const picker = vscode.window.createQuickPick<RunningItem>();
	picker.title = 'ACP: Running Commands';
	picker.placeholder = 'Enter shows the output in a terminal';
	picker.matchOnDescription = true;
	let shown = '';
	const refresh = (): void => {
		const items = itemsOf(sessions);
		const ids = items.map(({ hosted, terminalId }) => `${hosted.session.state.key} ${terminalId}`).join('\n');
		if (items.length === 0) picker.hide();
		// New items take the selection away, so only when there are others.
		else if (ids !== shown) picker.items = items;
		shown = ids;
	};
	refresh();
	const followed = sessions.all.map(({ session }) =>
		session.onDidChange((changes) => {
			if (changes.some(({ type }) => type === 'session' || type === 'reset')) refresh();
		}),
	);
	picker.onDidTriggerItemButton(({ item }) => item.hosted.session.stopCommand(item.terminalId));
	picker.onDidAccept(() => {
		const [item] = picker.selectedItems;
		picker.hide();
		if (item !== undefined) tabs.open(item.hosted, item.terminalId);
	});
	picker.onDidHide(() => {
		for (const subscription of followed) subscription.dispose();
		picker.dispose();
	});
	picker.show();
}

/** Those of the session on show first. */
function itemsOf(sessions: Sessions): RunningItem[] {
	const { active, all } = sessions;
	const ordered = all.toSorted((a, b) => Number(b === active) - Number(a === active));
	return ordered.flatMap((hosted) =>
		runningCommands(hosted.session.state).map((running) => itemOf(hosted, running)),
	);
}

function itemOf(hosted: HostedSession, { terminalId, label, canStop }: ViewRunning): RunningItem {
	const { state } = hosted.session;
	const title = sessionTitle(state);
	return {
		label: oneLine(label),
		description: oneLine(title === '' ? state.agentTitle : `${state.agentTitle} · ${title}`),
		...(canStop
			? { buttons: [stopButton] }
			: { detail: 'Run by the agent itself; stop the agent to end it.' }),
		hosted,
		terminalId,
	};
}
