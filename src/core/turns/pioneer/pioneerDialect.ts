/**
 * Pioneer gateways: threads and turns over a socket, in three generations of one protocol that says of itself no
 * version. Written from its documents and schemas; no gateway could be had to prove it against.
 */
import { AgentError } from '../../base/errors.ts';
import { type JsonObject, objectAt, objectsIn, stringAt } from '../../base/json.ts';
import { t } from '../../base/l10n.ts';
import * as limits from '../../base/limits.ts';
import { sentence } from '../../base/sentence.ts';
import { unreadable } from '../../acp/shared/errors.ts';
import { type AgentCapabilities, noCapabilities } from '../../session/model/capabilities.ts';
import type { AgentPort, SessionPage, SessionQuery, SessionSetup } from '../../session/model/agentPort.ts';
import type { AuthStatus } from '../../session/model/auth.ts';
import type { ConfigChoice, ConfigOption, OfferedOptions } from '../../session/model/config.ts';
import type { Content } from '../../session/model/content.ts';
import type {
	GatewayCalls,
	TurnNotification,
	OpenedThread,
	Reading,
	ThreadChange,
	TurnDialect,
} from '../turnDialect.ts';
import { ArtifactUploads, type ByteTools } from './artifactUploads.ts';
import { workOfTasks } from './composedTimeline.ts';
import { eventsOf, toHistoryEvent } from './pioneerEvents.ts';
import { encodeInput } from './pioneerInput.ts';
import { hasPages, laterHistory, payloadsIn, takes } from './laterHistory.ts';
import { readPermission, readResolved, readRuntimeRequest } from './pioneerPermissions.ts';
import { toListed } from './pioneerThreads.ts';
import { ThreadMemories } from './threadMemories.ts';
import { type Choice, modelOf, modelsOf, offeredOptions } from './pioneerSettings.ts';

interface PioneerOptions {
	readonly calls: GatewayCalls;
	/** Makes a name that is unique in the world. */
	readonly newId: () => string;
	/** Resolves after that many milliseconds. */
	readonly wait: (ms: number) => Promise<void>;
	readonly tools: ByteTools;
	/** The gateway is on this machine, so that paths mean the same there. */
	readonly isLocal: boolean;
}

/** Said of threads and of their changes, and told by what follows as well. */
const silent: ReadonlySet<string> = new Set([
	'thread/started',
	'thread/closed',
	'thread/tree/changed',
	'auth/access_expiring',
]);

export class PioneerDialect implements TurnDialect {
	readonly info: AgentPort['info'];
	readonly authMethods = [];
	readonly #calls: GatewayCalls;
	readonly #newId: () => string;
	readonly #wait: PioneerOptions['wait'];
	/** Turns whose timeline is about to be read. */
	readonly #changed = new Set<string>();
	readonly #workspaceId: string;
	/** The first generation tells its history, and asks nothing. */
	readonly #isFirst: boolean;
	readonly #choices = new Map<string, Choice>();
	readonly #memories = new ThreadMemories();
	readonly #isLocal: boolean;
	#uploads: ArtifactUploads | undefined;
	/** Later generations may tell their history in pages. */
	#canLoad = false;
	#models: readonly ConfigChoice[] = [];

	private constructor(
		{ calls, newId, wait, isLocal }: PioneerOptions,
		workspaceId: string,
		isFirst: boolean,
	) {
		this.#calls = calls;
		this.#newId = newId;
		this.#wait = wait;
		this.#isLocal = isLocal;
		this.#workspaceId = workspaceId;
		this.#isFirst = isFirst;
		this.info = { name: 'pioneer-gateway' };
	}

	/** Finds out which workspace and which generation it is. Nothing that the probe sends changes anything. */
	static async connect(options: PioneerOptions): Promise<PioneerDialect> {
		const { calls } = options;
		const workspace = objectAt(await calls.send('workspace/default', {}), 'workspace') ?? {};
		const workspaceId = stringAt(workspace, 'id');
		if (workspaceId === undefined) throw unreadable('workspace/default', 'workspace.id: should be string');
		// Its empty ids are refused by the first generation, the method itself by the later ones.
		const isFirst = await takes(calls, 'turn/timeline', { threadId: '', turnId: '' });
		const dialect = new PioneerDialect(options, workspaceId, isFirst);
		// Models belong to the gateway at first, to the workspace later.
		dialect.#models = await modelsOf(calls, isFirst ? {} : { workspace_id: workspaceId });
		dialect.#uploads = await ArtifactUploads.find({ ...options, workspaceId });
		dialect.#canLoad = isFirst || (await hasPages(calls));
		return dialect;
	}

	/** No message of a gateway says this as a whole. */
	get capabilities(): AgentCapabilities {
		return {
			...noCapabilities,
			sessions: true,
			loadSession: this.#canLoad,
			resumeSession: true,
			closeSession: true,
			listSessions: true,
			promptImage: this.#uploads !== undefined,
			promptEmbeddedContext: true,
		};
	}

	/** A thread is opened by its id, made or not: the client invents it. */
	async openThread(
		how: 'start' | 'resume' | 'load' | 'fork',
		_setup: SessionSetup,
		known?: string,
	): Promise<OpenedThread> {
		if (how === 'fork') throw new AgentError('unsupported', sentence('This agent cannot fork sessions.'));
		const threadId = known ?? `thr_${this.#newId()}`;
		const mode = this.#choices.get(threadId)?.mode ?? 'Agent';
		const answer = await this.#calls.send('thread/start', {
			thread_id: threadId,
			workspace_id: this.#workspaceId,
			sandbox: 'FullAccess',
			mode,
		});
		const thread = objectAt(answer, 'thread') ?? {};
		const choice = { mode: stringAt(thread, 'mode') ?? mode, model: modelOf(thread) };
		this.#choices.set(threadId, choice);
		const running = objectsIn(thread['turns']).findLast((turn) => turn['status'] === 'InProgress');
		const runningTurn = stringAt(running, 'id');
		return {
			threadId,
			options: offeredOptions(choice, this.#models),
			...(how === 'load' ? await this.#historyOf(threadId) : {}),
			...(how === 'start' ? { warnings: this.#warnings() } : {}),
			...(runningTurn === undefined ? {} : { runningTurn }),
		};
	}

	async listThreads({ cwd = '/' }: SessionQuery): Promise<SessionPage> {
		const answer = await this.#calls.send('thread/tree', { workspace_id: this.#workspaceId });
		return {
			sessions: objectsIn(answer['threads'])
				.slice(0, limits.listedSessions)
				.flatMap((thread) => toListed(thread, cwd)),
		};
	}

	async changeThread(threadId: string, { type }: ThreadChange): Promise<void> {
		if (type !== 'close') throw new AgentError('unsupported', sentence('This agent cannot do that.'));
		this.#memories.forget(threadId);
		await this.#calls.send('thread/unsubscribe', { threadId });
	}

	async startTurn(threadId: string, content: readonly Content[], clientId: string): Promise<string> {
		const { mode, model } = this.#choices.get(threadId) ?? { mode: 'Agent', model: '' };
		const turnId = `trn_${this.#newId()}`;
		this.#memories.begun(turnId, clientId);
		const [provider, name] = model.split(' ', 2);
		await this.#calls.send('turn/start', {
			thread_id: threadId,
			turn_id: turnId,
			input: await this.#inputOf(content, threadId, turnId),
			mode,
			sandbox_policy: { mode: 'FullAccess' },
			...(name === undefined ? {} : { model: name, model_provider: provider }),
			// Without it a later gateway asks nothing.
			...(this.#isFirst ? {} : { permission_profile: { mode: 'supervised' } }),
		});
		return turnId;
	}

	async #inputOf(content: readonly Content[], threadId: string, turnId: string): Promise<readonly object[]> {
		const input: object[] = [];
		for (const [index, part] of content.entries()) {
			if (part.type !== 'image') input.push(...encodeInput(part, this.#isLocal));
			else if (this.#uploads !== undefined)
				input.push(await this.#uploads.send(part, { threadId, turnId, index }));
		}
		return input;
	}

	async interruptTurn(threadId: string, turnId: string): Promise<void> {
		this.#memories.stopped(turnId);
		await this.#calls.send('turn/cancel', { thread_id: threadId, turn_id: turnId });
	}

	async resumeTurn(threadId: string, turnId: string): Promise<void> {
		this.#memories.resumed(turnId);
		await this.#calls.send('turn/resume', { thread_id: threadId, turn_id: turnId });
	}

	setOption(threadId: string, { id }: ConfigOption, value: string | boolean): Promise<OfferedOptions> {
		const choice = this.#choices.get(threadId);
		if (choice === undefined || typeof value !== 'string') return Promise.resolve({});
		if (id === 'mode') choice.mode = value;
		if (id === 'model') choice.model = value;
		return Promise.resolve(offeredOptions(choice, this.#models));
	}

	read(method: string, params: JsonObject): TurnNotification {
		if (silent.has(method)) return { type: 'ignored' };
		if (method === 'artifact/upload/chunk_ack') {
			this.#uploads?.acknowledged(params);
			return { type: 'ignored' };
		}
		if (method === 'turn/timeline/changed') return this.#readChanged(params);
		if (method === 'turn/permission/request/opened')
			return readPermission(params, this.#calls) ?? { type: 'unknown' };
		if (method === 'cli_runtime/request_opened')
			return readRuntimeRequest(params, this.#calls) ?? { type: 'unknown' };
		if (method === 'turn/permission/request/resolved' || method === 'cli_runtime/request_resolved')
			return readResolved(params) ?? { type: 'unknown' };
		if (method === 'auth/session_revoked') return revoked();
		const event = toHistoryEvent(method, params);
		const threadId = event === undefined ? undefined : threadIn(event);
		if (event === undefined || threadId === undefined) return { type: 'unknown' };
		return { type: 'thread', threadId, events: eventsOf(event, this.#memories.of(threadId)) };
	}

	/** Who may connect is settled by the header with its token. */
	authenticate(): Promise<void> {
		return Promise.reject(new AgentError('unsupported', sentence('This agent does not log in that way.')));
	}

	logout(): Promise<void> {
		return this.authenticate();
	}

	authStatus(): Promise<AuthStatus> {
		return Promise.resolve({ state: 'not_required', accounts: [] });
	}

	/** What it cannot be told or asked, said once for each new conversation. */
	#warnings(): readonly string[] {
		return [
			t('The gateway does not hear which folder is open here: say where your files are.'),
			this.#isFirst
				? t('Turns of this gateway are not in a sandbox, and it asks for nothing before it acts.')
				: t('Turns of this gateway are not in a sandbox; it asks before it acts.'),
		];
	}

	async #historyOf(threadId: string): Promise<Pick<OpenedThread, 'history' | 'rest' | 'runningTurn'>> {
		const memory = this.#memories.renew(threadId);
		if (!this.#isFirst) {
			const { payloads, ...running } = await laterHistory(this.#calls, threadId);
			return { history: payloads.flatMap((event) => eventsOf(event, memory)), ...running };
		}
		const answer = await this.#calls.send('thread/history', { thread_id: threadId });
		const turns = new Map<unknown, JsonObject[]>();
		for (const event of objectsIn(answer['events'])) {
			const ofTurn = turns.get(event['turn_id']);
			if (ofTurn === undefined) turns.set(event['turn_id'], [event]);
			else ofTurn.push(event);
		}
		// A sequence counts the events of one turn.
		const payloads = [...turns.values()].flatMap((events) => payloadsIn({ events }));
		const withTasks = payloads
			.filter((event) => stringAt(objectAt(event, 'item'), 'childThreadId') !== undefined)
			.map((event) => stringAt(event, 'turnId') ?? '');
		return {
			history: payloads.flatMap((event) => eventsOf(event, memory)),
			rest: async (tell) => {
				for (const turnId of new Set(withTasks)) await this.#readTimeline(threadId, turnId, tell);
			},
		};
	}

	/** One read for all changes that come together. Later generations have another timeline, of which too little is known. */
	#readChanged(params: JsonObject): TurnNotification {
		const threadId = stringAt(params, 'threadId');
		const turnId = stringAt(params, 'turnId');
		if (threadId === undefined || turnId === undefined) return { type: 'unknown' };
		const key = `${threadId} ${turnId}`;
		if (!this.#isFirst || this.#changed.has(key)) return { type: 'ignored' };
		// What changes in a thread that is not open is not shown; what is too many at once, a later change brings.
		if (!this.#choices.has(threadId) || this.#changed.size >= limits.timelineReads)
			return { type: 'ignored' };
		this.#changed.add(key);
		return {
			type: 'changed',
			read: async (tell) => {
				await this.#wait(limits.timelineQuietMs);
				this.#changed.delete(key);
				await this.#readTimeline(threadId, turnId, tell);
			},
		};
	}

	async #readTimeline(threadId: string, turnId: string, tell: Parameters<Reading>[0]): Promise<void> {
		const maxChildItemsPerTask = limits.stepsOfTask;
		const answer = await this.#calls.send('turn/timeline', { threadId, turnId, maxChildItemsPerTask });
		tell(workOfTasks(answer, threadId, (id) => this.#memories.of(id)));
	}
}

/** The third generation ends a login; what comes after it is refused. */
function revoked(): TurnNotification {
	const title = t('The gateway has ended this login. Another token is needed for the next connection.');
	return { type: 'account', events: [{ type: 'agent_notice', notice: { severity: 'error', title } }] };
}

function threadIn(event: JsonObject): string | undefined {
	return stringAt(event, 'threadId') ?? stringAt(objectAt(event, 'thread'), 'id');
}
