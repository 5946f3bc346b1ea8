/** Agents of every make: what they offer is used, what they do not offer is never sent. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { it } from './eachCarrier.ts';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import { allUnstable } from '../core/acp/support.ts';
import { fullSetup, tryEverything } from './everyIntent.ts';
import { type Combination, type Factors, pairwise } from './pairwise.ts';
import { closePeer, connectPeer, methodsOf, paramsOf, type Peer } from './peer.ts';

const flag = [true, false, undefined, null] as const;
const marker = [{}, undefined, null] as const;

/** Where in `agentCapabilities` each factor goes, and all it can be. */
const factors: Factors = {
	loadSession: flag,
	'promptCapabilities.image': flag,
	'promptCapabilities.audio': flag,
	'promptCapabilities.embeddedContext': flag,
	'mcpCapabilities.http': flag,
	'mcpCapabilities.sse': flag,
	'mcpCapabilities.acp': flag,
	'sessionCapabilities.list': marker,
	'sessionCapabilities.resume': marker,
	'sessionCapabilities.close': marker,
	'sessionCapabilities.delete': marker,
	'sessionCapabilities.additionalDirectories': marker,
	'sessionCapabilities.fork': marker,
	'sessionCapabilities.archive': marker,
	'sessionCapabilities.status': marker,
	'sessionCapabilities.title': marker,
	'sessionCapabilities.systemPrompt': [{}, { mode: {} }, { mode: { override: {} } }, undefined, null],
	'auth.logout': marker,
	'auth.status': marker,
	providers: marker,
	/** Not the agent's: whether the user switched drafts on. */
	areDraftsOn: [true, false],
};

/** The methods that need one capability each; those of the drafts in the second list. */
const stableMethods: Readonly<Record<string, string>> = {
	'session/load': 'loadSession',
	'session/resume': 'sessionCapabilities.resume',
	'session/list': 'sessionCapabilities.list',
	'session/close': 'sessionCapabilities.close',
	'session/delete': 'sessionCapabilities.delete',
	logout: 'auth.logout',
};
const draftMethods: Readonly<Record<string, string>> = {
	'session/fork': 'sessionCapabilities.fork',
	'session/archive': 'sessionCapabilities.archive',
	'session/unarchive': 'sessionCapabilities.archive',
	'session/status': 'sessionCapabilities.status',
	'session/set_title': 'sessionCapabilities.title',
	'auth/status': 'auth.status',
	'providers/list': 'providers',
	'providers/set': 'providers',
	'providers/disable': 'providers',
};

function agentCapabilities(combination: Combination): JsonObject {
	const whole: Record<string, unknown> = {};
	for (const [path, value] of Object.entries(combination)) {
		const [group = '', name] = path.split('.');
		if (path === 'areDraftsOn' || value === undefined) continue;
		if (name === undefined) whole[group] = value;
		else whole[group] = { ...(isJsonObject(whole[group]) ? whole[group] : {}), [name]: value };
	}
	return whole;
}

/** What may go out, worked out from the table above alone. */
function expectedMethods(has: (path: string) => boolean, areDraftsOn: boolean): Set<string> {
	const offered = (table: Readonly<Record<string, string>>): string[] =>
		Object.entries(table).flatMap(([method, path]) => (has(path) ? [method] : []));
	return new Set([
		'initialize',
		'session/new',
		'session/prompt',
		...offered(stableMethods),
		...(areDraftsOn ? offered(draftMethods) : []),
	]);
}

const answers = {
	'session/fork': { sessionId: 'copy' },
	'session/set_title': { title: 'New' },
	'session/status': { status: 'open' },
	'auth/status': { state: 'unknown' },
	'providers/list': { providers: [] },
};
const emptyAnswers = [
	'session/delete',
	'session/archive',
	'session/unarchive',
	'logout',
	'providers/set',
	'providers/disable',
];
const on = Object.fromEntries([
	...Object.entries(answers).map(([method, answer]) => [method, [{ respond: answer }]]),
	...emptyAnswers.map((method) => [method, [{ respond: {} }]]),
]);

/** One agent of this make, asked for everything. */
async function smoke(combination: Combination): Promise<Peer> {
	const initialize = [{ respond: { protocolVersion: 1, agentCapabilities: agentCapabilities(combination) } }];
	const unstable = combination['areDraftsOn'] === true ? { unstable: allUnstable } : {};
	const peer = await connectPeer({ on: { ...on, initialize } }, unstable);
	await tryEverything(peer.agent);
	await closePeer(peer);
	return peer;
}

const combinations = pairwise(factors);
const all = Object.fromEntries(Object.entries(factors).map(([name, [first]]) => [name, first]));

it(`agents of ${combinations.length} makes, every pair of capabilities among them, get what they offer and only that [acp C20] [acp C21] [acp C33] [acp C34] [acp C35] [acp C36] [acp C37]`, async () => {
	for (const combination of combinations) {
		const { seen } = await smoke(combination);
		try {
			assertOnlyOffered(combination, seen.out);
		} catch (error) {
			throw new Error(`an agent with ${JSON.stringify(combination)}`, { cause: error });
		}
	}
});

function assertOnlyOffered(combination: Combination, out: readonly JsonObject[]): void {
	const has = (path: string): boolean => isThere(combination[path]);
	const areDraftsOn = combination['areDraftsOn'] === true;
	assert.deepEqual(new Set(methodsOf(out)), expectedMethods(has, areDraftsOn));
	for (const setup of [...paramsOf(out, 'session/new'), ...paramsOf(out, 'session/load')]) {
		assertSetup(setup, has, areDraftsOn);
	}
	const kinds = paramsOf(out, 'session/prompt').map(({ prompt }) => typesOf(prompt)[0]);
	assert.deepEqual(kinds, [
		'text',
		'resource_link',
		has('promptCapabilities.embeddedContext') ? 'resource' : 'resource_link',
		...(has('promptCapabilities.image') ? ['image'] : []),
		...(has('promptCapabilities.audio') ? ['audio'] : []),
	]);
}

function assertSetup(setup: JsonObject, has: (path: string) => boolean, areDraftsOn: boolean): void {
	assert.deepEqual(typesOf(setup['mcpServers']), [
		undefined,
		...(has('mcpCapabilities.http') ? ['http'] : []),
		...(has('mcpCapabilities.sse') ? ['sse'] : []),
		...(areDraftsOn && has('mcpCapabilities.acp') ? ['acp'] : []),
	]);
	assert.equal('additionalDirectories' in setup, has('sessionCapabilities.additionalDirectories'));
	const { systemPrompt } = setup;
	// Only where the agent takes a prompt that replaces its own.
	if (!areDraftsOn || !has('sessionCapabilities.systemPrompt')) assert.equal(systemPrompt, undefined);
}

function isThere(value: unknown): boolean {
	return value === true || isJsonObject(value);
}

function typesOf(items: unknown): unknown[] {
	assert.ok(Array.isArray(items));
	return items.map((item: unknown) => (isJsonObject(item) ? item['type'] : 'no object'));
}

describe('the combinations', () => {
	test('hold each pair of values', () => {
		const names = Object.keys(factors);
		for (const [at, first] of names.entries()) {
			for (const second of names.slice(at + 1)) {
				const wanted = (factors[first]?.length ?? 0) * (factors[second]?.length ?? 0);
				const found = new Set(
					combinations.map(
						(one) => `${factors[first]?.indexOf(one[first])} ${factors[second]?.indexOf(one[second])}`,
					),
				);
				assert.equal(found.size, wanted, `${first} with ${second}`);
			}
		}
	});
});

describe('drafts of the protocol', () => {
	it('are not used when the user did not switch them on, though the agent offers all [acp C128]', async () => {
		const { seen } = await smoke({ ...all, areDraftsOn: false });
		const sent = new Set(methodsOf(seen.out));
		for (const method of Object.keys(draftMethods)) assert.ok(!sent.has(method), method);
		assert.deepEqual(typesOf(paramsOf(seen.out, 'session/new')[0]?.['mcpServers']), [
			undefined,
			'http',
			'sse',
		]);
		const capabilities = paramsOf(seen.out, 'initialize')[0]?.['clientCapabilities'];
		assert.ok(isJsonObject(capabilities));
		assert.deepEqual([capabilities['plan'], capabilities['subagents']], [undefined, undefined]);
		assert.ok(!JSON.stringify(seen.out).includes('systemPrompt'));
	});

	it('are all used when the user switched them on and the agent offers them [acp C128]', async () => {
		const offered = { ...all, 'sessionCapabilities.systemPrompt': { mode: { override: {} } } };
		const { seen } = await smoke(offered);
		const sent = new Set(methodsOf(seen.out));
		for (const method of Object.keys(draftMethods)) assert.ok(sent.has(method), method);
		const [setup] = paramsOf(seen.out, 'session/new');
		assert.deepEqual(typesOf(setup?.['mcpServers']), [undefined, 'http', 'sse', 'acp']);
		assert.deepEqual(setup?.['systemPrompt'], {
			mode: 'override',
			content: [{ type: 'text', text: fullSetup.systemPrompt?.text }],
		});
		const capabilities = paramsOf(seen.out, 'initialize')[0]?.['clientCapabilities'];
		assert.ok(isJsonObject(capabilities));
		assert.deepEqual([capabilities['plan'], capabilities['subagents']], [{}, {}]);
	});

	it('are used one by one: each switch opens only what is its own [acp C128]', async () => {
		for (const feature of allUnstable) {
			const initialize = [{ respond: { protocolVersion: 1, agentCapabilities: agentCapabilities(all) } }];
			const peer = await connectPeer({ on: { ...on, initialize } }, { unstable: new Set([feature]) });
			await tryEverything(peer.agent);
			await closePeer(peer);
			const drafts = methodsOf(peer.seen.out).filter((method) => Object.hasOwn(draftMethods, method));
			assert.deepEqual(drafts, methodsOfFeature[feature] ?? [], feature);
		}
	});
});

const methodsOfFeature: Readonly<Record<string, readonly string[]>> = {
	fork: ['session/fork'],
	archive: ['session/archive', 'session/unarchive'],
	sessionStatus: ['session/status'],
	setTitle: ['session/set_title'],
	authStatus: ['auth/status'],
	providers: ['providers/list', 'providers/set', 'providers/disable'],
};
