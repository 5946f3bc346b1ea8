import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { methods, type SessionInfo } from '@agentclientprotocol/sdk';
import type { DemoPeer } from './demoPeer.ts';
import { startDemo, stateFolder, together, workspace } from './fixture.ts';

const { session } = methods.agent;

/** Follows the cursors to the end. */
async function listAll(peer: DemoPeer, cwd?: string): Promise<SessionInfo[][]> {
	const pages: SessionInfo[][] = [];
	let cursor: string | null | undefined;
	do {
		const page = await peer.agent.request(session.list, {
			...(cwd ? { cwd } : {}),
			...(cursor ? { cursor } : {}),
		});
		pages.push(page.sessions);
		cursor = page.nextCursor;
	} while (cursor);
	return pages;
}

describe('demo sessions', together, () => {
	it('lists its sessions in pages, each once, with title and time; those of other folders on demand only', async (t) => {
		const [cwd, other] = [await workspace(t), await workspace(t)];
		const env = { ACP_HOST_DEMO_STATE: await stateFolder(t) };
		const peer = startDemo(t, { env });
		for (let number = 1; number <= 7; number++)
			await peer.prompt(await peer.newSession(cwd), `/think ${number}`);
		await peer.prompt(await peer.newSession(other), '/think elsewhere');
		// Nothing was said in this one.
		await peer.newSession(cwd);

		const pages = await listAll(peer, cwd);
		assert.deepEqual(
			pages.map(({ length }) => length),
			[5, 2],
		);
		assert.deepEqual(
			pages
				.flat()
				.map(({ title }) => title)
				.toSorted((a, b) => String(a).localeCompare(String(b))),
			[1, 2, 3, 4, 5, 6, 7].map((number) => `/think ${number}`),
		);
		assert.ok(pages.flat().every((info) => info.cwd === cwd));
		const times = pages.flat().map(({ updatedAt }) => Date.parse(updatedAt ?? ''));
		assert.deepEqual(
			times,
			times.toSorted((a, b) => b - a),
		);
		assert.equal((await listAll(peer)).flat().length, 8);

		const after = startDemo(t, { env });
		await after.initialized;
		assert.deepEqual(await listAll(after, cwd), pages);
	});

	it('lists without a folder what this process knows, and refuses a cursor of somebody else', async (t) => {
		const peer = startDemo(t);
		await peer.prompt(await peer.newSession(await workspace(t)), '/think');
		assert.deepEqual(
			(await listAll(peer)).flat().map(({ title }) => title),
			['/think'],
		);
		await assert.rejects(peer.agent.request(session.list, { cursor: 'nonsense' }), { code: -32602 });
	});

	it('resumes in another process without saying anything again', async (t) => {
		const cwd = await workspace(t);
		const env = { ACP_HOST_DEMO_STATE: await stateFolder(t) };
		const before = startDemo(t, { isProcess: true, env });
		const sessionId = await before.newSession(cwd);
		await before.prompt(sessionId, '/think');
		const used = before.ofKind('usage_update').at(-1)?.used;
		await before.close();

		const after = startDemo(t, { isProcess: true, env });
		await after.initialized;
		const answer = await after.agent.request(session.resume, { sessionId, cwd });
		assert.equal(answer.configOptions?.[0]?.id, 'mode');
		await after.until(() => after.ofKind('usage_update').length > 0);
		assert.deepEqual(
			after.updates.map(({ sessionUpdate }) => sessionUpdate),
			['available_commands_update', 'usage_update'],
		);
		assert.equal(after.ofKind('usage_update')[0]?.used, used);
		assert.equal(await after.prompt(sessionId, '/think'), 'end_turn');
	});

	it('ends the turn of a session that is closed, which can be opened again', async (t) => {
		const cwd = await workspace(t);
		const peer = startDemo(t);
		const sessionId = await peer.newSession(cwd);
		const turn = peer.prompt(sessionId, 'slow');
		await peer.until(() => peer.ofKind('agent_message_chunk').length > 3);
		await peer.agent.request(session.close, { sessionId });
		assert.equal(await turn, 'cancelled');
		await assert.rejects(peer.prompt(sessionId, '/think'), { code: -32002 });
		await peer.agent.request(session.resume, { sessionId, cwd });
		assert.equal(await peer.prompt(sessionId, '/think'), 'end_turn');
	});

	it('deletes a session for good, in the middle of a turn as well', async (t) => {
		const cwd = await workspace(t);
		const folder = await stateFolder(t);
		const peer = startDemo(t, { env: { ACP_HOST_DEMO_STATE: folder } });
		const sessionId = await peer.newSession(cwd);
		const turn = peer.prompt(sessionId, 'slow');
		await peer.until(() => peer.ofKind('agent_message_chunk').length > 3);
		await peer.agent.request(session.delete, { sessionId });
		assert.equal(await turn, 'cancelled');
		assert.deepEqual(await readdir(folder), []);
		assert.deepEqual(await listAll(peer), [[]]);
		await assert.rejects(peer.agent.request(session.resume, { sessionId, cwd }), { code: -32002 });
		// Twice is not wrong.
		await peer.agent.request(session.delete, { sessionId });
	});
});
