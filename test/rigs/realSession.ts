/** A session with everything real but VS Code: process, watchdog, connection, negotiation, codec, session and reducer. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { textOf } from '../../src/core/session/model/content.ts';
import type { Entry } from '../../src/core/session/model/entry.ts';
import type { AgentLease } from '../../src/core/session/model/agentPort.ts';
import type { PromptOutcome } from '../../src/core/session/driver/promptSender.ts';
import { Session } from '../../src/core/session/driver/session.ts';
import type { SessionBackend } from '../../src/core/session/model/sessionTarget.ts';
import { RunningAgent, type StartOptions } from '../../src/host/agents/runningAgent.ts';
import { Watchdog } from '../../src/node/watchdog/watchdog.ts';
import { fakeAgentCommand } from '../agents/fakeAgentCommand.ts';
import type { FakeAgentScript } from '../agents/fakeAgentScript.ts';
import { pruneSchemas } from '../../build/pruneSchemas.ts';
import { only } from '../unit/only.ts';
import { emptyBackend } from '../unit/core/session/driver/backends.ts';
import { idleClock } from '../unit/core/session/driver/idleClock.ts';
import { entriesOf } from '../unit/core/session/driver/transcript.ts';

const watchdogProgram = fileURLToPath(new URL('../../src/node/watchdog/main.ts', import.meta.url));
const schemaFolder = mkdtempSync(path.join(os.tmpdir(), 'acp-host-schema-'));
pruneSchemas(schemaFolder);
process.once('exit', () => rmSync(schemaFolder, { recursive: true, force: true }));

export interface RealSessionOptions {
	/** The script of the agent's nth start, from 0. */
	readonly script: (start: number) => FakeAgentScript;
	/** Folder for the files that the session writes. */
	readonly folder: string;
	readonly backend?: Partial<SessionBackend>;
	/** Of a session that the agent knows. */
	readonly sessionId?: string;
}

export class RealSession {
	readonly session: Session;
	readonly agents: RunningAgent[] = [];
	readonly log: string[] = [];
	readonly watchdog = new Watchdog(watchdogProgram, (line) => this.log.push(line));
	readonly #options: RealSessionOptions;
	#starts = 0;
	/** Ends an agent that has not finished starting. */
	#abort = new AbortController();
	/** As in a window: shared while it runs, forgotten when it is gone. */
	#running: Promise<RunningAgent> | undefined;

	constructor(options: RealSessionOptions) {
		this.#options = options;
		const { folder, backend, sessionId } = options;
		this.session = new Session(
			{ key: 's1', agentName: 'Fake', agentTitle: 'Fake', cwd: folder, title: '', createdAt: 0, sessionId },
			{
				clock: idleClock,
				provide: () => Promise.resolve({ additionalDirectories: [], mcpServers: [], problems: [] }),
				source: { commandLine: () => 'fake', isApproved: () => true, acquire: () => this.#acquire() },
				createBackend: () => ({ ...emptyBackend, ...backend }),
			},
		);
	}

	/** Times that the agent was started. */
	get starts(): number {
		return this.#starts;
	}

	prompt(text: string): Promise<PromptOutcome> {
		return this.session.prompt([{ type: 'text', text }]);
	}

	entries<T extends Entry['type']>(type: T): Extract<Entry, { type: T }>[] {
		return entriesOf(this.session, type);
	}

	/** The text of all messages. */
	said(role: 'user' | 'agent'): string[] {
		return this.entries('message')
			.filter((entry) => entry.role === role)
			.map(({ content }) => textOf(content));
	}

	/** Ends the agent at once, as Force Stop does. */
	forceStop(): void {
		this.#abort.abort();
		for (const agent of this.agents) agent.kill();
	}

	/** Ends session, agents and watchdog; resolves when nothing of it is left. */
	async close(): Promise<void> {
		this.session.dispose();
		await Promise.all(this.agents.map((agent) => agent.stop()));
		for (const agent of this.agents) agent.dispose();
		this.watchdog.dispose();
	}

	async #acquire(): Promise<AgentLease> {
		this.#running ??= this.#start();
		const agent = await this.#running;
		return { port: agent.port, onExit: agent.onExit, dispose: () => undefined };
	}

	async #start(): Promise<RunningAgent> {
		const { script, folder } = this.#options;
		this.#abort = new AbortController();
		const { command, args, env } = fakeAgentCommand(script(this.#starts++));
		const write = (line: string): void => void this.log.push(line);
		try {
			const agent = await RunningAgent.start({
				definition: { type: 'program', name: 'Fake', command, args, env, protocol: 1, isBuiltIn: false },
				folder,
				clientInfo: { name: 'acp-host', title: 'ACP Host', version: '0.0.0' },
				schemaFolder,
				launchFolder: path.join(folder, 'launch'),
				ask: 1,
				signal: this.#abort.signal,
				reaper: this.watchdog,
				log: only<StartOptions['log']>({ info: write, warn: write, error: write }),
				offer: { files: true, terminals: true, terminalLogin: true, forms: true, urls: true },
				unstable: new Set(),
			});
			this.agents.push(agent);
			agent.onExit(() => (this.#running = undefined));
			return agent;
		} catch (error) {
			this.#running = undefined;
			throw error;
		}
	}
}
