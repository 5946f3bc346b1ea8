/** The history of a thread at later generations of Pioneer gateways: in pages of blocks, and in pages of events. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../../src/core/base/limits.ts';
import { callItem, commandItem } from '../../../../agents/pioneerDemoTurn.ts';
import { PioneerGateway, type PioneerOptions } from '../../../../agents/pioneerGateway.ts';
import { itemsPage } from '../../../../agents/pioneerPages.ts';
import type { PlayedTurn } from '../../../../agents/pioneerThread.ts';
import { Refusal, refusals } from '../../../../agents/pioneerServer.ts';
import { until } from '../../../node/support.ts';
import { shown, start, type Started } from './pioneerSession.ts';

type Generation = 'G2' | 'G3';
const later: readonly Generation[] = ['G2', 'G3'];

function answered(turn: PlayedTurn): void {
	const id = turn.turn.id;
	turn.start();
	turn.tell('item/started', { item: turn.thought('') });
	turn.piece(`r-${id}`, 'I look.', 'generic');
	turn.tell('item/completed', { item: turn.thought('I look.') });
	turn.whole(commandItem(`c-${id}`));
	turn.whole({ type: 'agentMessage', id: `a-${id}`, text: `Answer to ${turn.words}` });
	turn.end('Completed');
}

/** A conversation, and what a second client sees of it that comes later. */
async function seenAgain(
	options: PioneerOptions,
	say: (started: Started) => Promise<void>,
	use: (again: Started, first: Started, gateway: PioneerGateway) => void | Promise<void>,
): Promise<void> {
	const gateway = await PioneerGateway.start(options);
	current = gateway;
	const opened: Started[] = [];
	const open = async (sessionId?: string): Promise<Started> => {
		const started = await start(gateway.url, { sessionId });
		opened.push(started);
		return started;
	};
	try {
		const first = await open();
		await say(first);
		gateway.heard.length = 0;
		await use(await open(first.session.state.sessionId), first, gateway);
	} finally {
		for (const started of opened) await started.close();
		await gateway.stop();
	}
	gateway.assertClean();
}

let current: PioneerGateway | undefined;
const gatewayOf = (): PioneerGateway => current ?? assert.fail('no gateway');

const asked = ({ heard }: PioneerGateway, method: string): number =>
	heard.filter((one) => one.method === method).length;

describe('A thread of a later Pioneer gateway that is taken up', () => {
	for (const generation of later) {
		it(`shows of ${generation} what was shown live`, () =>
			seenAgain(
				{ generation, play: answered },
				async (first) => {
					await first.say('one');
					await first.say('two');
				},
				(again, first) => {
					assert.deepEqual(shown(again), shown(first));
					assert.equal(shown(again).length, 8);
				},
			));

		it(`is read in as many pages as ${generation} has of it, each turn once`, () =>
			seenAgain(
				{ generation, play: answered },
				async (first) => {
					for (let turn = 0; turn < 36; turn++) await first.say(`question ${turn}`);
				},
				(again, first, gateway) => {
					assert.deepEqual(shown(again), shown(first));
					assert.equal(asked(gateway, 'thread/timeline/page'), 3, 'the probe, and two pages');
					assert.equal(asked(gateway, generation === 'G2' ? 'turn/items' : 'turn/items/page') >= 36, true);
				},
			));

		it(`closes what a turn of ${generation} left open that was stopped`, () =>
			seenAgain(
				{
					generation,
					play: (turn) => {
						turn.start();
						turn.tell('item/started', {
							item: callItem('webFetch', 'w', { url: 'https://e.x', links: [], status: 'in_progress' }),
						});
						turn.end('Interrupted', 'the disk is full');
					},
				},
				(first) => first.say('go').then(() => undefined),
				(again) => {
					assert.equal(again.session.state.turn.type, 'idle');
					assert.equal(shown(again)[0], 'user: go');
				},
			));
	}

	it('is read in pages of events, where a turn has many', () =>
		seenAgain(
			{
				generation: 'G3',
				play: (turn) => {
					turn.start();
					turn.tell('item/started', { item: { type: 'agentMessage', id: 'a', text: '' } });
					const pieces = Array.from({ length: 450 }, (_one, at) => `${at} `);
					for (const piece of pieces) turn.piece('a', piece);
					turn.tell('item/completed', { item: { type: 'agentMessage', id: 'a', text: pieces.join('') } });
					turn.end('Completed');
				},
			},
			(first) => first.say('go').then(() => undefined),
			(again, first, gateway) => {
				assert.deepEqual(shown(again), shown(first));
				assert.equal(asked(gateway, 'turn/items/page'), 3);
			},
		));

	it('has each event once, also where pages overlap', () =>
		seenAgain(
			{
				generation: 'G3',
				play: (turn) => {
					turn.start();
					turn.tell('item/started', { item: { type: 'agentMessage', id: 'a', text: '' } });
					for (let at = 0; at < 250; at++) turn.piece('a', `${at} `);
				},
				serve: (_client, method, params) => {
					const { after_sequence: after = 0 } = params;
					const thread = gatewayOf().threads.get(String(params['thread_id']));
					const turn = thread?.turns.get(String(params['turn_id']));
					if (method !== 'turn/items/page' || turn === undefined || after === 0) return undefined;
					const page = itemsPage(turn, { ...params, after_sequence: Number(after) - 20, limit: 200 });
					return { result: page };
				},
			},
			async (first) => {
				void first.say('go');
				await until(() => shown(first).at(-1)?.endsWith('249 ') === true);
			},
			(again, first) => assert.deepEqual(shown(again), shown(first)),
		));

	it('shows what was said in a turn whose events are refused', () =>
		seenAgain(
			{
				generation: 'G2',
				play: answered,
				serve: (_client, method) => {
					if (method !== 'turn/items') return undefined;
					throw new Refusal(refusals.invalidRequest, 'failed to load turn items');
				},
			},
			(first) => first.say('one').then(() => undefined),
			(again) => assert.deepEqual(shown(again), ['user: one', 'agent: Answer to one']),
		));

	it('can go on without its history where the gateway has no pages', () =>
		seenAgain(
			{
				generation: 'G2',
				play: answered,
				serve: (_client, method) => {
					if (method !== 'thread/timeline/page') return undefined;
					throw new Refusal(refusals.methodNotFound, 'method `thread/timeline/page` not found');
				},
			},
			(first) => first.say('one').then(() => undefined),
			async (again) => {
				assert.equal(again.session.state.capabilities.loadSession, false);
				await again.say('two');
				assert.equal(shown(again).at(-1), 'agent: Answer to two');
			},
		));
});

describe('A later Pioneer gateway whose pages never end', () => {
	const block = (index: number, threadId: string): object => ({
		workspaceId: 'ws_1',
		threadId,
		blockId: `b${index}`,
		turnId: `trn_${index}`,
		sortKey: String(index),
		kind: { kind: 'user_message', itemId: `u${index}`, inputs: [], text: `said ${index}` },
	});

	function endless(
		generation: Generation,
		pageOf: (count: number) => { readonly first: number; readonly size: number; readonly cursor: string },
	): PioneerOptions {
		let count = 0;
		return {
			generation,
			play: answered,
			serve: (_client, method, { threadId, turn_id, thread_id, after_sequence = 0 }) => {
				if (method === 'turn/items/page') {
					const next = Number(after_sequence) + 1;
					const place = { thread_id, workspace_id: 'ws_1', turn_id };
					const payload = {
						type: 'itemDelta',
						workspaceId: 'ws_1',
						threadId: thread_id,
						turnId: turn_id,
						itemId: 'a',
						delta: 'x',
					};
					const events = [{ sequence: next, created_at: 1, payload }];
					return { result: { ...place, events, last_sequence: next, has_more: true, next_cursor: next } };
				}
				if (method !== 'thread/timeline/page' || threadId === '') return undefined;
				const { first, size, cursor } = pageOf(count++);
				const blocks = Array.from({ length: size }, (_one, at) => block(first + at, String(threadId)));
				const page = { hasMoreBefore: true, hasMoreAfter: false, beforeCursor: { value: cursor } };
				return { result: { workspaceId: 'ws_1', threadId, projectionVersion: 1, blocks, page } };
			},
		};
	}

	const onceSaid = (first: Started): Promise<void> => first.say('go').then(() => undefined);

	it('is asked no more when a page brings nothing new', () =>
		seenAgain(
			endless('G2', () => ({ first: 0, size: 3, cursor: 'again' })),
			onceSaid,
			(again, _first, gateway) => {
				assert.equal(asked(gateway, 'thread/timeline/page'), 3);
				assert.deepEqual(shown(again), ['user: said 0', 'user: said 1', 'user: said 2']);
			},
		));

	it('is asked for so many pages and turns, and no more', () =>
		seenAgain(
			endless('G3', (count) => ({ first: -100 * count, size: 100, cursor: `c${count}` })),
			onceSaid,
			(_again, _first, gateway) => {
				assert.equal(asked(gateway, 'thread/timeline/page'), limits.historyPages + 1);
				assert.ok(asked(gateway, 'turn/items/page') <= limits.historyTurns + limits.historyPages);
			},
		));
});
