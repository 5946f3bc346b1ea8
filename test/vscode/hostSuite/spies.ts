/** Notes what reaches VS Code, and lets it through. */
import * as vscode from 'vscode';

export interface Seen {
	/** Commands with their arguments. */
	readonly commands: (readonly [id: string, ...args: unknown[]])[];
	readonly messages: string[];
}

/** Runs `work` with eyes on commands and on messages, which are answered with nothing. */
export async function spying(work: (seen: Seen) => Promise<void>): Promise<void> {
	const seen: Seen = { commands: [], messages: [] };
	const commands = vscode.commands as { executeCommand: typeof vscode.commands.executeCommand };
	const window = vscode.window as { showInformationMessage: unknown };
	const { executeCommand } = commands;
	const { showInformationMessage } = window;
	commands.executeCommand = (id: string, ...args: unknown[]) => {
		seen.commands.push([id, ...args]);
		return executeCommand(id, ...args);
	};
	window.showInformationMessage = (text: string) => {
		seen.messages.push(text);
		return Promise.resolve(undefined);
	};
	try {
		await work(seen);
	} finally {
		commands.executeCommand = executeCommand;
		window.showInformationMessage = showInformationMessage;
	}
}
