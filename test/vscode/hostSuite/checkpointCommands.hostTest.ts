/** Whose checkpoints a command is about: any program of the window may call it, with anything. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { registerCheckpointCommands } from '../../../src/host/checkpoints/checkpointCommands.ts';
import type { HostedSession } from '../../../src/host/sessions/hostedSession.ts';
import { openFakeSession } from '../../unit/core/session/driver/fakeAgentPort.ts';
import { hostedFake } from '../../unit/host/hostedFake.ts';
import { answering } from './changesRig.ts';
import { hostTest } from './registry.ts';

type Handler = (argument?: unknown) => Promise<unknown>;

/** The commands, not registered: the extension may have done that. */
function handlersOf(register: () => vscode.Disposable): ReadonlyMap<string, Handler> {
	const commands = vscode.commands as { registerCommand: unknown };
	const { registerCommand } = commands;
	const handlers = new Map<string, Handler>();
	commands.registerCommand = (id: string, handler: Handler) => {
		handlers.set(id, handler);
		return new vscode.Disposable(() => undefined);
	};
	try {
		register();
		return handlers;
	} finally {
		commands.registerCommand = registerCommand;
	}
}

hostTest(
	'a row is about its own session; what a view passes is about the session that it shows',
	async () => {
		const sessions = [openFakeSession(), openFakeSession()].map(({ session }) => session);
		const [shown, other] = sessions.map((session) => hostedFake(session));
		assert.ok(shown && other);
		const begun: (HostedSession | undefined)[] = [];
		const handlers = handlersOf(() =>
			registerCheckpointCommands({
				log: { error: () => undefined } as unknown as vscode.LogOutputChannel,
				inView: () => shown,
				inActiveTab: () => undefined,
				byKey: (key) => (key === 'other' ? other : undefined),
				begin: (hosted) => {
					begun.push(hosted);
					return Promise.resolve(false);
				},
				writeAgain: () => Promise.resolve(),
			}),
		);
		assert.equal(handlers.size, 4);
		const about = async (argument: unknown): Promise<HostedSession | undefined> => {
			begun.length = 0;
			await answering(undefined, async () => {
				for (const handler of handlers.values()) await handler(argument);
			});
			assert.ok(begun.length === 0 || begun.length === 4);
			return begun[0];
		};
		const row = { acpHostSession: 'other', acpHostPrompt: 'prompt 1' };
		assert.equal(await about(row), other);
		assert.equal(await about({ ...row, acpHostSession: 'gone' }), undefined);
		assert.equal(await about({ ...row, webview: 'acpHost.chat' }), shown);
		for (const anything of [undefined, null, 5, 'other', [], { acpHostSession: 5 }, { group: row }])
			assert.equal(await about(anything), shown);
		for (const session of sessions) session.dispose();
	},
);
