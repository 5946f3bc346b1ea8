/**
 * A hostile repository in a real VS Code that trusts it: it starts nothing, changes nothing and allows nothing. What it
 * does without trust is in `firstRun.workbenchTest.ts`.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json.ts';
import { packProgram, programThatRuns } from '../../agents/npmPackage.ts';
import { makeTempFolder } from '../launcher/tempFolder.ts';
import {
	allowOrReject,
	ask,
	eventually,
	fakeAgents,
	optionsOf,
	processesOf,
	receivedBy,
} from './fakeAgents.ts';
import {
	canaryTrace,
	hostileNames,
	listTree,
	writeHostileFolder,
	writeHostileWorkspaceFile,
} from './hostileFiles.ts';
import { useWorkbench } from './rig.ts';
import type { Workbench } from './workbench.ts';

const good = fakeAgents({
	Good: {
		on: {
			'session/prompt': [
				...hostileNames.map((name, index) => ({
					update: {
						sessionUpdate: 'tool_call',
						toolCallId: `c${index}`,
						title: `Read ${name}`,
						kind: 'read',
						status: 'completed',
						locations: [{ path: `\${params.prompt.0.text}/${name}` }],
					},
				})),
				ask({ title: 'Run it', command: './canary.sh permission', options: allowOrReject }),
				{ text: 'Done: ${result.answer.outcome.optionId}' },
			],
		},
	},
});

const parentOf = (workbench: Workbench): string => path.dirname(workbench.folder);
const hasSung = (workbench: Workbench): boolean => existsSync(path.join(parentOf(workbench), canaryTrace));

const packages = makeTempFolder('packages');
const { command, args } = good['Good'] as { command: string; args: string[] };
const fetched = packProgram(packages.path, 'fetched-agent', programThatRuns({ command, args, env: {} }));

describe('a hostile workspace that is trusted', () => {
	after(() => packages.remove());
	let before: readonly string[] = [];
	const open = useWorkbench({
		// `sh` is found on the PATH; the workspace has one of its own.
		machineSettings: {
			'acpHost.agents': {
				...good,
				Fetched: {
					command: 'npx',
					args: ['-y', `file:${fetched.file}`],
					env: {
						FAKE_AGENT_RECORD: '${workspaceFolder}/../record-Fetched.jsonl',
						npm_config_cache: path.join(packages.path, 'cache'),
					},
				},
				Shell: {
					command: 'sh',
					args: ['-c', 'exec "$0" "$@"', process.execPath, ...(good['Good'] as { args: string[] }).args],
					env: { FAKE_AGENT_RECORD: '${workspaceFolder}/../record-Shell.jsonl' },
				},
			},
			'acpHost.demoAgent': false,
		},
		files: { 'a.txt': 'text\n' },
		otherFolders: { second: { 'b.txt': 'text\n' } },
		prepare: async (folder) => {
			const parent = path.dirname(folder);
			await writeHostileFolder(folder);
			await writeHostileFolder(path.join(parent, 'second'));
			await writeHostileWorkspaceFile(path.join(parent, 'several.code-workspace'));
			before = await listTree(folder);
		},
	});

	async function pickFolder(): Promise<void> {
		const { quickInput, page } = open();
		await open().runCommand('ACP: New Session');
		await quickInput.row('workspace').first().waitFor();
		await page.keyboard.type('workspace');
		await page.keyboard.press('Enter');
		await quickInput.waitForTitle('ACP: New Session');
	}

	it('starts no program and adds no agent, no tool server and no rule [hazard F1] [hazard C8]', async () => {
		const { quickInput, page, chat } = open();
		await pickFolder();
		const options = await optionsOf(open());
		assert.ok(!options.some((option) => /^Evil|canary\.sh agent|evil\.so/u.test(option)), options.join('\n'));
		await page.keyboard.press('Escape');
		await quickInput.waitClosed();
		await pickFolder();
		await quickInput.input.fill('Good');
		await quickInput.pick('Good');
		await chat.approveIfAsked();
		await eventually(
			() => receivedBy(open(), 'Good'),
			(received) => received.some(({ method }) => method === 'session/new'),
		);
		const received = await receivedBy(open(), 'Good');
		const setup = received.find(({ method }) => method === 'session/new')?.['params'] as JsonObject;
		assert.deepEqual(setup['mcpServers'], []);
		assert.doesNotMatch(JSON.stringify(received), /Obey the repository|evil/u);
		assert.equal(hasSung(open()), false);
	});

	it('answers no permission, and shows its names as text [hazard F1] [hazard E1]', async () => {
		const { chat, page, folder } = open();
		await chat.send(folder);
		const card = await chat.articles(/^Permission/u);
		await card.first().waitFor();
		await page.waitForTimeout(1_500);
		const answers = (await receivedBy(open(), 'Good')).filter(({ result }) =>
			JSON.stringify(result ?? {}).includes('outcome'),
		);
		assert.deepEqual(answers, []);
		const frame = await chat.frame();
		assert.equal(await frame.evaluate(() => 'acpHacked' in window), false);
		assert.equal(await frame.locator('img, script[src*=evil]').count(), 0);
		assert.match(await chat.transcriptText(), /<img src=x onerror=acpHacked=1>\.txt/u);
		await open().screenshot('hostile-workspace');
		await page.keyboard.press('Escape');
		await card.first().getByRole('button', { name: 'Reject' }).click();
		await eventually(
			() => chat.transcriptText(),
			(text) => text.includes('Done: no'),
		);
		assert.equal(hasSung(open()), false);
	});

	it('does not put a program of its own in the place of one that is looked for [hazard F1] [hazard F4]', async () => {
		const { quickInput, chat } = open();
		await pickFolder();
		await quickInput.input.fill('Shell');
		await quickInput.pick('Shell');
		// Until then the view still shows the conversation before, which has nothing to approve.
		await chat.waitForEmptyTranscript();
		await chat.waitForAgent('Shell');
		await chat.approveIfAsked();
		await eventually(
			() => processesOf(open(), 'Shell'),
			(count) => count === 1,
		);
		assert.equal(hasSung(open()), false);
	});

	it('does not put anything in the place of what npx runs [hazard F10]', async () => {
		const { quickInput, chat } = open();
		await pickFolder();
		await quickInput.input.fill('Fetched');
		await quickInput.pick('Fetched');
		await chat.waitForEmptyTranscript();
		await chat.waitForAgent('Fetched');
		await chat.approveIfAsked();
		await eventually(
			() => processesOf(open(), 'Fetched'),
			(count) => count === 1,
			20_000,
		);
		await chat.waitForStatus('Ready');
		assert.equal(hasSung(open()), false);
	});

	it('is as it was, and ran nothing [hazard F1]', async () => {
		assert.deepEqual(await listTree(open().folder), before);
		assert.equal(hasSung(open()), false);
	});
});
