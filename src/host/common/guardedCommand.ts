import * as vscode from 'vscode';
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import { t } from '../../core/base/l10n.ts';
import { sayWithButton } from './displayText.ts';
import { toError } from '../../core/base/errors.ts';

type CommandTable = Readonly<Record<string, Command>>;

/** Menus pass what was clicked, then all that is selected. */
export type Command = (argument?: unknown, selected?: unknown) => unknown;

/**
 * Registers commands by their ids, which stand in package.json as well. A command hidden by its `when` can still be
 * called; without trust none of them does anything (hazard F2). What one throws is told to the user.
 */
export function registerGuarded(log: vscode.LogOutputChannel, commands: CommandTable): Disposable {
	const store = new DisposableStore();
	for (const [id, run] of Object.entries(commands)) {
		store.add(vscode.commands.registerCommand(id, (...args: unknown[]) => guarded(log, run, args)));
	}
	return store;
}

/** The same with commands that load with the first use of one of them. @param load called once */
export function registerLater<Id extends string>(
	log: vscode.LogOutputChannel,
	ids: readonly Id[],
	load: () => Readonly<Record<Id, Command>>,
): Disposable {
	let commands: Readonly<Record<Id, Command>> | undefined;
	const passOn = (id: Id): [Id, Command] => [
		id,
		(argument, selected) => (commands ??= load())[id](argument, selected),
	];
	return registerGuarded(log, Object.fromEntries(ids.map(passOn)));
}

/** A command that only commands of ours call, across bundles: what it throws is told by them. */
export function registerInner(id: string, run: (...args: readonly unknown[]) => unknown): Disposable {
	return vscode.commands.registerCommand(id, (...args: unknown[]) =>
		vscode.workspace.isTrusted ? run(...args) : undefined,
	);
}

async function guarded(
	log: vscode.LogOutputChannel,
	run: Command,
	[argument, selected]: readonly unknown[],
): Promise<void> {
	if (!vscode.workspace.isTrusted)
		return void vscode.window.showWarningMessage(t('ACP Host runs agents only in trusted workspaces.'));
	try {
		await run(argument, selected);
	} catch (error) {
		tellError(log, error);
	}
}

/** Logs why something that the user wanted did not work, and tells the user. */
export function tellError(log: vscode.LogOutputChannel, error: unknown): void {
	const { message } = toError(error);
	log.error(message);
	sayWithButton(vscode.window.showErrorMessage, `ACP Host: ${message}`, t('Show Log'), () => log.show());
}
