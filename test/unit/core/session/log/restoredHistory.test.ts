import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { reduce } from '../../../../../src/core/session/reducer/reducer.ts';
import type { SessionEvent } from '../../../../../src/core/session/model/events.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import { projectEntry } from '../../../../../src/core/view/project.ts';
import { chunk, permission, prompt, text } from '../driver/play.ts';
import { everything, LogRig, restored } from './logRig.ts';

function afterReload(): SessionState {
	const rig = new LogRig();
	rig.play(...everything);
	rig.write();
	return restored(rig.read());
}

describe('a transcript that was brought back', () => {
	it('shows everything in its order, and nothing of it goes on [hazard G1]', () => {
		const state = afterReload();
		assert.deepEqual(
			[...state.entries.values()].map(({ type }) => type),
			[
				...['message', 'message', 'plan', 'tool_call', 'permission', 'tool_call', 'elicitation'],
				...['compaction', 'subagent', 'message', 'notice', 'message'],
			],
		);
		assert.deepEqual(state.turn, { type: 'idle' });
		assert.deepEqual(state.pendingPermissions, []);
		assert.deepEqual(state.pendingElicitations, []);
		for (const entry of state.entries.values()) {
			if (entry.type === 'message') assert.equal(entry.isComplete, true);
			if (entry.type === 'tool_call') assert.match(entry.status, /completed|cancelled/u);
			if (entry.type === 'elicitation') assert.deepEqual(entry.state, { type: 'cancelled', by: 'exit' });
			if (entry.type === 'compaction') assert.equal(entry.status, 'cancelled');
			if (entry.type === 'subagent') assert.equal(entry.state, 'idle');
			if (entry.type === 'notice') assert.deepEqual(entry.actions, ['show_log']);
		}
		for (const { exit } of state.terminals.values()) assert.notEqual(exit, undefined);
	});

	it('says where a permission was answered, if that is known', () => {
		const option = { optionId: 'yes', name: 'Allow', kind: 'allow_once' } as const;
		const states = [
			{ type: 'answered', option, by: 'picker' },
			{ type: 'answered', option },
		] as const;
		for (const state of states) {
			const rig = new LogRig();
			rig.play(prompt('go'), permission('p1'), { type: 'permission_settled', permissionId: 'p1', state });
			rig.write();
			const found = [...restored(rig.read()).entries.values()].find(({ type }) => type === 'permission');
			assert.deepEqual(found?.type === 'permission' ? found.state : undefined, state);
		}
	});

	it('shows the output of its commands, under ids that no command of this window gets', () => {
		const state = afterReload();
		const call = [...state.entries.values()].find(
			(entry) => entry.type === 'tool_call' && entry.toolCallId === 't2',
		);
		assert.ok(call);
		const label = (path: string): string => path;
		const projector = { label, summarize: () => ({ added: 0, removed: 0 }) };
		const card = projectEntry(state, call, projector as never);
		assert.match(JSON.stringify(card), /ok 1\\nok 2\\n/u);
		assert.deepEqual(
			[...state.terminals.keys()].filter((id) => id.includes('terminal-1')),
			[],
		);
	});

	it('has the plans that were there: none that the agent took back, the newest last [hazard G1]', () => {
		const plan = (planId: string): SessionEvent => ({
			type: 'plan',
			planId,
			items: [{ content: planId, priority: 'high', status: 'pending' }],
		});
		const rig = new LogRig();
		for (const planIds of [
			['a', 'b', 'c'],
			['b', 'c'],
			['a', 'c'],
		])
			rig.play(prompt('go'), ...planIds.map(plan), {
				type: 'turn_ended',
				end: { reason: 'end_turn' },
				at: 1,
			});
		rig.play({ type: 'plan_removed', planId: 'c' });
		rig.write();
		const before = [...rig.state.plans];
		assert.deepEqual(
			before.map(([planId]) => planId),
			['b', 'a'],
		);
		assert.deepEqual([...restored(rig.read()).plans], before);
	});

	it('is followed by what comes, with ids of its own [hazard G1]', () => {
		const state = afterReload();
		const before = [...state.entries.keys()];
		const events = [prompt('more'), chunk('yes'), permission('p1', 't9')];
		for (const event of events) reduce(state, event, 3000);
		assert.deepEqual([...state.entries.keys()].slice(0, before.length), before);
		assert.equal(state.entries.size, before.length + 4);
		assert.deepEqual(state.pendingPermissions, ['p1']);
		assert.equal(state.turnCount, 2);
	});

	it('survives the next reload, and the one after, without a new or missing entry [hazard G1]', () => {
		let state = afterReload();
		const first = [...state.entries.values()].map(({ type }) => type);
		for (let n = 0; n < 3; n++) {
			const rig = new LogRig();
			Object.assign(rig, { state });
			rig.log = rig.takeAll();
			state = restored(rig.read());
			assert.deepEqual(
				[...state.entries.values()].map(({ type }) => type),
				first,
			);
			assert.equal(new Set(state.entries.keys()).size, first.length);
		}
	});

	it('comes before what happened meanwhile, if anything did', () => {
		const rig = new LogRig();
		rig.play(prompt('old'), chunk('answer'));
		rig.write();
		const { entries, terminals, leftOut } = rig.read();
		const later = new LogRig();
		later.play(prompt('new'));
		later.play({ type: 'history_restored', entries, terminals, leftOut });
		const texts = [...later.state.entries.values()].map((entry) => JSON.stringify(entry));
		assert.equal(texts.length, 3);
		assert.match(texts[0] ?? '', /old/u);
		assert.match(texts[2] ?? '', /new/u);
	});

	it('gives way to the history of the agent, but for what only this side knows [acp C46] [hazard G1]', () => {
		const state = afterReload();
		const calls = ['t1', 't2'].map((toolCallId) => ({
			type: 'tool_call' as const,
			toolCallId,
			fields: { title: 'As the agent tells it', status: 'completed' as const },
		}));
		const told: readonly SessionEvent[] = [
			{ type: 'message', role: 'user', content: [text('Do it')] },
			...calls,
			chunk('In its own words.'),
			{ type: 'message', role: 'user', content: [text('Go on')] },
			chunk('Gone on.'),
		];
		for (const event of [{ type: 'replay_started' }, ...told, { type: 'replay_ended' }] as const)
			reduce(state, event, 3000);
		const permissions = [...state.entries.values()].filter(({ type }) => type === 'permission');
		const [call] = [...state.entries.values()].filter(({ type }) => type === 'tool_call');
		assert.deepEqual(
			permissions.map(({ parentId }) => parentId),
			[call?.id],
		);
		const types = [...state.entries.values()].map(({ type }) => type);
		assert.deepEqual(types.slice(0, 4), ['message', 'tool_call', 'permission', 'tool_call']);
		assert.equal(types.filter((type) => type === 'tool_call').length, 2);
		assert.equal(types.filter((type) => type === 'elicitation').length, 1);
		assert.equal(state.isFromStore, false);
	});
});
