/** What the user entered to log in to an agent: variables of its environment, kept by VS Code's secret storage. */
import type { Memento, SecretStorage } from 'vscode';
import { parseJson } from '../../core/base/json.ts';
import { itemsOf, read, record, text } from '../../core/base/shape.ts';

/** Names of agents only: the secret storage does not tell what it holds. */
const namesKey = 'acpHost.agentsWithSecrets';

export class LoginSecrets {
	readonly #secrets: SecretStorage;
	readonly #storage: Memento;

	constructor(secrets: SecretStorage, storage: Memento) {
		this.#secrets = secrets;
		this.#storage = storage;
	}

	/** Names of the agents for which something is kept. */
	get agentNames(): readonly string[] {
		return read(itemsOf(text), this.#storage.get<unknown>(namesKey)) ?? [];
	}

	/** The variables for that agent; none when nothing was entered, or what is stored cannot be read. */
	async env(agentName: string): Promise<Readonly<Record<string, string>>> {
		if (!this.agentNames.includes(agentName)) return {};
		return parseEnv(await this.#secrets.get(keyOf(agentName)));
	}

	/** Adds variables to those that are kept for that agent. */
	async add(agentName: string, env: Readonly<Record<string, string>>): Promise<void> {
		const known = await this.env(agentName);
		await this.#secrets.store(keyOf(agentName), JSON.stringify({ ...known, ...env }));
		await this.#storage.update(namesKey, [...new Set([...this.agentNames, agentName])]);
	}

	async forget(agentName: string): Promise<void> {
		await this.#secrets.delete(keyOf(agentName));
		const others = this.agentNames.filter((name) => name !== agentName);
		await this.#storage.update(namesKey, others);
	}
}

function keyOf(agentName: string): string {
	return `acpHost.env.${agentName}`;
}

function parseEnv(stored: string | undefined): Readonly<Record<string, string>> {
	return read(record(text), parseJson(stored ?? '{}')) ?? {};
}
