import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { allCapabilities } from './capabilities.ts';
import { choose } from './demoPeer.ts';
import { startDemo, together, workspace } from './fixture.ts';

describe('demo tour', together, () => {
	it('says who it is and what it can do', async (t) => {
		const peer = startDemo(t);
		const answer = await peer.initialized;
		assert.equal(answer.protocolVersion, 1);
		assert.deepEqual(
			{ ...answer.agentInfo, version: '' },
			{ name: 'acp-host-demo', title: 'Demo Agent', version: '' },
		);
		assert.equal(answer.agentCapabilities?.loadSession, true);
	});

	it('offers its scripts as commands after session/new', async (t) => {
		const peer = startDemo(t);
		await peer.newSession(await workspace(t));
		await peer.until(() => peer.ofKind('available_commands_update').length > 0);
		const names = peer.ofKind('available_commands_update')[0]?.availableCommands.map(({ name }) => name);
		for (const name of ['tour', 'plan', 'edit', 'run', 'slow', 'permission'])
			assert.ok(names?.includes(name));
	});

	it('plans, reads, edits with permission, runs a command and tells about it', async (t) => {
		const folder = await workspace(t);
		const peer = startDemo(t, { onPermission: choose('allow_once') });
		const session = await peer.newSession(folder);
		assert.equal(await peer.prompt(session, 'Hello, what can you do?'), 'end_turn');

		assert.ok(peer.ofKind('agent_thought_chunk').length > 5);
		assert.deepEqual(
			peer.ofKind('plan').map(({ entries }) => entries.filter(({ status }) => status === 'completed').length),
			[0, 1, 2, 3, 4],
		);
		assert.deepEqual(peer.tools, {
			'Read README.md': 'completed',
			'Edit README.md': 'completed',
			'Print 6 coloured lines': 'completed',
		});
		assert.equal(peer.permissions.length, 1);
		assert.match(await readFile(join(folder, 'README.md'), 'utf8'), /^# Sample\n\n> .*\(visit 1\)\.\n/);
		assert.match(peer.said, /exit code 0/);
		assert.deepEqual(peer.terminals.log, ['create terminal-1', 'release terminal-1']);
	});

	it('goes on without files and terminals when the client offers none', async (t) => {
		const peer = startDemo(t, { capabilities: {} });
		const session = await peer.newSession(await workspace(t));
		assert.equal(await peer.prompt(session, '/tour'), 'end_turn');
		assert.deepEqual(peer.tools, {});
		assert.match(peer.said, /fs\/read_text_file.*without reading/);
		assert.match(peer.said, /terminal\/create.*skip the command/);
	});

	it('leaves files alone that it may not write', async (t) => {
		const capabilities = { ...allCapabilities, fs: { readTextFile: true } };
		const peer = startDemo(t, { capabilities });
		const session = await peer.newSession(await workspace(t));
		assert.equal(await peer.prompt(session, '/edit'), 'end_turn');
		assert.deepEqual(peer.tools, { 'Read README.md': 'completed' });
	});
});
