/** Later generations of Pioneer gateways, as far as they are described, over a socket. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { commandItem } from '../../../../agents/pioneerDemoTurn.ts';
import type { PioneerOptions } from '../../../../agents/pioneerGateway.ts';
import { Refusal, refusals, type Served } from '../../../../agents/pioneerServer.ts';
import type { PlayedTurn } from '../../../../agents/pioneerThread.ts';
import { until } from '../../../node/support.ts';
import { notices, played, shown, type Started } from './pioneerSession.ts';

const second = { generation: 'G2' } as const;

function ask(turn: PlayedTurn, fields: object = {}): void {
	turn.thread.notify('turn/permission/request/opened', {
		request: {
			request_id: 'q',
			...turn.place,
			turn_id: turn.turn.id,
			tool_name: 'exec_command',
			action: 'shell_command',
			scope_hash: 'h',
			reason: 'policy_requires_approval',
			summary: 'Run npm test',
			details: [{ label: 'Command', value: 'npm test', monospace: true }],
			...fields,
		},
	});
}

function resolve(turn: PlayedTurn, resolution: string): void {
	const fields = { request_id: 'q', ...turn.place, turn_id: turn.turn.id, resolution };
	turn.thread.notify('turn/permission/request/resolved', fields);
}

/** Asks in each turn, which ends when it is answered. */
function asking(
	fields: object,
	answer: (turn: PlayedTurn, resolution: string) => Served | undefined,
): PioneerOptions {
	let current: PlayedTurn | undefined;
	return {
		...second,
		play: (turn) => {
			current = turn;
			turn.start();
			ask(turn, fields);
		},
		serve: (_client, method, params) => {
			if (method !== 'turn/permission/request/respond' || current === undefined) return undefined;
			return answer(current, String(params['resolution'])) ?? { result: params };
		},
	};
}

function openPermission({ session: { state } }: Started) {
	return [...state.entries.values()].find(
		(entry) => entry.type === 'permission' && entry.state.type === 'pending',
	);
}

async function answerWith(started: Started, optionId: string): Promise<void> {
	await until(() => openPermission(started) !== undefined);
	const open = openPermission(started);
	started.session.permissions.answer(open?.id ?? '', optionId);
}

describe('A permission of a later Pioneer gateway', () => {
	it('is asked for, and its answer lets the turn go on', () =>
		played(
			asking({}, (turn, resolution) => {
				turn.whole({ type: 'agentMessage', id: 'a', text: resolution });
				turn.end('Completed');
				return undefined;
			}),
			async (started) => {
				const turn = started.say('go');
				await answerWith(started, 'allow_once');
				await turn;
				assert.equal(shown(started).at(-1), 'agent: allow_once');
			},
		));

	it('is withdrawn when somebody else has answered, or it has expired', () =>
		played(
			asking({}, () => assert.fail('answered twice')),
			async (started, gateway) => {
				const said = started.say('go');
				await until(() => openPermission(started) !== undefined);
				const [turn] = [...gateway.threads.values()].flatMap(({ turns }) => [...turns.values()]);
				resolve(turn ?? assert.fail(), 'expired');
				await until(() => openPermission(started) === undefined);
				turn?.end('Completed');
				await said;
			},
		));

	it('that is answered too late is no end of the turn', () =>
		played(
			asking({}, (turn) => {
				setImmediate(() => turn.end('Completed'));
				throw new Refusal(refusals.invalidRequest, 'stale permission request `q`');
			}),
			async (started) => {
				const turn = started.say('go');
				await answerWith(started, 'deny');
				await turn;
				assert.equal(started.session.state.lastEnd?.reason, 'end_turn');
			},
		));

	it('of a thread inside of this one is asked here', () =>
		played(
			{
				...second,
				play: (turn) => {
					turn.start();
					ask(turn, { thread_id: 'thr_child', visible_thread_ids: [turn.thread.id] });
				},
				serve: (_client, method, params) =>
					method === 'turn/permission/request/respond' ? { result: params } : undefined,
			},
			async (started, gateway) => {
				const said = started.say('go');
				await answerWith(started, 'allow_for_turn');
				await until(() => gateway.heard.some(({ method }) => method.endsWith('/respond')));
				const [turn] = [...gateway.threads.values()].flatMap(({ turns }) => [...turns.values()]);
				turn?.end('Completed');
				await said;
			},
		));
});

describe('An agent that a later Pioneer gateway runs', () => {
	function running(kind: string): PioneerOptions {
		let current: PlayedTurn | undefined;
		return {
			...second,
			play: (turn) => {
				current = turn;
				turn.start();
				turn.thread.notify('cli_runtime/request_opened', {
					workspace_id: turn.place.workspace_id,
					runtime_id: 'rt',
					request_id: 'q',
					thread_id: turn.thread.id,
					turn_id: turn.turn.id,
					request: { kind, title: 'Run npm test', payload: { command: 'npm test' } },
				});
			},
			serve: (_client, method, params) => {
				if (method !== 'cli_runtime/request/respond') return undefined;
				current?.whole({ type: 'agentMessage', id: 'a', text: JSON.stringify(params['resolution']) });
				current?.end('Completed');
				return { result: {} };
			},
		};
	}

	for (const [optionId, status] of [
		['allow_once', 'approved'],
		['deny', 'denied'],
	] as const)
		it(`asks through it, and hears ${status}`, () =>
			played(running('command_approval'), async (started) => {
				const turn = started.say('go');
				await answerWith(started, optionId);
				await turn;
				assert.equal(shown(started).at(-1), `agent: {"status":"${status}"}`);
			}));

	it('hears at once that what it wants to know cannot be answered', () =>
		played(running('user_input'), async (started) => {
			await started.say('go');
			assert.match(shown(started).at(-1) ?? '', /"status":"error"/u);
		}));
});

describe('A login of a later Pioneer gateway', () => {
	it('that is ended is told, and that it is about to run out is not', () =>
		played({ generation: 'G3' }, async (started, gateway) => {
			await started.say('go');
			for (const client of gateway.clients) {
				client.notify('auth/access_expiring', { session_id: 's', access_expires_at_unix: 1 });
				client.notify('auth/session_revoked', { session_id: 's', reason: 'session_expired' });
			}
			await until(() => notices(started).length > 0);
			assert.deepEqual(notices(started), [
				'error: The gateway has ended this login. Another token is needed for the next connection.',
			]);
		}));
});

describe('A turn of a later Pioneer gateway', () => {
	for (const generation of ['G2', 'G3'] as const)
		it(`of ${generation} is as one of the first`, () =>
			played({ generation }, async (started) => {
				await started.say('go');
				assert.equal(shown(started).at(-1), 'agent: All green.');
				assert.equal(started.session.state.lastEnd?.reason, 'end_turn');
			}));

	it('is told to ask, and is found out by what the gateway does not have', () =>
		played({ ...second, play: (turn) => (turn.start(), turn.end('Completed')) }, async (started, gateway) => {
			await started.say('go');
			assert.deepEqual(
				gateway.heard.findLast(({ method }) => method === 'turn/start')?.params['permission_profile'],
				{
					mode: 'supervised',
				},
			);
			assert.deepEqual(
				gateway.refused.map(({ method }) => method),
				['turn/timeline', 'artifact/capabilities', 'thread/timeline/page'],
			);
		}));

	it('that is blocked says what it needs, and goes on when it is told to', () => {
		let blocked: PlayedTurn | undefined;
		const options: PioneerOptions = {
			...second,
			play: (turn) => {
				blocked = turn;
				turn.start();
				turn.tell('item/started', { item: { type: 'agentMessage', id: 'a', text: '' } });
				turn.piece('a', 'All ');
				turn.tell('item/started', { item: commandItem('c', { status: 'in_progress' }) });
				turn.turn.status = 'Blocked';
				turn.thread.notify('turn/blocked', {
					...turn.place,
					turn: turn.turn,
					resume: {
						reason_class: 'auth',
						human_message: 'Log in',
						resume_requirements: ['a token'],
						resume_command: 'turn/resume',
						can_resume_same_turn: true,
					},
				});
			},
			serve: (_client, method) => {
				if (method !== 'turn/resume') return undefined;
				if (blocked === undefined) return undefined;
				const { place, turn } = blocked;
				return {
					result: { ...place, turn: { ...turn, status: 'InProgress' }, recovery_job_id: 'job' },
					afterwards: () => {
						if (blocked === undefined) return;
						blocked.turn.status = 'InProgress';
						blocked.piece('c', 'ok\n', 'stdout');
						blocked.tell('item/completed', { item: commandItem('c') });
						blocked.piece('a', 'green.');
						blocked.tell('item/completed', { item: { type: 'agentMessage', id: 'a', text: 'All green.' } });
						blocked.end('Completed');
					},
				};
			},
		};
		return played(options, async (started) => {
			await started.say('go');
			assert.equal(started.session.state.lastEnd?.reason, 'blocked');
			await started.session.resumeTurn();
			await until(() => started.session.state.lastEnd?.reason === 'end_turn');
			assert.deepEqual(shown(started), [
				'user: go',
				'agent: All green.',
				'call: npm test, completed, "ok\\n"',
			]);
			assert.deepEqual(notices(started), []);
		});
	});
});
