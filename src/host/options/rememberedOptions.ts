/** The user's last choice of each option, by agent, where they want it to be the default of new sessions. */
import type { Memento } from 'vscode';
import { BoundedMap } from '../../core/base/boundedMap.ts';
import { spoken } from '../../core/base/l10n.ts';
import { listing } from '../../core/base/sentence.ts';
import { boolean, either, entriesOf, read, text, type TypeOf } from '../../core/base/shape.ts';
import type { RememberedChoices } from '../../core/session/driver/rememberedChoices.ts';

const storageKey = 'acpHost.rememberedOptions';
/** Agents and options that are kept, the newest. */
const maxAgents = 50;
const maxOptions = 50;

const option = either(text, boolean);
type Value = TypeOf<typeof option>;
const choicesByAgent = entriesOf(entriesOf(option));

interface RememberedOptionsParts {
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
		const choices = new BoundedMap({ maxCount: maxOptions, entries: all.get(agentName) ?? [] });
		choices.set(optionId, value);
		const agents = new BoundedMap<string, Iterable<readonly [string, Value]>>({
			maxCount: maxAgents,
			entries: all,
		});
		agents.set(agentName, choices);
		const stored = [...agents].map(([agent, own]) => [agent, Object.fromEntries(own)] as const);
		await this.#parts.storage.update(storageKey, Object.fromEntries(stored));
	}

	/** For the sessions of that agent. */
	of(agentName: string): RememberedChoices {
		return {
			choices: () => (this.#parts.isEnabled() ? this.#read().get(agentName) : undefined) ?? new Map(),
			onApplied: (taken, refused) => {
				const parts = [
					...(taken.length === 0 ? [] : [`set again: ${spoken(listing(taken))}`]),
					...(refused.length === 0 ? [] : [`not taken by the agent: ${spoken(listing(refused))}`]),
				];
				this.#parts.log(`${agentName}: remembered options ${parts.join('; ')}`);
			},
		};
	}

	/** Maps, because the names are an agent's: `constructor` is one like any other. */
	#read(): TypeOf<typeof choicesByAgent> {
		return read(choicesByAgent, this.#parts.storage.get<unknown>(storageKey)) ?? new Map();
	}
}
