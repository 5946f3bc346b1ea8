/** How turns of a Pioneer gateway end, are tried again, and stay apart, over a socket. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callItem, commandItem } from '../../../../agents/pioneerDemoTurn.ts';
import type { PioneerOptions } from '../../../../agents/pioneerGateway.ts';
import { Refusal, refusals } from '../../../../agents/pioneerServer.ts';
import type { PlayedTurn } from '../../../../agents/pioneerThread.ts';
import { until } from '../../../node/support.ts';
import { connect, notices, played, sessionOf, shown } from './pioneerSession.ts';
import { PioneerGateway } from '../../../../agents/pioneerGateway.ts';

/** A turn that goes on with a command that never ends. */
function hang(turn: PlayedTurn): void {
	turn.start();
	turn.tell('item/started', { item: commandItem('c', { status: 'in_progress' }) });
}

describe('Stop in a session with a Pioneer gateway', () => {
	const rows: readonly (readonly [string, PioneerOptions['stopTurn'], string])[] = [
		['whose end comes before the answer', undefined, 'cancelled'],
		[
			'whose end comes after the answer',
			(turn, reason) => ({ afterwards: () => turn.end('Interrupted', reason) }),
			'cancelled',
		],
		[
			'that lands where the turn fails of it',
			(turn) => {
				turn.end('Failed', 'the process was killed');
				return {};
			},
			'cancelled',
		],
		[
			'that comes too late',
			(turn) => {
				turn.end('Completed');
				return {};
			},
			'end_turn',
		],
		[
			'that is refused, whereupon the turn ends',
			(turn) => {
				setImmediate(() => turn.end('Completed'));
				throw new Refusal(refusals.invalidRequest, 'failed to cancel');
			},
			'end_turn',
		],
	];
	for (const [name, stopTurn, reason] of rows)
		it(`${name} ends the turn once, and what it left open`, () =>
			played({ play: hang, ...(stopTurn === undefined ? {} : { stopTurn }) }, async (started) => {
				const turn = started.say('go');
				await until(() => shown(started).length === 2);
				started.session.stop();
				await turn;
				const { state } = started.session;
				assert.equal(state.turn.type, 'idle');
				assert.equal(state.lastEnd?.reason, reason);
				assert.deepEqual(shown(started), ['user: go', 'call: npm test, cancelled, ""']);
				assert.deepEqual(notices(started), []);
			}));

	it('that nobody here pressed is told with its reason', () =>
		played(
			(turn) => {
				turn.start();
				turn.end('Interrupted', 'the gateway shuts down');
			},
			async (started) => {
				await started.say('go');
				assert.equal(started.session.state.lastEnd?.reason, 'cancelled');
				assert.deepEqual(notices(started), ['warning: the gateway shuts down']);
			},
		));
});

describe('What a Pioneer gateway tries again', () => {
	const ofCall = { item_id: 'c', item_type: 'command_execution' };
	const episode = { ...ofCall, tool_retry_episode_id: 'e', tool_name: 'exec_command' };
	const budgets = [{ kind: 'episode', used: 1, limit: 3 }];
	const scheduled = {
		...episode,
		attempt_number: 2,
		error_class: 'timeout',
		retry_hint: 'retry',
		budgets,
		failure_signature_fingerprint: 'f',
		reason: 'timed out',
	};

	async function lastCall(tell: (turn: PlayedTurn) => void, status = 'failed'): Promise<string | undefined> {
		let call: string | undefined;
		await played(
			(turn) => {
				turn.start();
				turn.whole(commandItem('c', { status }));
				tell(turn);
				turn.end('Completed');
			},
			async (started) => {
				await started.say('go');
				call = shown(started).find((line) => line.startsWith('call'));
			},
		);
		return call;
	}

	it('is one attempt at a call that has failed, until it succeeds', async () => {
		const call = await lastCall((turn) => {
			turn.tell('item/tool/retry_scheduled', scheduled);
			const resolved = { ...episode, attempt_number: 2, resolution: 'succeeded', budgets, reason: 'ok' };
			turn.tell('item/tool/retry_resolved', resolved);
		});
		assert.equal(call, 'call: npm test, failed, "", attempt 2 recovered');
	});

	it('is given up when its budget is used up, or nothing can help', async () => {
		const { retry_hint: _hint, ...rest } = scheduled;
		for (const [method, fields] of [
			['item/tool/retry_exhausted', { ...rest, exhaustion_kind: 'tool_name' }],
			[
				'item/tool/retry_resolved',
				{ ...episode, attempt_number: 2, resolution: 'non_retryable', budgets, reason: 'no' },
			],
		] as const) {
			const call = await lastCall((turn) => {
				turn.tell('item/tool/retry_scheduled', scheduled);
				turn.tell(method, fields);
			});
			assert.equal(call, 'call: npm test, failed, "", attempt 2 gave_up');
		}
	});

	it('may be part of another recovery, and may be of a kind that nobody knows', async () => {
		const attached = {
			...ofCall,
			recovery_job_id: 'j',
			recovery_item_id: 'other',
			recovery_item_type: 'download',
			trigger: 'timeout',
			action: 'retry_with_backoff',
			existing_status: 'active',
			next_attempt_number: 3,
		};
		assert.equal(
			await lastCall((turn) => turn.tell('item/recovery_attached', attached)),
			'call: npm test, cancelled, "", attempt 3 stopped',
		);
		const call = await lastCall((turn) => {
			for (const client of turn.thread.subscribers)
				client.sendUndocumented({
					method: 'item/recovery_attached',
					params: { ...turn.place, turn_id: turn.turn.id, ...attached, trigger: 'cosmic', action: 'pray' },
				});
		});
		assert.equal(call, 'call: npm test, cancelled, "", attempt 3 stopped');
	});
});

describe('Two conversations on one line to a Pioneer gateway', () => {
	it('do not hear each other, nor what is about a thread of nobody here', async () => {
		const gateway = await PioneerGateway.start({
			play: (turn) => {
				turn.start();
				turn.tell('item/started', { item: { type: 'agentMessage', id: 'same', text: '' } });
				turn.piece('same', `to ${turn.words}`);
				// Each ends only when both have begun.
				const running = [...gateway.threads.values()].flatMap(({ turns }) => [...turns.values()]);
				if (running.length < 2) return;
				for (const client of turn.thread.subscribers)
					client.sendUndocumented({
						method: 'item/completed',
						params: { ...turn.place, thread_id: 'foreign', turn_id: 't', item: callItem('download', 'x') },
					});
				for (const one of running) {
					one.piece('same', '!');
					one.end('Completed');
				}
			},
		});
		const running = await connect(gateway.url);
		const [one, two] = [await sessionOf(running), await sessionOf(running)];
		await Promise.all([one.say('one'), two.say('two')]);
		assert.deepEqual(shown(one), ['user: one', 'agent: to one!']);
		assert.deepEqual(shown(two), ['user: two', 'agent: to two!']);
		await Promise.all([one.close(), two.close()]);
		await running.stop();
		await gateway.close();
	});
});
