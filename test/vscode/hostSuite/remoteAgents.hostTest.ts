/** Agents at addresses in the real VS Code: every scenario in every shape by every carrier, and the proxy that its settings name. */
import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import * as vscode from 'vscode';
import { AgentError, toError } from '../../../src/core/base/errors.ts';
import type { AgentLease } from '../../../src/core/session/model/agentPort.ts';
import type * as RemoteLine from '../../../src/host/agents/remoteLine.ts';
import { RunningAgent } from '../../../src/host/agents/runningAgent.ts';
import type { RemoteDefinition } from '../../../src/host/settings/agentDefinition.ts';
import { proxySettings } from '../../../src/host/settings/settings.ts';
import type { Shape } from '../../agents/promptTurns.ts';
import type { ServedScenarios } from '../../agents/serveScenarios.ts';
import { sized } from '../../tools/sized.ts';
import { defineScenarios } from '../../unit/agents/scenarios.ts';
import { type ScenarioPlace, ScenarioSession } from '../../unit/agents/scenarioSession.ts';
import { only } from '../../unit/only.ts';
import { projectFolder } from './noNetwork.ts';
import { hostTest, networkWatch } from './registry.ts';
import { withScratch } from './scratch.ts';

/** The servers are a process of their own; what is tested may connect to them meanwhile. */
async function withServers(work: (served: ServedScenarios) => Promise<void>): Promise<void> {
	const script = path.join(projectFolder(), 'test', 'agents', 'serveScenarios.ts');
	const folder = mkdtempSync(path.join(tmpdir(), 'acp-host-served-'));
	const child: ChildProcessByStdio<Writable, Readable, null> = spawn(process.execPath, [script, folder], {
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
		rmSync(folder, { recursive: true, force: true });
	}
}

/** What ships. */
function shipped(): typeof RemoteLine {
	const file = path.join(projectFolder(), 'dist', 'remoteAgent.cjs');
	return createRequire(file)(file) as typeof RemoteLine;
}

function start(
	url: string,
	folder: string,
	shape: Shape,
	log = vscode.window.createOutputChannel('ACP Host: test', { log: true }),
): Promise<RunningAgent> {
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
		log,
	});
}

/** An agent at an address, for one session after the other. */
class RemotePlace implements ScenarioPlace {
	readonly shape: Shape;
	readonly gates: string;
	readonly logged: string[] = [];
	readonly #url: string;
	readonly #folder: string;
	readonly #started = new Set<ScenarioSession>();
	#running: Promise<RunningAgent> | undefined;

	constructor(shape: Shape, url: string, folder: string, gates: string) {
		this.shape = shape;
		this.gates = gates;
		this.#url = url;
		this.#folder = folder;
	}

	newFolder(): string {
		return mkdtempSync(path.join(this.#folder, 'session-'));
	}

	async acquire(): Promise<AgentLease> {
		const { port, onExit } = await (this.#running ??= this.#start());
		return { port, onExit, dispose: () => undefined };
	}

	open(before?: ScenarioSession): ScenarioSession {
		const one = new ScenarioSession(this, before);
		this.#started.add(one);
		return one;
	}

	/** Between two scenarios: no session is open, no gate is, and nothing was said. */
	rest(): void {
		for (const { session } of this.#started) session.dispose();
		this.#started.clear();
		for (const gate of readdirSync(this.gates)) rmSync(path.join(this.gates, gate));
		this.logged.length = 0;
	}

	async stop(): Promise<void> {
		await (await this.#running)?.stop();
	}

	async #start(): Promise<RunningAgent> {
		const note = (text: string): void => void this.logged.push(text);
		const log = only<vscode.LogOutputChannel>({ info: () => {}, warn: note, error: () => {} });
		const running = await start(this.#url, this.#folder, this.shape, log);
		running.onExit(() => (this.#running = undefined));
		return running;
	}
}

/** Plays all scenarios. @returns how many there were, and what failed */
async function play(place: RemotePlace): Promise<{ readonly played: number; readonly failed: string[] }> {
	const scenarios: { readonly name: string; readonly run: () => Promise<void> }[] = [];
	defineScenarios({
		shape: place.shape,
		open: (before) => place.open(before),
		it: (name, run) => void scenarios.push({ name, run }),
	});
	const failed: string[] = [];
	for (const { name, run } of scenarios) {
		await run().catch((error: unknown) => failed.push(`${name}: ${toError(error).stack ?? ''}`));
		place.rest();
	}
	return { played: scenarios.length, failed };
}

// `npm test` plays all of them by each carrier without VS Code (`test/unit/agents/remoteScenarios.test.ts`).
// The newest VS Code also plays those of the newest draft each time.
const isNewest = !vscode.version.startsWith('1.106.');
for (const shape of sized<readonly Shape[]>(['v1', 'A', 'B', 'C'], isNewest ? ['C'] : [])) {
	hostTest(
		`an agent at an address plays every scenario in shape ${shape}, behind a WebSocket and the servers of the SDK`,
		() =>
			withServers(async ({ urls, gates }) => {
				assert.equal(urls[shape].length, 3);
				for (const url of urls[shape]) {
					await withScratch(async (folder) => {
						const place = new RemotePlace(shape, url, folder, gates);
						const { played, failed } = await play(place);
						await place.stop();
						assert.deepEqual(failed, [], url);
						assert.ok(played >= 20, `${played} scenarios`);
					});
				}
			}),
		120_000,
	);
}

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
