/** A whole session with the scenario agent: process, connection, negotiation, codec, session and reducer. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { negotiate } from '../../../src/core/acp/negotiate.ts';
import { Emitter } from '../../../src/core/base/emitter.ts';
import type { AgentError } from '../../../src/core/base/errors.ts';
import { textOf } from '../../../src/core/session/model/content.ts';
import type { Entry, MessageRole, PermissionEntry } from '../../../src/core/session/model/entry.ts';
import type { AgentLease } from '../../../src/core/session/model/agentPort.ts';
import { Session } from '../../../src/core/session/driver/session.ts';
import type { PromptOutcome } from '../../../src/core/session/driver/promptSender.ts';
import { AgentConnection } from '../../../src/node/connection.ts';
import { StreamTransport } from '../../../src/node/transport/streamTransport.ts';
import { AgentProcess, exitError } from '../../../src/node/agentProcess.ts';
import { childEnv } from '../../../src/node/childEnv.ts';
import type { Shape } from '../../agents/promptTurns.ts';
import { scenarioAgentCommand, type ScenarioAgentSetup } from '../../agents/scenarioAgentCommand.ts';
import { negotiateOptions } from '../core/acp/negotiateOptions.ts';
import { tempDir, until } from '../node/support.ts';
import { idleClock } from '../core/session/driver/idleClock.ts';
import { entriesOf } from '../core/session/driver/transcript.ts';
import { localBackend } from './localBackend.ts';
import { said } from '../../../src/core/view/sayings.ts';

export class ScenarioSession {
	readonly session: Session;
	readonly shape: Shape;
	readonly cwd: string;
	readonly gates: string;
	readonly store: string;
	readonly logged: string[] = [];
	readonly #setup: ScenarioAgentSetup;
	readonly #processes: AgentProcess[] = [];

	/** @param before whose agent's session is opened again, in another window so to speak */
	constructor(shape: Shape, setup: Partial<ScenarioAgentSetup> = {}, before?: ScenarioSession) {
		this.shape = shape;
		this.cwd = before?.cwd ?? tempDir();
		this.store = before?.store ?? tempDir();
		this.gates = tempDir();
		this.#setup = { shape, store: this.store, gates: this.gates, ...setup };
		const seed = { key: 's1', agentName: 'scenario', agentTitle: 'Scenario Agent', cwd: this.cwd };
		this.session = new Session(
			{ ...seed, title: '', createdAt: 0, sessionId: before?.session.state.sessionId },
			{
				clock: idleClock,
				provide: () => Promise.resolve({ additionalDirectories: [], mcpServers: [], problems: [] }),
				source: { commandLine: () => 'scenario', isApproved: () => true, acquire: () => this.#start() },
				createBackend: localBackend,
			},
		);
	}

	prompt(text: string): Promise<PromptOutcome> {
		return this.session.prompt([{ type: 'text', text }]);
	}

	/** Sends a prompt without waiting for its end. */
	begin(text: string): void {
		void this.prompt(text);
	}

	open(gate: string): void {
		writeFileSync(path.join(this.gates, gate), '');
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
		return until(isSo, 5000, `${this.shape}: waited for ${what} in vain`);
	}

	/** The question that is open, once it is. */
	async asked(): Promise<PermissionEntry> {
		await this.until(() => this.session.state.pendingPermissions.length === 1, 'a permission');
		const entry = this.session.state.entries.get(this.session.state.pendingPermissions[0] ?? '');
		if (entry?.type !== 'permission') throw new Error('no permission');
		return entry;
	}

	async stop(): Promise<void> {
		this.session.dispose();
		await Promise.all(this.#processes.map((running) => running.stop()));
	}

	async #start(): Promise<AgentLease> {
		const { command, args, env } = scenarioAgentCommand(this.#setup);
		const options = { command, args, cwd: this.cwd, env: childEnv(process.env, env) };
		const running = await AgentProcess.start(options);
		this.#processes.push(running);
		const log = (line: string): void => void this.logged.push(line);
		const connection = new AgentConnection({
			transport: new StreamTransport({ input: running.stdout, output: running.stdin }),
			log,
		});
		const onExit = new Emitter<AgentError>();
		running.onExit((exit) => {
			const error = exitError('Scenario Agent', exit);
			connection.close(error);
			onExit.fire(error);
		});
		const want = this.shape === 'v1' ? 1 : 2;
		const result = await negotiate(connection, negotiateOptions({ log }), want);
		if (result.type !== 'connected') throw result.reason;
		return { port: result.agent, onExit: onExit.event, dispose: () => result.agent.dispose() };
	}
}
