/**
 * Every update and every permission of version 2, broken in every place: nothing throws, the neighbours arrive, the
 * session and what a view would be told of it stay whole. SEED=… repeats a run.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isJsonObject, type JsonObject } from '../../../../../src/core/base/json.ts';
import { WireError } from '../../../../../src/core/acp/wire.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import { createSessionState } from '../../../../../src/core/session/reducer/createSessionState.ts';
import { reduce } from '../../../../../src/core/session/reducer/reducer.ts';
import { summarizeDiff } from '../../../../../src/core/view/diffSummary.ts';
import { projectEntry } from '../../../../../src/core/view/project.ts';
import { projectSession } from '../../../../../src/core/view/projectSession.ts';
import { urlTarget } from '../../../../../src/host/common/urlTarget.ts';
import { readSdkSchema } from '../../../../../build/pruneSchemas.ts';
import { mutationsOf } from '../../../protocol/mutations.ts';
import { randomIntegers, seed } from '../../../node/support.ts';
import { seed as emptySession } from '../../session/driver/play.ts';
import { ask, Codec } from './codec.ts';
import { olderSamples, permissionSamples, updateSamples } from './samples.ts';

const random = randomIntegers();
console.log(`SEED=${seed}`);

/** A session of an agent that sends these, a good chunk after each. */
function play(updates: readonly unknown[]): { codec: Codec; state: SessionState } {
	const codec = new Codec();
	const state = createSessionState(emptySession);
	const apply = (update: JsonObject): void => {
		for (const event of codec.reader.decode(update, 's1', false)) reduce(state, event, 1);
	};
	for (const [n, update] of updates.entries()) {
		if (isJsonObject(update)) apply(update);
		apply({
			sessionUpdate: 'agent_message_chunk',
			messageId: 'good',
			content: { type: 'text', text: `⟨${n}⟩` },
		});
	}
	return { codec, state };
}

function assertUnharmed({ codec, state }: ReturnType<typeof play>, count: number): void {
	const good = [...state.entries.values()].filter(
		(entry) => entry.type === 'message' && entry.messageId === 'good',
	);
	const said = good.flatMap((entry) => (entry.type === 'message' ? entry.content : []));
	const numbers = [
		...said
			.map((content) => (content.type === 'text' ? content.text : ''))
			.join('')
			.matchAll(/⟨(\d+)⟩/gu),
	];
	assert.deepEqual(
		numbers.map(([, n]) => Number(n)),
		Array.from({ length: count }, (_item, n) => n),
	);
	assert.equal(Reflect.get({}, 'polluted'), undefined);
	assert.doesNotMatch(codec.logged.join('\n'), /TypeError|RangeError/u);
	JSON.stringify(projectSession(state));
	const projector = { label: (file: string) => file, summarize: summarizeDiff, urlTarget };
	for (const entry of state.entries.values()) JSON.stringify(projectEntry(state, entry, projector));
}

const valid = Object.entries({ ...updateSamples, ...olderSamples }).map(([sessionUpdate, fields]) => ({
	sessionUpdate,
	...fields,
}));

describe('an update of version 2', () => {
	it('has a sample of every kind of the protocol', () => {
		const definitions = readSdkSchema('v2/schema.unstable.json')['$defs'] as Record<string, JsonObject>;
		const kinds = new Set(
			[...JSON.stringify(definitions['SessionUpdate']).matchAll(/"const":"(\w+)"/gu)].map(([, kind]) => kind),
		);
		assert.deepEqual(new Set(Object.keys(updateSamples)), kinds);
	});

	it('that is valid says something, and nothing in the log', () => {
		for (const update of valid) {
			const codec = new Codec();
			assert.notEqual(codec.updates(update).length, 0, update.sessionUpdate);
			assert.deepEqual(codec.logged, [], update.sessionUpdate);
		}
	});

	it('is never changed by reading it', () => {
		for (const update of valid) {
			const before = JSON.stringify(update);
			new Codec().updates(update);
			assert.equal(JSON.stringify(update), before);
		}
	});

	it('broken in any place loses no neighbour and throws nothing [acp C209] [hazard A5] [hazard A10] [hazard A11]', () => {
		let count = 0;
		for (const update of valid) {
			const broken = mutationsOf(update, random).map((line): unknown => JSON.parse(line));
			assertUnharmed(play(broken), broken.length);
			count += broken.length;
		}
		assert.ok(count > 2000, String(count));
	});

	it('broken among all others, in any order, does neither [acp C209] [hazard A5] [hazard A6]', () => {
		const broken = valid.flatMap((update) => mutationsOf(update, random));
		const some = Array.from({ length: 600 }, () => broken[random(broken.length)] ?? '{}');
		const mixed = some.flatMap((line, n): unknown[] => [JSON.parse(line), valid[(n * 7) % valid.length]]);
		assertUnharmed(play(mixed), mixed.length);
	});
});

describe('a permission of version 2', () => {
	it('broken in any place is asked or refused, never anything else [acp C253] [hazard A5]', async () => {
		for (const sample of permissionSamples) {
			for (const line of mutationsOf(sample, random)) {
				const params: unknown = JSON.parse(line);
				if (!isJsonObject(params)) continue;
				await ask(params).then(
					({ request, answer }) => {
						assert.ok(request !== undefined && request.options.length > 0, line);
						assert.ok(isJsonObject(answer), line);
					},
					(error: unknown) => {
						assert.ok(error instanceof WireError && error.code === -32602, `${String(error)}: ${line}`);
					},
				);
			}
		}
	});
});
