import type { Memento } from 'vscode';
import type { JsonObject } from '../../../src/core/base/json.ts';

/** A memento with what a release stored in it, that remembers what was asked for. */
export class RecordedMemento implements Memento {
	/** What is stored now. */
	readonly values: Map<string, unknown>;
	/** Storage keys that were read. */
	readonly readKeys = new Set<string>();

	constructor(recorded: JsonObject) {
		this.values = new Map(Object.entries(structuredClone(recorded)));
	}

	keys(): readonly string[] {
		return [...this.values.keys()];
	}

	/** The reader has to check its type. */
	get(key: string, fallback?: unknown): never {
		this.readKeys.add(key);
		return (this.values.get(key) ?? fallback) as never;
	}

	/** As VS Code keeps it: as JSON. */
	update(key: string, value: unknown): Promise<void> {
		if (value === undefined) this.values.delete(key);
		else this.values.set(key, JSON.parse(JSON.stringify(value)));
		return Promise.resolve();
	}
}
