/**
 * What the user entered to log in to an agent, kept by VS Code's secret storage: variables of its environment, or
 * secrets for the headers that go to its address.
 */
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
		return parseValues(await this.#secrets.get(keyOf(agentName)));
	}

	/** The secrets for its headers, by a key that names the address as well (`RemoteAccess`); none as above. */
	async headers(agentName: string): Promise<Readonly<Record<string, string>>> {
		if (!this.agentNames.includes(agentName)) return {};
		return parseValues(await this.#secrets.get(headersKeyOf(agentName)));
	}

	/** All values that are kept for that agent, for whatever place. */
	async values(agentName: string): Promise<readonly string[]> {
		return [...Object.values(await this.env(agentName)), ...Object.values(await this.headers(agentName))];
	}

	/** Adds variables to those that are kept for that agent. */
	async add(agentName: string, env: Readonly<Record<string, string>>): Promise<void> {
		const known = await this.env(agentName);
		await this.#store(agentName, keyOf(agentName), { ...known, ...env });
	}

	/** Keeps these secrets for the headers of that agent, and no others. */
	async setHeaders(agentName: string, headers: Readonly<Record<string, string>>): Promise<void> {
		await this.#store(agentName, headersKeyOf(agentName), headers);
	}

	async forget(agentName: string): Promise<void> {
		await this.#secrets.delete(keyOf(agentName));
		await this.#secrets.delete(headersKeyOf(agentName));
		const others = this.agentNames.filter((name) => name !== agentName);
		await this.#storage.update(namesKey, others);
	}

	async #store(agentName: string, key: string, values: Readonly<Record<string, string>>): Promise<void> {
		await this.#secrets.store(key, JSON.stringify(values));
		await this.#storage.update(namesKey, [...new Set([...this.agentNames, agentName])]);
	}
}

function keyOf(agentName: string): string {
	return `acpHost.env.${agentName}`;
}

function headersKeyOf(agentName: string): string {
	return `acpHost.headers.${agentName}`;
}

function parseValues(stored: string | undefined): Readonly<Record<string, string>> {
	return read(record(text), parseJson(stored ?? '{}')) ?? {};
}
