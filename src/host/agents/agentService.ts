/** The agents of this window: one process for each (agent, folder), started on first use, shared by its sessions. */
import type { Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import { AgentError } from '../../core/base/errors.ts';
import { sentence } from '../../core/base/sentence.ts';
import type { ElicitationOutcome } from '../../core/session/model/elicitation.ts';
import type { AgentLease, AgentPort, AgentSource } from '../../core/session/model/agentPort.ts';
import type { AuthStatus } from '../../core/session/model/auth.ts';
import type { setTranslations } from '../../core/base/l10n.ts';
import type { ConnectTurns, FindLogin } from '../../core/turns/connectTurns.ts';
import { isTurnProtocol, type TurnProtocol } from '../../core/turns/turnProtocol.ts';
import type { TreeReaper } from '../../node/watchdog/watchdog.ts';
import type { Redactor } from '../../node/redact.ts';
import {
	type AgentDefinition,
	approvalHash,
	commandLineOf,
	type RemoteDefinition,
} from '../settings/agentDefinition.ts';
import { type AdmissionParts, AgentAdmission } from './agentAdmission.ts';
import type { AgentLogs } from './agentLogs.ts';
import type * as AgentBundle from './agentBundle.ts';
import type { OpenLine } from './agentLine.ts';
import type { DeviceLogin } from './openAsDevice.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import type { RememberedProtocols } from './rememberedProtocols.ts';
import type * as RemoteLine from './remoteLine.ts';
import type { RunningAgent, StartOptions } from './runningAgent.ts';
import type { PassedServers } from '../settings/passedServers.ts';
import type { ConfiguredMcpServer } from '../settings/mcpDefinition.ts';
import { proxySettings } from '../settings/settings.ts';

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
export interface AgentServiceParts extends AdmissionParts {
	readonly logs: AgentLogs;
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
	readonly #admission: AgentAdmission;
	readonly #slots = new Map<string, Slot>();
	readonly #loggedIn = new Emitter<Pick<Slot, 'agentName' | 'folder'>>();
	#isOver = false;

	/** Fires when an agent tells on its own that the user is logged in now (`auth/status_update`, unstable). */
	readonly onLoggedIn = this.#loggedIn.event;

	constructor(parts: AgentServiceParts) {
		this.#parts = parts;
		this.#admission = new AgentAdmission(parts);
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
				const definition = this.#admission.definition(agentName, folder);
				return definition === undefined ? '' : commandLineOf(definition);
			},
			isRemote: () => this.#admission.isRemote(agentName),
			isApproved: () => this.#admission.isApproved(agentName, folder),
			isAsking: () => this.#admission.isAsking(agentName),
			acquire: () => this.#acquire(agentName, folder),
			noise: () => this.#starting(agentName, folder)?.noise,
		};
	}

	/** Keeps what is secret in tool servers out of the logs (hazard F5). To be called before the agent gets them. */
	give(agentName: string, servers: readonly ConfiguredMcpServer[]): void {
		this.#parts.given.note(agentName, servers);
		this.#hide(agentName, runningAgents().secretsOfServers(servers));
	}

	/** The agent of that name that runs now: the one of that folder if it does, else any. Starts nothing. */
	running(agentName: string, folder?: string): AgentPort | undefined {
		const slots = [...this.#slots.values()].filter(
			(slot) => slot.agentName === agentName && slot.agent !== undefined,
		);
		return (slots.findLast((slot) => slot.folder === folder) ?? slots.at(-1))?.agent?.port;
	}

	approve(agentName: string, folder: string): Promise<void> {
		return this.#admission.approve(agentName, folder);
	}

	/**
	 * How the agent is started or reached: its definition with all variables put in, and with what the user entered to
	 * log in, who may be asked for it. Rejects with `AgentError` when it may not run.
	 */
	async readyDefinition(agentName: string, folder: string): Promise<AgentDefinition> {
		const definition = await this.#admission.admit(agentName, folder);
		// Another one that runs may repeat what was entered just now.
		if (definition.type === 'remote') this.#hide(agentName, runningAgents().secretsOfDefinition(definition));
		return definition;
	}

	/** Forgets the secrets that were entered for an agent at an address: the next connection asks for them. */
	forgetSecrets(agentName: string, folder: string): Promise<void> {
		return this.#admission.forgetSecrets(agentName, folder);
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
		const definition = await this.readyDefinition(agentName, folder);
		// A process that starts now would never be ended (hazard B1).
		if (this.#isOver) throw new AgentError('exited', sentence('The connection was closed'));
		const agent = await this.#running(definition, folder);
		return { port: agent.port, onExit: agent.onExit, dispose: () => undefined };
	}

	/** Keeps these out of what is logged of that agent from now on. */
	#hide(agentName: string, secrets: readonly string[]): void {
		for (const slot of this.#slots.values()) if (slot.agentName === agentName) slot.redactor.add(secrets);
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
		const starting = runningAgents().RunningAgent.start({
			...startOptions,
			definition,
			ask: protocols.toAsk(definition),
			folder,
			...watch,
			log,
			// A login in a terminal would run a program of this machine.
			offer: { ...settings.offer, terminalLogin: definition.type === 'program' },
			unstable: settings.unstable,
			elicit: (request, aborted) => this.#parts.elicit(definition.name, folder, request, aborted),
			completeElicitation: (id) => this.#parts.completeElicitation(definition.name, folder, id),
			...(traffic === undefined ? {} : { traffic }),
			...(isTurnProtocol(definition.protocol)
				? { connectTurns: turnBundle(definition.protocol).connectTurns }
				: {}),
			...(definition.type === 'remote' ? { openLine: this.#lineTo(definition) } : {}),
		});
		const agent = await starting.catch((error: unknown) => {
			throw this.#admission.refusalOf(definition, error);
		});
		if (agent.negotiated === undefined) return agent;
		protocols.note(definition, agent.negotiated).catch((error: unknown) => {
			log.warn(`The version of the protocol cannot be remembered: ${String(error)}`);
		});
		return agent;
	}

	/** What opens a line is not always what was entered: some gateways have devices log in first. */
	#lineTo(endpoint: RemoteDefinition): OpenLine {
		const { protocol } = endpoint;
		if (!isTurnProtocol(protocol)) return lineTo(endpoint);
		const device = this.#admission.deviceAt(endpoint);
		const open: DeviceLogin['open'] = (headers, ...rest) => lineTo({ ...endpoint, headers })(...rest);
		return (options, redactor) => {
			const { findLogin = () => undefined } = turnBundle(protocol);
			return runningAgents().openAsDevice({ ...device, findLogin, open }, options, redactor);
		};
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
}

interface TurnBundle {
	readonly setTranslations: typeof setTranslations;
	readonly connectTurns: ConnectTurns;
	/** Present where devices log in. */
	readonly findLogin?: FindLogin;
}

function lineTo(endpoint: RemoteDefinition): OpenLine {
	const { openRemoteLine } = lazyBundle<typeof RemoteLine>('./remoteAgent.cjs');
	return (options, redactor) => openRemoteLine(endpoint, proxySettings(), options, redactor);
}

/** Each family of turn gateways is a bundle of its own. */
function turnBundle(family: TurnProtocol): TurnBundle {
	return lazyBundle<TurnBundle>(`./${family}Gateway.cjs`);
}

function runningAgents(): typeof AgentBundle {
	return lazyBundle<typeof AgentBundle>('./runningAgent.cjs');
}
