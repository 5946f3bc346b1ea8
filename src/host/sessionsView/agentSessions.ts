/**
 * What the agents themselves keep of sessions: `session/list`, page by page (acp C36, C41). An agent is asked when it
 * runs anyway; it is started only because the user wants to see the list. Nothing of a list is stored: cursors are
 * good for the next page only (acp C42), and what an agent reports is never merged with what we knew (acp C40).
 */
import type { Disposable } from '../../core/base/disposable.ts';
import { Emitter } from '../../core/base/emitter.ts';
import { toError } from '../../core/base/errors.ts';
import * as limits from '../../core/base/limits.ts';
import type { AgentPort, AgentSource, ListedSession } from '../../core/session/model/agentPort.ts';
import type { AgentCapabilities } from '../../core/session/model/capabilities.ts';
import { SessionFolders } from './sessionFolder.ts';

/** Runs a request at an agent in a folder, once more after a login. */
type RetryingRequest = <T>(
	agentName: string,
	folder: string,
	work: (port: AgentPort) => Promise<T>,
) => Promise<T>;

/** The running agents, as far as lists need them. */
export interface ListingAgents {
	/** The agent of that name that runs now, in that folder if it can be. Starts nothing. */
	running(agentName: string, folder?: string): AgentPort | undefined;
	sourceFor(agentName: string, folder: string): AgentSource;
}

export interface Listing {
	readonly type: 'unknown' | 'loading' | 'listed' | 'failed';
	/** In the order of the agent. */
	readonly sessions: readonly ListedSession[];
	readonly hasMore: boolean;
	/** Why the last page could not be had. */
	readonly error?: string;
}

const unknown: Listing = Object.freeze({ type: 'unknown', sessions: [], hasMore: false });

/** A list that is being read: where each folder's next page begins. */
interface Reading {
	readonly abort: AbortController;
	readonly sessions: Map<string, ListedSession>;
	/** Folder to the cursor of its next page; undefined for the first one. A folder that is done is gone. */
	readonly next: Map<string, string | undefined>;
	/** Folder to the process that its cursor is of: a cursor says nothing to another one. */
	readonly ports: Map<string, AgentPort>;
	readonly places: SessionFolders;
	type: Exclude<Listing['type'], 'unknown'>;
	error?: string;
}

export class AgentSessions implements Disposable {
	readonly #agents: ListingAgents;
	readonly #folders: () => readonly string[];
	readonly #retrying: RetryingRequest | undefined;
	readonly #readings = new Map<string, Reading>();
	readonly #changed = new Emitter<void>();
	readonly #listed = new Emitter<{ readonly agentName: string; readonly session: ListedSession }>();
	#showsArchived = false;

	/** Fires when a list, or what is known of an agent, may have changed. */
	readonly onDidChange = this.#changed.event;
	/** Fires for each session that an agent has just listed. */
	readonly onDidList = this.#listed.event;

	/**
	 * @param folders the workspace's folders, absolute: only sessions of these are listed
	 * @param retrying runs a request of the user, with a login in between where the agent wants one (acp C30)
	 */
	constructor(agents: ListingAgents, folders: () => readonly string[], retrying?: RetryingRequest) {
		this.#agents = agents;
		this.#folders = folders;
		this.#retrying = retrying;
	}

	of(agentName: string): Listing {
		const reading = this.#readings.get(agentName);
		if (reading === undefined) return unknown;
		const { type, sessions, next, error } = reading;
		return {
			type,
			sessions: [...sessions.values()],
			hasMore: next.size > 0,
			...(error === undefined ? {} : { error }),
		};
	}

	/** What the agent can do; undefined while it does not run. */
	capabilities(agentName: string): AgentCapabilities | undefined {
		return this.#agents.running(agentName)?.capabilities;
	}

	/** Lists archived sessions as well, where the agent has such (unstable). */
	showArchived(isShown: boolean): void {
		this.#showsArchived = isShown;
		this.refresh();
	}

	/** Reads the first page if the agent runs, can list, and was not asked yet. */
	ensure(agentName: string): void {
		if (this.#readings.has(agentName) || this.capabilities(agentName)?.listSessions !== true) return;
		void this.#read(agentName, this.#begin(agentName));
	}

	/**
	 * Starts the agent if it does not run, and reads the first page. Rejects with `AgentError` when it cannot start.
	 * @returns false when the agent keeps no list
	 */
	async show(agentName: string): Promise<boolean> {
		const [folder] = this.#folders();
		if (folder === undefined) return false;
		const running = this.#agents.running(agentName, folder);
		const port = running ?? (await this.#agents.sourceFor(agentName, folder).acquire()).port;
		if (!port.capabilities.listSessions) {
			this.#changed.fire();
			return false;
		}
		await this.#read(agentName, this.#begin(agentName), this.#retrying);
		return true;
	}

	/** Reads the next page, or again the one that failed. */
	async more(agentName: string): Promise<void> {
		const reading = this.#readings.get(agentName);
		if (reading === undefined || reading.type === 'loading') return;
		await this.#read(agentName, reading, this.#retrying);
	}

	/** Reads again, from the first page, what was read before. */
	refresh(agentName?: string): void {
		const names = agentName === undefined ? [...this.#readings.keys()] : [agentName];
		for (const name of names) this.#drop(name);
		this.#changed.fire();
		for (const name of names) this.ensure(name);
	}

	/** Takes out a session that is gone. */
	forget(agentName: string, sessionId: string): void {
		if (this.#readings.get(agentName)?.sessions.delete(sessionId) === true) this.#changed.fire();
	}

	dispose(): void {
		for (const name of [...this.#readings.keys()]) this.#drop(name);
		this.#changed.dispose();
		this.#listed.dispose();
	}

	#drop(agentName: string): void {
		this.#readings.get(agentName)?.abort.abort();
		this.#readings.delete(agentName);
	}

	#begin(agentName: string): Reading {
		this.#drop(agentName);
		const next = new Map(this.#folders().map((folder) => [folder, undefined]));
		const reading: Reading = {
			abort: new AbortController(),
			sessions: new Map(),
			next,
			ports: new Map(),
			places: new SessionFolders(this.#folders()),
			type: 'listed',
		};
		this.#readings.set(agentName, reading);
		return reading;
	}

	/** One page of each folder. A page that shows nothing new is followed by the next, within bounds. */
	async #read(agentName: string, reading: Reading, retrying?: RetryingRequest): Promise<void> {
		reading.type = 'loading';
		delete reading.error;
		this.#changed.fire();
		const before = reading.sessions.size;
		try {
			for (let pages = 0; pages < limits.sessionPages; pages++) {
				const isRead = await this.#readPage(agentName, reading, retrying ?? this.#plainly);
				if (!isRead) return await this.#readAnew(agentName, reading, retrying);
				if (reading.next.size === 0 || reading.sessions.size > before) break;
			}
			reading.type = 'listed';
		} catch (error) {
			reading.type = 'failed';
			reading.error = toError(error).message;
		}
		if (this.#readings.get(agentName) === reading) this.#changed.fire();
	}

	/** The agent was restarted: what the old process said is not merged with what the new one says (acp C40). */
	async #readAnew(agentName: string, reading: Reading, retrying?: RetryingRequest): Promise<void> {
		if (this.#readings.get(agentName) === reading) {
			await this.#read(agentName, this.#begin(agentName), retrying);
		}
	}

	/** @returns false when there is another process than the one that the next page was to come from */
	async #readPage(
		agentName: string,
		{ next, sessions, ports, places, abort }: Reading,
		run: RetryingRequest,
	): Promise<boolean> {
		for (const [folder, cursor] of [...next]) {
			const page = await run(agentName, folder, async (port) => {
				if (cursor !== undefined && ports.get(folder) !== port) return undefined;
				ports.set(folder, port);
				const archived = this.#showsArchived && port.capabilities.archiveSession;
				const query = {
					cwd: folder,
					...(cursor === undefined ? {} : { cursor }),
					...(archived ? { archived: 'include' as const } : {}),
				};
				return port.listSessions(query, abort.signal);
			});
			if (page === undefined) return false;
			for (const session of page.sessions) await this.#take(agentName, sessions, session, places);
			if (page.nextCursor === undefined || sessions.size >= limits.listedSessions) next.delete(folder);
			else next.set(folder, page.nextCursor);
		}
		return true;
	}

	/** The user did not ask for the list, so the user is not asked to log in for it. */
	readonly #plainly: RetryingRequest = async (agentName, folder, work) =>
		work(
			this.#agents.running(agentName, folder) ??
				(await this.#agents.sourceFor(agentName, folder).acquire()).port,
		);

	/** Some agents ignore the filter by folder, so sessions of other folders are left out here. */
	async #take(
		agentName: string,
		sessions: Map<string, ListedSession>,
		session: ListedSession,
		places: SessionFolders,
	): Promise<void> {
		if (sessions.size >= limits.listedSessions) return;
		const cwd = await places.of(session.cwd);
		if (cwd === undefined) return;
		sessions.set(session.sessionId, { ...session, cwd });
		this.#listed.fire({ agentName, session });
	}
}
