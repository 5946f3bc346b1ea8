/** What is remembered of the threads of a gateway to read what it tells of them. All of it is bounded. */
import { BoundedMap } from '../../base/boundedMap.ts';
import * as limits from '../../base/limits.ts';
import type { ThreadMemory } from './pioneerEvents.ts';

export class ThreadMemories {
	readonly #memories = new BoundedMap<string, ThreadMemory>({ maxCount: limits.followedThreads });
	/** Turns that were begun here, with the name of their message. */
	readonly #own = new BoundedMap<string, string>({ maxCount: limits.completeItems });
	/** Turns that were stopped here. */
	readonly #stopped = new BoundedMap<string, true>({ maxCount: limits.completeItems });

	of(threadId: string): ThreadMemory {
		return this.#memories.get(threadId) ?? this.renew(threadId);
	}

	/** Its history is told anew. */
	renew(threadId: string): ThreadMemory {
		const memory = this.#empty();
		this.#memories.set(threadId, memory);
		return memory;
	}

	forget(threadId: string): void {
		this.#memories.delete(threadId);
	}

	/** @param clientId the name of its message here */
	begun(turnId: string, clientId: string): void {
		this.#own.set(turnId, clientId);
	}

	stopped(turnId: string): void {
		this.#stopped.set(turnId, true);
	}

	/** A Stop before is not meant for what comes of the turn now. */
	resumed(turnId: string): void {
		this.#stopped.delete(turnId);
	}

	#empty(): ThreadMemory {
		const itemTypes = new BoundedMap<string, string>({ maxCount: limits.completeItems });
		return {
			itemTypes: { get: (id) => itemTypes.get(id), set: (id, type) => void itemTypes.set(id, type) },
			clientIdOf: (turnId) => this.#own.get(turnId),
			isStopped: (turnId) => this.#stopped.has(turnId),
			failed: boundedSet(),
			overBudget: boundedSet(),
		};
	}
}

function boundedSet(): ThreadMemory['failed'] {
	const names = new BoundedMap<string, true>({ maxCount: limits.completeItems });
	return { has: (name) => names.has(name), add: (name) => void names.set(name, true) };
}
