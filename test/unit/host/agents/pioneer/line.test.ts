/** The line to a Pioneer gateway: what is lost with it, who comes in, what it refuses, and what no log gets. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import type { AgentError } from '../../../../../src/core/base/errors.ts';
import { callItem } from '../../../../agents/pioneerDemoTurn.ts';
import { PioneerGateway } from '../../../../agents/pioneerGateway.ts';
import { Refusal, refusals } from '../../../../agents/pioneerServer.ts';
import type { PlayedTurn } from '../../../../agents/pioneerThread.ts';
import { generations } from '../../../../schemas/pioneerSchemas.ts';
import { until } from '../../../node/support.ts';
import { notices, played, shown, start } from './pioneerSession.ts';

for (const generation of generations)
	describe(`A line to a Pioneer gateway of ${generation} that breaks in a turn`, () => {
		const answer = { type: 'agentMessage', id: 'a', text: 'All green.' };

		async function broken(
			rest: (turn: PlayedTurn) => void,
			use: (goOn: () => void, gateway: PioneerGateway, sessionId: string) => Promise<void>,
		): Promise<void> {
			let turn: PlayedTurn | undefined;
			const gateway = await PioneerGateway.start({
				generation,
				play: (begun) => {
					turn = begun;
					begun.start();
					begun.tell('item/started', { item: { ...answer, text: '' } });
					begun.piece('a', 'All ');
				},
			});
			const first = await start(gateway.url);
			const said = first.say('go');
			await until(() => shown(first).includes('agent: All '));
			gateway.cut();
			await said;
			assert.notEqual(first.session.state.lastEnd?.reason, 'end_turn');
			await first.close();
			const goOn = (): void => (turn === undefined ? assert.fail('no turn') : rest(turn));
			await use(goOn, gateway, first.session.state.sessionId ?? '');
			await gateway.close();
		}

		const finish = (turn: PlayedTurn): void => {
			turn.piece('a', 'gre');
			turn.tell('item/completed', { item: answer });
			turn.end('Completed');
		};

		it('goes on from its history, and says nothing twice', () =>
			broken(finish, async (goOn, gateway, sessionId) => {
				const again = await start(gateway.url, { sessionId });
				await until(() => again.session.state.turn.type !== 'idle');
				goOn();
				await until(() => again.session.state.turn.type === 'idle');
				assert.deepEqual(shown(again), ['user: go', 'agent: All green.']);
				await again.close();
			}));

		it('has the end of a turn that came meanwhile', () =>
			broken(finish, async (goOn, gateway, sessionId) => {
				goOn();
				const again = await start(gateway.url, { sessionId });
				assert.deepEqual(shown(again), ['user: go', 'agent: All green.']);
				assert.equal(again.session.state.turn.type, 'idle');
				await again.close();
			}));
	});

describe('A Pioneer gateway that refuses', () => {
	it('who comes with a token that counts no more says so', async () => {
		const tokens = new Set(['good']);
		const gateway = await PioneerGateway.start({ admits: (bearer = '') => tokens.has(bearer) });
		const started = await start(gateway.url, { bearer: 'good' });
		tokens.clear();
		gateway.cut();
		await assert.rejects(start(gateway.url, { bearer: 'good' }), (error: AgentError) => error.code === 401);
		await started.close();
		await gateway.close();
	});

	for (const code of [refusals.invalidRequest, refusals.invalidParams, refusals.methodNotFound])
		it(`a prompt with ${code} is shown in its own words, and lives on`, () => {
			let isRefusing = true;
			const refuse = (): never => {
				throw new Refusal(code, 'failed to start turn: the disk is full');
			};
			return played(
				{ serve: (_client, method) => (method === 'turn/start' && isRefusing ? refuse() : undefined) },
				async (started) => {
					await started.say('go');
					const { entries } = started.session.state;
					assert.match(JSON.stringify([...entries.values()]), /the disk is full/u);
					isRefusing = false;
					await started.say('again');
					assert.equal(shown(started).at(-1), 'agent: All green.');
				},
			);
		});
});

describe('The token of a Pioneer gateway', () => {
	it('is in no log, in no message and in no state [hazard F3]', async () => {
		const token = randomUUID();
		const log: string[] = [];
		const gateway = await PioneerGateway.start({
			token,
			play: (turn) => {
				turn.start();
				for (const client of turn.thread.subscribers) client.sendUndocumented({ method: 'unheard/of' });
				turn.end('Failed', 'no');
			},
		});
		const started = await start(gateway.url, { bearer: token, log });
		await started.say('go');
		gateway.cut();
		await until(() => log.length > 0);
		const { state } = started.session;
		for (const said of [log.join('\n'), JSON.stringify([[...state.entries.values()], state.lastEnd])])
			assert.ok(!said.includes(token));
		await started.close();
		await assert.rejects(start(gateway.url, { bearer: `${token}x`, log }), (error: AgentError) => {
			assert.ok(!error.message.includes(token));
			return true;
		});
		await gateway.close();
	});
});

describe('Words of a Pioneer gateway', () => {
	it('that would be markup stay words', () => {
		const hostile = '<img src=x onerror=alert(1)>';
		return played(
			(turn) => {
				turn.start();
				turn.whole(callItem('webFetch', 'w', { url: hostile, links: [] }));
				turn.whole({ type: 'systemEvent', id: 's', level: 'error', message: hostile });
				turn.end('Completed');
			},
			async (started) => {
				await started.say('go');
				assert.deepEqual(shown(started), ['user: go', `call: ${hostile}, completed`]);
				assert.deepEqual(notices(started), [`error: ${hostile}`]);
			},
		);
	});
});
