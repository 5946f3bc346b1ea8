/** Connects to a turn gateway of each family: the handshake, then the engine (`turnAgent.ts`) with the dialect of the gateway. */
import { isJsonObject } from '../base/json.ts';
import { readableError } from '../acp/shared/errors.ts';
import type { ClientInfo } from '../acp/shared/initialized.ts';
import type { Wire } from '../acp/wire.ts';
import type { AskUser } from './codex/codexAccount.ts';
import type { QuestionOffer } from './codex/codexQuestions.ts';
import { CodexDialect } from './codex/codexDialect.ts';
import type { ByteTools } from './pioneer/artifactUploads.ts';
import { deviceLogin, callsWithLogin, pioneerRequestIdChars } from './pioneer/deviceLogin.ts';
import { PioneerDialect } from './pioneer/pioneerDialect.ts';
import { TurnAgent } from './turnAgent.ts';
import type { GatewayCalls, TurnDialect, FindLogin, Grant, TurnLogin } from './turnDialect.ts';

export type { ByteTools, FindLogin, Grant, TurnLogin };

export interface TurnOptions {
	readonly clientInfo: ClientInfo;
	readonly log: (message: string) => void;
	/** Makes a name for a message that no other client makes. */
	readonly newId: () => string;
	/** Resolves after that many milliseconds. */
	readonly wait: (ms: number) => Promise<void>;
	readonly tools: ByteTools;
	/** The gateway is on this machine, so that paths mean the same there. */
	readonly isLocal: boolean;
	/** Asks the user while a login is open. */
	readonly askUser?: AskUser;
	/** Which kinds of question are answered. */
	readonly offer: QuestionOffer;
}

/** Rejects with `AgentError`; then nothing listens. */
export type ConnectTurns = (wire: Wire, options: TurnOptions) => Promise<TurnAgent>;

export const connectCodex: ConnectTurns = async (wire, options) =>
	agentOf(await CodexDialect.connect({ ...options, calls: callsOver(wire) }), wire, options);

export const connectPioneer: ConnectTurns = async (wire, options) => {
	wire.padIds(pioneerRequestIdChars);
	const calls = callsWithLogin(callsOver(wire));
	return agentOf(await PioneerDialect.connect({ ...options, calls }), wire, options);
};

/** Gateways that let devices in take some tokens for one exchange only. */
export const findPioneerLogin: FindLogin = deviceLogin;

function agentOf(dialect: TurnDialect, wire: Wire, { log, newId }: TurnOptions): TurnAgent {
	return new TurnAgent(wire, dialect, log, newId);
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
		...(wire.sendBytes === undefined ? {} : { sendBytes: wire.sendBytes }),
	};
}
