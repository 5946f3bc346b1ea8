/**
 * Permissions: asked once, settled once (hazard C1). Quick-pick, card, badge and status are views of this state. The
 * first answer settles it; a second one finds nothing pending and changes nothing.
 */
import { addEntry, closeMessage, entryOf, patchEntry, type Step, pendingPermission } from './draft.ts';
import type { AskedCall, PermissionEntry, ToolCallEntry } from '../model/entry.ts';
import type { HostEvent } from '../model/events.ts';
import { announceToolCall, endedInEarlierTurn, knownToolCall } from './toolCalls.ts';
import type { ToolCallPatch } from '../model/toolContent.ts';
import { isAsking } from './turnFacts.ts';
import { moveTurn } from './turnMove.ts';
import type { TurnEvent } from './turnTransitions.ts';

type Requested = Extract<HostEvent, { type: 'permission_requested' }>;
type Settled = Extract<HostEvent, { type: 'permission_settled' }>;

/** Merges what the request says of its tool call (acp C75), then adds it as pending. */
export function requestPermission(step: Step, request: Requested): void {
	const call = callOf(step, request);
	closeMessage(step);
	const entry = addEntry<PermissionEntry>(step, {
		type: 'permission',
		id: request.permissionId,
		...(call === undefined ? {} : { parentId: call.id }),
		title: request.title ?? call?.title ?? '',
		...(request.description === undefined ? {} : { description: request.description }),
		subject: request.subject,
		options: request.options,
		...(request.revision === undefined ? {} : { revision: request.revision }),
		state: { type: 'pending', ...(request.isAwaitingRules === true ? { isAwaitingRules: true } : {}) },
	});
	if (request.isAwaitingRules === true)
		step.draft.permissionsAwaitingRules = [...step.draft.permissionsAwaitingRules, entry.id];
	else waitForUser(step, entry.id);
}

/** No rule of the user answers it: now the user has to. */
export function askPermission(step: Step, permissionId: string): void {
	const entry = pendingPermission(step.draft, permissionId);
	if (entry?.state.type !== 'pending' || entry.state.isAwaitingRules !== true) return;
	const { isAwaitingRules: _isAwaitingRules, ...state } = entry.state;
	patchEntry(step, entry, { state });
	forgetWaiting(step, permissionId);
	waitForUser(step, permissionId);
}

/** The user answered what it no longer is: that counts as no answer, and the card says so. */
export function markStaleAnswer(step: Step, permissionId: string): void {
	const entry = pendingPermission(step.draft, permissionId);
	if (entry?.state.type !== 'pending') return;
	patchEntry(step, entry, { state: { ...entry.state, staleAnswerAt: entry.revision ?? 0 } });
}

/** Any request that waits may have become another one, so views have to show all of them anew. */
export function reviseAll(step: Step): void {
	const { draft, changes } = step;
	for (const id of [...draft.permissionsAwaitingRules, ...draft.pendingPermissions]) {
		const entry = pendingPermission(draft, id);
		if (entry !== undefined) patchEntry(step, entry, { revision: (entry.revision ?? 0) + 1 });
	}
	changes.push({ type: 'reset' });
}

function forgetWaiting({ draft }: Step, permissionId: string): void {
	draft.permissionsAwaitingRules = draft.permissionsAwaitingRules.filter((id) => id !== permissionId);
	draft.pendingPermissions = draft.pendingPermissions.filter((id) => id !== permissionId);
}

function waitForUser(step: Step, permissionId: string): void {
	step.draft.pendingPermissions = [...step.draft.pendingPermissions, permissionId];
	updateTurnWaiting(step, 'request_opened');
	step.changes.push({ type: 'session' });
}

/**
 * The tool call it is about: what the request says of it counts like any other word of the agent (acp C252). Under the
 * name of a call that ended in an earlier turn it is about a new one: the old card stays as it was.
 */
function callOf(step: Step, { subject, fields = {}, at }: Requested): ToolCallEntry | undefined {
	switch (subject.type) {
		case 'tool_call':
			return announceToolCall(step, subject.toolCallId, said(step, subject.toolCallId, fields), at);
		case 'command': {
			const known = subject.toolCallId === undefined ? undefined : knownToolCall(step, subject.toolCallId);
			return known === undefined || endedInEarlierTurn(step.draft, known) ? undefined : known;
		}
		case 'file':
		case 'other':
			return undefined;
	}
}

/** What the request leaves empty says nothing of the call: what that has shown is what is asked about. */
function said(step: Step, toolCallId: string, fields: ToolCallPatch): ToolCallPatch {
	const known = knownToolCall(step, toolCallId);
	if (known === undefined || endedInEarlierTurn(step.draft, known)) return fields;
	return fieldsWhere(fields, (name, value) => !mayBeEmpty.has(name) || !isEmpty(value));
}

/** What the request says of a call where the call itself says nothing. */
export function missingIn(call: ToolCallEntry, fields: ToolCallPatch): ToolCallPatch {
	return fieldsWhere(fields, (name) => mayBeEmpty.has(name) && isEmpty(call[name as Sparse]));
}

type Sparse = 'title' | 'content' | 'locations' | 'rawInput';

/** Fields that are left out, or sent empty, by a request that has nothing to add. */
const mayBeEmpty: ReadonlySet<string> = new Set<Sparse>(['title', 'content', 'locations', 'rawInput']);

function fieldsWhere(
	fields: ToolCallPatch,
	isMeant: (name: string, value: unknown) => boolean,
): ToolCallPatch {
	return Object.fromEntries(Object.entries(fields).filter(([name, value]) => isMeant(name, value)));
}

function isEmpty(value: unknown): boolean {
	if (value === undefined || value === '') return true;
	return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/**
 * The turn waits for the user while anything is pending, and runs on when nothing is: an agent that said it waits
 * has what it waited for, whether it says so or not.
 */
export function updateTurnWaiting(
	step: Step,
	event: Extract<TurnEvent, 'request_opened' | 'request_closed'>,
): void {
	const { draft } = step;
	if (!isAsking(draft) && draft.work.type === 'requires_action') draft.work = { type: 'running' };
	moveTurn(step, event, 0);
}

/** Settles a pending permission. For one that is settled already nothing happens. */
export function settlePermission(step: Step, settled: Settled): void {
	const { draft } = step;
	const entry = pendingPermission(draft, settled.permissionId);
	if (entry === undefined) return;
	const call = entryOf(draft, entry.parentId ?? '', 'tool_call');
	const asked = call === undefined ? {} : { asked: askedCall(call) };
	patchEntry(step, entry, { state: settled.state, ...asked });
	forgetWaiting(step, entry.id);
	updateTurnWaiting(step, 'request_closed');
	step.changes.push({ type: 'session' });
}

/** What was answered did not reach the agent any more: the entry says what did. */
export function takeBackAnswer(step: Step, permissionId: string, by: 'user' | 'agent' | 'exit'): void {
	const entry = entryOf(step.draft, permissionId, 'permission');
	if (entry?.state.type === 'answered') patchEntry(step, entry, { state: { type: 'cancelled', by } });
}

function askedCall({ kind, title, content, locations, rawInput }: ToolCallEntry): AskedCall {
	return { kind, title, content, locations, ...(rawInput === undefined ? {} : { rawInput }) };
}
