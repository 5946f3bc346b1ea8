/**
 * What real agents sent, into the transcript a user would see (agents-in-the-wild). The goldens are read by people:
 * `UPDATE_GOLDEN=1 node --test test/unit/replay/replay.test.ts` writes them anew.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { isJsonObject } from '../../../src/core/acp/json.ts';
import { textOf as joinText } from '../../../src/core/session/content.ts';
import { isFinal } from '../../../src/core/session/toolCalls.ts';
import type { SessionState, ToolCallEntry } from '../../../src/core/session/model.ts';
import { recordings, type Recording } from '../acp/support.ts';
import { replay, type Replayed } from './replay.ts';
import { dumpTranscript } from './transcriptDump.ts';
import { eventTypesOf, requestsOf, textOf, toolCallsOf } from './wireFold.ts';

const agents = ['claude-agent-acp', 'claude-code-acp', 'gemini'];
const scenarios = ['text', 'edit', 'shell', 'cancel'];

describe('a recorded conversation', () => {
	it('is there for each agent and scenario', () => {
		const names = new Set(recordings().map(({ name }) => name));
		for (const agent of agents)
			for (const scenario of scenarios) assert.ok(names.has(`${agent}-${scenario}`));
	});

	for (const recording of recordings()) {
		it(`${recording.name}: no update is lost, in one burst [acp C53] [acp C63] [acp C75]`, async () => {
			const replayed = await replay(recording, 'burst');
			assertComplete(recording, replayed);
			assertAnswered(recording, replayed);
			assertShown(replayed);
			assertGolden(recording, replayed);
		});

		it(`${recording.name}: the same when its bytes come in pieces [hazard A1]`, async () => {
			const replayed = await replay(recording, 'torn');
			assertComplete(recording, replayed);
			assertGolden(recording, replayed, false);
		});
	}
});

/** Each update reached the session and changed it, and the end of it all is what the wire said. */
function assertComplete(recording: Recording, { session, events, unchanged, logged }: Replayed): void {
	const { state } = session;
	const told = events.map(({ type }) => type).filter((type) => !type.startsWith('terminal_'));
	assert.deepEqual(told, eventTypesOf(recording));
	// An empty chunk is nothing to show until a message is open.
	for (const event of unchanged) {
		const isEmptyChunk = event.type === 'message_chunk' && joinText([event.content]) === '';
		assert.ok(isEmptyChunk, `changed nothing: ${JSON.stringify(event)}`);
	}
	assert.doesNotMatch(logged.join('\n'), /malformed|Failed/);
	assert.equal(agentText(state), textOf(recording));
	assertToolCalls(recording, state);
	assert.equal(state.turn.type, 'idle');
	assert.equal(state.pendingPermissions.length, 0);
	for (const entry of state.entries.values()) {
		if (entry.type === 'message') assert.ok(entry.isComplete, 'a message is left open');
		if (entry.type === 'permission') assert.notEqual(entry.state.type, 'pending');
	}
}

function assertToolCalls(recording: Recording, state: SessionState): void {
	const expected = toolCallsOf(recording);
	const shown = [...state.entries.values()].filter(
		(entry): entry is ToolCallEntry => entry.type === 'tool_call',
	);
	assert.deepEqual(new Set(shown.map(({ toolCallId }) => toolCallId)), new Set(expected.keys()));
	assert.equal(shown.length, expected.size);
	for (const call of shown) {
		const wire = expected.get(call.toolCallId);
		const { title, kind, rawInput, rawOutput } = call;
		const { title: itsTitle, kind: itsKind, rawInput: itsInput, rawOutput: itsOutput } = wire ?? {};
		assert.deepEqual([title, kind, rawInput, rawOutput], [itsTitle, itsKind, itsInput, itsOutput]);
		const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);
		assert.equal(call.content.length, lengthOf(wire?.['content']), `content of ${title}`);
		assert.equal(call.locations.length, lengthOf(wire?.['locations']), `locations of ${title}`);
		// A call that the agent left open is closed with the turn (agents-in-the-wild 16).
		const status = String(wire?.['status']);
		assert.equal(call.status, ['completed', 'failed'].includes(status) ? status : 'cancelled');
		assert.ok(isFinal(call.status) && call.endedAt !== undefined);
	}
}

/** Every request of the agent got the answer that the recorded client gave, and nothing else was sent. */
function assertAnswered(recording: Recording, { answered, surplus }: Replayed): void {
	assert.deepEqual(answered.map(({ method }) => method).toSorted(), requestsOf(recording).toSorted());
	for (const { recorded, ours } of answered) assert.deepEqual(ours, recorded);
	assert.deepEqual(surplus, []);
}

/** Before the user answers, the whole command or the files stand there (design 4.5). */
function assertShown({ questions }: Replayed): void {
	for (const { details, call } of questions.values()) {
		const command = isJsonObject(call.rawInput) ? call.rawInput['command'] : undefined;
		// gemini has the command in the title alone.
		const line = typeof command === 'string' ? command : call.title;
		const expected = call.kind === 'execute' ? line : (call.locations[0]?.path ?? 'a path');
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
