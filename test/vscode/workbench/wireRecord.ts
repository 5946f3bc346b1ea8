/** What went over the wire in a run, read from the traffic log, and checked against the SDK's schema. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isJsonObject, type JsonObject } from '../../../src/core/acp/json.ts';
import { unstableAgentRequests } from '../../../src/core/acp/methods.ts';
import { assertValidOutgoing } from '../../unit/acp/wireSchema.ts';

/** Sent only where a draft of the protocol is switched on. */
const drafts: ReadonlySet<string> = new Set(Object.values(unstableAgentRequests));

export interface WireMessage {
	readonly dir: 'in' | 'out';
	readonly msg: JsonObject;
}

/** All traffic of all agents of one server, file by file in the order it was written. */
export async function readTraffic(dataFolder: string): Promise<WireMessage[][]> {
	const runs: WireMessage[][] = [];
	for await (const file of glob('**/traffic-*.jsonl', { cwd: dataFolder })) {
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

/**
 * Fails when anything we sent is not what a client may send.
 * @returns the number of messages that were checked
 */
export function assertValidTraffic(messages: readonly WireMessage[]): number {
	const asked = new Map<unknown, string>();
	let checked = 0;
	for (const { dir, msg } of messages) {
		const { id, method } = msg;
		if (dir === 'in') {
			if (typeof method === 'string' && id !== undefined) asked.set(id, method);
			continue;
		}
		assert.equal(msg['jsonrpc'], '2.0');
		checked++;
		if (typeof method !== 'string') checkAnswer(msg, asked);
		else if (method !== '$/cancel_request') {
			const version = drafts.has(method) ? 'unstable' : 'stable';
			assertValidOutgoing(id === undefined ? 'notification' : 'request', method, msg['params'], version);
		}
	}
	return checked;
}

function checkAnswer(msg: JsonObject, asked: ReadonlyMap<unknown, string>): void {
	if (isJsonObject(msg['error'])) {
		assert.equal(typeof msg['error']['code'], 'number');
		return;
	}
	const method = asked.get(msg['id']);
	assert.ok(method !== undefined, `an answer to nothing: ${JSON.stringify(msg)}`);
	assertValidOutgoing('response', method, msg['result']);
}
