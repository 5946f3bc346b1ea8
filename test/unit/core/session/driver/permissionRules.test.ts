/** The rules of the user in a session: they look before anybody is asked, and only at what is there now. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Emitter } from '../../../../../src/core/base/emitter.ts';
import * as limits from '../../../../../src/core/base/limits.ts';
import type { Entry } from '../../../../../src/core/session/model/entry.ts';
import type { PermissionState, PermissionRequest } from '../../../../../src/core/session/model/permission.ts';
import { RuleEvaluator } from '../../../../../src/core/session/driver/ruleEvaluator.ts';
import type {
	PermissionContext,
	PermissionRecord,
	PermissionRules,
	RuleAnswer,
} from '../../../../../src/core/session/model/permissionPorts.ts';
import type { ToolCallPatch } from '../../../../../src/core/session/model/toolContent.ts';
import type { Session } from '../../../../../src/core/session/driver/session.ts';
import { askedPermission, run } from '../../rules/samples.ts';
import { type FakeAgent, FakeClock, openFakeSession } from './fakeAgentPort.ts';
import { text } from './play.ts';
import { seededRandom } from './randomAgent.ts';
import { settle } from './transcript.ts';
import { sized } from '../../../../tools/sized.ts';

const mark = { id: 'r1', text: 'Allow Claude to do anything, everywhere' };

function request(command = 'safe'): PermissionRequest {
	return {
		subject: { type: 'tool_call', toolCallId: 't1' },
		fields: { title: 'Run', kind: 'execute', rawInput: { command } },
		options: [
			{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
			{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
		],
	};
}

interface Rig {
	readonly session: Session;
	readonly agent: FakeAgent;
	readonly clock: FakeClock;
	readonly records: PermissionRecord[];
	readonly change: Emitter<void>;
}

function open(
	judge: (asked: PermissionContext) => RuleAnswer | undefined | Promise<undefined>,
	isInForce = true,
): Rig {
	const change = new Emitter<void>();
	const permissionRules: PermissionRules = {
		isInForce,
		answerFor: async (asked) => judge(asked),
		onDidChange: change.event,
	};
	const records: PermissionRecord[] = [];
	const permissionLog = { record: (record: PermissionRecord) => void records.push(record) };
	return { ...openFakeSession({ permissionRules, permissionLog }), records, change };
}

const commandOf = ({ call }: PermissionContext): unknown =>
	(call?.rawInput as { command?: unknown } | undefined)?.command;

function stateOf({ state }: Session): PermissionState | undefined {
	const entry = [...state.entries.values()].findLast(({ type }) => type === 'permission');
	return entry?.type === 'permission' ? entry.state : undefined;
}

describe('a rule of the user', () => {
	it('answers before anybody is asked, and the card says which it was [hazard C8] [acp C73]', async () => {
		const { session, agent, records } = open(() => ({ optionId: 'yes', rule: mark }));
		void session.prompt([text('go')]);
		await agent.prompted();
		const pending: number[] = [];
		session.onDidChange(() => pending.push(session.state.pendingPermissions.length));
		const outcome = agent.ask(request());
		assert.deepEqual(stateOf(session), { type: 'pending', isAwaitingRules: true });
		assert.equal(session.state.turn.type, 'running');
		assert.deepEqual(await outcome, { type: 'selected', optionId: 'yes' });
		const [option] = request().options;
		assert.deepEqual(stateOf(session), { type: 'answered', option, rule: mark });
		assert.ok(
			pending.length > 0 && pending.every((count) => count === 0),
			'no picker, no badge, no waiting turn',
		);
		assert.deepEqual(
			records.map(({ by, state, call }) => [by, state, call?.rawInput]),
			[['rule', { type: 'answered', option, rule: mark }, { command: 'safe' }]],
		);
		session.dispose();
	});

	it('that has nothing to say leaves it to the user, as if there were none', async () => {
		const { session, agent, records } = open(() => undefined);
		await session.start();
		const outcome = agent.ask(request());
		await settle();
		assert.deepEqual(stateOf(session), { type: 'pending' });
		assert.equal(session.state.pendingPermissions.length, 1);
		session.permissions.answer(session.state.pendingPermissions[0] ?? '', 'no', 'picker');
		assert.deepEqual(await outcome, { type: 'selected', optionId: 'no' });
		assert.deepEqual(
			records.map(({ by }) => by),
			['picker'],
		);
	});

	it('cannot say what the agent did not offer [hazard C5]', async () => {
		const { session, agent } = open(() => ({ optionId: 'always', rule: mark }));
		await session.start();
		void agent.ask(request());
		await settle();
		assert.equal(session.state.pendingPermissions.length, 1);
		session.dispose();
	});

	it('keeps nobody waiting while there is none', async () => {
		const { session, agent } = open(() => ({ optionId: 'yes', rule: mark }), false);
		await session.start();
		void agent.ask(request());
		assert.equal(session.state.pendingPermissions.length, 1);
		await settle();
		assert.deepEqual(stateOf(session), { type: 'pending' });
		session.dispose();
	});

	it('that does not come to an end is not waited for', async () => {
		const { session, agent, clock } = open(() => new Promise(() => undefined));
		await session.start();
		void agent.ask(request());
		await settle();
		assert.equal(session.state.pendingPermissions.length, 0);
		clock.advance(limits.permissionRulesMs);
		assert.equal(session.state.pendingPermissions.length, 1);
		session.dispose();
	});

	it('that fails leaves it to the user, and nobody waits for ever [hazard C1]', async () => {
		const { session, agent } = open(() => {
			throw new Error('broken');
		});
		await session.start();
		void agent.ask(request());
		await settle();
		assert.equal(session.state.pendingPermissions.length, 1);
		session.dispose();
	});

	it('that never ends is not waited for either by a permission that is shown anew [hazard C1]', () => {
		const clock = new FakeClock();
		const asked: string[] = [];
		const { entry, call } = askedPermission(run('ls'));
		const { state } = openFakeSession({}).session;
		const entries = new Map<string, Entry>([
			[entry.id, entry],
			...(call === undefined ? [] : [[call.id, call] as const]),
		]);
		const judge = new RuleEvaluator({
			state: { ...state, entries },
			clock,
			rules: {
				isInForce: true,
				answerFor: () => new Promise(() => undefined),
				onDidChange: () => ({ dispose: () => undefined }),
			},
			ids: () => [entry.id],
			ask: (id) => void asked.push(id),
			answer: () => assert.fail('nobody answered'),
		});
		judge.evaluate(entry.id);
		clock.advance(limits.permissionRulesMs);
		judge.evaluate(entry.id);
		assert.deepEqual(asked, [entry.id]);
		clock.advance(limits.permissionRulesMs);
		assert.deepEqual(asked, [entry.id, entry.id]);
		judge.dispose();
	});

	it('that is made while a permission waits answers it, and one that is not for it does not', async () => {
		let answer: RuleAnswer | undefined;
		const { session, agent, change } = open(() => answer);
		await session.start();
		const outcome = agent.ask(request());
		await settle();
		change.fire();
		await settle();
		assert.equal(session.state.pendingPermissions.length, 1);
		answer = { optionId: 'no', rule: mark };
		change.fire();
		assert.deepEqual(await outcome, { type: 'selected', optionId: 'no' });
		assert.deepEqual(session.state.pendingPermissions, []);
	});

	it('looks again only at what became another request [hazard C9] [hazard A11]', async () => {
		let looks = 0;
		const { session, agent } = open(() => void looks++);
		await session.start();
		void agent.ask(request());
		await settle();
		assert.equal(looks, 1);
		const say = async (fields: ToolCallPatch): Promise<number> => {
			agent.say({ type: 'tool_call_update', toolCallId: 't1', fields });
			await settle();
			return looks;
		};
		for (let n = 0; n < 5; n++) assert.equal(await say({ rawOutput: n }), 1);
		assert.equal(await say({ status: 'in_progress', rawInput: { command: 'safe' } }), 1);
		assert.equal(await say({ rawInput: { command: 'evil' } }), 2);
		assert.equal(await say({ kind: 'read' }), 3);
		assert.equal(await say({ locations: [{ path: '/etc/hosts' }] }), 4);
		assert.equal(await say({ title: 'Look' }), 5);
		assert.equal(await say({ content: [{ type: 'diff', path: '/a', oldText: '', newText: 'x' }] }), 6);
		assert.equal(await say({ rawOutput: 'done' }), 6);
		session.dispose();
	});

	it('does not answer for what Stop, a withdrawal or the end has settled while it looked [hazard C1] [hazard C4]', async () => {
		for (const way of ['stop', 'withdraw', 'close'] as const) {
			const { session, agent, records } = open(() => ({ optionId: 'yes', rule: mark }));
			void session.prompt([text('go')]);
			await agent.prompted();
			const withdrawal = new AbortController();
			const outcome = agent.ask(request(), withdrawal.signal);
			if (way === 'stop') session.stop();
			else if (way === 'withdraw') withdrawal.abort();
			else void session.close();
			assert.deepEqual(await outcome, { type: 'cancelled' }, way);
			await settle();
			assert.equal(records.length, 1, way);
			session.dispose();
		}
	});

	const patched = sized(1_000, 250);
	it(`counts only for what it looked at: ${patched} calls that are patched at any moment [hazard C9]`, async () => {
		for (let seed = 1; seed <= patched; seed++) {
			const random = seededRandom(seed);
			const { session, agent } = open((asked) =>
				commandOf(asked) === 'safe' ? { optionId: 'yes', rule: mark } : undefined,
			);
			await session.start();
			let command = random(2) === 0 ? 'safe' : 'evil';
			const outcome = agent.ask(request(command));
			for (let n = random(6); n > 0; n--) {
				for (let ticks = random(8); ticks > 0; ticks--) await Promise.resolve();
				if (stateOf(session)?.type !== 'pending') break;
				command = random(2) === 0 ? 'safe' : 'evil';
				const fields = { rawInput: { command } };
				agent.say({ type: 'tool_call_update', toolCallId: 't1', fields });
			}
			await settle();
			const isAnswered = stateOf(session)?.type === 'answered';
			assert.equal(isAnswered, command === 'safe', `seed ${seed}: ${command}`);
			if (isAnswered) assert.deepEqual(await outcome, { type: 'selected', optionId: 'yes' });
			else assert.equal(session.state.pendingPermissions.length, 1, `seed ${seed}`);
			session.dispose();
		}
	});
});

describe('the log of permissions', () => {
	it('hears of each that is settled without anybody being asked, too', async () => {
		const { session, agent, records } = open(() => undefined, false);
		void session.prompt([text('go')]);
		await agent.prompted();
		session.stop();
		await agent.ask(request());
		await session.close();
		await agent.ask(request());
		assert.deepEqual(
			records.map(({ by, title, state }) => [by, title, state.type]),
			[
				['stop', 'Run', 'cancelled'],
				['exit', 'Run', 'cancelled'],
			],
		);
	});
});
