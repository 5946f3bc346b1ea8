/** The user's last choice of each option, by agent, where they want it to be the default of new sessions. */
import type { Memento } from 'vscode';
import { type Fields, isFields } from '../../core/base/fields.ts';
import type { RememberedChoices } from '../../core/session/driver/rememberedChoices.ts';

const storageKey = 'acpHost.rememberedOptions';
/** Agents and options that are kept, the newest. */
const maxAgents = 50;
const maxOptions = 50;

type Value = string | boolean;
type Choices = ReadonlyMap<string, Value>;

export interface RememberedOptionsParts {
	readonly storage: Memento;
	/** The setting `acpHost.rememberOptions`. Switched off, nothing is kept and nothing is set. */
	isEnabled(): boolean;
	log(line: string): void;
}

export class RememberedOptions {
	readonly #parts: RememberedOptionsParts;

	constructor(parts: RememberedOptionsParts) {
		this.#parts = parts;
	}

	/** The agent took this choice of the user's. */
	async note(agentName: string, optionId: string, value: Value): Promise<void> {
		if (!this.#parts.isEnabled()) return;
		const all = this.#read();
		const choices = withNewest(all.get(agentName) ?? new Map<string, Value>(), optionId, value, maxOptions);
		const kept = [...withNewest(all, agentName, choices, maxAgents)];
		const stored = kept.map(([agent, own]) => [agent, Object.fromEntries(own)] as const);
		await this.#parts.storage.update(storageKey, Object.fromEntries(stored));
	}

	/** For the sessions of that agent. */
	of(agentName: string): RememberedChoices {
		return {
			choices: () => (this.#parts.isEnabled() ? this.#read().get(agentName) : undefined) ?? new Map(),
			onApplied: (taken, refused) => {
				const parts = [
					...(taken.length === 0 ? [] : [`set again: ${taken.join(', ')}`]),
					...(refused.length === 0 ? [] : [`not taken by the agent: ${refused.join(', ')}`]),
				];
				this.#parts.log(`${agentName}: remembered options ${parts.join('; ')}`);
			},
		};
	}

	/** Maps, because the names are an agent's: `constructor` is one like any other. */
	#read(): ReadonlyMap<string, Choices> {
		const stored = this.#parts.storage.get<unknown>(storageKey);
		const agents = isFields(stored) ? Object.entries(stored) : [];
		return new Map(
			agents.map(([agent, choices]) => [agent, new Map(isFields(choices) ? values(choices) : [])]),
		);
	}
}

function values(choices: Fields): readonly (readonly [string, Value])[] {
	return Object.entries(choices).filter(
		(pair): pair is [string, Value] => typeof pair[1] === 'string' || typeof pair[1] === 'boolean',
	);
}

/** With the entry at the end; the oldest go when there are more than `max`. */
function withNewest<T>(entries: ReadonlyMap<string, T>, key: string, value: T, max: number): Map<string, T> {
	const others = [...entries].filter(([known]) => known !== key);
	return new Map([...others.slice(-(max - 1)), [key, value]]);
}
