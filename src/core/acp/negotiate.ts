/** Agrees with an agent on a version of the protocol (docs/protocol.md#versions). */
import { AgentError, wordsOf } from '../base/errors.ts';
import { type Sentence, sentence } from '../base/sentence.ts';
import * as limits from '../base/limits.ts';
import { type InitializedAgent, type ConnectOptions, type Listener, listenTo } from './connect.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { type ProtocolVersion, takesSecondInitialize } from './protocolChoice.ts';
import { agentRequests } from './methods.ts';
import { readableError, unreadable } from './shared/errors.ts';
import { infoAt } from './shared/initialized.ts';
import { isV2Answer } from './v2/initialize.ts';
import { errorCodes, type Wire } from './wire.ts';

/** As `ConnectOptions`, with the bound on waiting for an answer. */
export interface NegotiateOptions extends ConnectOptions {
	/** Waits for an answer; rejects with AgentError `timeout` when it takes longer than `ms`. */
	readonly answerWithin: <T>(answer: Promise<T>, ms: number) => Promise<T>;
}

/** The outcome of a negotiation that did not fail. */
export type Negotiated =
	| { readonly type: 'connected'; readonly version: ProtocolVersion; readonly agent: InitializedAgent }
	/** The process has to be ended and a new one started, which is asked for `ask`; what stood in the way. */
	| { readonly type: 'respawn'; readonly ask: ProtocolVersion; readonly reason: AgentError };

/** What the agent made of one `initialize`. */
type Answer =
	/** It speaks this version now. */
	| { readonly type: 'agreed'; readonly version: ProtocolVersion; readonly answer: JsonObject }
	/** It speaks none that we do, at least none it was asked for; these are its own. */
	| { readonly type: 'refused'; readonly supported: readonly number[]; readonly cause?: unknown }
	/** An error, silence, the end of the process, nonsense. */
	| { readonly type: 'failed'; readonly error: AgentError };

/**
 * Initialises an agent. Nothing but `initialize` is sent before it agreed (acp C202). What was sent to the wire cannot
 * be taken back, so where an agent may have got us wrong, a new process is asked for; that happens only when 2 was
 * asked for, so once at most.
 * Rejects with `AgentError`: `protocol` when we share no version (acp C19, C205) or the answer cannot be read, and with
 * whatever the wire rejects with. Then nothing listens any more.
 */
export function negotiate(wire: Wire, options: NegotiateOptions, want: ProtocolVersion): Promise<Negotiated> {
	const negotiation = new Negotiation(wire, options);
	return want === 1 ? negotiation.from1() : negotiation.from2();
}

class Negotiation {
	readonly #wire: Wire;
	readonly #options: NegotiateOptions;
	/** Of the version that was asked for last. */
	#listener: Listener | undefined;

	constructor(wire: Wire, options: NegotiateOptions) {
		this.#wire = wire;
		this.#options = options;
	}

	async from1(): Promise<Negotiated> {
		const first = await this.#ask(1, limits.initFailMs);
		if (first.type === 'failed') throw first.error;
		if (first.type === 'agreed' && first.version === 1) return this.#connected(first);
		// It has nothing but 2. A refusal leaves the connection as new, and one that answered 2 takes 2 once more.
		if (first.type === 'refused' && !first.supported.includes(2))
			throw noSharedVersion(first.supported, first.cause);
		const second = await this.#ask(2, limits.initFailMs);
		if (second.type === 'failed') throw second.error;
		if (second.type === 'agreed' && second.version === 2) return this.#connected(second);
		throw second.type === 'refused'
			? noSharedVersion(second.supported, second.cause)
			: new AgentError(
					'protocol',
					sentence('The agent refuses version 1 of the Agent Client Protocol, then answers with it.'),
				);
	}

	async from2(): Promise<Negotiated> {
		const first = await this.#ask(2, limits.initVersionMs);
		switch (first.type) {
			case 'failed':
				return respawn(first.error);
			case 'refused':
				if (first.supported.includes(1)) return this.#down();
				if (first.supported.includes(2)) return respawn(contradiction(first.cause));
				throw noSharedVersion(first.supported, first.cause);
			case 'agreed':
				if (first.version === 2) return this.#connected(first);
				// It may not have heard that we serve files and terminals: the SDK's router tells it our half of 2.
				if (takesSecondInitialize(infoAt(first.answer, 'agentInfo'))) return this.#down();
				return respawn(new AgentError('protocol', sentence('The agent speaks version 1.')));
		}
	}

	/** Asks for 1 on the connection that was asked for 2. */
	async #down(): Promise<Negotiated> {
		const second = await this.#ask(1, limits.initVersionMs);
		if (second.type === 'agreed' && second.version === 1) return this.#connected(second);
		return respawn(second.type === 'failed' ? second.error : contradiction());
	}

	/** Listens in that version and asks for it; stops listening again unless it is agreed. */
	async #ask(version: ProtocolVersion, ms: number): Promise<Answer> {
		this.#stopListening();
		// Loaded before `initialize` is sent: messages that follow its answer at once would find no handler otherwise.
		const listener = await listenTo(version, this.#wire, this.#options);
		this.#listener = listener;
		const request = this.#wire.request(agentRequests.initialize, listener.request);
		const answer = await this.#options.answerWithin(request, ms).then(readAnswer, readRefusal);
		if (answer.type !== 'agreed' || answer.version !== version) this.#stopListening();
		return answer;
	}

	#connected({ version, answer }: Answer & { type: 'agreed' }): Negotiated {
		const listener = this.#listener;
		if (listener === undefined) throw new Error('There is no listener for what the agent sends');
		try {
			return { type: 'connected', version, agent: listener.agent(answer) };
		} catch (error) {
			listener.dispose();
			throw error;
		}
	}

	#stopListening(): void {
		this.#listener?.dispose();
		this.#listener = undefined;
	}
}

function readAnswer(answer: unknown): Answer {
	const version = isJsonObject(answer) ? answer['protocolVersion'] : undefined;
	if (!isJsonObject(answer) || !isVersion(version)) {
		const what = isJsonObject(answer) ? 'protocolVersion: should be a version' : 'should be object';
		return { type: 'failed', error: unreadable(agentRequests.initialize, what) };
	}
	if (version === 1) return { type: 'agreed', version: 1, answer };
	// Some agents of version 1 repeat the number that they were asked for (acp C207).
	if (version === 2) return { type: 'agreed', version: isV2Answer(answer) ? 2 : 1, answer };
	return { type: 'refused', supported: [version] };
}

/** The newer rule: the agent refuses the version by error and names those it speaks (acp C205). */
function readRefusal(error: unknown): Answer {
	if (AgentError.is(error, 'answered') && error.code === errorCodes.unsupportedProtocolVersion) {
		const supported = isJsonObject(error.data) ? error.data['supported'] : undefined;
		if (!Array.isArray(supported)) return { type: 'failed', error: noSharedVersion([], error) };
		return { type: 'refused', supported: supported.filter(isVersion), cause: error };
	}
	const readable = readableError(error);
	return {
		type: 'failed',
		error: AgentError.is(readable) ? readable : new AgentError('protocol', wordsOf(error), { cause: error }),
	};
}

function isVersion(value: unknown): value is number {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function respawn(reason: AgentError): Negotiated {
	return { type: 'respawn', ask: 1, reason };
}

function contradiction(cause?: unknown): AgentError {
	return new AgentError('protocol', sentence('The agent refuses a version that it says it speaks.'), {
		cause,
	});
}

function noSharedVersion(supported: readonly number[], cause?: unknown): AgentError {
	return new AgentError('protocol', noSharedVersionText(supported), { cause });
}

function noSharedVersionText(supported: readonly number[]): Sentence {
	const theirs = supported.join(', ');
	if (supported.length === 0)
		return sentence(
			'The agent speaks other versions of the Agent Client Protocol, ACP Host speaks versions 1 and 2.',
		);
	return supported.length === 1
		? sentence(
				'The agent speaks version {0} of the Agent Client Protocol, ACP Host speaks versions 1 and 2.',
				theirs,
			)
		: sentence(
				'The agent speaks versions {0} of the Agent Client Protocol, ACP Host speaks versions 1 and 2.',
				theirs,
			);
}
