/** Which version of the protocol each agent was last talked to in, so that the next start asks for the right one. */
import type { Memento } from 'vscode';
import {
	afterStart,
	type NegotiatedProtocol,
	type ProtocolVersion,
	rememberedProtocol,
	type RememberedProtocol,
	versionToAsk,
} from '../../core/acp/protocolChoice.ts';
import { isTurnProtocol } from '../../core/turns/turnProtocol.ts';
import { BoundedMap } from '../../core/base/boundedMap.ts';
import { entriesOf, read } from '../../core/base/shape.ts';
import { type AgentDefinition, approvalHash } from '../settings/agentDefinition.ts';

const storageKey = 'acpHost.rememberedProtocols';
/** Agents that are kept, the newest. */
const maxAgents = 100;

export class RememberedProtocols {
	readonly #storage: Memento;

	constructor(storage: Memento) {
		this.#storage = storage;
	}

	/** What to ask that agent for; says nothing of one that speaks no ACP. */
	toAsk(definition: AgentDefinition): ProtocolVersion {
		const setting = isTurnProtocol(definition.protocol) ? 'auto' : definition.protocol;
		return versionToAsk(setting, this.#read().get(approvalHash(definition)));
	}

	/** How that agent was started. */
	async note(definition: AgentDefinition, negotiated: NegotiatedProtocol): Promise<void> {
		const all = new BoundedMap({ maxCount: maxAgents, entries: this.#read() });
		const key = approvalHash(definition);
		const before = all.get(key);
		const now = afterStart(negotiated, before);
		if (isSame(before, now)) return;
		if (now === undefined) all.delete(key);
		else all.set(key, now);
		await this.#storage.update(storageKey, Object.fromEntries(all));
	}

	#read(): ReadonlyMap<string, RememberedProtocol> {
		return read(entriesOf(rememberedProtocol), this.#storage.get<unknown>(storageKey)) ?? new Map();
	}
}

function isSame(before: RememberedProtocol | undefined, now: RememberedProtocol | undefined): boolean {
	return before?.agent === now?.agent && before?.ask === now?.ask && before?.isTried === now?.isTried;
}
