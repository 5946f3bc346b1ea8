/**
 * What agents have running, of all sessions, in one list: commands, and other work that goes on beside or after a turn
 * (acp C243). To look at, and to stop.
 */
import * as vscode from 'vscode';
import { t } from '../../core/base/l10n.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import { sessionTitle } from '../../core/view/projectSession.ts';
import { runningWork } from '../../core/view/runningWork.ts';
import type { ViewRunning } from '../../core/view/viewSession.ts';
import { oneLine } from '../common/displayText.ts';
import type { CommandsOf, terminalCommandIds } from '../common/commandIds.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { TerminalTabs } from './terminalTabs.ts';

interface RunningItem extends vscode.QuickPickItem {
	readonly hosted: HostedSession;
	readonly running: ViewRunning;
}

interface TerminalCommandParts {
	readonly sessions: Sessions;
	readonly tabs: TerminalTabs;
}

export function terminalCommands(parts: TerminalCommandParts): CommandsOf<typeof terminalCommandIds> {
	return {
		'acpHost.showRunningCommands': () => showRunningCommands(parts),
	};
}

function stopButton(): vscode.QuickInputButton {
	return { iconPath: new vscode.ThemeIcon('debug-stop'), tooltip: t('Stop This') };
}

/**
 * Enter opens the output of a command in a terminal tab, and the session of anything else; the button stops it. The
 * list follows what ends and begins.
 */
function showRunningCommands(parts: TerminalCommandParts): void {
	const { sessions } = parts;
	if (itemsOf(sessions).length === 0)
		return void vscode.window.showInformationMessage(t('No agent has a command running.'));
	const picker = vscode.window.createQuickPick<RunningItem>();
	picker.title = t('ACP: Running Commands');
	picker.placeholder = t('Enter shows the output in a terminal, or where else it is to be seen');
	picker.matchOnDescription = true;
	let shown = '';
	const refresh = (): void => {
		const items = itemsOf(sessions);
		const now = JSON.stringify(items.map(({ hosted, running }) => [hosted.session.state.key, running]));
		if (items.length === 0) picker.hide();
		// New items take the selection away, so only when there are others.
		else if (now !== shown) replaceItems(picker, items);
		shown = now;
	};
	refresh();
	const followed = sessions.all.map(({ session }) =>
		session.onDidChange((changes) => {
			if (changes.some(({ type }) => type !== 'text' && type !== 'terminal')) refresh();
		}),
	);
	picker.onDidTriggerItemButton(({ item }) => stop(item));
	picker.onDidAccept(() => {
		const [item] = picker.selectedItems;
		picker.hide();
		if (item !== undefined) show(parts, item);
	});
	picker.onDidHide(() => {
		for (const subscription of followed) subscription.dispose();
		picker.dispose();
	});
	picker.show();
}

/** The row that the user is on stays the active one, wherever it stands now. */
function replaceItems(picker: vscode.QuickPick<RunningItem>, items: readonly RunningItem[]): void {
	const [active] = picker.activeItems;
	const isActive = ({ hosted, running }: RunningItem): boolean =>
		hosted === active?.hosted && running.type === active.running.type && running.id === active.running.id;
	const next = items.find(isActive);
	picker.keepScrollPosition = true;
	picker.items = items;
	if (next !== undefined) picker.activeItems = [next];
}

function stop({ hosted: { session }, running: { type, id } }: RunningItem): void {
	switch (type) {
		case 'terminal':
			return session.stopCommand(id);
		case 'tool_call':
			return session.cancelToolCall(id);
		case 'subagent':
			return session.cancelSubagent(id);
		case 'other':
			return undefined;
	}
}

function show({ sessions, tabs }: TerminalCommandParts, { hosted, running }: RunningItem): void {
	if (running.terminalId !== undefined) return tabs.open(hosted, running.terminalId);
	if (sessions.active !== hosted) sessions.activate(hosted);
	void vscode.commands.executeCommand('acpHost.focusChat');
}

/** Those of the session on show first. */
function itemsOf(sessions: Sessions): RunningItem[] {
	const { active, all } = sessions;
	const ordered = all.toSorted((a, b) => Number(b === active) - Number(a === active));
	return ordered.flatMap((hosted) =>
		runningWork(hosted.session.state).map((running) => itemOf(hosted, running)),
	);
}

function itemOf(hosted: HostedSession, running: ViewRunning): RunningItem {
	const { state } = hosted.session;
	const detail = detailOf(state, running);
	const title = sessionTitle(state);
	return {
		label: oneLine(running.label),
		description: oneLine(title === '' ? state.agentTitle : `${state.agentTitle} · ${title}`),
		...(detail === undefined ? { buttons: [stopButton()] } : { detail }),
		hosted,
		running,
	};
}

/** Why there is no button to stop it; undefined when there is. */
function detailOf({ turn }: SessionState, { canStop, isStopping }: ViewRunning): string | undefined {
	if (isStopping === true) return t('The agent was asked to stop it.');
	if (canStop) return undefined;
	// Stop is about the turn: what runs on after it ends with its session only.
	return turn.type === 'idle'
		? t('Run by the agent itself; close the session to end it.')
		: t('Run by the agent itself; stop the agent to end it.');
}
