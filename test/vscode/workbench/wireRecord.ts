/** What went over the wire in a run, read from the traffic log, and checked against the SDK's schema. */
import assert from 'node:assert/strict';
import { glob, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import { unstableAgentRequests } from '../../../src/core/acp/methods.ts';
import { isFirstDraft } from '../../../src/core/acp/v2/initialize.ts';
import { assertValidOutgoing, type SchemaVersion } from '../../unit/core/acp/wireSchema.ts';

/** Sent only where a draft of the protocol is switched on. */
const drafts: ReadonlySet<string> = new Set(Object.values(unstableAgentRequests));

export interface WireMessage {
	readonly dir: 'in' | 'out';
	readonly msg: JsonObject;
}

/** All traffic of all agents of one server, file by file; the one that was begun first comes first. */
export async function readTraffic(dataFolder: string): Promise<WireMessage[][]> {
	const runs: WireMessage[][] = [];
	const files: { readonly file: string; readonly begun: number }[] = [];
	for await (const file of glob('**/traffic-*.jsonl', { cwd: dataFolder }))
		files.push({ file, begun: (await stat(path.join(dataFolder, file))).birthtimeMs });
	for (const { file } of files.toSorted((one, other) => one.begun - other.begun)) {
		const text = await readFile(path.join(dataFolder, file), 'utf8');
		runs.push(
			text
				.split('\n')
				.filter((line) => line !== '')
				.map((line) => JSON.parse(line) as WireMessage),
		);
	}
	return runs;
}

/** The version that was spoken in the end: what the last `initialize` was answered with. */
export function spokenVersion(messages: readonly WireMessage[]): number {
	return Number(lastHandshake(messages)['protocolVersion'] ?? 1);
}

/** The last answer to `initialize`; empty if there is none. */
function lastHandshake(messages: readonly WireMessage[]): JsonObject {
	const answers = messages.flatMap(({ dir, msg }) => {
		const result = dir === 'in' && isJsonObject(msg['result']) ? msg['result'] : {};
		return typeof result['protocolVersion'] === 'number' ? [result] : [];
	});
	return answers.at(-1) ?? {};
}

/**
 * Fails when anything we sent is not what a client may say in the version that was spoken.
 * @returns the number of messages that were checked
 */
export function assertValidTraffic(messages: readonly WireMessage[]): number {
	const asked = new Map<unknown, string>();
	const version = spokenVersion(messages);
	const isDraft = version === 2 && isFirstDraft(lastHandshake(messages));
	let checked = 0;
	for (const { dir, msg } of messages) {
		const { id, method } = msg;
		if (dir === 'in') {
			if (typeof method === 'string' && id !== undefined) asked.set(id, method);
			continue;
		}
		assert.equal(msg['jsonrpc'], '2.0');
		checked++;
		if (typeof method !== 'string') checkAnswer(msg, asked, version);
		else if (method === 'initialize') checkInitialize(msg['params']);
		else if (method !== '$/cancel_request') {
			const kind = id === undefined ? 'notification' : 'request';
			assertValidOutgoing(kind, method, msg['params'], isDraft ? 'v2first' : schemaOf(version, method));
		}
	}
	return checked;
}

/** Who asks for 2 says both halves, each of which has to fit its version (docs/protocol.md#versions). */
function checkInitialize(params: unknown): void {
	const { clientInfo, clientCapabilities, info, capabilities, protocolVersion } = isJsonObject(params)
		? params
		: {};
	const half = { protocolVersion, clientInfo, clientCapabilities };
	assertValidOutgoing('request', 'initialize', half);
	if (protocolVersion === 1) assert.equal(info ?? capabilities, undefined);
	else assertValidOutgoing('request', 'initialize', { protocolVersion, info, capabilities }, 'v2');
}

function schemaOf(version: number, method: string): SchemaVersion {
	if (version === 2) return drafts.has(method) ? 'v2unstable' : 'v2';
	return drafts.has(method) ? 'unstable' : 'stable';
}

function checkAnswer(msg: JsonObject, asked: ReadonlyMap<unknown, string>, version: number): void {
	if (isJsonObject(msg['error'])) {
		assert.equal(typeof msg['error']['code'], 'number');
		return;
	}
	const method = asked.get(msg['id']);
	assert.ok(method !== undefined, `an answer to nothing: ${JSON.stringify(msg)}`);
	assertValidOutgoing('response', method, msg['result'], version === 2 ? 'v2' : 'stable');
}
