/** What the agent sends on its own: notifications and requests, routed to the session they name. */
import type { AbortSignal } from '../../base/abortSignal.ts';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import { Emitter } from '../../base/emitter.ts';
import type { AuthStatus } from '../../session/model/auth.ts';
import type { UnstableFeature } from '../../session/model/capabilities.ts';
import type { ElicitationOutcome, ElicitationRequest } from '../../session/model/elicitation.ts';
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { SessionTarget } from '../../session/model/sessionTarget.ts';
import { isJsonObject, type JsonObject, objectAt, stringAt } from '../../base/json.ts';
import type { LogOnce } from '../logOnce.ts';
import { clientNotifications, clientRequests } from '../methods.ts';
import { errorCodes, type Wire, WireError } from '../wire.ts';
import { decodeAuthStatus } from './auth.ts';
import type { Offer } from './initialized.ts';
import { decodeElicitation, encodeElicitation } from './elicitation.ts';
import { answerMcp, type McpHandler } from './mcpMessage.ts';
import { SessionLinks } from './sessionLinks.ts';

/** Reads updates as one version of the protocol says them. */
export interface UpdateDecoder {
	/**
	 * The `update` of a `session/update`, as events in the order to apply them. Never throws.
	 * @param isReplay it comes while the session is being opened, and so is history
	 */
	decode(update: JsonObject, sessionId: string, isReplay: boolean): readonly AgentEvent[];
	/** The session is closed, or told from its start: what was kept of it is dropped. */
	forgetSession?(sessionId: string): void;
}

/** Answers what an agent may ask for a session in one version of the protocol, beside questions to the user. */
export interface SessionServices {
	/** The methods that are served. */
	readonly served: ReadonlySet<string>;
	/** Serves one of `served`. Rejects with `WireError` where the protocol has a code for it. */
	serve(request: SessionRequest): Promise<unknown>;
}

/** A request of the agent, for one session. */
export interface SessionRequest {
	readonly method: string;
	readonly params: JsonObject;
	readonly signal: AbortSignal;
	readonly target: SessionTarget;
}

/** What serves the agent's requests, and which drafts are switched on. */
export interface InboundOptions {
	readonly log: (message: string) => void;
	readonly offer: Offer;
	readonly unstable: ReadonlySet<UnstableFeature>;
	/** Asks the user for a request of ours that is open, such as a login, instead of for a session. */
	readonly elicit?: (request: ElicitationRequest, signal: AbortSignal) => Promise<ElicitationOutcome>;
	/** Hears what `elicitation/complete` names: a question that was not for a session is not known to any here. */
	readonly completeElicitation?: (elicitationId: string) => void;
	/** Waits; for what comes late. */
	readonly pause?: (ms: number) => Promise<void>;
	/** Answers for the tool servers of this window (unstable). */
	readonly mcp?: McpHandler;
}

/** Routes what an agent sends to the sessions attached to it. Disposed with the connection. */
export class Inbound implements Disposable {
	readonly links: SessionLinks;
	readonly log: LogOnce;
	readonly #options: InboundOptions;
	readonly #updates: UpdateDecoder;
	readonly #services: SessionServices;
	readonly #disposables = new DisposableStore();
	readonly #authStatus = this.#disposables.add(new Emitter<AuthStatus>());
	#updateCount = 0;

	readonly onAuthStatus = this.#authStatus.event;

	/**
	 * Listens from now on: agents send before they have answered anything.
	 * @param log names each odd thing once
	 */
	constructor(
		wire: Wire,
		log: LogOnce,
		options: InboundOptions,
		updates: UpdateDecoder,
		services: SessionServices,
	) {
		this.#options = options;
		this.log = log;
		this.#updates = updates;
		this.#services = services;
		this.links = this.#disposables.add(new SessionLinks(this.log));
		this.#disposables.add(
			wire.onNotification(
				(method, params) => this.#onNotification(method, params),
				(handleAll) => this.links.together(handleAll),
			),
		);
		this.#disposables.add(
			wire.onRequest((method, params, signal) => this.#onRequest(method, params, signal)),
		);
	}

	/** Updates so far. */
	get updateCount(): number {
		return this.#updateCount;
	}

	/** Nothing that came for the session counts for what comes from now on. */
	forgetSession(sessionId: string): void {
		this.#updates.forgetSession?.(sessionId);
	}

	dispose(): void {
		this.#disposables.dispose();
	}

	/** Synchronous, so that updates stay in order and ahead of the answer that follows them. */
	#onNotification(method: string, params: unknown): void {
		const fields = isJsonObject(params) ? params : {};
		switch (method) {
			case clientNotifications.sessionUpdate:
				return this.#onUpdate(fields);
			case clientNotifications.elicitationComplete: {
				const elicitationId = stringAt(fields, 'elicitationId');
				if (elicitationId === undefined) return this.log.write('Ignored malformed notification', method);
				this.#options.completeElicitation?.(elicitationId);
				return this.links.completeElicitation(elicitationId);
			}
			case clientNotifications.authStatusUpdate:
				if (this.#options.unstable.has('authStatus')) return this.#authStatus.fire(decodeAuthStatus(fields));
				break;
		}
		this.log.write('Ignored notification', method);
	}

	#onUpdate(params: JsonObject): void {
		const sessionId = stringAt(params, 'sessionId');
		const update = objectAt(params, 'update');
		if (sessionId === undefined || update === undefined) {
			this.log.write('Ignored malformed notification', clientNotifications.sessionUpdate);
			return;
		}
		this.#updateCount++;
		const isReplay = this.links.isOpening(sessionId);
		this.links.deliver(sessionId, this.#updates.decode(update, sessionId, isReplay));
	}

	async #onRequest(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
		const fields = isJsonObject(params) ? params : {};
		if (method === clientRequests.createElicitation) return this.#elicit(fields, signal);
		const { mcp, unstable } = this.#options;
		if (method === clientRequests.mcpMessage && mcp !== undefined && unstable.has('mcpOverAcp')) {
			return answerMcp(mcp, fields, signal);
		}
		if (!this.#services.served.has(method)) {
			this.log.write('Refused request', method);
			throw new WireError(errorCodes.methodNotFound, `Method not found: ${method}`);
		}
		const sessionId = stringAt(fields, 'sessionId');
		if (sessionId === undefined) throw invalid('sessionId is missing');
		const target = this.links.target(sessionId) ?? (await this.links.waitFor(sessionId, signal));
		return this.#services.serve({ method, params: fields, signal, target });
	}

	/** For a session, or for a request of ours that is still open, such as a login (acp C106, C107). */
	async #elicit(params: JsonObject, signal: AbortSignal): Promise<unknown> {
		const decoded = decodeElicitation(params, this.#options.offer);
		if (!decoded.ok) throw invalid(decoded.error);
		const { sessionId, request } = decoded.value;
		const { elicit } = this.#options;
		if (sessionId !== undefined) {
			const target = this.links.target(sessionId) ?? (await this.links.waitFor(sessionId, signal));
			return encodeElicitation(await target.elicitations.ask(request, signal));
		}
		if (elicit === undefined) throw invalid('requestId: no such request is open');
		return encodeElicitation(await elicit(request, signal));
	}
}

function invalid(what: string): WireError {
	return new WireError(errorCodes.invalidParams, `Invalid params: ${what}`);
}
