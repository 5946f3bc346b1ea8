/** The scenarios of `shapesTests.ts` with a Pioneer gateway that asks, as far as it has words for them. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ScenarioGateway } from '../../agents/pioneerScenarios.ts';
import { longTest } from '../../tools/longTest.ts';
import { eventually, startSession } from './fakeAgents.ts';
import { ScenarioPage } from './scenarioPage.ts';
import type { Workbench } from './workbench.ts';

/** @param name of the agent that the gateway is in the settings */
export function describeGatewayScenarios(
	open: () => Workbench,
	name: string,
	scenarios: ScenarioGateway,
): void {
	describe('a gateway that asks', () => {
		const scenario = (): ScenarioPage => new ScenarioPage(open());

		it('streams an answer, and shows the prompt once', async () => {
			await startSession(open(), name);
			const play = scenario();
			await play.send('stream');
			await play.ready();
			assert.equal(await play.countOf('stream', 'You'), 1);
			assert.equal(await play.countOf(/^Streaming bold words, one by one\.$/u), 1);
			assert.equal(await (await play.chat.articles('Thought')).count(), 1);
		});

		longTest('replaces a draft by the final text', async () => {
			const play = scenario();
			await play.send('upsert');
			await play.ready();
			assert.equal(await play.countOf('The final text with an end.'), 1);
			assert.doesNotMatch(await play.chat.transcriptText(), /A draft that goes away/u);
		});

		it('does what it may, and not what it may not', async () => {
			const play = scenario();
			for (const [option, said] of [
				['Allow', /You allowed it\./u],
				['Reject', /You rejected it\./u],
			] as const) {
				await play.send('ask notes.txt');
				await play.answer('Edit notes.txt', option);
				await play.ready();
				assert.match(await play.chat.transcriptText(), said);
			}
		});

		it('takes a question back', async () => {
			const play = scenario();
			const { quickInput } = open();
			await play.send('withdraw notes.txt');
			await quickInput.waitForTitle(/notes\.txt/u);
			scenarios.withdraw();
			await quickInput.waitClosed();
			await play.ready();
			assert.match(await play.chat.transcriptText(), /The question is gone\./u);
		});

		longTest('shows what its commands print, and how they end', async () => {
			const play = scenario();
			await play.send('shell');
			await play.ready();
			const card = await play.unfolded('Tool call: say hello');
			await card.getByText('hello from the shell').first().waitFor();
			await play.send('shell fail');
			await play.ready();
			assert.match(await play.lastText('Tool call: fail'), /failed/u);
			await (await play.unfolded('Tool call: fail')).getByText('no such thing').first().waitFor();
		});

		it('stops', async () => {
			const play = scenario();
			await play.send('slow');
			await (await play.chat.articles('Tool call: Long work')).last().waitFor();
			await (await play.chat.button('Stop')).first().click();
			await play.ready();
			assert.match(await play.lastText('Tool call: Long work'), /cancelled/u);
			assert.match(await play.lastText(/^Notice: /u), /Stopped/u);
		});

		longTest('gets a message that comes meanwhile after its turn', async () => {
			const play = scenario();
			await play.send('slow');
			await (await play.chat.articles('Tool call: Long work')).nth(1).waitFor();
			await play.send('hello meanwhile');
			await play.queued('hello meanwhile');
			scenarios.finish();
			await (await play.chat.articles(/.*/u)).filter({ hasText: 'You said: hello meanwhile' }).waitFor();
			await play.ready();
			assert.equal(await play.countOf('hello meanwhile', 'You'), 1);
		});

		longTest('brings the conversation back after a reload, from what is kept here', async () => {
			await open().reload();
			const play = scenario();
			await play.ready(60_000);
			assert.equal(await play.countOf('hello meanwhile', 'You'), 1);
			await play.send('stream');
			await eventually(
				() => play.lastText(/.*/u),
				(text) => text.includes('Streaming bold words, one by one.'),
			);
			await play.ready();
			assert.doesNotMatch(await play.chat.transcriptText(), /interrupted/u);
		});
	});
}
