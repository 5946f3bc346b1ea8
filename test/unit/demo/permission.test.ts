import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { methods } from '@agentclientprotocol/sdk';
import { choose } from './demoPeer.ts';
import { startDemo, together, workspace } from './fixture.ts';

describe('demo permissions', together, () => {
	it('writes nothing when the edit is rejected, and ends politely', async (t) => {
		const folder = await workspace(t);
		const peer = startDemo(t, { onPermission: choose('reject_once') });
		const session = await peer.newSession(folder);
		assert.equal(await peer.prompt(session, 'tour'), 'end_turn');
		assert.equal(peer.tools['Edit README.md'], 'failed');
		assert.match(peer.said, /left README\.md as it was/);
		assert.equal(await readFile(join(folder, 'README.md'), 'utf8'), '# Sample\n\nA sample project.\n');
	});

	it('shows diff and location with the question', async (t) => {
		const folder = await workspace(t);
		const peer = startDemo(t, { onPermission: choose('allow_once') });
		await peer.prompt(await peer.newSession(folder), '/edit');
		const call = peer.permissions[0]?.toolCall;
		assert.deepEqual(
			call?.content?.map(({ type }) => type),
			['diff'],
		);
		assert.deepEqual(call?.locations, [{ path: join(folder, 'README.md'), line: 3 }]);
	});

	it('edits the attached file', async (t) => {
		const folder = await workspace(t);
		const peer = startDemo(t, { onPermission: choose('allow_once') });
		const sessionId = await peer.newSession(folder);
		const uri = pathToFileURL(join(folder, 'main.ts')).href;
		await peer.agent.request(methods.agent.session.prompt, {
			sessionId,
			prompt: [
				{ type: 'text', text: 'Please edit this' },
				{ type: 'resource_link', uri, name: 'main.ts' },
			],
		});
		assert.match(await readFile(join(folder, 'main.ts'), 'utf8'), /^\/\/ .*visit 1.*\nexport const/);
	});

	it('asks once when the user says always, and not at all when edits are allowed', async (t) => {
		const folder = await workspace(t);
		const peer = startDemo(t, { onPermission: choose('allow_always') });
		const first = await peer.newSession(folder);
		await peer.prompt(first, '/edit');
		await peer.prompt(first, '/edit');
		assert.equal(peer.permissions.length, 1);

		const second = await peer.newSession(folder);
		await peer.agent.request(methods.agent.session.setMode, { sessionId: second, modeId: 'auto' });
		await peer.prompt(second, '/multi');
		assert.equal(peer.permissions.length, 1);
		assert.equal(peer.tools['Edit README.md and main.ts'], 'completed');
		assert.match(await readFile(join(folder, 'README.md'), 'utf8'), /visit 3/);
	});

	it('opens two questions at once', async (t) => {
		const peer = startDemo(t, {
			async onPermission(request) {
				await peer.until(() => peer.permissions.length === 2);
				const kind = request.toolCall.title === 'Feed the cat' ? 'reject_once' : 'allow_once';
				return choose(kind)(request);
			},
		});
		assert.equal(await peer.prompt(await peer.newSession(await workspace(t)), '/parallel'), 'end_turn');
		assert.deepEqual(peer.tools, { 'Water the flowers': 'completed', 'Feed the cat': 'failed' });
	});

	it('asks about a command with all four kinds of options', async (t) => {
		const peer = startDemo(t, { onPermission: choose('reject_always') });
		assert.equal(await peer.prompt(await peer.newSession(await workspace(t)), '/permission'), 'end_turn');
		assert.deepEqual(
			peer.permissions[0]?.options.map(({ kind }) => kind),
			['allow_once', 'allow_always', 'reject_once', 'reject_always'],
		);
		assert.deepEqual(peer.tools, { 'Print 3 coloured lines': 'failed' });
	});

	it('takes a question back with $/cancel_request', async (t) => {
		const peer = startDemo(t, {
			onPermission: (_request, signal) =>
				new Promise((resolve) => {
					signal.addEventListener('abort', () => resolve({ outcome: { outcome: 'cancelled' } }));
				}),
		});
		assert.equal(await peer.prompt(await peer.newSession(await workspace(t)), '/withdraw'), 'end_turn');
		assert.match(peer.said, /took the question back/);
	});
});
