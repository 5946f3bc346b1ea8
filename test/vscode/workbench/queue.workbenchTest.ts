/** Messages that wait, by keyboard alone, with an agent that works, stops and dies as a real process. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { eventually, startSession } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';
import { scenarioAgents, ScenarioPage } from './scenarioPage.ts';

describe('messages that wait', () => {
	const open = useWorkbench({ machineSettings: { 'acpHost.agents': scenarioAgents(['v1']) } });
	const queue = async (): Promise<Locator> =>
		(await open().chat.frame()).getByRole('region', { name: 'Queued messages' });
	const order = async (): Promise<string[]> =>
		(await (await queue()).locator('.queue-text').allInnerTexts()).map((text) => text.trim());
	const action = async (name: string): Promise<Locator> =>
		(await queue()).getByRole('button', { name, exact: true });

	it('are moved, and one is sent now: the turn stops, and the others keep their order [acp C52]', async () => {
		await startSession(open(), 'Shape v1');
		const play = new ScenarioPage(open());
		await play.send('slow');
		await play.chat.waitForStatus('Working');
		for (const text of ['hello one', 'hello two', 'hello three']) {
			await play.send(text);
			await play.queued(text);
		}
		await (await action('Edit: hello three')).press('Alt+ArrowUp');
		await eventually(order, (all) => all.join() === 'hello one,hello three,hello two');
		await open().screenshot('queue-moved');
		await (await action('Stop the turn and send this next: hello two')).press('Enter');
		await (await play.chat.articles(/.*/u)).filter({ hasText: 'You said: hello three' }).waitFor();
		await play.ready();
		const text = await play.chat.transcriptText();
		const places = ['two', 'one', 'three'].map((word) => text.lastIndexOf(`You said: hello ${word}`));
		assert.ok(!places.includes(-1), text);
		assert.deepEqual(
			places,
			places.toSorted((a, b) => a - b),
			text,
		);
	});

	it('stay when the agent dies, and go out when the user says so [hazard B3] [hazard G2]', async () => {
		const play = new ScenarioPage(open());
		await play.send('slow');
		await play.chat.waitForStatus('Working');
		for (const text of ['crash', 'hello after']) {
			await play.send(text);
			await play.queued(text);
		}
		await (await action('Stop the turn and send this next: crash')).press('Enter');
		await play.chat.waitForStatus('Agent exited');
		assert.deepEqual(await order(), ['hello after']);
		assert.match(await (await queue()).innerText(), /Paused after an error/u);
		await open().screenshot('queue-paused');
		await (await action('Resume')).press('Enter');
		await (await play.chat.articles(/.*/u)).filter({ hasText: 'You said: hello after' }).waitFor();
		await play.ready();
		assert.equal(await (await queue()).count(), 0);
		assert.equal(await play.countOf('hello after', 'You'), 1);
	});
});
