/** A whole session with the scenario agent: process, connection, negotiation, codec, session and reducer. */
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { negotiate } from '../../../src/core/acp/negotiate.ts';
import type { Disposable } from '../../../src/core/base/disposable.ts';
import { Emitter } from '../../../src/core/base/emitter.ts';
import type { AgentError } from '../../../src/core/base/errors.ts';
import { textOf } from '../../../src/core/session/model/content.ts';
import type { Entry, MessageRole, PermissionEntry } from '../../../src/core/session/model/entry.ts';
import type { AgentLease } from '../../../src/core/session/model/agentPort.ts';
import { Session } from '../../../src/core/session/driver/session.ts';
import type { PromptOutcome } from '../../../src/core/session/driver/promptSender.ts';
import type { AgentLine } from '../../../src/host/agents/agentLine.ts';
import { AgentConnection } from '../../../src/node/connection.ts';
import type { Shape } from '../../agents/promptTurns.ts';
import { scenarioAgentCommand, type ScenarioAgentSetup } from '../../agents/scenarioAgentCommand.ts';
import { negotiateOptions } from '../core/acp/negotiateOptions.ts';
import { tempDir, until } from '../node/support.ts';
import { idleClock } from '../core/session/driver/idleClock.ts';
import { entriesOf } from '../core/session/driver/transcript.ts';
import { type Carrier, carrierOf, type CarrierName } from './carriers.ts';
import { localBackend } from './localBackend.ts';
import { said } from '../../../src/core/view/sayings.ts';

/** One agent for many sessions, one after the other: started when it is first asked for, and again when it has ended. */
export class SharedAgent {
	readonly setup: ScenarioAgentSetup;
	/** Folder in which gates are opened. */
	readonly gates = tempDir();
	/** What the connections said since the last `rest`. */
	readonly logged: string[] = [];
	readonly #carrier: Carrier;
	#running: Promise<RunningAgent> | undefined;

	constructor(setup: ScenarioAgentSetup, carrier: CarrierName = 'stdio') {
		this.setup = { store: tempDir(), gates: this.gates, ...setup };
		this.#carrier = carrierOf(carrier, scenarioAgentCommand(this.setup));
	}

	/** @param cwd where the agent starts, if it does not run */
	async acquire(cwd: string): Promise<AgentLease> {
		this.#running ??= this.#start(cwd);
		const { port, onExit } = await this.#running;
		return { port, onExit, dispose: () => undefined };
	}

	/** Between two tests: no gate is open, nothing was said. */
	rest(): void {
		for (const gate of readdirSync(this.gates)) rmSync(path.join(this.gates, gate));
		this.logged.length = 0;
	}

	async stop(): Promise<void> {
		const running = await this.#running;
		running?.port.dispose();
		await running?.line.stop();
		await this.#carrier.stop();
	}

	async #start(cwd: string): Promise<RunningAgent> {
		const line = await this.#carrier.open(cwd);
		const log = (text: string): void => void this.logged.push(text);
		const connection = new AgentConnection({ transport: line.transport, log });
		const onExit = new Emitter<AgentError>();
		connection.onClose((error) => {
			this.#running = undefined;
			onExit.fire(error);
		});
		const want = this.setup.shape === 'v1' ? 1 : 2;
		const result = await negotiate(connection, negotiateOptions({ log }), want);
		if (result.type !== 'connected') throw result.reason;
		return { line, port: result.agent, onExit: onExit.event };
	}
}

interface RunningAgent {
	readonly line: AgentLine;
	readonly port: AgentLease['port'] & Disposable;
	readonly onExit: AgentLease['onExit'];
}

export class ScenarioSession {
	readonly session: Session;
	readonly shape: Shape;
	readonly cwd: string;
	readonly #agent: SharedAgent;

	/** @param before whose agent's session is opened again, in another window so to speak */
	constructor(agent: SharedAgent, before?: ScenarioSession) {
		this.#agent = agent;
		this.shape = agent.setup.shape;
		this.cwd = before?.cwd ?? tempDir();
		const seed = { key: 's1', agentName: 'scenario', agentTitle: 'Scenario Agent', cwd: this.cwd };
		this.session = new Session(
			{ ...seed, title: '', createdAt: 0, sessionId: before?.session.state.sessionId },
			{
				clock: idleClock,
				provide: () => Promise.resolve({ additionalDirectories: [], mcpServers: [], problems: [] }),
				source: {
					commandLine: () => 'scenario',
					isApproved: () => true,
					acquire: () => agent.acquire(this.cwd),
				},
				createBackend: localBackend,
			},
		);
	}

	get logged(): readonly string[] {
		return this.#agent.logged;
	}

	prompt(text: string): Promise<PromptOutcome> {
		return this.session.prompt([{ type: 'text', text }]);
	}

	/** Sends a prompt without waiting for its end. */
	begin(text: string): void {
		void this.prompt(text);
	}

	open(gate: string): void {
		writeFileSync(path.join(this.#agent.gates, gate), '');
	}

	entries<T extends Entry['type']>(type: T): Extract<Entry, { type: T }>[] {
		return entriesOf(this.session, type);
	}

	/** The text of each message of a role. */
	texts(role: MessageRole): string[] {
		return this.entries('message').flatMap((entry) => (entry.role === role ? [textOf(entry.content)] : []));
	}

	/** Notices: what the user is told. */
	notices(): string[] {
		return this.entries('notice').map(({ title }) => said(title));
	}

	until(isSo: () => boolean, what: string): Promise<void> {
		return until(isSo, undefined, `${this.shape}: waited for ${what} in vain`);
	}

	/** The question that is open, once it is. */
	async asked(): Promise<PermissionEntry> {
		await this.until(() => this.session.state.pendingPermissions.length === 1, 'a permission');
		const entry = this.session.state.entries.get(this.session.state.pendingPermissions[0] ?? '');
		if (entry?.type !== 'permission') throw new Error('no permission');
		return entry;
	}
}
