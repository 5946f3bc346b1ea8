/** The schemas of a Pioneer gateway's wire, and that the gateway of the tests bites by them in both directions. */
import assert from 'node:assert/strict';
import { on, once } from 'node:events';
import { describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { PioneerGateway, type PioneerOptions } from '../../agents/pioneerGateway.ts';
import type { PlayedTurn } from '../../agents/pioneerThread.ts';
import { generations, problemWith, schemaNames, schemaOf } from '../../schemas/pioneerSchemas.ts';

const start = { thread_id: 'thr_1', workspace_id: 'ws_1' };
const prompt = { thread_id: 'thr_1', turn_id: 'trn_1', input: [{ type: 'text', text: 'hi' }] };

type Frame = Readonly<Record<string, unknown>>;

const request = (method: string, params: object, rest: Frame = {}): Frame => ({
	jsonrpc: '2.0',
	id: `${method.replaceAll(/\W/gu, '')}000000000000000000000`.slice(0, 21),
	method,
	params,
	...rest,
});

/** Says the frames, each after the answer to the one before, and hands out the violations that were found. */
async function violationsOf(frames: readonly Frame[], options: PioneerOptions = {}): Promise<string> {
	const gateway = await PioneerGateway.start(options);
	const client = new WebSocket(gateway.url);
	const messages = on(client, 'message') as AsyncIterator<[Buffer], [Buffer]>;
	await once(client, 'open');
	// Whatever follows an answer is on its way before the next one.
	for (const frame of [...frames, request('workspace/default', {})]) {
		client.send(JSON.stringify(frame));
		while ((await messages.next()).value[0].includes('"method"'));
	}
	const violations = gateway.violations.join('\n');
	if (violations === '') await gateway.close();
	else await assert.rejects(gateway.close(), { message: violations });
	return violations;
}

describe('The schemas of the wire of a Pioneer gateway', () => {
	it('are all of them schemas', () => {
		assert.ok(schemaNames.length > 200);
		for (const name of schemaNames)
			for (const generation of generations) assert.ok(schemaOf(name, generation), name);
	});

	it('take what the documents show', () => {
		const turn = {
			thread_id: 'thr_000000000000000001',
			turn_id: 'trn_000000000000000001',
			mode: 'Agent',
			sandbox_policy: { mode: 'FullAccess' },
			input: [
				{ type: 'text', text: 'Run the tests', textElements: [] },
				{ type: 'mention', name: 'a.ts', path: '/w/a.ts' },
			],
			capabilities: [
				{
					id: 'cap_1',
					label: 'Documents',
					kind: { type: 'skill', slug: 'workspace/documents', sourceKind: 'workspace' },
				},
			],
		};
		assert.equal(problemWith('turn/start params', turn), undefined);
		assert.equal(problemWith('turn/timeline params', { threadId: '', turnId: '' }), undefined);
	});

	it('find nothing in a client and a gateway that follow them', async () => {
		assert.equal(await violationsOf([request('thread/start', start), request('turn/start', prompt)]), '');
	});
});

describe('A client of the gateway of the tests that says', () => {
	const opened = request('thread/start', start);
	const rows: readonly (readonly [string, readonly Frame[], RegExp])[] = [
		[
			'a field in the wrong casing',
			[request('thread/start', { threadId: 'thr_1', workspace_id: 'ws_1' })],
			/^thread\/start params of the client: \/thread_id is missing; \/threadId is not described$/u,
		],
		[
			'a field in snake case where camel case is due',
			[opened, request('thread/unsubscribe', { thread_id: 'thr_1' })],
			/thread\/unsubscribe params of the client: \/threadId is missing/u,
		],
		[
			'no id for its turn',
			[opened, request('turn/start', { ...prompt, turn_id: undefined })],
			/turn\/start params of the client: \/turn_id is missing/u,
		],
		[
			'a request with an id that is too short',
			[request('workspace/list', {}, { id: '1' })],
			/A frame of the client: \/id must NOT have fewer than 21 characters/u,
		],
		[
			'another version of JSON-RPC',
			[request('workspace/list', {}, { jsonrpc: '1.0' })],
			/A frame of the client: \/jsonrpc must be "2.0"/u,
		],
		[
			'a field that no document names',
			[request('thread/start', { ...start, cwd: '/work' })],
			/thread\/start params of the client: \/cwd is not described/u,
		],
		[
			'a sandbox as an object where a word is due',
			[request('thread/start', { ...start, sandbox: { mode: 'FullAccess' } })],
			/\/sandbox must be "FullAccess"/u,
		],
		[
			'Stop in a thread that it has not subscribed to',
			[request('turn/cancel', { thread_id: 'thr_1', turn_id: 'trn_1' })],
			/turn\/cancel of the client: is for thr_1, which the client has not subscribed to/u,
		],
		[
			'a method that no generation has',
			[request('session/prompt', {})],
			/session\/prompt params of the client: is described nowhere/u,
		],
	];
	for (const [name, frames, expected] of rows)
		it(`${name} fails the test`, async () => {
			assert.match(await violationsOf(frames), expected);
		});
});

describe('A gateway of the tests that says', () => {
	const rows: readonly (readonly [string, (turn: PlayedTurn) => void, RegExp])[] = [
		[
			'a field in the wrong casing',
			(turn) => turn.tell('item/agent_message/delta', { itemId: 'a', delta: 'x' }),
			/item\/agent_message\/delta notification of the gateway: \/item_id is missing; \/itemId is not described/u,
		],
		[
			'an item without its id',
			(turn) => turn.tell('item/completed', { item: { type: 'agentMessage', text: 'x' } }),
			/item\/completed notification of the gateway: \/item\/id is missing/u,
		],
		[
			'a field that no document names',
			(turn) => turn.tell('item/completed', { item: { type: 'agentMessage', id: 'a', text: 'x', mood: 1 } }),
			/\/item\/mood is not described/u,
		],
		[
			'a piece by a method that is not for its stream',
			(turn) => turn.tell('item/tool/progress', { item_id: 'a', delta: 'x', stream: 'stdout' }),
			/\/stream must be equal to one of the allowed values \["tool_progress"\]/u,
		],
		[
			'that a turn has ended while it goes on',
			(turn) => turn.thread.notify('turn/completed', { ...turn.place, turn: turn.turn }),
			/turn\/completed notification of the gateway: \/turn\/status/u,
		],
		[
			'a notification of a later generation',
			(turn) => turn.thread.notify('turn/blocked', { ...turn.place, turn: turn.turn }),
			/turn\/blocked of the gateway: is no notification of G1/u,
		],
		[
			'something of a thread that the client has not subscribed to',
			(turn) =>
				turn.tell('item/completed', {
					thread_id: 'thr_other',
					item: { type: 'agentMessage', id: 'a', text: 'x' },
				}),
			/item\/completed of the gateway: is about thr_other, which the client has not subscribed to/u,
		],
	];
	for (const [name, play, expected] of rows)
		it(`${name} fails the test`, async () => {
			const frames = [request('thread/start', start), request('turn/start', prompt)];
			assert.match(await violationsOf(frames, { play }), expected);
		});
});
