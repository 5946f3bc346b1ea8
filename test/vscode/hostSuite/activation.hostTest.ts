import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { hostTest } from './registry.ts';

hostTest('activates and offers every command that its manifest names', async () => {
	const extension = vscode.extensions.getExtension('acp-host.acp-host');
	assert.ok(extension);
	await extension.activate();
	const { contributes } = extension.packageJSON as { contributes: { commands: { command: string }[] } };
	const known = new Set(await vscode.commands.getCommands(true));
	const missing = contributes.commands.map(({ command }) => command).filter((id) => !known.has(id));
	assert.deepEqual(missing, []);
});
