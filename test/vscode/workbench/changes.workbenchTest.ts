/** In a real window: the first prompt begins to watch, and after a reload what waits is known without one. */
import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { isJsonObject, type JsonObject, parseJson } from '../../../src/core/base/json.ts';
import * as limits from '../../../src/core/base/limits.ts';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { eventually, fakeAgents, startSession } from './fakeAgents.ts';
import { describeReviewInChat, reviewInChatAgents, reviewInChatFiles } from './reviewInChatTests.ts';
import { useWorkbench } from './rig.ts';
import type { Workbench } from './workbench.ts';

const at = '${params.prompt.0.text}';

const scripts: Record<string, FakeAgentScript> = {
	Writing: {
		on: {
			'session/prompt': [
				{
					request: {
						method: 'fs/write_text_file',
						params: { sessionId: '$session', path: `${at}/poem.txt`, content: 'tulips\n' },
					},
				},
				{
					request: {
						method: 'terminal/create',
						params: {
							sessionId: '$session',
							command: 'sh',
							args: ['-c', 'echo made > made.txt; rm old.txt'],
							cwd: '$params.prompt.0.text',
						},
					},
					as: 'terminal',
				},
				{
					request: {
						method: 'terminal/wait_for_exit',
						params: { sessionId: '$session', terminalId: '$result.terminal.terminalId' },
					},
				},
				{ text: 'Done.' },
			],
		},
	},
};

/** Files of the store of all workspaces of that server. */
async function stored({ server }: Workbench): Promise<readonly string[]> {
	const names = await readdir(server.dataDir, { recursive: true });
	return names.filter((name) => /acp-host\.acp-host[\\/]changes[\\/]/u.test(name));
}

/** A line of a journal may hold several, which are there together or not at all. */
function linesOf(text: string): readonly JsonObject[] {
	const line = parseJson(text);
	if (!isJsonObject(line)) return [];
	const { lines } = line;
	return Array.isArray(lines) ? lines.filter(isJsonObject) : [line];
}

/** What the journals say: each file that waits, and what speaks for whose it is. */
async function waiting(workbench: Workbench): Promise<readonly string[]> {
	const pending = new Set<string>();
	const evidence = new Map<string, string>();
	for (const name of await stored(workbench)) {
		if (!name.endsWith('.jsonl')) continue;
		const text = await readFile(path.join(workbench.server.dataDir, name), 'utf8');
		for (const said of text.split('\n').flatMap(linesOf)) {
			const { type, record, pending: waits } = said;
			if (isJsonObject(record)) evidence.set(String(record['path']), String(record['evidence']));
			if (isJsonObject(waits)) pending.add(String(waits['path']));
			if (type === 'settled') pending.delete(String(said['path']));
		}
	}
	return [...pending].map((file) => `${path.basename(file)} ${evidence.get(file) ?? ''}`).toSorted();
}

const open = useWorkbench({
	machineSettings: { 'acpHost.agents': { ...fakeAgents(scripts), ...reviewInChatAgents } },
	files: { 'poem.txt': 'roses\n', 'old.txt': 'old\n', 'mine.txt': 'mine\n', ...reviewInChatFiles },
});

describe('what watches changes', () => {
	it('begins with the first prompt, and tells whose each change is', async () => {
		const workbench = open();
		await startSession(workbench, 'Writing');
		assert.deepEqual(await stored(workbench), []);
		await workbench.chat.send(workbench.folder);
		await workbench.chat.waitForText('Done.');
		const expected = ['made.txt command', 'old.txt command', 'poem.txt bytes'];
		await eventually(
			async () => (await waiting(workbench)).join(),
			(found) => found === expected.join(),
		);
		// What is written right after a turn may be what the turn has left running.
		await workbench.page.waitForTimeout(limits.changeSettleMs + 500);
		await writeFile(path.join(workbench.folder, 'mine.txt'), 'typed elsewhere\n');
	});

	it('knows after a reload what waits, without a prompt', async () => {
		const workbench = open();
		await eventually(
			async () => (await stored(workbench)).some((name) => name.endsWith('waiting')),
			(isSo) => isSo,
		);
		const before = (await stored(workbench)).filter((name) => name.endsWith('.jsonl'));
		await workbench.reload();
		await workbench.chat.frame();
		const isTakenOver = async (): Promise<boolean> => {
			const now = (await stored(workbench)).filter((name) => name.endsWith('.jsonl'));
			return now.length === 1 && now[0] !== before[0];
		};
		await eventually(isTakenOver, (isSo) => isSo);
		assert.deepEqual(await waiting(workbench), ['made.txt command', 'old.txt command', 'poem.txt bytes']);
	});

	it('knows of nothing any more once all is kept', async () => {
		await open().runCommand('ACP: Keep All Changes');
		await eventually(
			async () => (await waiting(open())).length,
			(count) => count === 0,
		);
	});
});

describeReviewInChat(open);
