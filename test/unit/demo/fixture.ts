import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext } from 'node:test';
import assert from 'node:assert/strict';
import { DemoPeer, type PeerOptions } from './demoPeer.ts';

/**
 * For a group whose tests share nothing: each has an agent and folders of its own, and an agent whose input has ended
 * waits a moment before it leaves.
 */
export const together = { concurrency: 8 } as const;

/** A folder with a README.md and a main.ts that lives as long as the test. */
export async function workspace(t: TestContext): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'acp-demo-'));
	t.after(() => rm(folder, { recursive: true, force: true }));
	await writeFile(join(folder, 'README.md'), '# Sample\n\nA sample project.\n');
	await writeFile(join(folder, 'main.ts'), 'export const answer = 42;\n');
	return folder;
}

/** Where demo agents keep their sessions; lives as long as the test. */
export async function stateFolder(t: TestContext): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'acp-demo-state-'));
	t.after(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

/** A demo agent that ends with the test; whatever it sent must have been valid. */
export function startDemo(t: TestContext, options?: PeerOptions): DemoPeer {
	const peer = new DemoPeer(options);
	t.after(async () => {
		peer.initialized.catch(() => undefined);
		await peer.close();
		assert.deepEqual(peer.schema.problems, []);
	});
	return peer;
}
