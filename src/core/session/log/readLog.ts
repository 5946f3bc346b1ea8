/** Brings a conversation back from its lines. Never throws, also for damaged lines (hazard G4). */
import * as limits from '../../base/limits.ts';
import type { Entry, EntryId, MessageEntry } from '../model/entry.ts';
import type { TerminalState } from '../model/terminalState.ts';
import { type LogRecord, logVersion, parseRecord, type StoredText } from './logRecord.ts';
import { storedText } from './storedEntry.ts';

export interface StoredConversation {
	/** In the order of the transcript. */
	readonly entries: readonly Entry[];
	readonly terminals: readonly TerminalState[];
	/** Older entries that found no room. */
	readonly leftOut: number;
	/** A turn was running when the last line was written. */
	readonly wasTurnRunning: boolean;
	readonly draft?: StoredText;
	/** Names of files that it went on from, with the bytes of them that are in it, where it says so. */
	readonly from: ReadonlyMap<string, number | undefined>;
	/** Lines that were none of ours. */
	readonly brokenLines: number;
}

/** Undefined when the text is no conversation of that session that this version can read. */
export function readLog(log: string, key: string): StoredConversation | undefined {
	const lines = log.split('\n').filter((line) => line !== '');
	const header = parseRecord(lines[0] ?? '');
	if (header?.type !== 'conversation' || header.version > logVersion || header.key !== key) return undefined;
	const fold = new Fold();
	let brokenLines = 0;
	for (const line of lines.slice(1)) {
		const record = parseRecord(line);
		if (record === undefined) brokenLines++;
		else fold.add(record);
	}
	const { leftOut, from = [], fromBytes } = header;
	const parts = new Map(from.map((name, n) => [name, fromBytes?.[n]]));
	return { ...fold.result(), leftOut, from: parts, brokenLines };
}

class Fold {
	readonly #entries = new Map<EntryId, Entry>();
	readonly #terminals = new Map<string, TerminalState>();
	/** Texts that grew, as parts: joining each time would cost the whole text for each step. */
	readonly #grown = new Map<EntryId, string[]>();
	readonly #output = new Map<string, string[]>();
	#isTurnRunning = false;
	#draft: StoredText | undefined;

	add(record: LogRecord): void {
		switch (record.type) {
			case 'conversation':
				return;
			case 'entry':
				this.#grown.delete(record.entry.id);
				return void this.#entries.set(record.entry.id, record.entry);
			case 'text':
				return append(this.#grown, record.id, record.text);
			case 'terminal':
				this.#output.delete(record.terminal.terminalId);
				return void this.#terminals.set(record.terminal.terminalId, record.terminal);
			case 'output':
				return append(this.#output, record.terminalId, record.text);
			case 'reset':
				for (const map of [this.#entries, this.#terminals, this.#grown, this.#output]) map.clear();
				return;
			case 'busy':
				this.#isTurnRunning = record.isBusy;
				return;
			case 'draft':
				this.#draft = record.draft;
		}
	}

	result(): Omit<StoredConversation, 'leftOut' | 'from' | 'brokenLines'> {
		const entries = [...this.#entries.values()].map((entry) =>
			entry.type === 'message' ? grown(entry, this.#grown.get(entry.id)) : entry,
		);
		const terminals = [...this.#terminals.values()].map((terminal) =>
			withOutput(terminal, this.#output.get(terminal.terminalId)),
		);
		const draft = this.#draft;
		return {
			entries,
			terminals,
			wasTurnRunning: this.#isTurnRunning,
			...(draft === undefined ? {} : { draft }),
		};
	}
}

function append(parts: Map<string, string[]>, id: string, text: string): void {
	const known = parts.get(id);
	if (known === undefined) parts.set(id, [text]);
	else known.push(text);
}

function grown(message: MessageEntry, parts: readonly string[] | undefined): MessageEntry {
	const last = message.content.at(-1);
	if (parts === undefined || last?.type !== 'text') return message;
	const text = storedText(last.text + parts.join(''));
	return { ...message, content: [...message.content.slice(0, -1), { ...last, text }] };
}

function withOutput(terminal: TerminalState, parts: readonly string[] | undefined): TerminalState {
	if (parts === undefined) return terminal;
	const output = terminal.output + parts.join('');
	const excess = Math.max(0, output.length - limits.storedOutputChars);
	return {
		...terminal,
		output: output.slice(excess),
		dropped: terminal.dropped + excess,
		isTruncated: terminal.isTruncated || excess > 0,
	};
}
