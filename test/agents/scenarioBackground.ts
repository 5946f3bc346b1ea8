/** Work of the scenario agent that outlives its turn (C): commands that run until they end or are cancelled one by one. */
import type { ChildProcess } from 'node:child_process';
import type { JsonObject } from './fakeAgentScript.ts';

interface Item {
	readonly toolCallId: string;
	readonly terminalId: string;
	readonly child: ChildProcess;
}

export class Background {
	readonly #items = new Map<string, Item[]>();

	/** @param onEnd called when it is off the list */
	add(sessionId: string, item: Item, onEnd: (exitStatus: JsonObject) => void): void {
		this.#items.set(sessionId, [...(this.#items.get(sessionId) ?? []), item]);
		item.child.once('close', (exitCode, signal) => {
			const rest = (this.#items.get(sessionId) ?? []).filter((other) => other !== item);
			this.#items.set(sessionId, rest);
			onEnd(signal === null ? { exitCode } : { signal });
		});
	}

	/** As `state_update` lists it. */
	list(sessionId: string): JsonObject[] {
		const items = this.#items.get(sessionId) ?? [];
		return items.map(({ terminalId }) => ({ type: 'terminal', terminalId }));
	}

	/** Ends the item that has this id. @returns false when nothing runs under it */
	cancel(sessionId: string, id: unknown): boolean {
		const item = (this.#items.get(sessionId) ?? []).find(
			({ toolCallId, terminalId }) => toolCallId === id || terminalId === id,
		);
		return item?.child.kill() ?? false;
	}

	/** Ends everything of a session. */
	end(sessionId: string): void {
		for (const { child } of this.#items.get(sessionId) ?? []) child.kill();
	}
}
