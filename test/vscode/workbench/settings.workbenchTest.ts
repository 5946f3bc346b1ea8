/** Agents in the settings: what counts, what asks first, and what a repository cannot do. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json.ts';
import { longTest } from '../../tools/longTest.ts';
import { beginSession, eventually, fakeAgents, optionsOf, processesOf, receivedBy } from './fakeAgents.ts';
import { guardOver } from './guardOver.ts';
import { useWorkbench } from './rig.ts';

const longArgument = `--note=${'a rather long note '.repeat(12)}END`;

function careful(...extra: string[]): JsonObject {
	const fake = fakeAgents({ Careful: { on: { 'session/prompt': [{ text: 'At your service.' }] } } })[
		'Careful'
	];
	const { args, ...rest } = fake as { args: string[] };
	return { ...rest, args: [...args, ...extra] };
}

const variables = {
	...(fakeAgents({ Variable: { start: [{ dumpEnv: '${workspaceFolder}/env.json' }] } })[
		'Variable'
	] as JsonObject),
	cwd: '${workspaceFolder}/sub',
};

const machine = {
	'acpHost.agents': {
		Careful: careful(longArgument),
		Variable: { ...variables, env: { WHERE: '${workspaceFolder}', WHO: '<${env:PATH}>' } },
		Broken: { command: 7 },
	},
};

describe('settings', () => {
	const open = useWorkbench({
		machineSettings: machine,
		workspaceSettings: {
			'acpHost.agents': {
				Evil: { command: 'touch', args: ['${workspaceFolder}/pwned'] },
				Careful: { command: 'touch', args: ['${workspaceFolder}/pwned'] },
			},
			'acpHost.demoAgent': false,
			'acpHost.trace.traffic': true,
		},
		files: { 'a.txt': 'a\n', 'sub/b.txt': 'b\n' },
	});

	/** Settings files are watched; a change needs a moment. */
	async function change(agents: JsonObject): Promise<void> {
		open().server.writeMachineSettings({ 'acpHost.agents': agents });
		await open().page.waitForTimeout(1_500);
	}

	async function listed(): Promise<string[]> {
		const { quickInput, page } = open();
		await open().runCommand('ACP: New Session');
		await quickInput.waitForTitle('ACP: New Session');
		const options = await optionsOf(open());
		await page.keyboard.press('Escape');
		await quickInput.waitClosed();
		return options;
	}

	it('takes no agent and no switch from the workspace [hazard F1] [hazard C8]', async () => {
		const { chat } = open();
		const options = await listed();
		assert.ok(!options.some((option) => option.startsWith('Evil')), options.join('\n'));
		assert.ok(
			options.some((option) => option.startsWith('Demo Agent')),
			options.join('\n'),
		);
		assert.ok(
			options.some((option) => option.startsWith('Careful') && option.includes('fakeAgent.ts')),
			options.join('\n'),
		);
		await chat.show();
		const view = await chat.frame();
		await view.getByRole('group', { name: 'Start with' }).waitFor();
		assert.doesNotMatch(await view.locator('body').innerText(), /Evil/u);
		assert.equal(existsSync(path.join(open().folder, 'pwned')), false);
	});

	it('says in the empty view which entry is wrong and why', async () => {
		const view = await open().chat.frame();
		const problem = view.getByRole('list', { name: 'Problems in the settings' });
		assert.match(await problem.innerText(), /"Broken": "command" must name a program/u);
		await open().screenshot('settings-empty');
	});

	it('shows the full command line before it runs for the first time, and runs it only after Approve [hazard F3]', async () => {
		const workbench = open();
		const { chat, page } = workbench;
		await (await chat.button('Careful')).click();
		await chat.waitForStatus('Not approved');
		const card = (await chat.frame()).getByRole('region', { name: 'Approve the agent' });
		const text = (await card.getByRole('group', { name: 'Command line' }).innerText()).replaceAll('\n', '');
		assert.ok(text.includes('fakeAgent.ts'), text);
		assert.ok(text.includes(longArgument), text);
		await workbench.screenshot('settings-approval');
		await page.waitForTimeout(800);
		assert.deepEqual(await receivedBy(workbench, 'Careful'), []);
		await chat.send('are you there');
		await page.waitForTimeout(500);
		assert.deepEqual(await receivedBy(workbench, 'Careful'), []);
		assert.equal(await (await chat.composer()).inputValue(), 'are you there');
		await card.getByRole('button', { name: 'Approve' }).click();
		await chat.waitForStatus('Ready');
		assert.equal(await card.isVisible(), false);
		await (await chat.composer()).press('Enter');
		await eventually(
			() => chat.transcriptText(),
			(transcript) => transcript.includes('At your service.'),
		);
		assert.equal(await processesOf(workbench, 'Careful'), 1);
		assert.equal(existsSync(path.join(workbench.folder, 'pwned')), false);
	});

	longTest('lists a new agent without a reload, and drops one that is gone', async () => {
		const { Careful, Variable } = machine['acpHost.agents'];
		await change({ Careful, Variable, 'Brand New': careful() });
		const options = await eventually(listed, (rows) => rows.some((row) => row.startsWith('Brand New')));
		assert.ok(!options.some((row) => row.includes('with a problem')), options.join('\n'));
		await change({ Careful, Variable });
		await eventually(listed, (rows) => !rows.some((row) => row.startsWith('Brand New')));
	});

	it('lets a session that runs go on when its entry changes', async () => {
		const workbench = open();
		const { chat } = workbench;
		const { Variable } = machine['acpHost.agents'];
		await change({ Variable, Careful: careful('--changed') });
		await chat.send('still there');
		await chat.waitForStatus('Ready');
		await eventually(
			() => chat.transcriptText(),
			(transcript) => (transcript.match(/At your service\./gu) ?? []).length === 2,
		);
		assert.equal(await processesOf(workbench, 'Careful'), 1);
	});

	it('asks again when an argument has changed, and approves only what was shown [hazard F3] [hazard C9]', async () => {
		const workbench = open();
		const { chat, page } = workbench;
		const { Variable } = machine['acpHost.agents'];
		await workbench.runCommand('ACP: Restart Agent');
		await chat.waitForStatus('Not approved');
		const card = (await chat.frame()).getByRole('region', { name: 'Approve the agent' });
		assert.match(await card.innerText(), /--changed/u);
		await guardOver();
		// The settings change between the reading and the click.
		await change({ Variable, Careful: careful('--swapped') });
		await card.getByRole('button', { name: 'Approve' }).click();
		await eventually(
			() => card.innerText(),
			(text) => text.includes('--swapped'),
		);
		await page.waitForTimeout(300);
		assert.equal(await processesOf(workbench, 'Careful'), 1);
		await chat.waitForStatus('Not approved');
		await guardOver();
		await card.getByRole('button', { name: 'Approve' }).click();
		await chat.waitForStatus('Ready');
		assert.equal(await processesOf(workbench, 'Careful'), 2);
	});

	longTest('says nothing of an error when the user restarts the agent', async () => {
		const { chat } = open();
		const before = await processesOf(open(), 'Careful');
		await open().runCommand('ACP: Restart Agent');
		await eventually(
			() => processesOf(open(), 'Careful'),
			(count) => count === before + 1,
		);
		await chat.waitForStatus('Ready');
		const errors = (await chat.frame()).locator('article[data-severity=error]');
		assert.deepEqual(await errors.allInnerTexts(), []);
		await open().screenshot('settings-restarted');
	});

	it("puts in variables, starts in cwd, and keeps VS Code's own environment from the agent [hazard F4]", async () => {
		const workbench = open();
		await beginSession(workbench, 'Variable');
		const file = path.join(workbench.folder, 'env.json');
		await eventually(
			async () => existsSync(file),
			(isThere) => isThere,
		);
		await workbench.chat.waitForStatus('Ready');
		const env = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
		assert.equal(env['WHERE'], workbench.folder);
		assert.equal(env['WHO'], `<${env['PATH']}>`);
		const denied = Object.keys(env).filter((name) => /^(ELECTRON_|VSCODE_|NODE_OPTIONS|CHROME_)/u.test(name));
		assert.deepEqual(denied, []);
	});

	it('says why a launcher is asked about that looks into the folder first [hazard F3] [hazard F10]', async () => {
		const { chat, folder, quickInput } = open();
		await change({ Fetched: { command: 'bunx', args: ['agent'] } });
		await open().runCommand('ACP: New Session');
		await quickInput.waitForTitle('ACP: New Session');
		await quickInput.pick('Fetched');
		await chat.waitForStatus('Not approved');
		const card = (await chat.frame()).getByRole('region', { name: 'Approve the agent' });
		const text = await card.innerText();
		assert.ok(text.includes(`bunx agent (in ${folder}, where bunx looks first: files of this folder`), text);
		await open().screenshot('settings-approval-launcher');
	});
});
