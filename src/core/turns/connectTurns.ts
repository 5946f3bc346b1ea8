/** Connects to a turn gateway: the handshake, then the engine (`turnAgent.ts`) with the dialect of the gateway. */
import { isJsonObject } from '../base/json.ts';
import { readableError } from '../acp/shared/errors.ts';
import type { ClientInfo } from '../acp/shared/initialized.ts';
import type { Wire } from '../acp/wire.ts';
import type { AskUser } from './codex/codexAccount.ts';
import type { QuestionOffer } from './codex/codexQuestions.ts';
import { CodexDialect } from './codex/codexDialect.ts';
import { PioneerDialect, pioneerIdLength } from './pioneer/pioneerDialect.ts';
import { TurnAgent } from './turnAgent.ts';
import type { GatewayCalls, TurnDialect } from './turnDialect.ts';
import type { TurnProtocol } from './turnProtocol.ts';

export interface TurnOptions {
	readonly clientInfo: ClientInfo;
	readonly log: (message: string) => void;
	/** Makes a name for a message that no other client makes. */
	readonly newId: () => string;
	/** Asks the user while a login is open. */
	readonly askUser?: AskUser;
	/** Which kinds of question are answered. */
	readonly offer: QuestionOffer;
}

/** Rejects with `AgentError`; then nothing listens. */
export async function connectTurns(
	protocol: TurnProtocol,
	wire: Wire,
	options: TurnOptions,
): Promise<TurnAgent> {
	return new TurnAgent(wire, await shakeHands(protocol, wire, options), options.log, options.newId);
}

function shakeHands(family: TurnProtocol, wire: Wire, options: TurnOptions): Promise<TurnDialect> {
	const calls = callsOver(wire);
	switch (family) {
		case 'pioneer':
			wire.padIds(pioneerIdLength);
			return PioneerDialect.connect({ ...options, calls });
		case 'codex':
			return CodexDialect.connect({ ...options, calls });
	}
}

function callsOver(wire: Wire): GatewayCalls {
	return {
		async send(method, params) {
			try {
				const answer = await wire.request(method, params);
				return isJsonObject(answer) ? answer : {};
			} catch (error) {
				throw readableError(error);
			}
		},
		notify: (method, params) => wire.notify(method, params),
	};
}
