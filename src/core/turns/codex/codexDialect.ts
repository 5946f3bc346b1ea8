/**
 * Codex's app-server, 0.169: what it calls things, and what it takes (docs/agents-in-the-wild.md#codex-app-server).
 */
import type { AbortSignal } from '../../base/abortSignal.ts';
import { type JsonObject, objectAt, objectsIn, stringAt, pickStrings } from '../../base/json.ts';
import { t } from '../../base/l10n.ts';
import { unreadable } from '../../acp/shared/errors.ts';
import type { ClientInfo } from '../../acp/shared/initialized.ts';
import { type AgentCapabilities, noCapabilities } from '../../session/model/capabilities.ts';
import type { AgentPort, SessionPage, SessionQuery, SessionSetup } from '../../session/model/agentPort.ts';
import type { AuthStatus } from '../../session/model/auth.ts';
import type { ConfigOption, OfferedOptions } from '../../session/model/config.ts';
import type { Content } from '../../session/model/content.ts';
import type {
	GatewayCalls,
	GatewayRequest,
	TurnNotification,
	OpenedThread,
	ThreadChange,
	TurnDialect,
} from '../turnDialect.ts';
import { type AskUser, CodexAccount, loginMethods } from './codexAccount.ts';
import { answerRequest, isServed } from './codexApprovals.ts';
import type { QuestionOffer } from './codexQuestions.ts';
import {
	commandIn,
	commandsOf,
	compactCommandName,
	encodeInput,
	readSkills,
	type Skill,
} from './codexInput.ts';
import { readNotification } from './codexNotifications.ts';
import {
	offeredOptions,
	readModels,
	readSettings,
	settingsOfTurn,
	type ThreadSettings,
	withChoice,
} from './codexSettings.ts';
import { historyOf, listedOf } from './codexThreads.ts';

export interface CodexOptions {
	readonly calls: GatewayCalls;
	readonly clientInfo: ClientInfo;
	/** Asks the user while a login is open. */
	readonly askUser?: AskUser;
	/** Which kinds of question are answered. */
	readonly offer: QuestionOffer;
}

/** What is known of a thread that was opened here. */
interface OpenThread {
	settings: ThreadSettings;
	/** Values of options that the user has chosen, and that have not gone out with a turn. */
	readonly chosen: Map<string, string>;
	readonly skills: readonly Skill[];
}

/** Threads that are asked for at once. */
const pageSize = 50;

const capabilities: AgentCapabilities = {
	...noCapabilities,
	sessions: true,
	loadSession: true,
	resumeSession: true,
	closeSession: true,
	listSessions: true,
	deleteSession: true,
	promptImage: true,
	promptEmbeddedContext: true,
	logout: true,
	steering: true,
	forkSession: true,
	archiveSession: true,
	setTitle: true,
	authStatus: true,
};

export class CodexDialect implements TurnDialect {
	readonly capabilities = capabilities;
	readonly info: AgentPort['info'];
	readonly authMethods = loginMethods();
	readonly #calls: GatewayCalls;
	readonly #account: CodexAccount;
	readonly #offer: QuestionOffer;
	readonly #threads = new Map<string, OpenThread>();
	#models: ReturnType<typeof readModels> = [];

	private constructor({ calls, askUser, offer }: CodexOptions, userAgent: string | undefined) {
		this.#calls = calls;
		this.#offer = offer;
		this.#account = new CodexAccount(calls, askUser);
		// `client/version (system) …`: the version is Codex's own.
		const version = /^[^/]+\/(\S+)/u.exec(userAgent ?? '')?.[1];
		this.info = { name: 'codex-app-server', ...(version === undefined ? {} : { version }) };
	}

	/** The handshake. Rejects with `AgentError`. */
	static async connect(options: CodexOptions): Promise<CodexDialect> {
		const { calls, clientInfo } = options;
		const { name, title, version } = clientInfo;
		const answer = await calls.send('initialize', {
			clientInfo: { name, title, version },
			capabilities: { experimentalApi: true, requestAttestation: false },
		});
		calls.notify('initialized', {});
		const dialect = new CodexDialect(options, stringAt(answer, 'userAgent'));
		// A list that cannot be had leaves out a choice, and no more.
		const [models] = await Promise.all([
			calls.send('model/list', {}).catch(() => ({})),
			dialect.#account.read().catch(() => undefined),
		]);
		dialect.#models = readModels(models);
		return dialect;
	}

	async openThread(
		how: 'start' | 'resume' | 'load' | 'fork',
		setup: SessionSetup,
		known?: string,
	): Promise<OpenedThread> {
		await this.#account.require();
		const { cwd } = setup;
		// Asked for before: nothing stands between the history and what is live.
		const skills = await this.#skillsOf(cwd);
		const answer =
			how === 'start'
				? await this.#calls.send('thread/start', { cwd })
				: await this.#calls.send(how === 'fork' ? 'thread/fork' : 'thread/resume', {
						threadId: known,
						cwd,
						...(how === 'resume' ? { excludeTurns: true } : {}),
					});
		const raw = objectAt(answer, 'thread') ?? {};
		const threadId = stringAt(raw, 'id');
		if (threadId === undefined) throw unreadable(`thread/${how}`, 'thread.id: should be string');
		const settings = readSettings(answer);
		this.#threads.set(threadId, { settings, chosen: new Map(), skills });
		const turns = objectsIn(raw['turns']);
		const running = turns.findLast((turn) => turn['status'] === 'inProgress');
		const runningTurn = stringAt(running, 'id');
		return {
			threadId,
			options: offeredOptions(settings, this.#models),
			commands: commandsOf(skills, t('Shorten what the agent remembers of this conversation')),
			// What is copied is loaded afterwards.
			...(how === 'load' ? { history: turns.flatMap(historyOf) } : {}),
			...(runningTurn === undefined ? {} : { runningTurn }),
		};
	}

	async listThreads({ cwd, cursor, archived }: SessionQuery): Promise<SessionPage> {
		const answer = await this.#calls.send('thread/list', {
			...(cwd === undefined ? {} : { cwd }),
			...(cursor === undefined ? {} : { cursor }),
			...(archived === 'only' ? { archived: true } : {}),
			limit: pageSize,
		});
		return {
			sessions: objectsIn(answer['data']).flatMap((raw) => listedOf(raw, archived === 'only')),
			...pickStrings(answer, 'nextCursor'),
		};
	}

	async changeThread(threadId: string, change: ThreadChange): Promise<void> {
		switch (change.type) {
			case 'close':
				this.#threads.delete(threadId);
				return void (await this.#calls.send('thread/unsubscribe', { threadId }));
			case 'delete':
				this.#threads.delete(threadId);
				return void (await this.#calls.send('thread/delete', { threadId }));
			case 'archive':
			case 'unarchive':
				return void (await this.#calls.send(`thread/${change.type}`, { threadId }));
			case 'rename':
				return void (await this.#calls.send('thread/name/set', { threadId, name: change.title }));
		}
	}

	async startTurn(
		threadId: string,
		content: readonly Content[],
		clientId: string,
	): Promise<string | undefined> {
		const thread = this.#threads.get(threadId);
		if (commandIn(content) === compactCommandName) {
			await this.#calls.send('thread/compact/start', { threadId });
			return undefined;
		}
		const chosen = new Map(thread?.chosen);
		const answer = await this.#calls.send('turn/start', {
			threadId,
			clientUserMessageId: clientId,
			input: encodeInput(content, thread?.skills ?? []),
			...(thread === undefined ? {} : settingsOfTurn(thread.settings, chosen)),
		});
		// One that was chosen meanwhile goes out with the next turn.
		for (const [option, value] of chosen)
			if (thread?.chosen.get(option) === value) thread.chosen.delete(option);
		return stringAt(objectAt(answer, 'turn'), 'id');
	}

	async steerTurn(
		threadId: string,
		turnId: string,
		content: readonly Content[],
		clientId: string,
	): Promise<void> {
		await this.#calls.send('turn/steer', {
			threadId,
			expectedTurnId: turnId,
			clientUserMessageId: clientId,
			input: encodeInput(content, this.#threads.get(threadId)?.skills ?? []),
		});
	}

	async interruptTurn(threadId: string, turnId: string): Promise<void> {
		await this.#calls.send('turn/interrupt', { threadId, turnId });
	}

	setOption(threadId: string, option: ConfigOption, value: string | boolean): Promise<OfferedOptions> {
		const thread = this.#threads.get(threadId);
		if (thread === undefined || typeof value !== 'string') return Promise.resolve({});
		thread.settings = withChoice(thread.settings, option.id, value);
		thread.chosen.set(option.id, value);
		return Promise.resolve(offeredOptions(thread.settings, this.#models));
	}

	read(method: string, params: JsonObject): TurnNotification {
		switch (method) {
			case 'account/login/completed':
				this.#account.completed(params);
				return { type: 'ignored' };
			case 'account/updated': {
				const isIn = stringAt(params, 'authMode') !== undefined;
				return { type: 'auth_status', status: { state: isIn ? 'authenticated' : 'unknown', accounts: [] } };
			}
			case 'thread/settings/updated':
				return this.#settingsChanged(params);
			default:
				return readNotification(method, params);
		}
	}

	threadOf(method: string, params: JsonObject): string | undefined {
		return isServed(method) ? stringAt(params, 'threadId') : undefined;
	}

	serve(request: GatewayRequest): Promise<unknown> {
		return answerRequest(request, this.#offer);
	}

	authenticate(methodId: string, signal?: AbortSignal): Promise<void> {
		return this.#account.login(methodId, signal);
	}

	/** The gateway is gone. */
	dispose(): void {
		this.#account.dispose();
	}

	logout(): Promise<void> {
		return this.#account.logout();
	}

	authStatus(): Promise<AuthStatus> {
		return this.#account.read();
	}

	/** Choices that have not gone out yet stay. */
	#settingsChanged(params: JsonObject): TurnNotification {
		const threadId = stringAt(params, 'threadId');
		const thread = threadId === undefined ? undefined : this.#threads.get(threadId);
		if (threadId === undefined || thread === undefined) return { type: 'ignored' };
		if (thread.chosen.size > 0) return { type: 'ignored' };
		thread.settings = readSettings(objectAt(params, 'threadSettings') ?? {});
		const options = offeredOptions(thread.settings, this.#models);
		return { type: 'thread', threadId, events: [{ type: 'facts', events: [{ type: 'options', options }] }] };
	}

	/** None where they cannot be had. */
	async #skillsOf(cwd: string): Promise<readonly Skill[]> {
		try {
			return readSkills(await this.#calls.send('skills/list', { cwds: [cwd] }));
		} catch {
			return [];
		}
	}
}
