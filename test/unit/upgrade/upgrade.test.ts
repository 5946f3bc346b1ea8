/**
 * What earlier releases have stored opens unchanged: `test/upgrade` has a folder for each, with what its own code showed
 * of it as goldens.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { isJsonObject } from '../../../src/core/base/json.ts';
import type { NoticeEntry } from '../../../src/core/session/model/entry.ts';
import { readLog } from '../../../src/core/session/log/readLog.ts';
import { type Told, tellAll } from './goldens.ts';
import { OpenedRelease } from './openedRelease.ts';
import { keyOf, storedReleases, textsIn } from './storedRelease.ts';
import { noticeWords } from '../../../src/core/view/sayings.ts';

function scratchFolder(t: Pick<TestContext, 'after'>): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'acp-host-upgrade-'));
	t.after(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** Fields of what is shown that a later version adds: they say how a detail is drawn, and take nothing from it. */
const added: ReadonlySet<string> = new Set(['namesFiles']);

/** What we say is stored as a code now: it is to be read as the sentence that was stored then. */
function inWords(name: string, value: unknown): unknown {
	if (added.has(name)) return undefined;
	const isNotice = isJsonObject(value) && value['type'] === 'notice';
	return isNotice ? { ...value, ...noticeWords(value as unknown as NoticeEntry) } : value;
}

/** The order of fields has no meaning. */
function contentOf(name: string, text: string): unknown {
	const lines = text.split('\n').filter((line) => line !== '');
	if (name.endsWith('.jsonl')) return lines.map((line): unknown => JSON.parse(line, inWords));
	return name.endsWith('.json') ? (JSON.parse(text) as unknown) : text;
}

it('the data of at least one release is kept', () => {
	assert.ok(storedReleases().length > 0);
});

for (const release of storedReleases()) {
	describe(`what ${release.version} has stored`, () => {
		const goldens = textsIn(release, 'golden');

		it('is read to the last line and the last key, and nothing is to be warned of [hazard G4]', async (t) => {
			const { warnings, unread } = await told(t);
			assert.deepEqual(warnings, []);
			assert.deepEqual(unread, []);
			for (const [name, text] of textsIn(release, 'conversations')) {
				const stored = readLog(text, keyOf(name));
				assert.ok(stored !== undefined, name);
				assert.deepEqual([stored.brokenLines, stored.leftOut], [0, 0], name);
			}
		});

		it('shows the same sessions, drafts, conversations and decisions as then [hazard G1] [hazard G2]', async (t) => {
			const said = (await told(t)).goldens;
			assert.deepEqual([...said.keys()].toSorted(), [...goldens.keys()].toSorted());
			for (const [name, golden] of goldens) {
				assert.deepEqual(contentOf(name, said.get(name) ?? ''), contentOf(name, golden), name);
			}
		});

		it('is stored again as it was while nothing changes', (t) => {
			const opened = new OpenedRelease(release, scratchFolder(t));
			t.after(() => opened.close());
			opened.sessions.activate(opened.sessions.active);
			assert.deepEqual(Object.fromEntries(opened.workspaceState.values), release.workspaceState);
		});

		it('goes on by lines behind what was there, which stays as it was [hazard G1]', async (t) => {
			const opened = new OpenedRelease(release, scratchFolder(t));
			t.after(() => opened.close());
			await opened.lookAtAll();
			const before = await opened.written();
			for (const { session } of opened.sessions.all) {
				session.dispatch({ type: 'notice', notice: { severity: 'info', title: 'It goes on', actions: [] } });
			}
			const after = await opened.written();
			for (const { session } of opened.sessions.all) {
				const { key } = session.state;
				const text = after.get(key) ?? '';
				assert.ok(text.startsWith(before.get(key) ?? ''), key);
				assert.equal(readLog(text, key)?.entries.length, session.state.entries.size, key);
			}
		});

		function told(t: TestContext): Promise<Told> {
			return tellAll(release, scratchFolder(t));
		}
	});
}
