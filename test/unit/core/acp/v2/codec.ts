/** What an agent of version 2 says, through the codec and, where asked for, through the session's state. */
import { createDecoder } from '../../../../../src/core/acp/decoder.ts';
import type { JsonObject } from '../../../../../src/core/base/json.ts';
import { LogOnce } from '../../../../../src/core/acp/logOnce.ts';
import { V2Services } from '../../../../../src/core/acp/v2/services.ts';
import type { V2Types } from '../../../../../src/core/acp/v2/types.ts';
import { V2Updates } from '../../../../../src/core/acp/v2/update.ts';
import type { AgentEvent } from '../../../../../src/core/session/model/agentEvents.ts';
import { NodeBase64TextDecoder } from '../../../../../src/node/base64TextDecoder.ts';
import { prunedSchemaV2 } from '../../../../../build/pruneSchemas.ts';
import { FakeTarget } from '../support.ts';
import type { PermissionRequest } from '../../../../../src/core/session/model/permission.ts';

/** The decoder as it is shipped. */
export const decoder = createDecoder<V2Types>(prunedSchemaV2());

export const sessionId = 's1';

/** One connection's codec, with what it logs. */
export class Codec {
	readonly logged: string[] = [];
	readonly reader = new V2Updates(
		{ decoder, newBase64TextDecoder: () => new NodeBase64TextDecoder() },
		new LogOnce((line) => this.logged.push(line)),
	);

	update(sessionUpdate: string, fields: object = {}, session = sessionId): readonly AgentEvent[] {
		return this.reader.decode({ sessionUpdate, ...fields }, session, false);
	}

	/** Updates one after the other, each with its tag. */
	updates(...updates: readonly JsonObject[]): AgentEvent[] {
		return updates.flatMap((update) => this.reader.decode(update, sessionId, false));
	}
}

/** One update through a codec of its own. */
export function decode(sessionUpdate: string, fields: object = {}): readonly AgentEvent[] {
	return new Codec().update(sessionUpdate, fields);
}

export interface Asked {
	/** What the session is asked; undefined when it was not. */
	readonly request: PermissionRequest | undefined;
	readonly answer: unknown;
}

/** Asks for a permission; the user takes the first option. Rejects with what the agent is answered. */
export async function ask(params: JsonObject): Promise<Asked> {
	const target = new FakeTarget();
	target.outcome = async () => ({ type: 'selected', optionId: 'yes' });
	const answer = await new V2Services(decoder).serve({
		method: 'session/request_permission',
		params,
		target,
		signal: new AbortController().signal,
	});
	return { request: target.asked[0], answer };
}

export const base64 = (bytes: string | readonly number[]): string =>
	Buffer.from(typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)).toString('base64');
