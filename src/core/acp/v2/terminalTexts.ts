import type { ByteText } from '../byteText.ts';
import type { LogOnce } from '../logOnce.ts';

/** The terminals of one session, as text. */
export interface SessionTexts {
	/** False until something was said of the terminal, and again once it has ended. */
	isKnown(terminalId: string): boolean;
	/** @returns the text that the bytes complete; undefined when they are no base64, which is logged */
	append(terminalId: string, base64: string): string | undefined;
	/** All there is: what came before counts no more (acp C256). */
	replace(terminalId: string, base64: string): string | undefined;
	/** Begins anew. */
	reset(terminalId: string): void;
	/** It has ended: what it has begun to say is dropped. */
	end(terminalId: string): void;
}

/** The half of a character that each terminal has said, told apart by session. */
export class TerminalTexts {
	readonly #newByteText: () => ByteText;
	readonly #log: LogOnce;
	readonly #sessions = new Map<string, Map<string, ByteText>>();

	constructor(newByteText: () => ByteText, log: LogOnce) {
		this.#newByteText = newByteText;
		this.#log = log;
	}

	ofSession(sessionId: string): SessionTexts {
		const texts = (): ReadonlyMap<string, ByteText> | undefined => this.#sessions.get(sessionId);
		return {
			isKnown: (terminalId) => texts()?.has(terminalId) === true,
			append: (terminalId, base64) =>
				this.#write(texts()?.get(terminalId) ?? this.#begin(sessionId, terminalId), base64),
			replace: (terminalId, base64) => {
				const text = this.#newByteText();
				const output = this.#write(text, base64);
				if (output !== undefined) this.#set(sessionId, terminalId, text);
				return output;
			},
			reset: (terminalId) => void this.#begin(sessionId, terminalId),
			end: (terminalId) => this.#end(sessionId, terminalId),
		};
	}

	forget(sessionId: string): void {
		this.#sessions.delete(sessionId);
	}

	#begin(sessionId: string, terminalId: string): ByteText {
		const text = this.#newByteText();
		this.#set(sessionId, terminalId, text);
		return text;
	}

	#set(sessionId: string, terminalId: string, text: ByteText): void {
		const texts = this.#sessions.get(sessionId) ?? new Map<string, ByteText>();
		this.#sessions.set(sessionId, texts.set(terminalId, text));
	}

	#end(sessionId: string, terminalId: string): void {
		const texts = this.#sessions.get(sessionId);
		texts?.delete(terminalId);
		if (texts?.size === 0) this.#sessions.delete(sessionId);
	}

	#write(text: ByteText, base64: string): string | undefined {
		try {
			return text.write(base64);
		} catch {
			this.#log.write('Ignored output of a terminal', 'no base64');
			return undefined;
		}
	}
}
