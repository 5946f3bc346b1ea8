/** Permissions and turns: what is on the wire, in which order. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe } from 'node:test';
import { pendingPermission } from '../../../../../src/core/session/reducer/draft.ts';
import type { FakeAgentScript, Step } from '../../../../agents/fakeAgentScript.ts';
import { it } from '../../../protocol/eachCarrier.ts';
import { openSession } from '../../../protocol/sessionPeer.ts';
import { entriesOf, spokenText } from './transcript.ts';
import { tempDir, until } from '../../../node/support.ts';
import { seededRandom } from './randomAgent.ts';
import { sized } from '../../../../tools/sized.ts';

const options = [
	{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
	{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

const asking = (n: number, offered: unknown = options): Step => ({
	request: {
		method: 'session/request_permission',
		params: {
			sessionId: '$session',
			toolCall: {
				toolCallId: `t${n}`,
				title: `Call ${n}`,
				kind: 'execute',
				rawInput: { command: `run ${n}` },
			},
			options: offered,
		},
	},
	as: `a${n}`,
	isAsync: true,
});

const twenty = Array.from({ length: 20 }, (_none, n) => n);

describe('twenty permissions at once', () => {
	it('are each answered once, in any order, from the picker and from cards [hazard C2] [hazard C1]', async () => {
		const script: FakeAgentScript = {
			on: { 'session/prompt': [...twenty.map((n) => asking(n)), ...twenty.map((n) => ({ await: `a${n}` }))] },
		};
		for (let seed = 1; seed <= 5; seed++) {
			const { session, peer, say, close } = await openSession(script);
			const done = say('go');
			await until(() => session.state.pendingPermissions.length === 20);
			const random = seededRandom(seed);
			const chosen = new Map<string, string>();
			for (const id of shuffled(session.state.pendingPermissions, random)) {
				const entry = pendingPermission(session.state, id);
				const optionId = random(2) === 0 ? 'yes' : 'no';
				chosen.set(entry?.title ?? '', optionId);
				const by = random(2) === 0 ? 'picker' : 'card';
				session.permissions.answer(id, optionId, by);
				session.permissions.answer(id, optionId === 'yes' ? 'no' : 'yes', 'card');
				const answered = session.state.entries.get(id);
				assert.ok(answered?.type === 'permission' && answered.state.type === 'answered');
				assert.deepEqual([answered.state.option.optionId, answered.state.by], [optionId, by]);
			}
			assert.equal(await done, 'done');
			await close();
			const asked = new Map(
				peer.seen.in
					.filter(({ method }) => method === 'session/request_permission')
					.map(({ id, params }) => [id, (params as { toolCall: { title: string } }).toolCall.title]),
			);
			const replies = peer.seen.out.filter((message) => !('method' in message) && asked.has(message['id']));
			assert.equal(replies.length, 20, `seed ${seed}`);
			for (const { id, result } of replies) {
				const outcome = { outcome: 'selected', optionId: chosen.get(asked.get(id) ?? '') };
				assert.deepEqual(result, { outcome }, `seed ${seed}`);
			}
		}
	});

	it('are all answered before the agent is told to stop, and at once [hazard C4] [acp C58]', async () => {
		const { session, peer, say, close } = await openSession({
			on: { 'session/prompt': [...twenty.map((n) => asking(n)), { waitCancel: true }] },
		});
		const done = say('go');
		await until(() => session.state.pendingPermissions.length === 20);
		const before = peer.seen.out.length;
		const started = performance.now();
		session.stop();
		await until(() => peer.seen.out.some(({ method }) => method === 'session/cancel'));
		// Promised are 100 ms.
		assert.ok(performance.now() - started < 500);
		const sent = peer.seen.out.slice(before).map((message) => message['method'] ?? message['result']);
		assert.deepEqual(sent, [...twenty.map(() => ({ outcome: { outcome: 'cancelled' } })), 'session/cancel']);
		await done;
		await close();
	});
});

describe('the options of a permission', () => {
	const listCount = sized(1_000, 250);
	it(`are what is answered with, for ${listCount} lists of them; one without any, or with one twice, is refused [hazard C5] [acp C74]`, async () => {
		const random = seededRandom(11);
		const ids: readonly unknown[] = ['a', 'b', '', '__proto__', ' a', 7, null, undefined, {}];
		const kinds: readonly unknown[] = ['allow_once', 'reject_once', 'allow_always', 'zzz', '', 3, undefined];
		const lists = Array.from({ length: listCount }, (): unknown => {
			if (random(40) === 0) return [undefined, null, 'x', {}][random(4)];
			const count = random(100) === 0 ? 1_000 : random(6);
			return Array.from({ length: count }, () =>
				random(12) === 0
					? null
					: {
							optionId: ids[random(ids.length)],
							name: ['Allow', '', undefined, 9][random(4)],
							kind: kinds[random(kinds.length)],
						},
			);
		});
		const { session, peer, say, close } = await openSession(
			scriptFile({
				on: {
					'session/prompt': [
						...lists.map((list, n) => asking(n, list)),
						{ text: 'asked' },
						{ waitCancel: true },
					],
				},
			}),
		);
		const done = say('go');
		await until(() => spokenText(session).includes('asked'));
		for (const id of [...session.state.pendingPermissions]) {
			const offered = pendingPermission(session.state, id)?.options ?? [];
			assert.ok(offered.length > 0);
			for (const wrong of ['invented', 'A', 'constructor', 'undefined'])
				session.permissions.answer(id, wrong);
			assert.ok(session.state.pendingPermissions.includes(id), 'nothing that was not offered answers');
			session.permissions.answer(id, offered[random(offered.length)]?.optionId ?? '');
			assert.ok(!session.state.pendingPermissions.includes(id));
		}
		session.stop();
		await done;
		await close();
		const byId = new Map(
			peer.seen.in
				.filter(({ method }) => method === 'session/request_permission')
				.map(({ id, params }) => [id, (params as { options?: unknown }).options]),
		);
		const replies = peer.seen.out.filter((message) => !('method' in message) && byId.has(message['id']));
		assert.equal(replies.length, listCount);
		for (const reply of replies) {
			const list = byId.get(reply['id']);
			const known = (Array.isArray(list) ? list : []).map((option: unknown) =>
				typeof option === 'object' && option !== null && 'optionId' in option ? option.optionId : undefined,
			);
			const usable = known.filter((id) => typeof id === 'string');
			const isDistinct = new Set(usable).size === usable.length;
			const { result, error } = reply as {
				result?: { outcome: { outcome: string; optionId?: string } };
				error?: { code: number };
			};
			if (error === undefined) {
				assert.equal(result?.outcome.outcome, 'selected');
				assert.ok(known.includes(result.outcome.optionId));
				assert.ok(isDistinct);
			} else {
				assert.equal(error.code, -32602);
				assert.ok(usable.length === 0 || !isDistinct);
			}
		}
	});
});

describe('a permission whose call is patched with more than anybody can write down', () => {
	it('is another question, and a click on the first one counts as none [hazard C9] [hazard A11]', async () => {
		const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
		const patch = `{"sessionUpdate":"tool_call_update","toolCallId":"t1","rawInput":{"command":"rm -rf ~","x":${deep}}}`;
		const line = `{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"fake-1","update":${patch}}}\n`;
		const { session, say, close } = await openSession({
			on: { 'session/prompt': [asking(1), { raw: line }, { await: 'a1' }] },
		});
		const done = say('go');
		await until(() => session.state.pendingPermissions.length === 1);
		const [id = ''] = session.state.pendingPermissions;
		await until(() => pendingPermission(session.state, id)?.revision === 1);
		session.permissions.answerCard(id, 'yes', 0);
		assert.equal(pendingPermission(session.state, id)?.state.type, 'pending');
		session.permissions.answerCard(id, 'no', 1);
		assert.equal(await done, 'done');
		await close();
	});
});

describe('a turn', () => {
	it('has in it all that was written before its answer, also when both come in one piece [hazard C11]', async () => {
		const count = 5_000;
		const update = (n: number): string =>
			JSON.stringify({
				jsonrpc: '2.0',
				method: 'session/update',
				params: {
					sessionId: 'fake-1',
					update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${n} ` } },
				},
			});
		// The third request of ours.
		const answer = JSON.stringify({ jsonrpc: '2.0', id: 2, result: { stopReason: 'end_turn' } });
		const raw = [...Array.from({ length: count }, (_none, n) => update(n)), answer, ''].join('\n');
		const { session, peer, say, close } = await openSession(
			scriptFile({ on: { 'session/prompt': [{ raw }, { expect: 'never' }] } }),
		);
		const seenAtEnd: string[] = [];
		session.onDidChange(() => {
			if (session.state.turn.type === 'idle') seenAtEnd.push(spokenText(session));
		});
		assert.equal(await say('go'), 'done');
		assert.equal(seenAtEnd[0], Array.from({ length: count }, (_none, n) => `${n} `).join(''));
		assert.equal(entriesOf(session, 'message').length, 2);
		assert.equal(peer.seen.out.filter(({ method }) => method === 'session/prompt').length, 1);
		await close();
	});

	it('is the only one, however fast prompts are sent [hazard C10] [acp C52]', async () => {
		const { session, peer, say, close } = await openSession({ on: { 'session/prompt': [{ text: '.' }] } });
		const outcomes = await Promise.all(Array.from({ length: 100 }, (_none, n) => say(`prompt ${n}`)));
		assert.deepEqual(new Set(outcomes), new Set(['done']));
		await close();
		// What was on the wire, in its order: never a second prompt before the answer to the first.
		const ids = peer.seen.out.filter(({ method }) => method === 'session/prompt').map(({ id }) => id);
		assert.equal(ids.length, 100);
		const answers = peer.seen.in.filter((message) => ids.includes(message['id']) && !('method' in message));
		assert.deepEqual(
			answers.map(({ id }) => id),
			ids,
		);
		const texts = entriesOf(session, 'message').filter(({ role }) => role === 'user');
		assert.deepEqual(
			texts.map(({ content: [part] }) => (part?.type === 'text' ? part.text : '')),
			Array.from({ length: 100 }, (_none, n) => `prompt ${n}`),
		);
	});
});

/** For what is too long for a variable of the environment. */
function scriptFile(script: FakeAgentScript): string {
	const file = path.join(tempDir(), 'script.json');
	writeFileSync(file, JSON.stringify(script));
	return file;
}

function shuffled<T>(items: readonly T[], random: (below: number) => number): readonly T[] {
	return items
		.map((item) => ({ item, key: random(1_000_000) }))
		.toSorted((a, b) => a.key - b.key)
		.map(({ item }) => item);
}
