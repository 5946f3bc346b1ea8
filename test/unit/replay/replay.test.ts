/**
 * What real agents sent, into the transcript a user would see (docs/agents-in-the-wild.md). The goldens are read by
 * people: `UPDATE_GOLDEN=1 node --test test/unit/replay/replay.test.ts` writes them anew.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { isJsonObject } from '../../../src/core/base/json.ts';
import { textOf as joinText } from '../../../src/core/session/model/content.ts';
import { isFinal } from '../../../src/core/base/toolCall.ts';
import type { AgentEvent } from '../../../src/core/session/model/agentEvents.ts';
import type { MessageEntry, ToolCallEntry } from '../../../src/core/session/model/entry.ts';
import type { SessionState } from '../../../src/core/session/model/sessionState.ts';
import { recordings, type Recording } from '../core/acp/support.ts';
import { oddLines } from './oddLines.ts';
import { replay, type Replayed } from './replay.ts';
import { asObject } from './replayAgent.ts';
import { dumpTranscript } from './transcriptDump.ts';
import {
	commandsOf,
	eventTypesOf,
	isUnfinished,
	lastOf,
	questionCallsOf,
	requestsOf,
	terminalsOf,
	textOf,
	textsOf,
	toolCallsOf,
	versionOf,
} from './wireFold.ts';
import { sized } from '../../tools/sized.ts';

const agents = ['claude-agent-acp', 'claude-code-acp', 'gemini'];
const scenarios = [
	'text',
	'edit',
	'shell',
	'cancel',
	'rich',
	'config',
	'think',
	'sub',
	'twoprompts',
	'err500',
];

const scenariosOfV2 = [
	'ask',
	'cancel',
	'codex-acp-v2replay',
	'codex-acp-v2steer',
	'codex-acp-v2steer2',
	'edit',
	'plan',
	'reject',
	'replay',
	'sdk-dual-v2text',
	'sessions',
	'sessions2',
	'shell',
	'text',
];

describe('a recorded conversation', () => {
	it('is there for each agent and scenario', () => {
		const names = new Set(recordings().map(({ name }) => name));
		for (const agent of agents)
			for (const scenario of scenarios) assert.ok(names.has(`${agent}-${scenario}`));
		const ofV2 = recordings('v2').map(({ name }) => name.replace('claude-agent-acp-v2', ''));
		assert.deepEqual(ofV2.toSorted(), scenariosOfV2.toSorted());
	});

	for (const [at, recording] of [...recordings(), ...recordings('v2')].entries()) {
		it(`${recording.name}: no update is lost, in one burst ${tags(recording)}`, async () => {
			const replayed = await replay(recording, 'burst');
			assertComplete(recording, replayed);
			assertAnswered(recording, replayed);
			assertShown(replayed);
			assertGolden(recording, replayed);
		});

		if (at % sized(1, 3) !== 0) continue;
		it(`${recording.name}: the same when its bytes come in pieces [hazard A1]`, async () => {
			const replayed = await replay(recording, 'torn');
			assertComplete(recording, replayed);
			assertGolden(recording, replayed, false);
		});
	}
});

/** What a replay shows of the protocol, by its version. */
function tags(recording: Recording): string {
	return versionOf(recording) === 1
		? '[acp C53] [acp C63] [acp C75]'
		: '[acp C230] [acp C246] [acp C248] [acp C252] [acp C256]';
}

/** Each update reached the session and changed it, and the end of it all is what the wire said. */
function assertComplete(recording: Recording, replayed: Replayed): void {
	const { session, events, unchanged, logged } = replayed;
	const { state } = session;
	const told = events.map(({ type }) => type).filter((type) => !type.startsWith('terminal_'));
	const asked = questionCallsOf(recording).map(() => 'tool_call_update');
	if (asked.length === 0) assert.deepEqual(chunksJoined(told), chunksJoined(eventTypesOf(recording)));
	else assert.deepEqual(counted(told), counted([...eventTypesOf(recording), ...asked]));
	for (const event of unchanged) {
		assert.ok(mayChangeNothing(event), `changed nothing: ${JSON.stringify(event)}`);
	}
	assert.deepEqual(new Set(logged), new Set(oddLines(recording)));
	assert.equal(agentText(state), textOf(recording));
	if (versionOf(recording) === 2) assertOfV2(recording, state);
	assertToolCalls(recording, state);
	assertFacts(recording, state);
	if (isUnfinished(recording)) return;
	assert.equal(state.turn.type, 'idle');
	assert.equal(state.pendingPermissions.length, 0);
	assert.equal(state.pendingElicitations.length, 0);
	for (const entry of state.entries.values()) {
		if (entry.type === 'message')
			assert.ok(entry.isComplete || isLastWord(entry, state), 'a message is left open');
		if (entry.type === 'permission') assert.notEqual(entry.state.type, 'pending');
	}
}

/** Chunks of a text that come together go on as one; that all of the text is there is seen by itself. */
function chunksJoined(types: readonly unknown[]): readonly unknown[] {
	return types.filter((type, at) => type !== 'message_chunk' || types[at - 1] !== type);
}

/** How often each stands in a list, but for chunks of text. */
function counted(list: readonly unknown[]): ReadonlyMap<unknown, number> {
	const others = list.filter((item) => item !== 'message_chunk');
	return new Map(others.map((item) => [item, others.filter((other) => other === item).length]));
}

/**
 * Each prompt stands there once, also where the agent echoes it; and what the agent's commands wrote (acp C230, C256).
 */
function assertOfV2(recording: Recording, state: SessionState): void {
	const prompts = [...state.entries.values()].flatMap((entry) =>
		entry.type === 'message' && entry.role === 'user' ? [joinText(entry.content)] : [],
	);
	assert.deepEqual(prompts, textsOf(recording, 'user'));
	const terminals = [...state.terminals].map(([id, { output, exit }]): [unknown, object] => {
		return [id, { output, exit: exit?.exitCode }];
	});
	assert.deepEqual(new Map(terminals), terminalsOf(recording));
}

/** An empty chunk is nothing to show until a message is open. A switch to what is on already is none. */
function mayChangeNothing(event: AgentEvent): boolean {
	if (event.type === 'message_chunk') return joinText([event.content]) === '';
	// The bubble stands there already (acp C230); `assertOfV2` sees that it is the only one.
	if (event.type === 'message' && event.role === 'user') return true;
	// What an agent says that is no words; `agentText` sees that nothing else is missing.
	if (event.type === 'message' && event.content?.length === 0) return true;
	// Only `_meta` was in it, which is told by other events.
	if (event.type === 'tool_call_update') return Object.keys(event.fields).length === 0;
	if (event.type === 'session_info') return Object.keys(event).length === 1;
	return event.type === 'option_value';
}

/** What was said outside of any turn stays open until the next one. */
function isLastWord(entry: MessageEntry, state: SessionState): boolean {
	return entry.id === state.openMessage;
}

/** The newest word on usage, commands and title is what counts. */
function assertFacts(recording: Recording, state: SessionState): void {
	const usage = lastOf(recording, 'usage_update');
	assert.deepEqual([state.usage?.used, state.usage?.size], [usage?.['used'], usage?.['size']]);
	assert.deepEqual(
		state.commands.map(({ name }) => name),
		commandsOf(recording),
	);
	const title = lastOf(recording, 'session_info_update')?.['title'];
	if (typeof title === 'string') assert.equal(state.title, title);
	const options = lastOf(recording, 'config_option_update')?.['configOptions'];
	if (Array.isArray(options)) {
		// Version 2 has another name for it.
		const ids = options.map((option: unknown) => asObject(option)['configId'] ?? asObject(option)['id']);
		assert.deepEqual(new Set(state.configOptions?.map(({ id }) => id)), new Set(ids));
	}
}

function assertToolCalls(recording: Recording, state: SessionState): void {
	const expected = toolCallsOf(recording);
	const shown = [...state.entries.values()].filter(
		(entry): entry is ToolCallEntry => entry.type === 'tool_call',
	);
	const idsOf = (calls: readonly { readonly toolCallId?: unknown }[]): unknown[] =>
		calls.map(({ toolCallId }) => toolCallId);
	assert.deepEqual(idsOf(shown), idsOf(expected));
	for (const [at, call] of shown.entries()) {
		const wire = expected[at];
		const { title, kind, rawInput, rawOutput } = call;
		const {
			title: itsTitle = '',
			kind: itsKind = 'other',
			rawInput: itsInput,
			rawOutput: itsOutput,
		} = wire ?? {};
		assert.deepEqual([title, kind, rawInput, rawOutput], [itsTitle, itsKind, itsInput, itsOutput]);
		const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
		assert.equal(call.content.length, lengthOf(wire?.['content']), `content of ${title}`);
		assert.equal(call.locations.length, lengthOf(wire?.['locations']), `locations of ${title}`);
		// A call that the agent left open is closed with the turn (docs/agents-in-the-wild.md#calls-left-open).
		const status = String(wire?.['status']);
		assert.equal(call.status, ['completed', 'failed'].includes(status) ? status : 'cancelled');
		assert.ok(isFinal(call.status) && call.endedAt !== undefined);
	}
}

/** Every request of the agent got the answer that the recorded client gave, and nothing else was sent. */
function assertAnswered(recording: Recording, { answered, surplus }: Replayed): void {
	assert.deepEqual(answered.map(({ method }) => method).toSorted(), requestsOf(recording).toSorted());
	for (const { recorded, ours } of answered)
		assert.deepEqual(ours, expectedAnswer(recording, recorded, ours));
	// The recorded client dismissed a question and let the turn run on; our Stop also stops the turn.
	const isDismissed = recording.name.endsWith('-editcancel');
	// It never answered a wait for a command that the agent gave up; every request of an agent is answered by us.
	const isOwed = recording.name === 'claude-code-acp-cancelshell';
	const methods = surplus.flatMap(({ method }) => (method === undefined ? [] : [method]));
	assert.deepEqual(methods, isDismissed ? ['session/cancel'] : []);
	assert.ok(surplus.length - methods.length <= (isOwed ? 1 : 0), 'an answer nobody asked for');
}

/** Errors are the same by their code. gemini cannot create files when it hears that there is none (21). */
function expectedAnswer({ name }: Recording, recorded: unknown, ours: unknown): unknown {
	const { code } = asObject(recorded);
	if (typeof code !== 'number') return recorded;
	if (name.startsWith('gemini') && code === -32_002) return { content: '' };
	return { ...asObject(ours), code };
}

/** Before the user answers, the whole command or the files stand there (docs/decisions/permissions.md). */
function assertShown({ questions }: Replayed): void {
	for (const { details, call } of questions.values()) {
		const command = isJsonObject(call.rawInput) ? call.rawInput['command'] : undefined;
		// gemini has the command in the title alone.
		const line = typeof command === 'string' ? command : call.title;
		const expected = call.kind === 'execute' ? line : (call.locations[0]?.path ?? '');
		assert.ok(details.includes(expected), `${expected} is not in: ${details}`);
	}
}

function assertGolden({ name }: Recording, replayed: Replayed, mayWrite = true): void {
	const file = path.join(import.meta.dirname, 'golden', `${name}.txt`);
	const dump = dumpTranscript(replayed);
	if (mayWrite && process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, dump);
	assert.equal(dump, readFileSync(file, 'utf8'));
}

function agentText({ entries }: SessionState): string {
	return [...entries.values()]
		.flatMap((entry) => (entry.type === 'message' && entry.role === 'agent' ? [joinText(entry.content)] : []))
		.join('');
}
