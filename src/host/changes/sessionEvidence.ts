/**
 * What a session tells of whose changes are: its turns, what its tool calls say they change, its commands. All of it
 * comes from the session's state; what is kept here only tells what was passed on already.
 */
import { createHash } from 'node:crypto';
import type { Disposable } from '../../core/base/disposable.ts';
import * as limits from '../../core/base/limits.ts';
import { isFinal } from '../../core/base/toolCall.ts';
import type { Evidence } from '../../core/changes/attribution.ts';
import type { TurnId } from '../../core/changes/record.ts';
import type { EntryId, ToolCallEntry } from '../../core/session/model/entry.ts';
import type { Change } from '../../core/session/model/events.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import type { TurnPrompt } from '../../core/session/model/turnState.ts';
import type { DiffContent } from '../../core/session/model/toolContent.ts';
import { sourcePath } from '../../core/diff/changeSides.ts';
import { callTitle } from '../../core/view/callTitle.ts';
import { isDiff, shownContent, terminalLabel } from '../../core/view/projectToolCall.ts';
import { commandOf } from '../../core/view/rawText.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import { callName, promptName } from './entryNames.ts';

export interface EvidenceTaker {
	note(evidence: readonly Evidence[]): void;
	/**
	 * A prompt was sent, and its turn was noted.
	 * @param prompt named by `promptName` as turns are, by its own entry also where it joins a turn
	 * @param entry of the prompt, to look it up
	 */
	onPrompt(prompt: TurnId, entry: EntryId | undefined): void;
	onTurnEnd(): void;
	onCommandStart(id: string): void;
	onCommandEnd(id: string): void;
	/** A call names files that it has not named before, and has not changed yet. Calls are named by `callName`. */
	onCallFiles(call: string, paths: readonly string[]): void;
	/** A call that has named files has ended. @param late files that it names only now */
	onCallEnd(call: string, late: readonly string[]): void;
	/** A call that says it changes files has ended. */
	onEdited(): void;
}

type Claim = Extract<Evidence, { readonly type: 'write' | 'diff' | 'patch' }>;
type Command = Pick<Extract<Evidence, { readonly type: 'command' }>, 'id' | 'command' | 'turn' | 'from'>;

export class SessionEvidence implements Disposable {
	readonly #hosted: HostedSession;
	readonly #taker: EvidenceTaker;
	readonly #listener: Disposable;
	/** The prompt that began each turn, by the turn's number. */
	readonly #turns = new Map<number, string>();
	/** Calls as they were passed on since a turn ended last. */
	readonly #calls = new Map<string, ToolCallEntry>();
	/** Those before: that an entry is marked as undone, or shown anew, is no news of what it changed. */
	readonly #past = new Map<string, ToolCallEntry>();
	/** What each of them said of files with its last update. */
	readonly #told = new Map<string, ReadonlySet<string>>();
	/** Files that each call that runs says it changes. */
	readonly #named = new Map<string, ReadonlySet<string>>();
	/** Commands that run, by id. */
	readonly #commands = new Map<string, Command>();
	/** The number of the turn that runs, its last prompt, and when it began. */
	#running: number | undefined;
	#prompt: string | undefined;
	#startedAt = 0;
	/** The turn before, and until when what it left running may still change files. */
	#over: { readonly count: number; readonly until: number } | undefined;

	/** A turn that runs has begun before this listened. */
	#isNew = true;

	constructor(hosted: HostedSession, taker: EvidenceTaker) {
		this.#hosted = hosted;
		this.#taker = taker;
		this.#listener = hosted.session.onDidChange((changes) => this.#look(changes));
		// All of this is loaded after the first prompt was sent.
		const { turn, turnCount, entries } = this.#state;
		for (const entry of entries.values())
			if (entry.type === 'tool_call' && (turn.type === 'idle' || entry.turn !== turnCount))
				this.#past.set(entry.id, entry);
		this.#lookAtTurn();
		this.#lookAtRunningCalls();
		this.#isNew = false;
	}

	/** The turn that runs, or was the last one. */
	get turn(): TurnId {
		return this.#turnOf(this.#state.turnCount);
	}

	dispose(): void {
		this.#listener.dispose();
		if (this.#running !== undefined) this.#noteTurn(this.#running, Date.now());
		// A command that never ends would have a part in all that changes afterwards.
		for (const command of [...this.#commands.values()]) this.#noteCommand(command, Date.now());
	}

	get #state(): SessionState {
		return this.#hosted.session.state;
	}

	#look(changes: readonly Change[]): void {
		if (this.#state.isReplaying) return;
		if (changes.some(({ type }) => type === 'session')) this.#lookAtTurn();
		for (const change of changes) {
			if (change.type === 'terminal') this.#lookAtTerminal(change.terminalId);
			if (change.type !== 'entry') continue;
			const entry = this.#state.entries.get(change.id);
			if (entry?.type === 'tool_call' && entry.origin !== 'replay') this.#lookAtCall(entry);
		}
	}

	#lookAtTurn(): void {
		const { turn, turnCount, turnPrompts } = this.#state;
		const running = turn.type === 'idle' ? undefined : turnCount;
		if (this.#running !== undefined && running !== this.#running) {
			// What the turn has left running may write for a moment, and nothing else speaks for that.
			const until = Date.now() + limits.changeSettleMs;
			this.#noteTurn(this.#running, until);
			this.#over = { count: this.#running, until };
			for (const id of this.#past.keys()) if (!this.#state.entries.has(id)) this.#past.delete(id);
			for (const [id, call] of this.#calls) this.#past.set(id, call);
			this.#calls.clear();
			this.#told.clear();
			this.#taker.onTurnEnd();
		}
		const prompt = turnPrompts.at(-1)?.entryId;
		if (running !== undefined && (running !== this.#running || prompt !== this.#prompt)) {
			if (!this.#turns.has(running)) this.#turns.set(running, this.#nameOf(turnPrompts[0], running));
			if (running !== this.#running)
				this.#begin(this.#isNew && turn.type !== 'idle' ? turn.startedAt : Date.now());
			this.#noteTurn(running);
			const name = this.#nameOf(turnPrompts.at(-1), running);
			this.#taker.onPrompt({ session: this.#state.key, turn: name }, prompt);
		}
		this.#running = running;
		this.#prompt = prompt;
	}

	#nameOf(prompt: TurnPrompt | undefined, turn: number): string {
		const entry = this.#state.entries.get(prompt?.entryId ?? '');
		return entry?.type === 'message' ? promptName(entry) : String(turn);
	}

	/** From then on it is the next turn's. */
	#begin(at: number): void {
		if (this.#over !== undefined && this.#over.until > at) this.#noteTurn(this.#over.count, at);
		this.#over = undefined;
		this.#startedAt = at;
	}

	/** Of the turn that runs: they were told before anybody listened. */
	#lookAtRunningCalls(): void {
		const { turn, turnCount, entries, terminals, isReplaying } = this.#state;
		if (turn.type === 'idle' || isReplaying) return;
		for (const entry of entries.values()) {
			if (entry.type === 'tool_call' && entry.turn === turnCount && entry.origin !== 'replay')
				this.#lookAtCall(entry);
		}
		for (const [id, { exit }] of terminals) {
			if (exit === undefined && this.#callOf(id) !== undefined) this.#lookAtTerminal(id);
		}
	}

	#noteTurn(count: number, to?: number): void {
		const id = `${this.#state.key} ${count}`;
		const end = to === undefined ? {} : { to };
		this.#taker.note([{ type: 'turn', id, turn: this.#turnOf(count), from: this.#startedAt, ...end }]);
	}

	#lookAtCall(call: ToolCallEntry): void {
		const { status, content, locations } = call;
		const known = this.#calls.get(call.id) ?? this.#past.get(call.id);
		const isNews =
			known === undefined ||
			known.status !== status ||
			known.content !== content ||
			known.locations !== locations;
		if (!isNews) return;
		this.#calls.set(call.id, call);
		const claims = claimsOf(call, this.#turnOf(call.turn));
		// Each is looked up on the disk. A call that grows by hundreds of updates tells the same files with each.
		const told = known?.status === status ? this.#told.get(call.id) : undefined;
		this.#told.set(call.id, new Set(claims.map(keyOf)));
		this.#taker.note(claims.filter((claim) => told?.has(keyOf(claim)) !== true));
		this.#lookAtFiles(call, known !== undefined && isFinal(known.status));
		this.#lookAtCommand(call);
		if (claims.length > 0 && isFinal(status) && known?.status !== status) this.#taker.onEdited();
	}

	/** What a call is about to change is kept for its diff as it is. */
	#lookAtFiles(call: ToolCallEntry, wasFinal: boolean): void {
		const { id, status, content } = call;
		const name = callName(call);
		const known = this.#named.get(id) ?? new Set();
		const items = content.filter(isDiff).filter((item) => !('operation' in item) || item.operation !== 'add');
		const all = items.map((item) => (item.type === 'diff' ? item.path : sourcePath(item)));
		const paths = [...new Set(all)].filter((path) => !known.has(path));
		const added = paths.slice(0, Math.max(limits.unrequestedPaths - known.size, 0));
		if (isFinal(status)) {
			// Of a call that ended before anybody listened nothing tells whether its files are as it has left them.
			const late = status === 'completed' && !wasFinal && !this.#isNew ? added : [];
			if (this.#named.delete(id) || late.length > 0) this.#taker.onCallEnd(name, late);
			return;
		}
		if (added.length === 0) return;
		this.#named.set(id, new Set([...known, ...added]));
		this.#taker.onCallFiles(name, added);
	}

	/** A command of the agent's own, of which there is no terminal. */
	#lookAtCommand(call: ToolCallEntry): void {
		if (call.kind !== 'execute' || call.status === 'pending') return;
		const hasTerminal = shownContent(this.#state, call).some(({ type }) => type === 'terminal');
		const id = `${this.#state.key} ${callName(call)}`;
		if (hasTerminal && !this.#commands.has(id)) return;
		const end = isFinal(call.status) || hasTerminal ? Date.now() : undefined;
		const command = commandOf(call.rawInput) ?? callTitle(call);
		this.#noteCommand({ id, command, turn: this.#turnOf(call.turn), from: call.startedAt }, end);
	}

	#lookAtTerminal(terminalId: string): void {
		const terminal = this.#state.terminals.get(terminalId);
		const id = `${this.#state.key} ${terminalId}`;
		if (terminal === undefined || (terminal.exit === undefined && this.#commands.has(id))) return;
		if (terminal.exit !== undefined && !this.#commands.has(id)) return;
		const call = this.#callOf(terminalId);
		// One that outlives its turn ends in another, whose it is not.
		const begun = this.#commands.get(id)?.turn;
		const turn = begun ?? (call === undefined ? this.turn : this.#turnOf(call.turn));
		const command = terminalLabel(call, terminal);
		const end = terminal.exit === undefined ? undefined : Date.now();
		this.#noteCommand({ id, command, turn, from: terminal.startedAt }, end);
	}

	#callOf(terminalId: string): ToolCallEntry | undefined {
		for (const call of this.#calls.values()) {
			const shown = shownContent(this.#state, call);
			if (shown.some((item) => item.type === 'terminal' && item.terminalId === terminalId)) return call;
		}
		return undefined;
	}

	#noteCommand(command: Command, to: number | undefined): void {
		const { id } = command;
		const label = command.command.slice(0, limits.commandLabelChars);
		const end = to === undefined ? {} : { to };
		this.#taker.note([{ type: 'command', ...command, command: label, ...end }]);
		if (to === undefined) {
			if (!this.#commands.has(id)) this.#taker.onCommandStart(id);
			this.#commands.set(id, command);
			return;
		}
		this.#commands.delete(id);
		this.#taker.onCommandEnd(id);
	}

	#turnOf(count: number): TurnId {
		return { session: this.#state.key, turn: this.#turns.get(count) ?? String(count) };
	}
}

function keyOf({ type, path, hash = '' }: Claim): string {
	return `${type} ${hash} ${path}`;
}

/** The files that a call says it changes, with what it would leave where it says all of it. */
function claimsOf(call: ToolCallEntry, turn: TurnId): readonly Claim[] {
	const at = Date.now();
	const named = { turn, at };
	const claims = call.content.filter(isDiff).flatMap((item): readonly Claim[] => {
		if (item.type === 'diff') return [{ type: 'diff', ...named, path: item.path, ...hashOf(item) }];
		const paths = [item.path, ...(item.oldPath === undefined ? [] : [item.oldPath])];
		return paths.map((path) => ({ type: 'patch', ...named, path }));
	});
	const isChange = call.kind === 'edit' || call.kind === 'delete' || call.kind === 'move';
	const places = isChange ? call.locations : [];
	const all = [...claims, ...places.map(({ path }): Claim => ({ type: 'diff', ...named, path }))];
	return all.slice(0, limits.unrequestedPaths);
}

const hashes = new WeakMap<DiffContent, string>();

/** The hash of the text after the change; that of a fragment is the hash of no file, and matches none. */
function hashOf(item: DiffContent): { readonly hash?: string } {
	if (item.newText === null || item.newText.length > limits.changeTextBytes) return {};
	const hash = hashes.get(item) ?? createHash('sha256').update(item.newText).digest('hex');
	hashes.set(item, hash);
	return { hash };
}
