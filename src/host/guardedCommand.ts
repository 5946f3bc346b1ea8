import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../core/base/disposable.ts';

export type CommandTable = Readonly<Record<string, (argument?: unknown) => unknown>>;

/**
 * Registers commands by their ids, which stand in package.json as well. A command hidden by its `when` can still be
 * called; without trust none of them does anything (hazard F2). What one throws is told to the user.
 */
export function registerGuarded(log: vscode.LogOutputChannel, commands: CommandTable): Disposable {
	const store = new DisposableStore();
	for (const [id, run] of Object.entries(commands)) {
		store.add(vscode.commands.registerCommand(id, (argument: unknown) => guarded(log, run, argument)));
	}
	return store;
}

async function guarded(
	log: vscode.LogOutputChannel,
	run: (argument?: unknown) => unknown,
	argument: unknown,
): Promise<void> {
	if (!vscode.workspace.isTrusted) {
		void vscode.window.showWarningMessage('ACP Host runs agents only in trusted workspaces.');
		return;
	}
	try {
		await run(argument);
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		log.error(message);
		const show = 'Show Log';
		void vscode.window.showErrorMessage(`ACP Host: ${message}`, show).then((choice) => {
			if (choice === show) log.show();
		});
	}
}
