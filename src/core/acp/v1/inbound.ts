/** What the agent sends on its own: notifications and requests, routed to the session they name. */
import type { AbortSignal } from '../../base/abortSignal.ts';
import { type Disposable, DisposableStore } from '../../base/disposable.ts';
import type { AgentPort } from '../../session/ports.ts';
import { isJsonObject, objectAt, stringAt } from '../json.ts';
import { LogOnce } from '../logOnce.ts';
import { clientNotifications } from '../methods.ts';
import { readsMissingFileAsEmpty } from '../quirks/geminiMissingFile.ts';
import { errorCodes, type Wire, WireError } from '../wire.ts';
import { isServed, serve } from './services.ts';
import { SessionLinks } from './sessionLinks.ts';
import type { V1Decoder } from './types.ts';
import { decodeUpdate } from './update.ts';

export class Inbound implements Disposable {
	readonly links: SessionLinks;
	readonly #decoder: V1Decoder;
	readonly #log: LogOnce;
	readonly #disposables = new DisposableStore();
	#isMissingFileEmpty = false;

	/** Listens from now on: agents send before they have answered anything. */
	constructor(wire: Wire, decoder: V1Decoder, log: (message: string) => void) {
		this.#decoder = decoder;
		this.#log = new LogOnce(log);
		this.links = this.#disposables.add(new SessionLinks(this.#log));
		this.#disposables.add(wire.onNotification((method, params) => this.#onNotification(method, params)));
		this.#disposables.add(
			wire.onRequest((method, params, signal) => this.#onRequest(method, params, signal)),
		);
	}

	/** Turns on what this one agent needs, once it said who it is. */
	useQuirksOf(info: AgentPort['info']): void {
		this.#isMissingFileEmpty = readsMissingFileAsEmpty(info);
	}

	dispose(): void {
		this.#disposables.dispose();
	}

	/** Synchronous, so that updates stay in order and ahead of the answer that follows them. */
	#onNotification(method: string, params: unknown): void {
		if (method !== clientNotifications.sessionUpdate) {
			this.#log.write('Ignored notification', method);
			return;
		}
		const sessionId = isJsonObject(params) ? stringAt(params, 'sessionId') : undefined;
		const update = isJsonObject(params) ? objectAt(params, 'update') : undefined;
		if (sessionId === undefined || update === undefined) {
			this.#log.write('Ignored malformed notification', method);
			return;
		}
		this.links.deliver(sessionId, decodeUpdate(update, { decoder: this.#decoder, log: this.#log }));
	}

	async #onRequest(method: string, params: unknown, signal: AbortSignal): Promise<unknown> {
		if (!isServed(method)) {
			this.#log.write('Refused request', method);
			throw new WireError(errorCodes.methodNotFound, `Method not found: ${method}`);
		}
		const sessionId = isJsonObject(params) ? stringAt(params, 'sessionId') : undefined;
		if (!isJsonObject(params) || sessionId === undefined) {
			throw new WireError(errorCodes.invalidParams, 'Invalid params: sessionId is missing');
		}
		const target = this.links.target(sessionId) ?? (await this.links.waitFor(sessionId, signal));
		const isMissingFileEmpty = this.#isMissingFileEmpty;
		return serve({ method, params, signal, target, decoder: this.#decoder, isMissingFileEmpty });
	}
}
