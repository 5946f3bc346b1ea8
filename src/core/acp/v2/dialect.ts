import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { ByteText } from '../byteText.ts';
import type { JsonObject } from '../json.ts';
import type { LogOnce } from '../logOnce.ts';
import { clientRequests } from '../methods.ts';
import type { Dialect, SessionRequest } from '../shared/inbound.ts';
import { requestPermission } from './permission.ts';
import { TerminalTexts } from './terminalTexts.ts';
import type { V2Decoder } from './types.ts';
import { decodeUpdate } from './update.ts';

export interface V2DialectOptions {
	readonly decoder: V2Decoder;
	/** One for each terminal, and a new one for each snapshot of its output. */
	readonly newByteText: () => ByteText;
}

/** Version 2 as agents speak it to us, in any of its shapes (protocol.md 2.3). */
export class V2Dialect implements Dialect {
	/** Files and terminals are the agent's own in this version: such requests are answered -32601. */
	readonly served: ReadonlySet<string> = new Set([clientRequests.requestPermission]);
	readonly #decoder: V2Decoder;
	readonly #log: LogOnce;
	readonly #texts: TerminalTexts;

	constructor({ decoder, newByteText }: V2DialectOptions, log: LogOnce) {
		this.#decoder = decoder;
		this.#log = log;
		this.#texts = new TerminalTexts(newByteText, log);
	}

	decodeUpdate(update: JsonObject, sessionId: string): readonly AgentEvent[] {
		const terminals = this.#texts.ofSession(sessionId);
		return decodeUpdate(update, sessionId, { decoder: this.#decoder, log: this.#log, terminals });
	}

	serve(request: SessionRequest): Promise<unknown> {
		return requestPermission(this.#decoder, request);
	}

	/** The session is closed: what its terminals have begun to say is dropped. */
	forgetSession(sessionId: string): void {
		this.#texts.forget(sessionId);
	}
}
