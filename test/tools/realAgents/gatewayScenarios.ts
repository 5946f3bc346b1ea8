/** What a turn gateway is put through beside what every agent is. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { eventually } from '../../vscode/workbench/fakeAgents.ts';
import { guardOver } from '../../vscode/workbench/guardOver.ts';
import type { AgentWindow } from './agentWindow.ts';
import { editedFile, shellCommand } from './modelScript.ts';
import { originalText, type RealScenario, writeOriginal } from './scenarios.ts';

const agents = ['codex-app-server'];
const editedText = originalText.replace('beta', 'BETA');
const linesOf = (text: string): string[] => text.split('\n');

/** What stands in the conversation from a prompt on. */
async function shownAfter({ workbench }: AgentWindow, prompt: string): Promise<string> {
	const shown = await workbench.chat.transcriptText();
	return shown.slice(shown.lastIndexOf(prompt));
}

async function lastCard({ workbench }: AgentWindow, title: string | RegExp): Promise<Locator> {
	const card = (await workbench.chat.articles(title)).last();
	await card.waitFor();
	const fold = card.getByRole('button', { expanded: false });
	if ((await fold.count()) > 0) await fold.first().click();
	return card;
}

/** The list of sessions, as a screen reader finds it. */
const row = ({ workbench }: AgentWindow, name: RegExp): Locator =>
	workbench.page.getByRole('tree', { name: /Sessions/u }).getByRole('treeitem', { name });

export const gatewayScenarios: readonly RealScenario[] = [
	{
		name: 'edit, as a diff and in review',
		agents,
		async run({ window }) {
			const { workbench } = window;
			await writeOriginal(window);
			await window.prompt('scenario:edit Change what is reviewed', 'allow_once');
			const card = await lastCard(window, 'Tool call: Edit notes.md');
			await card
				.getByRole('button', { name: /Open Diff/u })
				.first()
				.click();
			await workbench.editors.waitForDiff({ before: linesOf(originalText), after: linesOf(editedText) });
			await workbench.screenshot('real-agents/codex-app-server-diff-tab');
			await workbench.runCommand('View: Close All Editors');
			const strip = (await workbench.chat.frame()).getByRole('region', { name: 'Changes to review' });
			await strip.getByRole('button', { name: /^Review: / }).click();
			await eventually(
				() => workbench.page.locator('.monaco-editor .view-lines').allInnerTexts(),
				(texts) => texts.some((text) => text.includes('BETA')),
			);
			await workbench.screenshot('real-agents/codex-app-server-review');
			await strip.getByRole('button', { name: /^Undo All: / }).click();
			await eventually(
				() => workbench.readFile(editedFile),
				(text) => text === originalText,
			);
			await strip.waitFor({ state: 'hidden' });
			await workbench.runCommand('View: Close All Editors');
			return undefined;
		},
	},
	{
		name: 'command, allowed',
		agents,
		async run({ window }) {
			const asked = await window.prompt('scenario:shell Run what is allowed', 'allow_once');
			assert.equal(asked.length, 1, 'it is asked for, once');
			const card = await lastCard(window, /^Tool call: echo/u);
			await card.getByText('2 a  b c').first().waitFor();
			return undefined;
		},
	},
	{
		name: 'command, rejected',
		agents,
		async run({ window }) {
			const prompt = 'scenario:shell Run what is not allowed';
			const asked = await window.prompt(prompt, 'reject_once');
			assert.ok(asked[0]?.title.includes(shellCommand.replaceAll(/ +/gu, ' ')), 'it is asked for');
			const shown = await shownAfter(window, prompt);
			assert.ok(!shown.includes('It answered'), 'the model heard of no output');
			await lastCard(window, /^Tool call: echo/u);
			assert.ok(!(await shownAfter(window, prompt)).includes('2 a'), 'nothing was printed');
			return undefined;
		},
	},
];

/** Runs last: the session is closed here, found among those that the gateway keeps, and opened from there. */
export const listScenario: RealScenario = {
	name: 'list',
	agents,
	async run({ window }) {
		const open = row(window, /Ready/u).first();
		await open.hover();
		await open.getByRole('button', { name: 'Close Session' }).click();
		const kept = row(window, /kept by the agent/u).first();
		await kept.waitFor();
		await window.workbench.screenshot('real-agents/codex-app-server-listed');
		await guardOver();
		await kept.click();
		await window.workbench.chat.waitForStatus('Ready', 90_000);
		const shown = await eventually(
			() => window.workbench.chat.transcriptText(),
			(text) => text.includes('Are you there'),
		);
		for (const prompt of ['Say something', 'Run what is allowed', 'Say something else'])
			assert.ok(shown.includes(prompt), `"${prompt}" in its history`);
		return undefined;
	},
};
