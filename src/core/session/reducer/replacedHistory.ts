/**
 * The agent sends its own history, which takes the place of the transcript; what only this side knows comes back into it
 * afterwards.
 */
import { terminalOfCall } from '../../base/ofSession.ts';
import { isFinal } from '../../base/toolCall.ts';
import type { ElicitationEntry, Entry, EntryId, PermissionEntry, ToolCallEntry } from '../model/entry.ts';
import type { ReplacedHistory } from '../model/sessionState.ts';
import { endAttempts } from './attemptEvents.ts';
import { idMapsOf, type Step } from './draft.ts';
import { mergeHistory } from './historyMerge.ts';
import { isAwaitingLogin, lastPrompt } from './prompts.ts';
import { nameByPrompt } from './promptTitle.ts';
import { recountUndone } from './restores.ts';
import { leftOutId } from './storedHistory.ts';
import { forgetTerminals, makeRoom, recountOutput, unknownExit } from './terminals.ts';
import { enterReplayed } from './turn.ts';
import { isBusy } from './turnFacts.ts';

/** The transcript is rebuilt from the agent's replay, so nothing stands in it twice (acp C46). */
export function startReplay(step: Step): void {
	const { draft } = step;
	endAttempts(step);
	draft.replaced = replacedHistory(step);
	for (const map of [draft.entries, ...idMapsOf(draft), draft.expectedEchoes]) map.clear();
	forgetTerminals(step);
	draft.turnPrompts = [];
	draft.unnamedEcho = undefined;
	draft.permissionsAwaitingRules = [];
	draft.pendingPermissions = [];
	draft.pendingElicitations = [];
	draft.openMessage = undefined;
	draft.isReplaying = true;
	draft.isFromStore = false;
	step.changes.push({ type: 'reset' });
}

/**
 * The history is complete: what only this side knows comes back into it, and what the agent said of its work meanwhile
 * counts now.
 */
export function endReplay(step: Step, at: number): void {
	// First, so that nothing keeps the replay open.
	step.draft.isReplaying = false;
	enterReplayed(step, at, bringBack);
	nameByPrompt(step);
}

/** Without what is shown anew: what waits for the user, with its call, and the prompt that has still to be sent. */
function replacedHistory(step: Step): ReplacedHistory | undefined {
	const { draft } = step;
	const prompt = lastPrompt(step);
	const isWaiting = draft.turn.type !== 'idle' || (prompt !== undefined && isAwaitingLogin(draft, prompt));
	const waiting = [...draft.permissionsAwaitingRules, ...draft.pendingPermissions];
	const shown = [...draft.entries.values()].filter(
		(entry) => !isAsked(entry) || entry.state.type !== 'pending',
	);
	const calls = new Set(waiting.map((id) => draft.entries.get(id)?.parentId));
	// The call of an earlier answer stays, whatever is asked about it now.
	for (const entry of shown) if (isAsked(entry)) calls.delete(entry.parentId);
	const entries = shown.filter(
		({ id }) => id !== leftOutId && !calls.has(id) && !(isWaiting && id === prompt?.id),
	);
	return entries.length === 0 ? undefined : { entries, terminals: new Map(draft.terminals) };
}

function isAsked(entry: Entry): entry is PermissionEntry | ElicitationEntry {
	return entry.type === 'permission' || entry.type === 'elicitation';
}

/** Merges what only this side knows into the history that the agent has told. */
function bringBack(step: Step): void {
	const { draft, changes } = step;
	const { replaced } = draft;
	draft.replaced = undefined;
	if (replaced === undefined) return;
	const told = new Set(draft.entries.keys());
	const newId = (): EntryId => {
		draft.entryCount++;
		return `e${draft.entryCount}`;
	};
	const { entries: merged, names } = mergeHistory(
		replaced.entries,
		[...draft.entries.values()],
		newId,
		(id) => draft.terminals.has(id),
	);
	draft.entries.clear();
	for (const entry of merged) draft.entries.set(entry.id, entry);
	draft.turnCount = merged.at(-1)?.turn ?? 0;
	for (const entry of merged) {
		if (!told.has(entry.id)) indexEntryBroughtBack(step, entry);
		if (entry.type === 'tool_call') showTerminals(step, entry, replaced);
	}
	recountOutput(draft.terminals);
	recountUndone(draft);
	makeRoom(step);
	changes.push({ type: 'reset', names });
}

/** By the agent's names, where its history gives them to nothing else: it may go on with what is open. */
function indexEntryBroughtBack({ draft }: Step, entry: Entry): void {
	if (entry.parentId !== undefined) return;
	if (entry.type === 'plan' && entry.isRemoved !== true && !draft.plans.has(entry.planId))
		draft.plans.set(entry.planId, entry.id);
	const isOpen = entry.type === 'tool_call' && !isFinal(entry.status);
	if (isOpen && !draft.toolCalls.has(entry.toolCallId)) draft.toolCalls.set(entry.toolCallId, entry.id);
}

/** Terminals that a call shows and the history has no output of. */
function showTerminals(step: Step, call: ToolCallEntry, { terminals }: ReplacedHistory): void {
	const { draft } = step;
	const shown = call.content.flatMap((item) => (item.type === 'terminal' ? [item.terminalId] : []));
	// One that is named after its call is shown by it unasked: where the history tells the output, that is enough.
	const named = call.origin === 'replay' && call.content.length > 0 ? [] : [terminalOfCall(draft, call)];
	for (const terminalId of [...shown, ...named]) {
		const terminal = terminals.get(terminalId);
		if (terminal === undefined || draft.terminals.has(terminalId)) continue;
		const exit = terminal.exit ?? (isBusy(draft.work) ? undefined : unknownExit);
		draft.terminals.set(terminalId, { ...terminal, ...(exit === undefined ? {} : { exit }) });
	}
}
