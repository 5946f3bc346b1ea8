/** "Send now" while an agent works that takes messages into its turn, or says so and does something else. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { ask, fakeAgents, receivedBy, startSession } from './fakeAgents.ts';
import { guardOver } from './guardOver.ts';
import type { Workbench } from './workbench.ts';

const initialize = {
	protocolVersion: 1,
	agentInfo: { name: 'fake-agent', title: 'Fake Agent', version: '1.0.0' },
	agentCapabilities: {},
	authMethods: [],
	_meta: { steering: { supported: true } },
};

/** Waits for a message into the turn, and answers it. */
const steered = (...answer: readonly Step[]): readonly Step[] => [
	{ expect: '_session/steering', as: 'now' },
	...answer,
];

const agent = (first: readonly Step[]): FakeAgentScript => ({
	on: {
		initialize: [{ respond: initialize }],
		'session/prompt': [{ text: 'Heard: ${params.prompt.0.text}.' }],
		'session/prompt#1': [{ text: 'Working on it.' }, ...first],
	},
});

export const steeringAgents = fakeAgents({
	Steered: agent([
		...steered({ respond: { outcome: 'injected' }, to: 'now' }),
		{ text: 'I turn to that.' },
		ask({ command: 'make', isAsync: true }),
		...steered({ respond: { outcome: 'injected' }, to: 'now' }),
		{ await: 'answer' },
		{ text: 'And to that.' },
	]),
	Resting: agent([
		...steered({ respond: { outcome: 'promptRequired', reason: 'noRunningTurn' }, to: 'now' }),
	]),
	Refusing: agent([
		...steered({ error: { code: -32_603, message: 'Not in this turn.' }, to: 'now' }),
		{ waitCancel: true },
	]),
});

/** @param open the window; its agents are those above */
export function describeSteering(open: () => Workbench): void {
	describe('a message that is sent now', () => {
		async function write(text: string): Promise<Locator> {
			const composer = await open().chat.composer();
			await composer.fill(text);
			return composer;
		}

		async function places(...words: readonly string[]): Promise<void> {
			const text = await open().chat.transcriptText();
			const at = words.map((word) => text.indexOf(word));
			assert.ok(!at.includes(-1), text);
			assert.deepEqual(
				at,
				at.toSorted((a, b) => a - b),
				text,
			);
			for (const word of words) assert.equal(text.split(word).length, 2, `${word} once in ${text}`);
		}

		const sentBy = async (name: string, method: string): Promise<number> =>
			(await receivedBy(open(), name)).filter((message) => message['method'] === method).length;

		it('goes into the turn by the mouse and by the key, also while a permission waits, and stands there [hazard C10]', async () => {
			const { chat } = open();
			await startSession(open(), 'Steered');
			await chat.send('begin');
			await chat.waitForText('Working on it.');
			await write('rather this');
			const button = await chat.button('Send now, into the running turn');
			await button.hover();
			await open().screenshot('send-now');
			await button.click();
			await chat.waitForText('I turn to that.');
			await chat.waitForStatus('Waiting for permission');
			await guardOver();
			await open().page.keyboard.press('Escape');
			await open().quickInput.waitClosed();
			await (await write('and that')).press('Alt+Enter');
			await chat.waitForText('and that');
			await (await chat.button('Allow')).first().click();
			await chat.waitForStatus('Ready');
			await places('begin', 'Working on it.', 'rather this', 'I turn to that.', 'and that', 'And to that.');
			assert.equal(await sentBy('Steered', 'session/prompt'), 1);
			assert.equal(await sentBy('Steered', 'session/cancel'), 0);
			await open().screenshot('steered');
		});

		longTest('is a prompt of its own where the agent is at rest, once [hazard C10]', async () => {
			const { chat } = open();
			await startSession(open(), 'Resting');
			await chat.send('begin');
			await chat.waitForText('Working on it.');
			await (await write('rather this')).press('Alt+Enter');
			await chat.waitForText('Heard: rather this.');
			await chat.waitForStatus('Ready');
			assert.equal(await sentBy('Resting', 'session/prompt'), 2);
			assert.equal(await sentBy('Resting', '_session/steering'), 1);
		});

		longTest(
			'waits in the queue where the agent refuses it, which is said with the reason [hazard C10]',
			async () => {
				const { chat } = open();
				await startSession(open(), 'Refusing');
				await chat.send('begin');
				await chat.waitForText('Working on it.');
				await (await write('rather this')).press('Alt+Enter');
				await chat.waitForText('Refusing did not take your message into its turn');
				await chat.waitForText('Not in this turn.');
				const queue = (await chat.frame()).getByRole('region', { name: 'Queued messages' });
				await queue.getByText('rather this').waitFor();
				await open().screenshot('not-steered');
				await (await chat.button('Stop')).first().click();
				await chat.waitForDraft('rather this');
				await chat.waitForStatus('Ready');
			},
		);
	});
}
