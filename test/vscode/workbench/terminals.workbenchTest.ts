/** Commands of agents: live in the card, the same in a terminal tab, stopped from the list; and following the agent. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { eventually, fakeAgents, startSession } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';

/** Waits for a file in the session's folder, so that a test says when the command goes on. */
const until = (name: string): string => `while [ ! -e ${name} ]; do sleep 0.05; done`;
const hostile =
	'\u001B[32mgreen\u001B[0m one\u001B]0;hacked\u0007\u001B]52;c;aGFja2Vk\u0007\u001B[c\u001B[6n\n';

function start(command: string, title: string): readonly Step[] {
	return [
		{ request: { method: 'terminal/create', params: { sessionId: '$session', command } }, as: 'made' },
		{
			update: {
				sessionUpdate: 'tool_call',
				toolCallId: 'c1',
				title,
				kind: 'execute',
				status: 'in_progress',
				content: [{ type: 'terminal', terminalId: '$result.made.terminalId' }],
			},
		},
	];
}

const terminal = { sessionId: '$session', terminalId: '$result.made.terminalId' };

function touch(toolCallId: string, file: string, line: number): Step {
	return {
		update: {
			sessionUpdate: 'tool_call',
			toolCallId,
			title: `Read ${toolCallId}`,
			kind: 'read',
			status: 'completed',
			locations: [{ path: `\${params.prompt.0.text}/${file}`, line }],
		},
	};
}

const scripts: Record<string, FakeAgentScript> = {
	Shell: {
		on: {
			'session/prompt': [
				...start(`cat colours.txt; ${until('go')}; echo two; exit 3`, 'Build it'),
				{ request: { method: 'terminal/wait_for_exit', params: terminal }, as: 'exit' },
				{ request: { method: 'terminal/release', params: terminal } },
				{ update: { sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' } },
			],
		},
	},
	Server: {
		on: {
			'session/prompt': [
				...start('echo listening; sleep 600', 'Start the server'),
				{ update: { sessionUpdate: 'tool_call_update', toolCallId: 'c1', status: 'completed' } },
			],
		},
	},
	Reader: {
		on: {
			'session/prompt#1': [touch('first', 'long.txt', 150)],
			'session/prompt#2': [touch('outside', '../record-Reader.jsonl', 1), touch('second', 'long.txt', 150)],
			'session/prompt': [touch('third', 'other.txt', 1)],
		},
	},
};

const long = Array.from({ length: 200 }, (_, at) => `line ${at + 1}`).join('\n');

describe('commands of agents', () => {
	const open = useWorkbench({
		machineSettings: {
			'acpHost.agents': fakeAgents(scripts),
			// So that what the terminal shows is text in the page.
			'terminal.integrated.gpuAcceleration': 'off',
		},
		files: { 'long.txt': long, 'other.txt': 'other\n', 'colours.txt': hostile },
	});

	async function card(title: string): Promise<Locator> {
		const found = (await open().chat.articles(`Tool call: ${title}`)).first();
		await found.waitFor();
		const fold = found.locator('.card-fold');
		if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
		return found;
	}

	/** VS Code may break a label into several parts. */
	const tabs = async (): Promise<string[]> =>
		(await open().editors.tabs()).map((label) => label.replaceAll(/\s/gu, ''));

	const rows = async (): Promise<string> =>
		(await open().page.locator('.xterm-rows').last().innerText()).replaceAll('\u00A0', ' ');

	it('print live and in colours, in the card and in a terminal that shows just that [acp C89] [acp C91] [hazard E10]', async () => {
		const { chat, page, folder } = open();
		await startSession(open(), 'Shell');
		await chat.send('build');
		const build = await card('Build it');
		const output = build.getByRole('group', { name: 'Terminal output' });
		await output.getByText('green one').or(output.locator('.ansi-green-fg')).first().waitFor();
		await eventually(
			() => output.innerText(),
			(text) => text === 'green one\n',
		);
		assert.equal(await output.locator('.ansi-green-fg').innerText(), 'green');
		assert.match(await build.innerText(), /Running…/u);

		await build.getByRole('button', { name: 'Open in Terminal' }).click();
		await eventually(rows, (text) => text.includes('green one'));
		assert.equal(
			await page.locator('.xterm-rows').last().locator('.xterm-fg-2').first().innerText(),
			'green',
		);

		await writeFile(path.join(folder, 'go'), '');
		await eventually(rows, (text) => /green one\s+two\s+\[exited with code 3\]/u.test(text));
		await chat.waitForStatus('Ready');
		await eventually(
			() => build.innerText(),
			(text) => /green one\s+two\s+Exit code 3/u.test(text),
		);
		await open().screenshot('terminal-card-and-tab');
		assert.doesNotMatch(await page.locator('.part.panel').innerText(), /hacked/u);
	});

	longTest('have one terminal each, in which typing says once that it goes nowhere', async () => {
		const { page } = open();
		const build = await card('Build it');
		await build.getByRole('button', { name: 'Open in Terminal' }).click();
		await page.locator('.part.panel .xterm').last().click();
		await page.keyboard.type('echo typed');
		await page.getByText('What you type does not reach it').first().waitFor();
		assert.doesNotMatch(await rows(), /typed/u);
		await open().runCommand('Notifications: Show Notifications');
		const messages = page.locator('.notification-list-item-message');
		await messages.first().waitFor();
		assert.equal(await messages.filter({ hasText: 'What you type' }).count(), 1);
		assert.ok((await page.locator('.terminal-tabs-entry').count()) <= 1);
		await page.keyboard.press('Escape');
		await open().runCommand('Notifications: Clear All Notifications');
	});

	it('that go on after the turn are listed, and stopped from there', async () => {
		const { chat, quickInput } = open();
		await startSession(open(), 'Server');
		await chat.send('start');
		const server = await card('Start the server');
		await server.getByRole('group', { name: 'Terminal output' }).getByText('listening').waitFor();
		await chat.waitForStatus('Ready');
		const list = (await chat.frame()).getByRole('region', { name: 'Running commands' });
		await list.getByRole('button', { name: /1 command running/u }).click();
		await open().screenshot('running-list');

		await open().runCommand('ACP: Show Running Commands');
		await quickInput.waitForTitle('ACP: Running Commands');
		const [label] = await quickInput.rows();
		assert.equal(label, 'echo listening; sleep 600');
		await open().screenshot('running-quick-pick');
		await open().page.keyboard.press('Escape');

		await list.getByRole('button', { name: /^Stop echo listening/u }).click();
		await list.waitFor({ state: 'hidden' });
		await eventually(
			() => server.innerText(),
			(text) => text.includes('Ended by SIGTERM'),
		);
	});

	longTest(
		'are followed into the editor only if the user wants it, and never take the focus [acp C10]',
		async () => {
			const { chat, editors, page, folder } = open();
			await open().runCommand('View: Close All Editors');
			await startSession(open(), 'Reader');
			const prompt = async (call: string): Promise<void> => {
				await chat.send(folder);
				await (await chat.articles(`Tool call: Read ${call}`)).first().waitFor();
				await chat.waitForStatus('Ready');
			};
			await prompt('first');
			await page.waitForTimeout(600);
			assert.deepEqual(await tabs(), [], 'off by default');

			await open().runCommand('ACP: Toggle Follow the Agent');
			// The setting is written in its own time.
			await page.getByRole('button', { name: 'Stop Following the Agent' }).first().waitFor();
			await prompt('second');
			await editors.tab('long.txt').waitFor();
			await eventually(
				() => editors.visibleText(),
				(text) => text.includes('line 150'),
			);
			await open().screenshot('follow-agent');
			assert.deepEqual(await tabs(), ['long.txt'], 'nothing outside of the workspace');
			assert.match(
				(await page
					.locator('.tabs-container .tab.active .monaco-icon-label')
					.first()
					.getAttribute('class')) ?? '',
				/italic/u,
			);
			await page.keyboard.type('still here');
			await chat.waitForDraft('still here');

			// What the user is changing stays open beside what is followed.
			await editors.typeAtEnd('mine');
			await prompt('third');
			await editors.tab('other.txt').waitFor();
			assert.deepEqual(await tabs(), ['long.txt', 'other.txt']);
			assert.equal(await editors.isDirty('long.txt'), true);
			await open().runCommand('ACP: Stop Following the Agent');
		},
	);
});
