/** Options, commands, and what agents tell beside the conversation, by mouse and keyboard in the real workbench. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { eventually, fakeAgents, optionsOf, receivedBy, startSession } from './fakeAgents.ts';
import type { Workbench } from './workbench.ts';

const modes = {
	currentModeId: 'ask',
	availableModes: [
		{ id: 'ask', name: 'Ask', description: 'Asks before each change' },
		{ id: 'code', name: 'Code', description: 'Writes files' },
		{ id: 'https://example.invalid/modes#plan', name: '$(trash) Plan', description: 'Only plans' },
	],
};
const group = (name: string, from: number): JsonObject => ({
	group: name,
	name,
	options: Array.from({ length: 10 }, (_none, n) => ({
		value: `m${from + n}`,
		name: `Model ${from + n}`,
		description: `The model number ${from + n}`,
	})),
});
const model = (current: string): JsonObject => ({
	type: 'select',
	id: 'model',
	name: 'Model',
	category: 'model',
	currentValue: current,
	options: [group('Fast', 10), group('Slow', 20)],
});
const web = { type: 'boolean', id: 'web', name: 'Web search', currentValue: true };
const commands = [
	{ name: 'plan', description: 'Makes a plan' },
	{ name: 'review', description: 'Looks at a branch', input: { hint: 'branch' } },
];

const scripts: Record<string, FakeAgentScript> = {
	Modes: {
		on: {
			'session/new': [
				{ respond: { sessionId: 'modes', modes } },
				{ update: { sessionUpdate: 'available_commands_update', availableCommands: commands } },
			],
			'session/prompt': [{ text: 'Got ${params.prompt}' }],
		},
	},
	Models: {
		on: {
			'session/new': [{ respond: { sessionId: 'models', configOptions: [model('m12'), web] } }],
			'session/set_config_option': [{ respond: { configOptions: [model('m25'), web] } }],
		},
	},
	Refusing: {
		on: {
			'session/new': [{ respond: { sessionId: 'refusing', modes } }],
			'session/set_mode': [{ sleep: 300 }, { error: { code: -32602, message: 'Not in this repository' } }],
		},
	},
	Facts: {
		on: {
			'session/prompt': [
				{
					update: {
						sessionUpdate: 'notice',
						severity: 'warning',
						title: 'Close to the limit',
						description: 'Two requests are left.',
					},
				},
				{
					update: {
						sessionUpdate: 'usage_update',
						used: 12_345,
						size: 200_000,
						cost: { amount: 0.25, currency: 'USD' },
					},
				},
				{ update: { sessionUpdate: 'compaction_update', compactionId: 'c', status: 'completed' } },
				{ text: 'Said.' },
			],
		},
	},
};

export const optionsSettings = { 'acpHost.agents': fakeAgents(scripts), 'acpHost.rememberOptions': true };

/** @param open the window; its settings are those above */
export function describeOptions(open: () => Workbench): void {
	describe('options', () => {
		const modesSent = async (agent: string): Promise<unknown[]> =>
			(await receivedBy(open(), agent)).flatMap(({ method, params }) =>
				method === 'session/set_mode' && isJsonObject(params) ? [params['modeId']] : [],
			);
		const modeShown = async (value: string): Promise<void> => {
			const frame = await open().chat.frame();
			await eventually(
				() => frame.getByRole('combobox', { name: 'Mode' }).inputValue(),
				(shown) => shown === value,
			);
		};

		it('are chosen with mouse and keyboard; Alt+M takes the next mode without leaving the composer [acp C121]', async () => {
			const { chat, page } = open();
			await startSession(open(), 'Modes');
			const frame = await chat.frame();
			const combo = frame.getByRole('combobox', { name: 'Mode' });
			await combo.selectOption('code');
			await modeShown('code');
			await combo.focus();
			await page.keyboard.press('A');
			await modeShown('ask');
			await (await chat.composer()).click();
			await page.keyboard.press('Alt+m');
			await modeShown('code');
			await page.keyboard.type('still here');
			await chat.waitForDraft('still here');
			await (await chat.composer()).fill('');
			await eventually(
				() => modesSent('Modes'),
				(sent) => sent.length === 3,
			);
			assert.deepEqual(await modesSent('Modes'), ['code', 'ask', 'code']);
		});

		longTest('are chosen in the lists of the palette, which show icons of agents as text', async () => {
			const { quickInput } = open();
			await open().runCommand('ACP: Select Mode');
			await quickInput.waitForTitle('Modes: Mode');
			const rows = await optionsOf(open());
			assert.equal(rows.length, 3);
			assert.match(rows[1] ?? '', /Code.*current/u);
			await open().screenshot('options-mode-list');
			await quickInput.pick(/Plan/u);
			await modeShown('https://example.invalid/modes#plan');
			await open().runCommand('ACP: Next Mode');
			await modeShown('ask');
		});

		longTest('start a new session as they were chosen last, if the user wants that', async () => {
			const { quickInput } = open();
			await open().runCommand('ACP: Select Mode');
			await quickInput.pick(/Code/u);
			await modeShown('code');
			const before = (await modesSent('Modes')).length;
			await startSession(open(), 'Modes');
			await modeShown('code');
			assert.equal((await modesSent('Modes')).length, before + 1);
		});

		it('complete a command with Tab, and send it as plain text [acp C122] [acp C123]', async () => {
			const { chat, page } = open();
			const composer = await chat.composer();
			await composer.click();
			await page.keyboard.type('/re');
			const frame = await chat.frame();
			await frame.getByRole('option', { name: /review/u }).waitFor();
			await open().screenshot('options-slash');
			await page.keyboard.press('Tab');
			assert.equal(await composer.inputValue(), '/review ');
			await frame.getByText('/review branch').first().waitFor();
			await page.keyboard.type('main');
			await page.keyboard.press('Enter');
			await chat.waitForStatus('Ready');
			const prompts = (await receivedBy(open(), 'Modes')).filter(({ method }) => method === 'session/prompt');
			assert.match(JSON.stringify(prompts.at(-1)), /"text":"\/review main"/u);
		});

		longTest('that are many come in a list with a filter, and the cursor comes back', async () => {
			const { chat, page, quickInput } = open();
			await startSession(open(), 'Models');
			const frame = await chat.frame();
			await frame.getByRole('button', { name: 'Model: Model 12' }).click();
			await quickInput.waitForTitle('Models: Model');
			await open().screenshot('options-model-list');
			await page.keyboard.type('number 25');
			await page.keyboard.press('Enter');
			await frame.getByRole('button', { name: 'Model: Model 25' }).waitFor();
			await eventually(
				() => frame.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''),
				(label) => label === 'Message',
			);
			await open().runCommand('ACP: Select Option');
			await quickInput.waitForTitle('Models: Options');
			assert.equal((await optionsOf(open())).length, 2);
			await quickInput.pick('Web search');
			await quickInput.waitForTitle('Models: Web search');
			await page.keyboard.press('Escape');
		});

		longTest('go back when the agent refuses, and the reason is there [acp C84]', async () => {
			const { chat } = open();
			await startSession(open(), 'Refusing');
			const frame = await chat.frame();
			await frame.getByRole('combobox', { name: 'Mode' }).selectOption('code');
			await eventually(
				() => chat.transcriptText(),
				(text) => text.includes('Not in this repository'),
			);
			await modeShown('ask');
			await open().screenshot('options-refused');
		});

		longTest('notices, usage and compaction show; the notice is gone after a reload [acp C69]', async () => {
			const { chat } = open();
			await startSession(open(), 'Facts');
			await chat.send('go');
			const frame = await chat.frame();
			const notices = frame.getByRole('region', { name: 'Notices of the agent' });
			await notices.getByText('Close to the limit').waitFor();
			await frame.getByRole('meter', { name: 'Context: 6 % used' }).waitFor();
			await frame.getByRole('article', { name: 'The conversation was shortened' }).waitFor();
			await chat.waitForStatus('Ready');
			await open().screenshot('options-facts');
			await open().reload();
			// The side bar comes back by itself; a click on its icon would close it.
			await chat.waitForStatus(/Ready/u);
			assert.equal(await (await chat.frame()).getByText('Close to the limit').count(), 0);
		});
	});
}
