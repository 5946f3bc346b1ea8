/** What each agent is put through, and what has to be on the screen, on the disk and on the wire afterwards. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentWindow } from './agentWindow.ts';
import type { ModelServer } from './modelServer.ts';
import { editedFile, isPlayable, planText, shellCommand } from './modelScript.ts';

export interface ScenarioContext {
	readonly window: AgentWindow;
	readonly model: ModelServer;
}

/** What came of it beyond passing: a remark for the table. */
export type Remark = string | undefined;

export interface RealScenario {
	readonly name: string;
	/** The agents that can play it; all if absent. */
	readonly agents?: readonly string[];
	readonly run: (context: ScenarioContext) => Promise<Remark>;
}

export const originalText = 'alpha\nbeta\ngamma\n';

export const realScenarios: readonly RealScenario[] = [
	{
		name: 'text',
		async run({ window }) {
			await window.prompt('scenario:text Say something', 'allow_once');
			const frame = await window.workbench.chat.frame();
			await frame.locator('strong').filter({ hasText: 'a word' }).first().waitFor();
			await frame.locator('pre').filter({ hasText: 'const answer = 42;' }).first().waitFor();
			return undefined;
		},
	},
	{
		name: 'edit, allowed',
		async run({ window }) {
			await writeOriginal(window);
			const asked = await window.prompt('scenario:edit Change one word', 'allow_once');
			assert.equal(await window.workbench.readFile(editedFile), originalText.replace('beta', 'BETA'));
			return askedRemark(asked.length);
		},
	},
	{
		name: 'edit, rejected',
		async run({ window }) {
			await writeOriginal(window);
			const asked = await window.prompt('scenario:edit Change it again', 'reject_once');
			if (asked.length === 0) return 'never asks';
			assert.equal(await window.workbench.readFile(editedFile), originalText);
			return undefined;
		},
	},
	{
		name: 'shell with $(…)',
		async run({ window }) {
			const asked = await window.prompt('scenario:shell Run it', 'allow_once');
			const question = asked.at(-1);
			if (question === undefined) {
				const shown = await window.workbench.chat.transcriptText();
				assert.ok(shown.includes('$((1+1))'), 'the command in the transcript');
				return 'runs or refuses it without asking';
			}
			const text = `${question.title}\n${question.text}`;
			if (text.includes(shellCommand)) return undefined;
			// A row with the whole line of a shell quotes the command in it; the title has the command, with its blanks drawn as one.
			assert.ok(question.title.includes(shellCommand.replaceAll(/ +/gu, ' ')), `the command in:\n${text}`);
			return 'the command in the title, the whole line of the shell in a row';
		},
	},
	{
		name: 'plan',
		async run({ window, model }) {
			// Some offer the tool in their plan mode only.
			const isInMode = await window.chooseMode(/plan/iu);
			const asked = await window.prompt('scenario:plan Make a plan', 'allow_once');
			await window.askMode();
			if (!isPlayable('plan', model.offered)) return 'has no such tool';
			const shown = await window.workbench.chat.transcriptText();
			assert.ok(!shown.includes(JSON.stringify(planText)), 'a plan shown as JSON');
			return `${isInMode ? 'in its plan mode' : 'in its own mode'}, ${askedRemark(asked.length) ?? 'asked once'}`;
		},
	},
	{
		name: 'thoughts',
		agents: ['codex-app-server'],
		async run({ window }) {
			await window.prompt('scenario:think Think first', 'allow_once');
			const shown = await window.workbench.chat.transcriptText();
			assert.ok(/Thought|Thoughts/u.test(shown), 'the thoughts in the transcript');
			return undefined;
		},
	},
	{
		name: 'plan as a document',
		agents: ['codex-app-server'],
		async run({ window }) {
			assert.ok(await window.chooseMode(/plan/iu), 'a plan mode');
			await window.prompt('scenario:propose Propose a plan', 'allow_once');
			const frame = await window.workbench.chat.frame();
			await frame.locator('strong').filter({ hasText: 'one' }).first().waitFor();
			await window.askMode();
			return undefined;
		},
	},
	{
		name: 'question',
		async run({ window, model }) {
			await window.prompt('scenario:question Ask me', 'allow_once');
			if (!isPlayable('question', model.offered)) return 'has no such tool';
			// Some ask in their plan mode only.
			if (!(await window.isAsking()) && (await window.chooseMode(/plan/iu)))
				await window.prompt('scenario:question Ask me now', 'allow_once');
			if (!(await window.isAsking())) return 'asked nothing here';
			const text = await window.answerQuestion();
			assert.match(text, /Which colour/u);
			await window.workbench.chat.waitForStatus('Ready', 60_000);
			await window.workbench.chat.waitForText(/Red/u);
			return undefined;
		},
	},
	{
		name: 'steer',
		async run({ window }) {
			const { chat } = window.workbench;
			await chat.send('scenario:steady Talk for a while');
			await waitForWordsAfter(window, 'Talk for a while');
			const [way, screenshot] = await window.sendNow('scenario:text Say something else');
			await screenshot();
			await chat.waitForStatus('Ready', 90_000);
			// A scenario before may have stopped its turn.
			const [, steered = ''] = (await steeredText(window)).split('Talk for a while');
			const isStopped = steered.includes('Stopped');
			assert.equal(isStopped, way.startsWith('Stop'), `a turn that is stopped, by "${way}"`);
			return way;
		},
	},
	{
		name: 'reload after steering',
		async run({ window }) {
			await window.workbench.reload();
			const { chat } = window.workbench;
			await chat.frame();
			await chat.waitForStatus('Ready', 90_000);
			await steeredText(window);
			return undefined;
		},
	},
	{
		name: 'Stop',
		async run({ window }) {
			const { chat } = window.workbench;
			await chat.send('scenario:slow Talk for long');
			await chat.waitForText(/word3 word4/u, 60_000);
			await (await chat.button('Stop')).click();
			await chat.waitForStatus('Ready', 30_000);
			return undefined;
		},
	},
	{
		name: 'crash in a turn, then on',
		async run({ window }) {
			const { chat } = window.workbench;
			await chat.send('scenario:slow Talk until you fall');
			await waitForWordsAfter(window, 'Talk until you fall');
			const modes = await window.modes();
			const count = window.kill();
			assert.ok(count > 0, 'no process of the agent was found');
			await chat.waitForStatus('Agent exited', 30_000);
			await window.prompt('scenario:text Are you there', 'allow_once');
			assert.deepEqual(await window.modes(), modes, 'the mode after the crash');
			return undefined;
		},
	},
	{
		name: 'reload',
		async run({ window }) {
			const modes = await window.modes();
			await window.workbench.reload();
			const { chat } = window.workbench;
			// VS Code shows the view again by itself: a click on its icon would hide it.
			await chat.frame();
			await chat.waitForStatus('Ready', 90_000);
			assert.deepEqual(await window.modes(), modes, 'the mode after the reload');
			const shown = await chat.transcriptText();
			assert.ok(shown.includes('Are you there'), 'the last prompt after the reload');
			return shown.includes('Say something') ? undefined : 'its first prompt is not there any more';
		},
	},
];

function askedRemark(count: number): Remark {
	if (count === 0) return 'never asks';
	return count === 1 ? undefined : `asks ${count} times`;
}

/** The words of an earlier turn look the same. */
async function waitForWordsAfter({ workbench }: AgentWindow, prompt: string): Promise<void> {
	const deadline = Date.now() + 60_000;
	while (Date.now() < deadline) {
		const [, after] = (await workbench.chat.transcriptText()).split(prompt);
		if (after?.includes('word3 word4') === true) return;
		await sleep(100);
	}
	throw new Error(`No words came after "${prompt}".`);
}

/** The transcript, in which the message stands once, between what was said before it and the answer to it. */
async function steeredText({ workbench }: AgentWindow): Promise<string> {
	const shown = await workbench.chat.transcriptText();
	const [before = '', after = '', ...more] = shown.split('Say something else');
	assert.deepEqual(more, [], 'the message stands there once');
	assert.ok(before.includes('word3 word4'), 'after the words that came before it');
	assert.ok(after.includes('a word'), 'before the answer to it');
	return shown;
}

export async function writeOriginal({ workbench }: AgentWindow): Promise<void> {
	await writeFile(path.join(workbench.folder, editedFile), originalText);
}
