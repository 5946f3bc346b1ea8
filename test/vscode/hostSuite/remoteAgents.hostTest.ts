/** Agents at addresses in the real VS Code: every shape by every carrier, and the proxy that its settings name. */
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import * as vscode from 'vscode';
import { AgentError } from '../../../src/core/base/errors.ts';
import { textOf } from '../../../src/core/session/model/content.ts';
import { Session } from '../../../src/core/session/driver/session.ts';
import { systemClock } from '../../../src/host/common/systemClock.ts';
import type * as RemoteLine from '../../../src/host/agents/remoteLine.ts';
import { RunningAgent } from '../../../src/host/agents/runningAgent.ts';
import type { RemoteDefinition } from '../../../src/host/settings/agentDefinition.ts';
import { proxySettings } from '../../../src/host/settings/proxySettings.ts';
import type { Shape } from '../../agents/promptTurns.ts';
import type { ServedScenarios } from '../../agents/serveScenarios.ts';
import { localBackend } from '../../unit/agents/localBackend.ts';
import { projectFolder } from './noNetwork.ts';
import { hostTest, networkWatch } from './registry.ts';
import { withScratch } from './scratch.ts';

const shapes: readonly Shape[] = ['v1', 'A', 'B', 'C'];

/** The servers are a process of their own; what is tested may connect to them meanwhile. */
async function withServers(work: (served: ServedScenarios) => Promise<void>): Promise<void> {
	const script = path.join(projectFolder(), 'test', 'agents', 'serveScenarios.ts');
	const child: ChildProcessByStdio<Writable, Readable, null> = spawn(process.execPath, [script], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	try {
		const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
		const served = JSON.parse(line) as ServedScenarios;
		await (networkWatch.current?.allowing(() => work(served)) ?? work(served));
	} finally {
		const exit = once(child, 'exit');
		child.stdin.end();
		await exit;
	}
}

/** What ships. */
function shipped(): typeof RemoteLine {
	const file = path.join(projectFolder(), 'dist', 'remoteAgent.cjs');
	return createRequire(file)(file) as typeof RemoteLine;
}

function start(url: string, folder: string, shape: Shape): Promise<RunningAgent> {
	const definition: RemoteDefinition = {
		...{ type: 'remote', name: 'Far', url, headers: {}, headerVariables: new Map() },
		...{ protocol: 'auto', isBuiltIn: false },
	};
	return RunningAgent.start({
		definition,
		openLine: (options, redactor) => shipped().openRemoteLine(definition, proxySettings(), options, redactor),
		folder,
		clientInfo: { name: 'acp-host', title: 'ACP Host', version: '0' },
		offer: { files: true, terminals: true, terminalLogin: false, forms: true, urls: true },
		unstable: new Set(),
		schemaFolder: path.join(projectFolder(), 'dist', 'schema'),
		launchFolder: path.join(folder, 'launch'),
		ask: shape === 'v1' ? 1 : 2,
		signal: new AbortController().signal,
		log: vscode.window.createOutputChannel('ACP Host: test', { log: true }),
	});
}

function sessionWith(agent: RunningAgent, cwd: string): Session {
	const lease = { port: agent.port, onExit: agent.onExit, dispose: () => undefined };
	return new Session(
		{
			...{ key: 's1', agentName: 'far', agentTitle: 'Far', cwd, title: '', createdAt: 0 },
			sessionId: undefined,
		},
		{
			clock: systemClock,
			provide: () => Promise.resolve({ additionalDirectories: [], mcpServers: [], problems: [] }),
			source: { commandLine: () => '', isApproved: () => true, acquire: () => Promise.resolve(lease) },
			createBackend: localBackend,
		},
	);
}

/** Words, a file that is written, and one that is written once it may be. */
async function play(session: Session, cwd: string): Promise<void> {
	const file = path.join(cwd, 'notes.txt');
	writeFileSync(file, 'one\n');
	const say = (text: string): Promise<unknown> => session.prompt([{ type: 'text', text }]);
	await say('stream');
	const said = [...session.state.entries.values()].flatMap((entry) =>
		entry.type === 'message' && entry.role === 'agent' ? [textOf(entry.content)] : [],
	);
	assert.deepEqual(said, ['Streaming **bold** words, one by one.']);
	await say('edit');
	const asked = say('ask');
	const isAsked = Promise.withResolvers<void>();
	const listening = session.onDidChange(() => {
		if (session.state.pendingPermissions.length > 0) isAsked.resolve();
	});
	await isAsked.promise;
	listening.dispose();
	session.permissions.answer(session.state.pendingPermissions[0] ?? '', 'yes');
	await asked;
	assert.equal(readFileSync(file, 'utf8'), 'one\na line of the agent\na line of the agent\n');
	assert.equal(session.state.turn.type, 'idle');
}

hostTest(
	'an agent at an address speaks, writes and asks, in each shape, behind a WebSocket and the servers of the SDK',
	() =>
		withServers(async ({ urls }) => {
			for (const shape of shapes) {
				for (const url of urls[shape]) {
					await withScratch(async (folder) => {
						const agent = await start(url, folder, shape);
						const session = sessionWith(agent, folder);
						await session.start();
						await play(session, folder);
						session.dispose();
						await agent.stop();
					});
				}
			}
		}),
	120_000,
);

hostTest(
	'it is reached by the proxy that the settings of VS Code name, by that alone, and not where they make an exception',
	() =>
		withServers(async ({ proxy, socksProxy, urls }) => {
			const http = vscode.workspace.getConfiguration('http');
			const set = (name: string, value: unknown) =>
				http.update(name, value, vscode.ConfigurationTarget.Global);
			// Nowhere is there a machine of that name: only the proxy knows where it leads.
			const url = 'ws://agents.invalid/acp';
			const reach = async (to: string): Promise<void> => {
				const agent = await start(to, projectFolder(), 'v1');
				await agent.stop();
			};
			const refused = (error: unknown): boolean => AgentError.is(error, 'unreachable');
			try {
				await assert.rejects(reach(url), refused);
				await set('proxy', proxy);
				await reach(url);
				await set('proxy', socksProxy);
				await reach(url);
				await set('noProxy', ['agents.invalid']);
				await assert.rejects(reach(url), refused);
				await set('noProxy', undefined);
				await set('proxySupport', 'off');
				await assert.rejects(reach(url), refused);
				// This machine is never behind a proxy, not even behind one that is not there.
				await set('proxySupport', undefined);
				await set('proxy', 'http://127.0.0.1:1');
				await reach(urls.v1[0] ?? '');
				await assert.rejects(reach(url), /The proxy http:\/\/127\.0\.0\.1:1\/ cannot be reached/u);
			} finally {
				for (const name of ['proxy', 'noProxy', 'proxySupport']) await set(name, undefined);
			}
		}),
	60_000,
);
