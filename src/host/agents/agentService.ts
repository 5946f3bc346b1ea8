/** The agents of this window: one process for each (agent, folder), started on first use, shared by its sessions. */
import * as vscode from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import { AgentError } from '../../core/base/errors.ts';
import { spoken } from '../../core/base/l10n.ts';
import { type Sentence, sentence } from '../../core/base/sentence.ts';
import type { ElicitationOutcome } from '../../core/session/model/elicitation.ts';
import type { AgentLease, AgentPort, AgentSource } from '../../core/session/model/agentPort.ts';
import type { AuthStatus } from '../../core/session/model/auth.ts';
import type { TreeReaper } from '../../node/watchdog/watchdog.ts';
import type { Redactor } from '../../node/redact.ts';
import {
	type AgentDefinition,
	approvalHash,
	commandLineOf,
	type ProgramDefinition,
	resolveVariables,
} from '../settings/agentDefinition.ts';
import type { AgentLogs } from './agentLogs.ts';
import type { Approvals } from './approvals.ts';
import type * as AgentBundle from './agentBundle.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import type { RememberedProtocols } from './rememberedProtocols.ts';
import type { RunningAgent, StartOptions } from './runningAgent.ts';
import type { PassedServers } from '../settings/passedServers.ts';
import type { ConfiguredMcpServer } from '../settings/mcpDefinition.ts';
import type { Settings } from '../settings/settings.ts';

interface Slot {
	readonly agentName: string;
	readonly folder: string;
	readonly starting: Promise<RunningAgent>;
	/** Ends an agent that has not finished starting. */
	readonly abort: AbortController;
	/** Takes secrets out of what is logged of it. */
	readonly redactor: Redactor;
	/** There once it has started. */
	agent?: RunningAgent;
	/** The first line it printed that is no protocol. */
	noise?: string;
}

/** What the service needs of the window. */
export interface AgentServiceParts {
	readonly settings: Settings;
	readonly approvals: Approvals;
	readonly logs: AgentLogs;
	/** What the user entered for an agent, to log in with: variables of its environment. */
	readonly enteredEnv: (agentName: string) => Promise<Readonly<Record<string, string>>>;
	/** The tool servers that sessions passed to each agent. */
	readonly given: PassedServers;
	/** Everything of a start that is the same for all agents. */
	readonly startOptions: Pick<
		StartOptions,
		'clientInfo' | 'schemaFolder' | 'launchFolder' | 'mcp' | 'reaper'
	>;
	/** Which version of the protocol to ask each agent for. */
	readonly protocols: RememberedProtocols;
	/** Asks the user for a request of ours that is open at that agent, such as a login. */
	readonly elicit: (
		agentName: string,
		folder: string,
		...question: Parameters<NonNullable<StartOptions['elicit']>>
	) => Promise<ElicitationOutcome>;
	/** That agent says that what an address was for is done. */
	readonly completeElicitation: (agentName: string, folder: string, elicitationId: string) => void;
}

/** Starts, shares and ends agents: one process for each agent and folder, leased to sessions. */
export class AgentService implements Disposable {
	readonly #parts: AgentServiceParts;
	readonly #slots = new Map<string, Slot>();
	readonly #loggedIn = new Emitter<Pick<Slot, 'agentName' | 'folder'>>();
	#isOver = false;

	/** Fires when an agent tells on its own that the user is logged in now (`auth/status_update`, unstable). */
	readonly onLoggedIn = this.#loggedIn.event;

	constructor(parts: AgentServiceParts) {
		this.#parts = parts;
	}

	/** Where npm looks for agents, in place of the workspace. */
	get launchFolder(): string {
		return this.#parts.startOptions.launchFolder;
	}

	/** Ends what was started for this window when the window is gone. */
	get reaper(): TreeReaper | undefined {
		return this.#parts.startOptions.reaper;
	}

	/** Where a session of that agent in that folder gets its process from. Reads the settings anew on each use. */
	sourceFor(agentName: string, folder: string): AgentSource {
		return {
			commandLine: () => {
				const definition = this.#definition(agentName, folder);
				return definition === undefined ? '' : commandLineOf(definition);
			},
			isApproved: () => {
				const definition = this.#definition(agentName, folder);
				// A missing entry is reported by `acquire`; there is nothing to approve in it.
				return definition === undefined || this.#parts.approvals.isApproved(definition);
			},
			acquire: () => this.#acquire(agentName, folder),
			noise: () => this.#starting(agentName, folder)?.noise,
		};
	}

	/** Keeps what is secret in tool servers out of the logs (hazard F5). To be called before the agent gets them. */
	give(agentName: string, servers: readonly ConfiguredMcpServer[]): void {
		this.#parts.given.note(agentName, servers);
		for (const slot of this.#slots.values()) {
			if (slot.agentName === agentName) slot.redactor.add(runningAgents().secretsOfServers(servers));
		}
	}

	/** The agent of that name that runs now: the one of that folder if it does, else any. Starts nothing. */
	running(agentName: string, folder?: string): AgentPort | undefined {
		const slots = [...this.#slots.values()].filter(
			(slot) => slot.agentName === agentName && slot.agent !== undefined,
		);
		return (slots.findLast((slot) => slot.folder === folder) ?? slots.at(-1))?.agent?.port;
	}

	async approve(agentName: string, folder: string): Promise<void> {
		const definition = this.#definition(agentName, folder);
		if (definition !== undefined) await this.#parts.approvals.approve(definition);
	}

	/**
	 * How the agent is started: its definition with all variables resolved, and the values that the user entered to log
	 * in. Rejects with `AgentError` when it may not run.
	 */
	async programOf(agentName: string, folder: string): Promise<AgentDefinition> {
		const definition = this.#approvedDefinition(agentName, folder);
		if (definition.type === 'remote') return definition;
		return withEntered(definition, await this.#parts.enteredEnv(agentName));
	}

	/**
	 * Ends every process of that agent; its sessions get a fresh one with their next prompt.
	 * @param folder only the one of that folder
	 */
	async restart(agentName: string, folder?: string): Promise<void> {
		const slots = [...this.#slots].filter(
			([, slot]) => slot.agentName === agentName && (folder === undefined || slot.folder === folder),
		);
		await Promise.all(slots.map(([key, slot]) => this.#stop(key, slot)));
	}

	/** Ends one process tree at once. The next session gets a fresh process, not the one that is ending. */
	kill(agentName: string, folder: string): void {
		for (const [key, slot] of this.#slots) {
			if (slot.agentName !== agentName || slot.folder !== folder) continue;
			this.#slots.delete(key);
			slot.abort.abort();
			// One that never started was reported where it was started.
			slot.starting.then((agent) => agent.kill()).catch(() => undefined);
		}
	}

	showLog(agentName: string): void {
		this.#parts.logs.channel(agentName).show();
	}

	/** Ends all processes, and starts none any more: the window goes away. Resolves when their trees are gone. */
	async stopAll(): Promise<void> {
		this.#isOver = true;
		await Promise.all([...this.#slots].map(([key, slot]) => this.#stop(key, slot)));
	}

	dispose(): void {
		this.#loggedIn.dispose();
		void this.stopAll();
	}

	async #acquire(agentName: string, folder: string): Promise<AgentLease> {
		const program = await this.programOf(agentName, folder);
		// A process that starts now would never be ended (hazard B1).
		if (this.#isOver) throw new AgentError('exited', sentence('The connection was closed'));
		const agent = await this.#running(program, folder);
		return { port: agent.port, onExit: agent.onExit, dispose: () => undefined };
	}

	#approvedDefinition(agentName: string, folder: string): AgentDefinition {
		if (!vscode.workspace.isTrusted) {
			throw new AgentError('denied', sentence('Agents run programs. Trust this workspace first.'));
		}
		const definition = this.#definition(agentName, folder);
		if (definition === undefined) throw new AgentError('spawn', this.#missingText(agentName));
		if (!this.#parts.approvals.isApproved(definition)) {
			throw new AgentError(
				'denied',
				sentence('This command has not been approved: {0}', commandLineOf(definition)),
			);
		}
		return definition;
	}

	#running(definition: AgentDefinition, folder: string): Promise<RunningAgent> {
		const given = definition.type === 'remote' ? definition.headers : definition.env;
		const key = [definition.name, folder, approvalHash(definition), JSON.stringify(given)].join('\n');
		const known = this.#slots.get(key);
		if (known !== undefined) return known.starting;
		const abort = new AbortController();
		const redactor = runningAgents().redactorOf(definition, this.#parts.given.of(definition.name));
		const onNoise = (first: string): void => void (slot.noise = first);
		const starting = this.#start(definition, folder, { signal: abort.signal, onNoise, redactor });
		const slot: Slot = { agentName: definition.name, folder, starting, abort, redactor };
		this.#slots.set(key, slot);
		const forget = (): void => {
			if (this.#slots.get(key) === slot) this.#slots.delete(key);
		};
		starting.then((agent) => {
			slot.agent = agent;
			agent.onExit(forget);
			this.#watchLogin(slot, agent.port);
		}, forget);
		return starting;
	}

	/** Fires once for each login: an agent may report the same state again. */
	#watchLogin({ agentName, folder }: Slot, port: AgentPort): void {
		let last: AuthStatus['state'] | undefined;
		port.onAuthStatus(({ state }) => {
			if (state === 'authenticated' && last !== state) this.#loggedIn.fire({ agentName, folder });
			last = state;
		});
	}

	#starting(agentName: string, folder: string): Slot | undefined {
		return [...this.#slots.values()].findLast(
			(slot) => slot.agentName === agentName && slot.folder === folder && slot.agent === undefined,
		);
	}

	async #start(
		definition: AgentDefinition,
		folder: string,
		watch: Required<Pick<StartOptions, 'signal' | 'onNoise' | 'redactor'>>,
	): Promise<RunningAgent> {
		const { logs, settings, startOptions, protocols } = this.#parts;
		const log = logs.channel(definition.name);
		const traffic = settings.logsTraffic ? logs.traffic(definition.name, watch.redactor) : undefined;
		const agent = await runningAgents().RunningAgent.start({
			...startOptions,
			definition,
			ask: protocols.toAsk(definition),
			folder,
			...watch,
			log,
			offer: settings.offer,
			unstable: settings.unstable,
			elicit: (request, aborted) => this.#parts.elicit(definition.name, folder, request, aborted),
			completeElicitation: (id) => this.#parts.completeElicitation(definition.name, folder, id),
			...(traffic === undefined ? {} : { traffic }),
		});
		protocols.note(definition, agent.negotiated).catch((error: unknown) => {
			log.warn(`The version of the protocol cannot be remembered: ${String(error)}`);
		});
		return agent;
	}

	async #stop(key: string, slot: Slot): Promise<void> {
		this.#slots.delete(key);
		if (slot.agent === undefined) slot.abort.abort();
		try {
			await (await slot.starting).stop();
		} catch {
			// It never started: that was reported where it was started, and there is nothing to stop.
		}
	}

	#definition(agentName: string, folder: string): AgentDefinition | undefined {
		const definition = this.#parts.settings.agent(agentName);
		return definition === undefined ? undefined : resolveVariables(definition, folder, process.env);
	}

	#missingText(agentName: string): Sentence {
		const { problems } = this.#parts.settings.agents;
		const problem = problems.find((one) => spoken(one).includes(`"${agentName}"`));
		return problem ?? sentence('There is no agent "{0}" in acpHost.agents (any more).', agentName);
	}
}

function runningAgents(): typeof AgentBundle {
	return lazyBundle<typeof AgentBundle>('./runningAgent.cjs');
}

/** What is configured counts more than what was entered, and both more than what is inherited. */
function withEntered(
	definition: ProgramDefinition,
	entered: Readonly<Record<string, string>>,
): ProgramDefinition {
	return { ...definition, env: { ...entered, ...definition.env }, entered };
}
