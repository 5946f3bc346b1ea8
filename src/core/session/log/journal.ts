/**
 * What of a session has to be written down: it follows the reducer's changes and says them as records. However much
 * happens between two visits, it holds each entry and terminal once, and of a text that grows only what is new.
 */
import * as limits from '../../base/limits.ts';
import type { Entry, EntryId } from '../model/entry.ts';
import type { Change } from '../model/events.ts';
import type { SessionState } from '../model/sessionState.ts';
import { terminalOfCall } from '../../base/ofSession.ts';
import type { TerminalState } from '../model/terminalState.ts';
import { type LogHeader, type LogRecord, logVersion, type StoredText } from './logRecord.ts';
import { storedEntry, storedTerminal } from './storedEntry.ts';

/** Characters before an added text that are looked at together with it. */
const seamChars = 4096;

export interface JournalText {
	/** A record as it is written. */
	readonly toText: (record: LogRecord) => string;
	/** Of such a text. */
	readonly bytesOf: (text: string) => number;
}

/** True when two texts, one written and one to be added, say together what must not be written (hazard F5). */
type IsSplit = (before: string, added: string) => boolean;

export class Journal {
	readonly #isSplit: IsSplit;
	/** Entry id to the parts of text that it grew by; undefined when all of it is to be written. */
	readonly #entries = new Map<EntryId, string[] | undefined>();
	readonly #terminals = new Set<string>();
	/** Characters of each output that have been written, dropped ones included. */
	readonly #written = new Map<string, number>();
	/** Prompts that were written as unsent, because they were not with the agent yet. */
	readonly #unsent = new Set<EntryId>();
	/** What the user does not want to be kept any more. */
	readonly #forgotten = new Set<EntryId>();
	readonly #forgottenTerminals = new Set<string>();
	#draft: StoredText | undefined;
	#isDraftWritten = true;
	#isReset = false;
	#isSpoilt = false;
	#isTurnRunning = false;
	#wasTurnRunning = false;

	/** @param isSplit where it says so all is written anew, so that the writer sees the text as a whole */
	constructor(isSplit: IsSplit = () => false) {
		this.#isSplit = isSplit;
	}

	/** True when there is anything to write. */
	get isDirty(): boolean {
		const isGrown = this.#entries.size > 0 || this.#terminals.size > 0;
		return isGrown || !this.#isDraftWritten || this.#isReset || this.#isTurnRunning !== this.#wasTurnRunning;
	}

	/** True when the transcript begins anew: nothing that was written counts any more. */
	get isReset(): boolean {
		return this.#isReset;
	}

	/**
	 * True when what was written must not stay, also when more is added: the last that was taken says together with it
	 * what must not be written. To be asked after `take`.
	 */
	get isSpoilt(): boolean {
		return this.#isSpoilt;
	}

	note(state: SessionState, changes: readonly Change[]): void {
		for (const change of changes) {
			if (change.type === 'entry') this.#entries.set(change.id, undefined);
			else if (change.type === 'text') this.#noteText(change.id, change.text);
			else if (change.type === 'terminal') this.#terminals.add(change.terminalId);
			else if (change.type === 'reset') this.#reset();
			else this.#noteSession(state);
		}
	}

	/** True when something stands in the composer. */
	get hasDraft(): boolean {
		return (this.#draft?.text ?? '') !== '';
	}

	noteDraft(draft: StoredText): void {
		this.#draft = draft;
		this.#isDraftWritten = false;
	}

	/** What is new since the last records. */
	take(state: SessionState): readonly LogRecord[] {
		const records: LogRecord[] = [];
		this.#noteSession(state);
		if (this.#isReset) {
			records.push({ type: 'reset' });
			for (const id of state.entries.keys()) this.#entries.set(id, undefined);
			for (const id of state.terminals.keys()) this.#terminals.add(id);
		}
		// A terminal stands before the call that shows it.
		for (const id of this.#terminals) records.push(...this.#terminal(state, id));
		for (const [id, parts] of this.#entries) records.push(...this.#entry(state, id, parts));
		if (this.#isTurnRunning !== this.#wasTurnRunning)
			records.push({ type: 'busy', isBusy: this.#isTurnRunning });
		if (!this.#isDraftWritten) records.push(...this.#drafts());
		this.#settle();
		return records;
	}

	/**
	 * All there is, to begin a file anew with.
	 * @param maxBytes older entries are left out of more, and one that is larger by itself
	 * @param keptBytes what stays of more
	 * @param from files that it continues, and the bytes of each that are in it
	 */
	takeAll(
		state: SessionState,
		{ toText, bytesOf }: JournalText,
		maxBytes: number,
		{ keptBytes = maxBytes, from }: { keptBytes?: number; from?: ReadonlyMap<string, number> } = {},
	): readonly string[] {
		const groups: { readonly texts: readonly string[]; readonly bytes: number }[] = [];
		const entries = [...state.entries.values()].filter(({ id }) => !this.#forgotten.has(id));
		let total = 0;
		this.#unsent.clear();
		for (const entry of entries.toReversed()) {
			const texts = [...this.#terminalsOf(state, entry), ...this.#wholeEntry(state, entry)].map(toText);
			const bytes = texts.reduce((sum, text) => sum + bytesOf(text), 0);
			if (bytes > keptBytes) continue;
			total += bytes;
			groups.push({ texts, bytes });
			if (total > maxBytes) break;
		}
		if (total > maxBytes) while (total > keptBytes) total -= groups.pop()?.bytes ?? total;
		const header: LogHeader = {
			type: 'conversation',
			version: logVersion,
			key: state.key,
			leftOut: entries.length - groups.length,
			...(from?.size ? { from: [...from.keys()], fromBytes: [...from.values()] } : {}),
		};
		this.#isTurnRunning = isTurnRunning(state);
		this.#isSpoilt = false;
		this.#settle();
		const rest = [{ type: 'busy', isBusy: this.#isTurnRunning } as const, ...this.#drafts()];
		return [toText(header), ...groups.toReversed().flatMap(({ texts }) => texts), ...rest.map(toText)];
	}

	/** What there is now is not written any more; what comes is. */
	forget(state: SessionState): void {
		for (const id of state.entries.keys()) this.#forgotten.add(id);
		for (const id of state.terminals.keys()) this.#forgottenTerminals.add(id);
	}

	#noteText(id: EntryId, text: string): void {
		if (!this.#entries.has(id)) this.#entries.set(id, [text]);
		else this.#entries.get(id)?.push(text);
	}

	#noteSession(state: SessionState): void {
		this.#isTurnRunning = isTurnRunning(state);
		this.#noteSent(state);
	}

	#noteSent(state: SessionState): void {
		for (const id of this.#unsent) if (!isWaiting(state, id)) this.#entries.set(id, undefined);
	}

	#reset(): void {
		this.#entries.clear();
		this.#terminals.clear();
		this.#unsent.clear();
		// A terminal of the same name is another one now.
		this.#written.clear();
		this.#forgottenTerminals.clear();
		this.#isReset = true;
	}

	#drafts(): readonly LogRecord[] {
		return this.#draft === undefined ? [] : [{ type: 'draft', draft: this.#draft }];
	}

	#settle(): void {
		this.#isDraftWritten = true;
		this.#entries.clear();
		this.#terminals.clear();
		this.#isReset = false;
		this.#wasTurnRunning = this.#isTurnRunning;
	}

	#entry(state: SessionState, id: EntryId, parts: readonly string[] | undefined): readonly LogRecord[] {
		const entry = state.entries.get(id);
		if (entry === undefined || this.#forgotten.has(id)) return [];
		if (parts === undefined) return this.#wholeEntry(state, entry);
		const text = parts.join('');
		// More than is kept of it in all needs no words: the entry says as much.
		if (text.length > limits.storedTextChars) return this.#wholeEntry(state, entry);
		return this.#spoils(textBefore(entry, text.length), text)
			? this.#wholeEntry(state, entry)
			: [{ type: 'text', id, text }];
	}

	#wholeEntry(state: SessionState, entry: Entry): readonly LogRecord[] {
		const isUnsent = isWaiting(state, entry.id);
		if (isUnsent) this.#unsent.add(entry.id);
		else this.#unsent.delete(entry.id);
		const stored = storedEntry(entry);
		return [
			{ type: 'entry', entry: isUnsent && stored.type === 'message' ? { ...stored, isUnsent } : stored },
		];
	}

	#terminalsOf(state: SessionState, entry: Entry): readonly LogRecord[] {
		if (entry.type !== 'tool_call') return [];
		const shown = entry.content.flatMap((item) => (item.type === 'terminal' ? [item.terminalId] : []));
		return [...new Set([...shown, terminalOfCall(state, entry)])].flatMap((id) =>
			this.#wholeTerminal(state, id),
		);
	}

	#terminal(state: SessionState, terminalId: string): readonly LogRecord[] {
		const terminal = this.#kept(state, terminalId);
		const from = (this.#written.get(terminalId) ?? Number.NaN) - (terminal?.dropped ?? 0);
		const isGrown = terminal !== undefined && terminal.exit === undefined && from > 0;
		const added = isGrown ? terminal.output.length - from : 0;
		if (!isGrown || added <= 0 || added > limits.storedOutputChars)
			return this.#wholeTerminal(state, terminalId);
		const text = terminal.output.slice(from);
		if (this.#spoils(terminal.output.slice(Math.max(0, from - seamChars), from), text))
			return this.#wholeTerminal(state, terminalId);
		this.#written.set(terminalId, terminal.dropped + terminal.output.length);
		return [{ type: 'output', terminalId, text }];
	}

	#spoils(before: string, added: string): boolean {
		const isSplit = this.#isSplit(before, added);
		this.#isSpoilt ||= isSplit;
		return isSplit;
	}

	#kept({ terminals }: SessionState, terminalId: string): TerminalState | undefined {
		return this.#forgottenTerminals.has(terminalId) ? undefined : terminals.get(terminalId);
	}

	#wholeTerminal(state: SessionState, terminalId: string): readonly LogRecord[] {
		const terminal = this.#kept(state, terminalId);
		if (terminal === undefined) return [];
		this.#written.set(terminalId, terminal.dropped + terminal.output.length);
		return [{ type: 'terminal', terminal: storedTerminal(terminal) }];
	}
}

/** The end of what a message said before so many characters were added to it. */
function textBefore(entry: Entry, added: number): string {
	const last = entry.type === 'message' ? entry.content.at(-1) : undefined;
	if (last?.type !== 'text') return '';
	const end = Math.max(0, last.text.length - added);
	return last.text.slice(Math.max(0, end - seamChars), end);
}

/** A turn that runs would be interrupted if the window went away now. */
function isTurnRunning({ turn, isReplaying }: SessionState): boolean {
	return turn.type !== 'idle' && !isReplaying;
}

/** A prompt that is not with the agent yet: its text comes back into the composer after a reload. */
function isWaiting({ turnPrompts }: SessionState, id: EntryId): boolean {
	return turnPrompts.some(({ entryId, isSent }) => entryId === id && !isSent);
}
