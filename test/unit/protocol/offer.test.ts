/** What the user switched off: an agent does not hear of it, and gets an error when it asks for it all the same. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { it } from './eachCarrier.ts';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import type { Offer } from '../../../src/core/acp/shared/initialized.ts';
import type { Step } from '../../agents/fakeAgentScript.ts';
import { fullOffer } from '../core/acp/support.ts';
import { answersTo, closePeer, errorCodeOf, openPeer, paramsOf, type Peer } from './peer.ts';

const sessionId = '$session';
const form = { message: 'Which?', mode: 'form', requestedSchema: { type: 'object', properties: {} } };
const url = { message: 'Go', mode: 'url', elicitationId: 'e1', url: 'https://a.test' };

/** By request: the switch that serves it, and the code it has without. */
const requests: readonly [method: string, params: object, offer: keyof Offer, code: number][] = [
	['fs/read_text_file', { sessionId, path: '/work/a' }, 'files', -32601],
	['fs/write_text_file', { sessionId, path: '/work/a', content: '' }, 'files', -32601],
	['terminal/create', { sessionId, command: 'x' }, 'terminals', -32601],
	['terminal/output', { sessionId, terminalId: 't1' }, 'terminals', -32601],
	['terminal/wait_for_exit', { sessionId, terminalId: 't1' }, 'terminals', -32601],
	['terminal/kill', { sessionId, terminalId: 't1' }, 'terminals', -32601],
	['terminal/release', { sessionId, terminalId: 't1' }, 'terminals', -32601],
	['elicitation/create', { sessionId, ...form }, 'forms', -32602],
	['elicitation/create', { sessionId, ...url }, 'urls', -32602],
];

const steps: Step[] = requests.map(([method, params]) => ({ request: { method, params } }));

async function askAll(offer: Offer): Promise<Peer> {
	const peer = await openPeer({ on: { 'session/prompt': steps } }, { offer });
	await peer.agent.prompt(peer.sessionId, [{ type: 'text', text: 'go' }]);
	await closePeer(peer);
	return peer;
}

/** What is claimed in `initialize`, by switch. */
function claimed(capabilities: JsonObject): Record<keyof Offer, unknown> {
	const part = (name: string): JsonObject => {
		const value = capabilities[name];
		return isJsonObject(value) ? value : {};
	};
	const { readTextFile, writeTextFile } = part('fs');
	assert.equal(readTextFile, writeTextFile);
	return {
		files: readTextFile === true,
		terminals: capabilities['terminal'] === true,
		terminalLogin: part('auth')['terminal'] === true,
		forms: part('elicitation')['form'] !== undefined,
		urls: part('elicitation')['url'] !== undefined,
	};
}

describe('what is switched off', () => {
	const offers: Offer[] = [
		fullOffer,
		...(Object.keys(fullOffer) as (keyof Offer)[]).map((name) => ({ ...fullOffer, [name]: false })),
		{ files: false, terminals: false, terminalLogin: false, forms: false, urls: false },
	];
	for (const offer of offers) {
		const off = Object.entries(offer).flatMap(([name, isOn]) => (isOn ? [] : [name]));
		const name = off.length === 0 ? 'nothing' : off.join(', ');
		it(`${name}: is not claimed, and refused when it is asked for [acp C22] [acp C23] [acp C87] [acp C106]`, async () => {
			const { seen } = await askAll(offer);
			const [init] = paramsOf(seen.out, 'initialize');
			const capabilities = init?.['clientCapabilities'];
			assert.ok(isJsonObject(capabilities));
			assert.deepEqual(claimed(capabilities), offer);
			const codes = requests.map((_request, id) => errorCodeOf(answersTo(seen, id)[0]));
			const expected = requests.map(([, , needs, code]) => (offer[needs] ? undefined : code));
			assert.deepEqual(codes, expected);
		});
	}
});

it('extensions stand in _meta of capabilities and nowhere else [acp C22]', async () => {
	const { seen } = await askAll(fullOffer);
	for (const message of seen.out) {
		const text = JSON.stringify(message, (key, value: unknown) => (key === '_meta' ? undefined : value));
		assert.doesNotMatch(text, /terminal_output|terminal-auth|acpHost|acp-host\//);
		if (message['method'] !== 'initialize') assert.ok(!JSON.stringify(message).includes('"_meta"'));
	}
});

it('a question with two scopes or none is refused, with one it is asked [acp C107]', async () => {
	const cases: readonly [object, number | undefined][] = [
		[{ sessionId, requestId: 1, ...form }, -32602],
		[{ ...form }, -32602],
		[{ sessionId: null, requestId: null, ...form }, -32602],
		[{ sessionId: 7, ...form }, -32602],
		[{ sessionId, requestId: null, ...form }, undefined],
		[{ sessionId, toolCallId: 'c1', ...form }, undefined],
	];
	const peer = await openPeer({
		on: {
			'session/prompt': cases.map(([params]) => ({ request: { method: 'elicitation/create', params } })),
		},
	});
	await peer.agent.prompt(peer.sessionId, [{ type: 'text', text: 'go' }]);
	await closePeer(peer);
	const codes = cases.map((_case, id) => errorCodeOf(answersTo(peer.seen, id)[0]));
	assert.deepEqual(
		codes,
		cases.map(([, code]) => code),
	);
	assert.equal(peer.target.questions.length, 2);
});
