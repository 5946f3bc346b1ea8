/** What real agents said, through the decoder and the codec (test/traffic, docs/agents-in-the-wild.md). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createDecoder } from '../../../../src/core/acp/decoder.ts';
import { isJsonObject, type JsonObject } from '../../../../src/core/base/json.ts';
import { prunedSchemaV1 } from '../../../../build/pruneSchemas.ts';
import { connected, FakeTarget, recordings, type Recording } from './support.ts';

const decoder = createDecoder(prunedSchemaV1());
const requestRoots: Record<string, string> = {
	'session/update': 'SessionNotification',
	'session/request_permission': 'RequestPermissionRequest',
	'fs/read_text_file': 'ReadTextFileRequest',
	'fs/write_text_file': 'WriteTextFileRequest',
	'terminal/create': 'CreateTerminalRequest',
	'terminal/output': 'TerminalOutputRequest',
	'terminal/wait_for_exit': 'WaitForTerminalExitRequest',
	'terminal/kill': 'KillTerminalRequest',
	'terminal/release': 'ReleaseTerminalRequest',
};
const answerRoots: Record<string, string> = {
	initialize: 'InitializeResponse',
	'session/new': 'NewSessionResponse',
	'session/load': 'LoadSessionResponse',
	'session/prompt': 'PromptResponse',
};
/** Kinds that become events. */
const handled = new Set([
	'user_message_chunk',
	'agent_message_chunk',
	'agent_thought_chunk',
	'tool_call',
	'tool_call_update',
	'plan',
	'available_commands_update',
	'current_mode_update',
	'session_info_update',
	'config_option_update',
	'usage_update',
	'notice',
]);

describe('recorded agents', () => {
	it('are at hand', () => assert.ok(recordings().length >= 14));
	for (const recording of recordings()) {
		it(`${recording.name}: every message decodes`, () => {
			for (const { root, value } of inboundOf(recording)) {
				const decoded = decoder.decode(root, value);
				assert.ok(decoded.ok, decoded.ok ? '' : `${root}: ${decoded.error}`);
				assert.equal(decoded.value, value, 'nothing was left out');
			}
		});

		it(`${recording.name}: every update becomes events`, () => assertEvents(recording));
	}
});

/** Inbound messages with the name of their definition. */
function inboundOf({ messages }: Recording): { root: string; value: unknown }[] {
	const asked = new Map<unknown, string>();
	const found: { root: string; value: unknown }[] = [];
	for (const { dir, msg } of messages) {
		const method = String(msg['method']);
		if (dir === 'out' && 'method' in msg) asked.set(msg['id'], method);
		if (dir !== 'in') continue;
		if ('error' in msg) found.push({ root: 'Error', value: msg['error'] });
		const root = 'method' in msg ? requestRoots[method] : answerRoots[asked.get(msg['id']) ?? ''];
		if (root !== undefined && !('error' in msg)) found.push({ root, value: msg['params'] ?? msg['result'] });
	}
	return found;
}

async function assertEvents(recording: Recording): Promise<void> {
	const { wire, agent, logged } = await connected();
	const target = new FakeTarget();
	const params = recording.messages.filter(
		({ dir, msg }) => dir === 'in' && msg['method'] === 'session/update',
	);
	const sessionIds = new Set(params.map(({ msg }) => String(objectOf(msg['params'])['sessionId'])));
	for (const sessionId of sessionIds) agent.attach(sessionId, target);
	for (const { msg } of params) {
		const before = target.events.length;
		wire.tell('session/update', msg['params']);
		const kind = String(objectOf(objectOf(msg['params'])['update'])['sessionUpdate']);
		assert.equal(target.events.length > before, handled.has(kind), kind);
	}
	assert.doesNotMatch(logged.join(), /malformed/);
}

function objectOf(value: unknown): JsonObject {
	assert.ok(isJsonObject(value));
	return value;
}
