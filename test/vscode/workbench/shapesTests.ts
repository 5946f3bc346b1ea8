/**
 * One set of scenarios, the same for the user whatever the agent speaks: version 1, and version 2 in the three shapes
 * that its turn has had. The agents are real processes (`test/agents/scenarioAgent.ts`), everything is done by the UI.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Shape } from '../../agents/promptTurns.ts';
import { sized } from '../../tools/sized.ts';
import { eventually, startSession } from './fakeAgents.ts';
import { ScenarioPage } from './scenarioPage.ts';
import { readTraffic, spokenVersion } from './wireRecord.ts';
import type { Workbench } from './workbench.ts';

/** By the UI the newest draft in each run, the others in `npm run test:long`; the unit tests play all each time. */
export const shapes: readonly Shape[] = sized(['v1', 'A', 'B', 'C'], ['C']);

export const shapesFiles = Object.fromEntries(shapes.map((shape) => [`notes-${shape}.txt`, 'one\ntwo\n']));

/** @param open the window; its agents are those of all shapes, its files those above */
export function describeShapes(open: () => Workbench): void {
	describe('an agent', () => {
		for (const shape of shapes) {
			describe(`that speaks ${shape === 'v1' ? 'version 1' : `version 2, shape ${shape}`}`, () => {
				const notes = `notes-${shape}.txt`;
				const scenario = (): ScenarioPage => new ScenarioPage(open());

				it('streams an answer, and shows the prompt once [acp C228] [acp C229] [acp C230]', async () => {
					await startSession(open(), `Shape ${shape}`);
					const play = scenario();
					await play.send('stream');
					await play.ready();
					assert.equal(await play.countOf('stream', 'You'), 1);
					assert.equal(await play.countOf(/^Streaming bold words, one by one\.$/u), 1);
					assert.equal(await (await play.chat.articles('Thought')).count(), 1);
				});

				it('replaces a draft by the final text [acp C246]', async () => {
					const play = scenario();
					await play.send('upsert');
					await play.ready();
					assert.equal(await play.countOf('The final text with an end.'), 1);
					assert.doesNotMatch(await play.chat.transcriptText(), /A draft that goes away/u);
				});

				it('edits a file, and its diff opens with exactly the old and the new text', async () => {
					const play = scenario();
					const { editors } = open();
					await play.send(`edit ${notes}`);
					await play.ready();
					assert.equal(await open().readFile(notes), 'one\ntwo\na line of the agent\n');
					await play.openDiff(`Edit ${notes}`);
					await editors.tab(new RegExp(`${notes} \\(before ↔ after\\)`, 'u')).waitFor();
					await editors.waitForDiff({
						before: ['one', 'two', ''],
						after: ['one', 'two', 'a line of the agent', ''],
					});
					await open().runCommand('View: Close All Editors');
				});

				it('writes when it may', async () => {
					const play = scenario();
					await play.send(`ask ${notes}`);
					await play.answer(`Edit ${notes}`, 'Allow');
					await play.ready();
					assert.equal(await open().readFile(notes), 'one\ntwo\na line of the agent\na line of the agent\n');
					assert.match(await play.lastText(`Tool call: Edit ${notes}`), /completed/u);
				});

				it('does not write when it may not', async () => {
					const play = scenario();
					const before = await open().readFile(notes);
					await play.send(`ask ${notes}`);
					await play.answer(`Edit ${notes}`, 'Reject');
					await play.ready();
					assert.equal(await open().readFile(notes), before);
					assert.match(await play.chat.transcriptText(), /You rejected it\./u);
				});

				it('takes a question back [acp C110] [acp C241]', async () => {
					const play = scenario();
					const { quickInput } = open();
					await play.send(`withdraw ${notes}`);
					await quickInput.waitForTitle(new RegExp(notes, 'u'));
					await play.chat.waitForStatus('Waiting for permission');
					await play.openGate('withdraw');
					await quickInput.waitClosed();
					await play.ready();
					assert.match(await play.lastText(/^Permission: /u), /cancelled|withdrawn|took .* back/iu);
					assert.match(await play.chat.transcriptText(), /The question is gone\./u);
				});

				it('shows its plan [acp C62] [acp C263]', async () => {
					const play = scenario();
					await play.send('plan');
					await play.ready();
					assert.equal(await (await play.chat.articles('Plan')).count(), 1);
					const plan = await play.lastText('Plan');
					assert.equal(plan.match(/completed/gu)?.length, 3, plan);
				});

				it('shows what its commands print, and how they end [acp C256] [acp C257] [acp C258]', async () => {
					const play = scenario();
					await play.send('shell');
					await play.ready();
					const card = await play.unfolded('Tool call: say hello');
					await card.getByText('hello from the shell').first().waitFor();
					await card.getByText('✓ 👋 done').first().waitFor();
					assert.match(await play.chat.transcriptText(), /The command ended with 0\./u);
					await play.send('shell fail');
					await play.ready();
					assert.match(await play.lastText('Tool call: fail'), /failed/u);
					await (await play.unfolded('Tool call: fail')).getByText('no such thing').first().waitFor();
				});

				it('stops [acp C56] [acp C238] [acp C239]', async () => {
					const play = scenario();
					await play.send('slow');
					await play.chat.waitForStatus('Working');
					await (await play.chat.articles('Tool call: Long work')).last().waitFor();
					await (await play.chat.button('Stop')).first().click();
					await play.ready();
					assert.match(await play.lastText('Tool call: Long work'), /cancelled/u);
					assert.match(await play.lastText(/^Notice: /u), /Stopped/u);
				});

				it('gets a message that comes meanwhile after its turn [acp C52] [hazard C10]', async () => {
					const play = scenario();
					await play.send('slow');
					await play.chat.waitForStatus('Working');
					await play.send('hello meanwhile');
					await play.queued('hello meanwhile');
					assert.doesNotMatch(await play.chat.transcriptText(), /You said/u);
					await play.openGate('finish');
					await (await play.chat.articles(/.*/u)).filter({ hasText: 'You said: hello meanwhile' }).waitFor();
					await play.ready();
					const text = await play.chat.transcriptText();
					assert.ok(text.lastIndexOf('Finished.') < text.lastIndexOf('You said: hello meanwhile'), text);
					assert.equal(await play.countOf('hello meanwhile', 'You'), 1);
				});

				it('gives a message that waits back [acp C231]', async () => {
					const play = scenario();
					await play.send('slow');
					await play.chat.waitForStatus('Working');
					await play.send('never mind');
					await play.queued('never mind');
					await (await play.chat.button('Edit: never mind')).click();
					const composer = await play.chat.composer();
					await eventually(
						() => composer.inputValue(),
						(value) => value === 'never mind',
					);
					await composer.fill('');
					await play.openGate('finish');
					await play.ready();
					assert.doesNotMatch(await play.chat.transcriptText(), /You said: never mind/u);
				});

				it('may die, and comes back with the next message [hazard B3]', async () => {
					const play = scenario();
					await play.send('crash');
					await play.chat.waitForStatus('Agent exited');
					await (await play.chat.articles(/^Notice: .* exited/u)).last().waitFor();
					await play.send('hello again');
					await (await play.chat.articles(/.*/u)).filter({ hasText: 'You said: hello again' }).waitFor();
					await play.ready();
				});

				it('brings the conversation back after a reload [acp C218] [hazard G1]', async () => {
					const workbench = open();
					await workbench.reload();
					const play = scenario();
					await play.ready(60_000);
					assert.equal(await play.countOf('hello again', 'You'), 1);
					assert.equal(await play.countOf('You said: hello again'), 1);
					await play.send('stream');
					// Only the end of a long conversation is drawn.
					const answers = (await play.chat.articles(/.*/u)).filter({ hasText: 'You said: hello again' });
					await eventually(
						() => play.lastText(/.*/u),
						(text) => text.includes('Streaming bold words, one by one.'),
					);
					await play.ready();
					assert.equal(await answers.count(), 1);
					assert.match(await play.lastText('You'), /stream$/u);
					assert.doesNotMatch(await play.chat.transcriptText(), /interrupted/u);
				});
			});
		}

		it('was spoken to in the version that its setting names', async () => {
			const runs = await readTraffic(open().server.dataDir);
			assert.deepEqual(new Set(runs.map(spokenVersion)), new Set([1, 2]));
		});
	});
}
