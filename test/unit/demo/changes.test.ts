import assert from 'node:assert/strict';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { choose } from './demoPeer.ts';
import { startDemo, together, workspace } from './fixture.ts';

describe('demo changes', together, () => {
	it('changes a file in three places, one that no call names, and one by a command', async (t) => {
		const folder = await workspace(t);
		await writeFile(join(folder, 'README.md'), '# Sample\n\nOne.\n\nTwo.\n\nThree.\n');
		const peer = startDemo(t, { onPermission: choose('allow_once') });
		assert.equal(await peer.prompt(await peer.newSession(folder), '/changes'), 'end_turn');
		const mark = '> The ACP Host demo agent was here.\n';
		assert.equal(
			await readFile(join(folder, 'README.md'), 'utf8'),
			`# Sample\n${mark}\nOne.\n\n${mark}Two.\n\nThree.\n${mark}`,
		);
		assert.match(await readFile(join(folder, 'demo-notes.md'), 'utf8'), /No tool call told/u);
		assert.equal(await readFile(join(folder, 'demo-log.txt'), 'utf8'), 'The demo agent ran a command.\n');
		assert.match(peer.said, /README\.md.*demo-notes\.md.*demo-log\.txt/su);
		const told = JSON.stringify(
			peer.ofKind('tool_call').map(({ locations, content }) => [locations, content]),
		);
		assert.ok(told.includes('README.md') && !told.includes('notes'));
	});

	it('changes nothing when it may not', async (t) => {
		const folder = await workspace(t);
		const peer = startDemo(t, { onPermission: choose('reject_once') });
		assert.equal(await peer.prompt(await peer.newSession(folder), '/changes'), 'end_turn');
		assert.match(peer.said, /changed nothing/u);
		assert.deepEqual((await readdir(folder)).toSorted(), ['README.md', 'main.ts']);
	});
});
