import type { Memento } from 'vscode';
import { itemsOf, read, text } from '../../core/base/shape.ts';
import { type AgentDefinition, approvalHash } from '../settings/agentDefinition.ts';

const storageKey = 'acpHost.approvedCommands';

/** Which command lines the user has agreed to run (hazard F3). Kept in the extension's own storage, not in settings. */
export class Approvals {
	readonly #storage: Memento;

	constructor(storage: Memento) {
		this.#storage = storage;
	}

	isApproved(agent: AgentDefinition): boolean {
		return agent.isBuiltIn || this.#hashes().includes(approvalHash(agent));
	}

	async approve(agent: AgentDefinition): Promise<void> {
		if (this.isApproved(agent)) return;
		await this.#storage.update(storageKey, [...this.#hashes(), approvalHash(agent)]);
	}

	#hashes(): readonly string[] {
		return read(itemsOf(text), this.#storage.get<unknown>(storageKey)) ?? [];
	}
}
