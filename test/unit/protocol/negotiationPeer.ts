/** One attempt to agree on a version with an agent, with all that went over the wire. */
import assert from 'node:assert/strict';
import { afterEach } from 'node:test';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import { type Negotiated, negotiate } from '../../../src/core/acp/negotiate.ts';
import type { ProtocolVersion } from '../../../src/core/acp/protocolChoice.ts';
import { AgentError } from '../../../src/core/base/errors.ts';
import type { AgentConnection, ConnectionOptions } from '../../../src/node/connection.ts';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';
import type { FakeAgentCommand } from '../../agents/fakeAgentCommand.ts';
import { negotiateOptions } from '../core/acp/negotiateOptions.ts';
import { type ScriptedAgent, startCommand, startScripted } from './scriptedAgent.ts';

/** What one attempt came to, and all that we sent for it. */
export interface Tried {
	readonly result: Negotiated | AgentError;
	readonly sent: readonly JsonObject[];
	/** How long each question may stay without an answer. */
	readonly limits: readonly number[];
	readonly connection: AgentConnection;
}

/** An agent that answers its first, second … `initialize` so. */
export const answering = (...answers: readonly (readonly Step[])[]): FakeAgentScript => ({
	on: Object.fromEntries(answers.map((steps, index) => [`initialize#${index + 1}`, steps])),
});

export const says = (result: unknown): readonly Step[] => [{ respond: result }];

export const refuses = (supported: unknown): readonly Step[] => [
	{ error: { code: -32022, message: 'Unsupported protocol version', data: { requested: 0, supported } } },
];

export const version1 = says({
	protocolVersion: 1,
	agentInfo: { name: 'one', version: '1' },
	agentCapabilities: {},
});
export const version2 = says({
	protocolVersion: 2,
	info: { name: 'two', version: '2' },
	capabilities: { session: {} },
});
export const echo2 = says({
	protocolVersion: 2,
	agentInfo: { name: 'echo', version: '1' },
	agentCapabilities: { loadSession: true },
});

/** An agent that never answers: no limit runs out by itself here. */
export const silent: readonly Step[] = [{ sleep: 600_000 }];

const children = new Set<ScriptedAgent['process']>();
afterEach(async () => {
	await Promise.all([...children].map((child) => child.stop()));
	children.clear();
});

/** A program is started, a script runs wherever it can. */
async function start(
	agent: FakeAgentCommand | FakeAgentScript,
	tap: NonNullable<ConnectionOptions['tap']>,
): Promise<AgentConnection> {
	const starting = 'command' in agent ? startCommand(agent, { tap }) : startScripted(agent, { tap });
	const { process, connection } = await starting;
	children.add(process);
	return connection;
}

/** @param silentAt number of the question, from 1, whose limit runs out */
export async function tried(
	agent: FakeAgentCommand | FakeAgentScript,
	want: ProtocolVersion,
	silentAt = 0,
): Promise<Tried> {
	const sent: JsonObject[] = [];
	const connection = await start(agent, (direction, message) => {
		if (direction === 'out' && isJsonObject(message)) sent.push(message);
	});
	const waits: number[] = [];
	const answerWithin = <T>(answer: Promise<T>, ms: number): Promise<T> => {
		const late = waits.push(ms) === silentAt ? [Promise.reject(new AgentError('timeout', 'No answer'))] : [];
		return Promise.race([...late, answer]);
	};
	const result = await negotiate(connection, negotiateOptions({ answerWithin }), want).catch(
		(error: unknown) => {
			assert.ok(AgentError.is(error), String(error));
			return error;
		},
	);
	return { result, sent, limits: waits, connection };
}

/** The versions that were asked for, in order. Whatever we send before an agreement is an `initialize` (acp C202). */
export function askedFor({ sent }: Tried): unknown[] {
	return sent.map(({ method, params }) => {
		assert.equal(method, 'initialize');
		return isJsonObject(params) ? params['protocolVersion'] : undefined;
	});
}

export function connected({ result }: Tried): Negotiated & { type: 'connected' } {
	assert.ok(!AgentError.is(result) && result.type === 'connected', JSON.stringify(result));
	return result;
}

export function respawned({ result }: Tried): AgentError {
	assert.ok(!AgentError.is(result) && result.type === 'respawn', JSON.stringify(result));
	assert.equal(result.ask, 1);
	return result.reason;
}

export function failed({ result }: Tried): AgentError {
	assert.ok(AgentError.is(result), JSON.stringify(result));
	return result;
}
