/** Terminals that the agent runs itself (docs/protocol.md#terminals-of-the-agent). */
import type { AgentEvent } from '../../session/model/agentEvents.ts';
import type { TerminalPatch } from '../../session/model/terminalState.ts';
import { type JsonObject, numberAt, objectAt, stringAt } from '../../base/json.ts';
import { decodeCanCancel } from '../shared/sessionFacts.ts';
import type { LogOnce } from '../logOnce.ts';

/** A terminal, or what changed of it: omitted keeps, null clears. Undefined without an id. */
export function decodeTerminal(raw: JsonObject, texts: SessionOutputDecoder): AgentEvent[] | undefined {
	const terminalId = stringAt(raw, 'terminalId');
	if (terminalId === undefined) return undefined;
	if (!texts.isKnown(terminalId)) texts.reset(terminalId);
	const started: AgentEvent = { type: 'terminal_started', terminalId, fields: fieldsOf(raw) };
	return [started, ...outputOf(raw, terminalId, texts), ...exitOf(raw, terminalId, texts)];
}

/** More bytes of its output (acp C257). Undefined without an id or bytes. */
export function decodeTerminalChunk(raw: JsonObject, texts: SessionOutputDecoder): AgentEvent[] | undefined {
	const terminalId = stringAt(raw, 'terminalId');
	const base64 = stringAt(raw, 'data');
	if (terminalId === undefined || base64 === undefined) return undefined;
	const isNew = !texts.isKnown(terminalId);
	const data = texts.append(terminalId, base64);
	return [
		...(isNew ? [{ type: 'terminal_started', terminalId, fields: { endsItself: true } } as const] : []),
		...(data === undefined || data === '' ? [] : [{ type: 'terminal_output', terminalId, data } as const]),
	];
}

/** Malformed fields are as good as omitted; only of what the agent lets us do that means nothing (acp C262). */
function fieldsOf(raw: JsonObject): TerminalPatch {
	const { command, cwd, exitStatus } = raw;
	return {
		...(typeof command === 'string' || command === null ? { label: command ?? '' } : {}),
		...(typeof cwd === 'string' || cwd === null ? { cwd } : {}),
		...sizeOf(raw),
		...decodeCanCancel(raw),
		endsItself: true,
		...(exitStatus === null ? { isRunning: true } : {}),
	};
}

function sizeOf(raw: JsonObject): Pick<TerminalPatch, 'size'> {
	if (raw['size'] === null) return { size: null };
	const size = objectAt(raw, 'size');
	const cols = numberAt(size, 'cols');
	const rows = numberAt(size, 'rows');
	return isLength(cols) && isLength(rows) ? { size: { cols, rows } } : {};
}

/** 16 bits, and not none. */
function isLength(value: number | undefined): value is number {
	return value !== undefined && Number.isInteger(value) && value >= 1 && value <= 65_535;
}

/** All the output there is: nothing of before is joined to it (acp C256). */
function outputOf(raw: JsonObject, terminalId: string, texts: SessionOutputDecoder): AgentEvent[] {
	if (raw['output'] === null) {
		texts.reset(terminalId);
		return [{ type: 'terminal_replaced', terminalId, output: '' }];
	}
	const snapshot = objectAt(raw, 'output');
	const base64 = stringAt(snapshot, 'data');
	const output = base64 === undefined ? undefined : texts.replace(terminalId, base64);
	return output === undefined ? [] : [{ type: 'terminal_replaced', terminalId, output }];
}

/** It has ended as soon as there is an object, whatever is in it (acp C258). */
function exitOf(raw: JsonObject, terminalId: string, texts: SessionOutputDecoder): AgentEvent[] {
	const exit = objectAt(raw, 'exitStatus');
	if (exit === undefined) return [];
	texts.end(terminalId);
	const exitCode = numberAt(exit, 'exitCode');
	return [
		{
			type: 'terminal_exited',
			terminalId,
			exitCode: exitCode !== undefined && Number.isInteger(exitCode) ? exitCode : null,
			signal: stringAt(exit, 'signal') ?? null,
		},
	];
}

/** The decoders of all terminals, by session: each keeps the begun character of its output. */
export class TerminalOutputDecoders {
	readonly #newBase64TextDecoder: () => Base64TextDecoder;
	readonly #log: LogOnce;
	/** Of each session, by the terminal's id. */
	readonly #sessions = new Map<string, Map<string, Base64TextDecoder>>();

	constructor(newBase64TextDecoder: () => Base64TextDecoder, log: LogOnce) {
		this.#newBase64TextDecoder = newBase64TextDecoder;
		this.#log = log;
	}

	ofSession(sessionId: string): SessionOutputDecoder {
		return new SessionOutputDecoder(this.#sessions, sessionId, this.#newBase64TextDecoder, this.#log);
	}

	forget(sessionId: string): void {
		this.#sessions.delete(sessionId);
	}
}

export class SessionOutputDecoder {
	readonly #sessions: Map<string, Map<string, Base64TextDecoder>>;
	readonly #sessionId: string;
	readonly #newBase64TextDecoder: () => Base64TextDecoder;
	readonly #log: LogOnce;

	constructor(
		sessions: Map<string, Map<string, Base64TextDecoder>>,
		sessionId: string,
		newBase64TextDecoder: () => Base64TextDecoder,
		log: LogOnce,
	) {
		this.#sessions = sessions;
		this.#sessionId = sessionId;
		this.#newBase64TextDecoder = newBase64TextDecoder;
		this.#log = log;
	}

	/** False until something was said of the terminal, and again once it has ended. */
	isKnown(terminalId: string): boolean {
		return this.#texts?.has(terminalId) === true;
	}

	/** @returns the text that the bytes complete; undefined when they are no base64, which is logged */
	append(terminalId: string, base64: string): string | undefined {
		return this.#write(this.#texts?.get(terminalId) ?? this.reset(terminalId), base64);
	}

	/** All there is: what came before counts no more (acp C256). */
	replace(terminalId: string, base64: string): string | undefined {
		const text = this.#newBase64TextDecoder();
		const output = this.#write(text, base64);
		if (output !== undefined) this.#set(terminalId, text);
		return output;
	}

	/** Begins anew. */
	reset(terminalId: string): Base64TextDecoder {
		const text = this.#newBase64TextDecoder();
		this.#set(terminalId, text);
		return text;
	}

	/** It has ended: what it has begun to say is dropped. */
	end(terminalId: string): void {
		this.#texts?.delete(terminalId);
		if (this.#texts?.size === 0) this.#sessions.delete(this.#sessionId);
	}

	get #texts(): Map<string, Base64TextDecoder> | undefined {
		return this.#sessions.get(this.#sessionId);
	}

	#set(terminalId: string, text: Base64TextDecoder): void {
		const texts = this.#texts ?? new Map<string, Base64TextDecoder>();
		this.#sessions.set(this.#sessionId, texts.set(terminalId, text));
	}

	#write(text: Base64TextDecoder, base64: string): string | undefined {
		try {
			return text.write(base64);
		} catch {
			this.#log.write('Ignored output of a terminal', 'no base64');
			return undefined;
		}
	}
}

/**
 * Bytes that arrive in pieces, as text: each piece is base64 of its own (acp C257), and a character may begin in one
 * and end in the next (acp C258). The host says how, since the core knows no bytes.
 */
export interface Base64TextDecoder {
	/**
	 * @param base64 one piece
	 * @returns the text that is complete with it; bytes that are no UTF-8 become U+FFFD
	 * @throws RangeError when it is no base64; nothing of it counts then
	 */
	write(base64: string): string;
}
