/**
 * Whatever way an agent changes files, and whatever it speaks, the view of changes has exactly those: nothing is
 * missing, nothing is too much. The agent is a real process that really writes, runs `sed`, `git` and scripts.
 */
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { changedByWrites, filesBeforeWrites, makeRepository } from '../../agents/scenarioWrites.ts';
import type { Shape } from '../../agents/promptTurns.ts';
import { sized } from '../../tools/sized.ts';
import { ChangesPage } from './changesPage.ts';
import { startSession } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';
import { scenarioAgents, ScenarioPage } from './scenarioPage.ts';
import { describeShapes, shapes, shapesFiles } from './shapesTests.ts';

/** What a row says: its name, and what happened to it. */
function inShort(label: string): string {
	const [name = ''] = label.split(', ');
	const kind = [
		[/, new file/u, 'created'],
		[/, deleted/u, 'deleted'],
		[/, moved from/u, 'moved'],
	] as const;
	return `${name} ${kind.find(([word]) => word.test(label))?.[1] ?? 'modified'}`;
}

const expected = Object.entries(changedByWrites).map(([name, kind]) => `${name} ${kind}`);

/** Version 1 in each run, since the scenarios below are played by the newest draft then. */
const writers: readonly Shape[] = sized(shapes, ['v1']);

const open = useWorkbench({
	machineSettings: { 'acpHost.agents': scenarioAgents([...new Set([...writers, ...shapes])]) },
	files: { ...filesBeforeWrites, ...shapesFiles },
	prepare: makeRepository,
	viewport: { width: 1280, height: 1400 },
});

describe('changes of an agent', () => {
	for (const shape of writers) {
		it(`in each of twelve ways are seen exactly, in ${shape === 'v1' ? 'version 1' : `version 2, shape ${shape}`} [hazard D13]`, async () => {
			const workbench = open();
			const page = new ChangesPage(workbench.page);
			await startSession(workbench, `Shape ${shape}`);
			const play = new ScenarioPage(workbench);
			await play.send('writes');
			await play.ready();
			await workbench.chat.waitForText('I changed 12 files.');
			await page.waitForFiles(expected, inShort);

			await workbench.runCommand('ACP: Undo All Changes');
			const dialog = workbench.page.getByRole('dialog');
			await dialog.getByRole('button', { name: 'Undo All' }).click();
			// A browser has no trash, so there it is asked about.
			await dialog.getByRole('button', { name: 'Delete Permanently' }).click();
			await page.pane.waitFor({ state: 'detached' });
			for (const [name, text] of Object.entries(filesBeforeWrites)) {
				assert.equal(await workbench.readFile(name), text, `${name} is as it was`);
			}
			await startOver(workbench.folder);
		});
	}
});

describeShapes(open);

/** Takes git's part of a move back, which is none of a file's content. */
async function startOver(folder: string): Promise<void> {
	await rm(path.join(folder, 'repository'), { recursive: true, force: true });
	await makeRepository(folder);
	await rm(path.join(folder, 'subagent.txt'), { force: true });
	await writeFile(path.join(folder, 'untouched.txt'), filesBeforeWrites['untouched.txt'] ?? '');
}
