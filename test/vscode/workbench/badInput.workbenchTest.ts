/** Agents that are missing, broken or hostile: one clear message each, with a next action that works. */
import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import {
	ask,
	eventually,
	fakeAgents,
	optionsOf,
	outcomesOf,
	processesOf,
	startSession,
} from './fakeAgents.ts';
import { guardOver } from './guardOver.ts';
import { useWorkbench } from './rig.ts';
import type { Workbench } from './workbench.ts';

const outside = path.join(os.tmpdir(), `acp-host-outside-${process.pid}.txt`);

const scripts = {
	Noisy: {
		start: [{ raw: 'Welcome to Noisy 1.0!\n\u001B[32mgreen\u001B[0m\n\nnull\n{"half": \n' }],
		on: {
			initialize: [{ raw: 'debug: initialize\n' }, { respond: '$default' }, { raw: '[]\n42\n' }],
			'session/prompt': [{ text: 'one ' }, { raw: '\uFEFFnoise in between\n' }, { text: 'two' }],
		},
	},
	Garbage: { on: { initialize: [{ respond: 'forty-two' }] } },
	Newer: { on: { initialize: [{ respond: { protocolVersion: 3, agentCapabilities: {} } }] } },
	Fragile: {
		on: {
			'session/prompt#1': [
				{ text: 'All is well.' },
				ask({ title: 'Delete the world', command: 'rm world', isAsync: true }),
				{ sleep: 300 },
				{ stderr: 'out of luck\n' },
				{ die: { code: 7 } },
			],
			'session/prompt': [{ text: 'Back again.' }],
		},
	},
	Outsider: {
		on: {
			'session/prompt': [
				{
					request: { method: 'fs/read_text_file', params: { sessionId: '$session', path: outside } },
					as: 'read',
				},
				{ text: 'content ${result.read.content} error ${error.read.message}' },
			],
		},
	},
	Refusing: { on: { 'session/prompt': [{ error: { code: -32603, message: 'No quota is left' } }] } },
} satisfies Record<string, FakeAgentScript>;

const fakes = fakeAgents(scripts);
const settings = {
	Missing: { command: 'no-such-agent-here' },
	NotExecutable: { command: '${workspaceFolder}/plain.txt' },
	EndsAtOnce: {
		command: process.execPath,
		args: ['-e', 'console.error("no licence found"); process.exit(4)'],
	},
	...fakes,
	Wrong: { command: process.execPath, args: 'not a list' },
};

describe('bad input', () => {
	const open = useWorkbench({
		machineSettings: { 'acpHost.agents': settings },
		files: { 'plain.txt': 'not a program\n' },
	});

	after(() => rm(outside, { force: true }));

	/** Starts a session without expecting that it gets ready. */
	async function choose(agent: string): Promise<void> {
		const { quickInput } = open();
		await open().runCommand('ACP: New Session');
		await quickInput.waitForTitle('ACP: New Session');
		// The list shows only the rows that fit.
		await quickInput.input.fill(agent);
		await quickInput.pick(agent);
		await quickInput.waitClosed();
		await open().page.waitForTimeout(300);
		await open().chat.approveIfAsked();
	}

	async function notices(name: string | RegExp): Promise<Locator> {
		return open().chat.articles(name);
	}

	/** The one notice that there is: waits for it. */
	async function onlyNotice(title: RegExp): Promise<Locator> {
		await (await notices(title)).first().waitFor();
		// A second one would come soon after.
		await open().page.waitForTimeout(400);
		const all = await notices(/^Notice: /u);
		assert.equal(await all.count(), 1, (await all.allInnerTexts()).join('\n---\n'));
		return all.first();
	}

	async function buttonsOf(notice: Locator): Promise<string[]> {
		return (await notice.getByRole('button').allInnerTexts()).map((text) => text.trim());
	}

	async function closeEditor({ page, editors }: Workbench): Promise<void> {
		await editors.editor.click();
		await page.keyboard.press('Control+w');
		await editors.tab('settings.json').waitFor({ state: 'hidden' });
	}

	it('names a program that is not found, and opens the settings to correct it [hazard B7]', async () => {
		const { chat, editors } = open();
		await choose('Missing');
		const notice = await onlyNotice(/Missing could not be started/u);
		assert.match(await notice.innerText(), /no-such-agent-here.*not found on PATH/su);
		assert.deepEqual(await buttonsOf(notice), ['Open Settings', 'Try Again', 'Show Log']);
		await chat.waitForStatus('Agent exited');
		await open().screenshot('bad-input-missing');
		await notice.getByRole('button', { name: 'Open Settings' }).click();
		await editors.tab('settings.json').waitFor();
		await closeEditor(open());
	});

	it('gives the text back when the agent of a prompt cannot start, and tries again on demand [hazard G2]', async () => {
		const workbench = open();
		const { chat, server } = workbench;
		await chat.send('please do it');
		const composer = await chat.composer();
		await eventually(
			() => composer.inputValue(),
			(text) => text === 'please do it',
		);
		const failures = await notices(/^Notice: Missing could not be started/u);
		await eventually(
			() => failures.count(),
			(count) => count === 2,
		);
		assert.match(await chat.transcriptText(), /please do it/u);
		// The same entry, now correct.
		server.writeMachineSettings({
			'acpHost.agents': { ...settings, Missing: fakeAgents({ Missing: {} })['Missing'] },
		});
		await workbench.page.waitForTimeout(1_500);
		await (await notices(/^Notice: Missing/u)).last().getByRole('button', { name: 'Try Again' }).click();
		// A changed command line is shown and approved before it runs.
		await (await chat.button('Approve')).waitFor();
		await guardOver();
		await (await chat.button('Approve')).click();
		await chat.waitForStatus('Ready');
		assert.equal(await composer.inputValue(), 'please do it');
		await composer.press('Enter');
		await chat.waitForStatus('Ready');
		await eventually(
			() => composer.inputValue(),
			(text) => text === '',
		);
	});

	longTest('says that a file is not executable [hazard B7]', async () => {
		await choose('NotExecutable');
		const notice = await onlyNotice(/NotExecutable could not be started/u);
		assert.match(await notice.innerText(), /plain\.txt.*not executable/su);
	});

	it('shows the exit code and the last words of an agent that ends at once [hazard B3]', async () => {
		const { chat, page } = open();
		await choose('EndsAtOnce');
		const notice = await onlyNotice(/EndsAtOnce/u);
		assert.match(await notice.innerText(), /exit code 4/u);
		assert.match(await notice.innerText(), /no licence found/u);
		await chat.waitForStatus('Agent exited');
		await notice.getByRole('button', { name: 'Show Log' }).click();
		// Its text is not there in a VS Code without the native log writer.
		await eventually(
			() => page.locator('.part.panel select').first().inputValue(),
			(channel) => channel.includes('EndsAtOnce'),
		);
		await open().screenshot('bad-input-show-log');
		await open().runCommand('View: Toggle Panel Visibility');
	});

	it('works with an agent that prints noise before and among its messages [hazard A2]', async () => {
		const { chat } = open();
		await startSession(open(), 'Noisy');
		await chat.send('go');
		await (await chat.articles(/two|Noisy|Fake Agent/u)).first().waitFor();
		await eventually(
			() => chat.transcriptText(),
			(text) => text.includes('one two'),
		);
		assert.equal(await (await notices(/^Notice: /u)).count(), 0);
	});

	it('says what an agent did that answers garbage to initialize [hazard A5]', async () => {
		await choose('Garbage');
		const notice = await onlyNotice(/Garbage/u);
		assert.match(await notice.innerText(), /initialize/u);
		assert.ok((await buttonsOf(notice)).includes('Show Log'));
		await open().chat.waitForStatus('Agent exited');
		await open().screenshot('bad-input-garbage');
	});

	longTest('names both versions when the agent speaks only another one [acp C17]', async () => {
		await choose('Newer');
		const notice = await onlyNotice(/Newer does not speak a protocol/u);
		const text = await notice.innerText();
		assert.match(text, /\b3\b/u);
		assert.match(text, /\b1\b/u);
		assert.deepEqual(await buttonsOf(notice), ['Show Log', 'Open Settings', 'Restart Agent']);
		await open().screenshot('bad-input-version');
	});

	longTest("tells the agent's own error with the prompt kept in the transcript", async () => {
		const { chat } = open();
		await startSession(open(), 'Refusing');
		await chat.send('think hard');
		const notice = await onlyNotice(/reported an error/u);
		assert.match(await notice.innerText(), /No quota is left/u);
		assert.match(await chat.transcriptText(), /think hard/u);
		await chat.waitForStatus('Ready');
	});

	it('settles everything when the agent dies in the middle, keeps transcript and draft, starts a fresh one [hazard B3] [hazard G2]', async () => {
		const workbench = open();
		const { chat, quickInput, page } = workbench;
		await startSession(open(), 'Fragile');
		await chat.send('go');
		const composer = await chat.composer();
		// On a slow machine the picker of the permission opens meanwhile and has the focus.
		await eventually(
			() => composer.fill('my next thought').then(() => composer.inputValue()),
			(text) => text === 'my next thought',
		);
		await chat.waitForStatus('Agent exited');
		const notice = await onlyNotice(/exited/u);
		assert.match(await notice.innerText(), /exit code 7/u);
		assert.match(await notice.innerText(), /out of luck/u);
		assert.deepEqual(await buttonsOf(notice), ['Restart Agent', 'Show Log']);
		await quickInput.waitClosed();
		assert.match(await (await chat.articles(/^Permission: /u)).last().innerText(), /the agent is gone/u);
		assert.match(await (await chat.articles(/^Tool call: /u)).last().innerText(), /cancelled/u);
		assert.match(await chat.transcriptText(), /All is well\./u);
		assert.equal(await (await chat.composer()).inputValue(), 'my next thought');
		assert.equal(await page.getByText(/ACP: \d permission/u).count(), 0);
		await workbench.screenshot('bad-input-died');
		await (await chat.composer()).press('Enter');
		await eventually(
			() => processesOf(workbench, 'Fragile'),
			(count) => count === 2,
		);
		await chat.waitForStatus(/Ready|Agent exited/u);
		assert.match(await chat.transcriptText(), /my next thought/u);
	});

	it('brings the agent back with Restart Agent', async () => {
		const workbench = open();
		const { chat } = workbench;
		await eventually(
			async () => (await notices(/^Notice: .* exited/u)).count(),
			(count) => count > 0,
		);
		const before = await processesOf(workbench, 'Fragile');
		await (await notices(/exited/u)).last().getByRole('button', { name: 'Restart Agent' }).click();
		await eventually(
			() => processesOf(workbench, 'Fragile'),
			(count) => count > before,
		);
		await chat.waitForStatus('Ready');
	});

	it('asks before a file outside of the workspace is read; Reject tells the agent no [hazard D1]', async () => {
		const workbench = open();
		const { chat, quickInput } = workbench;
		await writeFile(outside, 'a secret');
		await startSession(open(), 'Outsider');
		await chat.send('look');
		await quickInput.waitForTitle(/acp-host-outside/u);
		await eventually(
			async () => (await optionsOf(open())).slice(0, 2).join(),
			(options) => options === 'Reject,Allow this read',
		);
		await guardOver();
		await workbench.screenshot('bad-input-outside');
		await quickInput.pick('Reject');
		await chat.waitForStatus('Ready');
		assert.doesNotMatch(await chat.transcriptText(), /a secret/u);
		assert.match(await chat.transcriptText(), /does not allow/u);
		await chat.send('look again');
		await quickInput.waitForTitle(/acp-host-outside/u);
		await guardOver();
		await quickInput.pick('Allow this read');
		await eventually(
			() => chat.transcriptText(),
			(text) => text.includes('a secret'),
		);
		assert.deepEqual(await outcomesOf(workbench, 'Outsider'), []);
	});

	it('says which entry of the settings is wrong and why, and leads there', async () => {
		const { quickInput, editors } = open();
		await open().runCommand('ACP: New Session');
		await quickInput.waitForTitle('ACP: New Session');
		const rows = await quickInput.rows();
		assert.ok(!rows.includes('Wrong'), rows.join());
		const configure = quickInput.row('Configure Agents… (1 with a problem)').first();
		await quickInput.input.fill('Configure');
		await configure.waitFor();
		assert.match(await configure.innerText(), /"Wrong": "args" must be a list of strings/u);
		await open().screenshot('bad-input-settings');
		await configure.click();
		await editors.tab('settings.json').waitFor();
		await closeEditor(open());
	});
});
