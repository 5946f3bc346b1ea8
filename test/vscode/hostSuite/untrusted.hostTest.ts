/** Without trust: a command that is hidden can still be called by its name, and must do nothing. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Disposable } from '../../../src/core/base/disposable.ts';
import { type AllCommandParts, registerAllCommands } from '../../../src/host/wiring/allCommands.ts';
import { hostFigure, hostTest } from './registry.ts';

type Handler = (...args: unknown[]) => unknown;

/** Stands for every part there is; `touched` gets a line for whatever is done with it. */
function anyPart(touched: string[], name = 'parts'): unknown {
	return new Proxy(() => undefined, {
		get: (_target, key) => {
			if (key === 'then' || typeof key === 'symbol') return undefined;
			touched.push(`${name}.${key}`);
			return anyPart(touched, `${name}.${key}`);
		},
		apply: () => {
			touched.push(`${name}()`);
			return anyPart(touched, `${name}()`);
		},
	});
}

function allParts(touched: string[]): AllCommandParts {
	const names: Record<keyof AllCommandParts, true> = {
		settings: true,
		approvals: true,
		agents: true,
		sessions: true,
		chatView: true,
		panels: true,
		permissions: true,
		mcp: true,
		log: true,
		tabs: true,
		secrets: true,
		dialog: true,
		chooser: true,
		rules: true,
		attention: true,
		changes: true,
		documents: true,
	};
	const parts = Object.keys(names).map((name) => [name, anyPart(touched, name)]);
	return Object.fromEntries(parts) as AllCommandParts;
}

/** Runs `work` with something else in place of a member of the API. */
async function replacing<T>(
	owner: object,
	name: string,
	other: PropertyDescriptor,
	work: () => Promise<T>,
): Promise<T> {
	const original = Object.getOwnPropertyDescriptor(owner, name);
	assert.ok(original, name);
	Object.defineProperty(owner, name, { configurable: true, ...other });
	try {
		return await work();
	} finally {
		Object.defineProperty(owner, name, original);
	}
}

hostTest(
	'no command does anything in a workspace that is not trusted, whatever it is called with [hazard F2]',
	async () => {
		const touched: string[] = [];
		const handlers = new Map<string, Handler>();
		const warnings: string[] = [];
		let registration: Disposable | undefined;
		const registerCommand = (id: string, run: Handler): vscode.Disposable => {
			handlers.set(id, run);
			return new vscode.Disposable(() => undefined);
		};
		const warn = (text: string): Promise<undefined> => {
			warnings.push(text);
			return Promise.resolve(undefined);
		};
		const createTreeView = (): unknown => anyPart([]);
		await replacing(vscode.commands, 'registerCommand', { value: registerCommand }, () =>
			replacing(vscode.window, 'createTreeView', { value: createTreeView }, () => {
				registration = registerAllCommands(allParts(touched));
				return Promise.resolve();
			}),
		);
		const { packageJSON } = vscode.extensions.getExtension('acp-host.acp-host') ?? {};
		const { contributes } = packageJSON as { contributes: { commands: { command: string }[] } };
		// The rules of permissions register theirs from inside, with the same guard: `bundles.test.ts` checks that
		// there is no other place.
		const missing = contributes.commands
			.map(({ command }) => command)
			.filter((id) => !handlers.has(id) && !/permission(?:Rule|Log)/iu.test(id));
		assert.deepEqual(missing, [], 'They are registered elsewhere, without the guard.');
		registration?.dispose();
		touched.length = 0;
		await replacing(vscode.workspace, 'isTrusted', { get: () => false }, () =>
			replacing(vscode.window, 'showWarningMessage', { value: warn }, async () => {
				for (const run of handlers.values()) {
					await run();
					await run(vscode.Uri.file('/etc/passwd'), [vscode.Uri.file('/etc/passwd')]);
					await run({ key: 'session' }, 7);
				}
			}),
		);
		assert.deepEqual(touched, []);
		assert.equal(warnings.length, handlers.size * 3);
		assert.ok(warnings.every((text) => text.includes('trusted')));
		hostFigure('F2', `${handlers.size} commands, each called in three ways: nothing was touched`);
	},
);
