/** Which cards of a view show which terminal, and how much of its output they have. */
import * as limits from '../../core/base/limits.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import { terminalOfCall } from '../../core/base/ofSession.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import type { TerminalState } from '../../core/session/model/terminalState.ts';
import type { ViewOp } from '../../core/view/toView.ts';
import type { ViewToolCall } from '../../core/view/viewEntry.ts';

interface ShownTerminal {
	readonly entries: Set<string>;
	/** Characters of the whole output that the cards got, those included that were dropped from its start. */
	seen: number;
	readonly isOver: boolean;
	/** What they say beside the output; undefined as long as the terminal was unknown. */
	readonly label: string | undefined;
}

export class ShownTerminals {
	readonly #shown = new Map<string, ShownTerminal>();

	clear(): void {
		this.#shown.clear();
	}

	/** These cards are on the page no longer. */
	forget(ids: ReadonlySet<EntryId>): void {
		for (const [terminalId, { entries }] of this.#shown) {
			for (const id of entries) if (ids.has(id)) entries.delete(id);
			if (entries.size === 0) this.#shown.delete(terminalId);
		}
	}

	/** Notes what the card has of each terminal that it shows, or would show as soon as the agent reports it. */
	note(state: SessionState, card: ViewToolCall): void {
		for (const terminalId of terminalsOf(state, card)) {
			const terminal = state.terminals.get(terminalId);
			const { entries } = this.#shown.get(terminalId) ?? { entries: new Set() };
			this.#shown.set(terminalId, {
				entries: entries.add(card.id),
				seen: terminal === undefined ? 0 : terminal.dropped + terminal.output.length,
				isOver: terminal?.exit !== undefined,
				label: labelOf(terminal),
			});
		}
	}

	entriesOf(terminalId: string): Iterable<string> {
		return this.#shown.get(terminalId)?.entries ?? [];
	}

	/** The output that no card has yet; undefined when the cards have to be posted anew. */
	textSince(state: SessionState, terminalId: string): ViewOp | undefined {
		const terminal = state.terminals.get(terminalId);
		const shown = this.#shown.get(terminalId);
		if (terminal === undefined || shown === undefined || shown.isOver) return undefined;
		if (shown.label !== labelOf(terminal)) return undefined;
		// However much there is by now, a step costs what is new: the view keeps the newest part by itself (hazard E11).
		const start = shown.seen - terminal.dropped;
		const added = terminal.output.length - start;
		const isAppended = start >= 0 && added >= 0 && added <= limits.toolOutputChars;
		if (terminal.exit !== undefined || !isAppended) return undefined;
		const text = terminal.output.slice(start);
		shown.seen += added;
		return { type: 'terminalText', terminalId, text };
	}
}

/** Several calls may have one name, and each of their cards shows the terminal that is named after it. */
function terminalsOf(state: SessionState, card: ViewToolCall): ReadonlySet<string> {
	const ids = new Set<string>();
	for (const item of card.content) if (item.type === 'terminal') ids.add(item.terminalId);
	const call = state.entries.get(card.id);
	if (call?.type === 'tool_call') ids.add(terminalOfCall(state, call));
	return ids;
}

function labelOf(terminal: TerminalState | undefined): string | undefined {
	return terminal === undefined ? undefined : JSON.stringify([terminal.label, terminal.cwd]);
}
