/** Which version of the protocol each agent was last talked to in, so that the next start asks for the right one. */
import type { Memento } from 'vscode';
import {
	afterStart,
	type NegotiatedProtocol,
	type ProtocolVersion,
	readRemembered,
	type RememberedProtocol,
	versionToAsk,
} from '../../core/acp/protocolChoice.ts';
import { isFields } from '../../core/base/fields.ts';
import { type AgentDefinition, approvalHash } from '../settings/agentDefinition.ts';

const storageKey = 'acpHost.rememberedProtocols';
/** Agents that are kept, the newest. */
const maxAgents = 100;

export class RememberedProtocols {
	readonly #storage: Memento;

	constructor(storage: Memento) {
		this.#storage = storage;
	}

	/** What to ask that agent for. */
	toAsk(definition: AgentDefinition): ProtocolVersion {
		return versionToAsk(definition.protocol, this.#read().get(approvalHash(definition)));
	}

	/** How that agent was started. */
	async note(definition: AgentDefinition, negotiated: NegotiatedProtocol): Promise<void> {
		const all = new Map(this.#read());
		const key = approvalHash(definition);
		const before = all.get(key);
		const now = afterStart(negotiated, before);
		if (isSame(before, now)) return;
		all.delete(key);
		if (now !== undefined) all.set(key, now);
		await this.#storage.update(storageKey, Object.fromEntries([...all].slice(-maxAgents)));
	}

	#read(): ReadonlyMap<string, RememberedProtocol> {
		const stored = this.#storage.get<unknown>(storageKey);
		const entries = Object.entries(isFields(stored) ? stored : {});
		const read = entries.map(([key, raw]) => [key, readRemembered(raw)] as const);
		return new Map(read.filter((entry): entry is [string, RememberedProtocol] => entry[1] !== undefined));
	}
}

function isSame(before: RememberedProtocol | undefined, now: RememberedProtocol | undefined): boolean {
	return before?.agent === now?.agent && before?.ask === now?.ask && before?.isTried === now?.isTried;
}
