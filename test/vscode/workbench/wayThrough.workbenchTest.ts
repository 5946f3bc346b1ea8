/** The whole way through, as a user: an agent in the side bar of a real VS Code, driven by its UI only. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { longTest } from '../../tools/longTest.ts';
import { eventually } from './fakeAgents.ts';
import { guardOver } from './guardOver.ts';
import { demoAgentSettings, useWorkbench } from './rig.ts';
import { assertValidTraffic, readTraffic } from './wireRecord.ts';

const original = '# Sample\n\nA line of text.\n';

describe('the way through', () => {
	const open = useWorkbench({
		machineSettings: { 'acpHost.trace.traffic': true },
		files: { 'README.md': original, 'src/greeting.ts': 'export const greeting = "hello";\n' },
	});

	it('shows a way forward before there is a session', async () => {
		const { chat } = open();
		await chat.show();
		await (await chat.button('New Session')).first().waitFor();
	});

	it('takes an agent that is configured in settings.json through the UI', async () => {
		const workbench = open();
		const { page } = workbench;
		await workbench.runCommand('ACP: Open Settings');
		await workbench.editors.tab('settings.json').waitFor();
		await workbench.editors.editor.click();
		await page.keyboard.press('Control+a');
		const settings = JSON.stringify({ ...demoAgentSettings, 'editor.autoClosingBrackets': 'never' });
		await page.keyboard.insertText(settings);
		await page.keyboard.press('Control+s');
		await page.locator('.tab.dirty').waitFor({ state: 'hidden' });
		await page.keyboard.press('Control+w');
		await workbench.runCommand('ACP: New Session');
		await workbench.quickInput.waitForTitle('ACP: New Session');
		const rows = await workbench.quickInput.rows();
		assert.ok(rows.includes('Configured'), rows.join());
		await workbench.quickInput.pick('Configured');
		await workbench.chat.waitForEmptyTranscript();
		await workbench.chat.approveIfAsked();
		await workbench.chat.waitForStatus('Ready');
	});

	it('streams an answer, a plan, and tool calls that complete; a permission is allowed in the quick-pick', async () => {
		const workbench = open();
		const { chat, quickInput, editors, page } = workbench;
		await editors.openFile('README.md');
		await editors.typeAtEnd('Unsaved words.');
		// A picker does not open by itself right after typing.
		await page.waitForTimeout(1_100);
		await chat.send('tour');
		await quickInput.waitForTitle(/README\.md/u);
		await chat.waitForStatus('Waiting for permission');
		assert.equal(await editors.isDirty('README.md'), true);
		await guardOver();
		await quickInput.pick('Allow once');
		await chat.waitForStatus('Ready', 30_000);
		await (await chat.articles('Plan')).waitFor();
		const call = (await chat.articles(/^Tool call: Edit README\.md/u)).first();
		assert.match(await call.innerText(), /completed/u);
		const saved = await workbench.readFile('README.md');
		assert.match(saved, /Unsaved words\./u);
		assert.notEqual(saved, `${original}Unsaved words.`);
		await editors.waitUntilSaved('README.md');
	});

	it('shows the output of the terminal', async () => {
		const { chat } = open();
		const call = (await chat.articles(/^Tool call: Print 6 coloured lines/u)).first();
		assert.match(await call.innerText(), /completed/u);
		const button = call.getByRole('button', { expanded: false }).first();
		if ((await button.count()) > 0) await button.click();
		await call
			.getByText(/line 6|6/u)
			.first()
			.waitFor();
	});

	it('opens the edit as a diff with exactly the old and the new text', async () => {
		const workbench = open();
		const { chat, editors } = workbench;
		const saved = await workbench.readFile('README.md');
		const call = (await chat.articles(/^Tool call: Edit README\.md/u)).first();
		const expand = call.getByRole('button', { expanded: false }).first();
		if ((await expand.count()) > 0) await expand.click();
		await call
			.getByRole('button', { name: /Open Diff/u })
			.first()
			.click();
		await editors.tab(/README\.md \(before ↔ after\)/u).waitFor();
		await editors.waitForDiff({
			before: `${original}Unsaved words.`.split('\n'),
			after: saved.split('\n'),
		});
	});

	longTest('tells the agent when a permission is rejected', async () => {
		const workbench = open();
		const { chat, quickInput, page } = workbench;
		const before = await workbench.readFile('README.md');
		await chat.send('edit');
		await quickInput.waitForTitle(/README\.md/u);
		await page.waitForTimeout(1_600);
		await quickInput.pick('Reject');
		await chat.waitForStatus('Ready');
		const call = (await chat.articles(/^Tool call: Edit README\.md/u)).last();
		assert.match(await call.innerText(), /failed/u);
		assert.equal(await workbench.readFile('README.md'), before);
	});

	longTest('cancels a pending permission with Stop [acp C58]', async () => {
		const { chat, quickInput } = open();
		await chat.send('edit');
		await quickInput.waitForTitle(/README\.md/u);
		await (await chat.button('Stop')).click();
		await quickInput.waitClosed();
		await chat.waitForStatus('Ready');
		const permission = (await chat.articles(/^Permission: /u)).last();
		assert.match(await permission.innerText(), /cancelled/iu);
	});

	it('stops a running turn [acp C56]', async () => {
		const { chat } = open();
		await chat.send('slow');
		await chat.waitForStatus('Working');
		await (await chat.button('Stop')).click();
		await chat.waitForStatus('Ready');
		await (await chat.frame()).getByRole('log').getByText('Stopped').last().waitFor();
	});

	it('says so when the agent dies in the middle, keeps the transcript, and starts a fresh one [hazard B3]', async () => {
		const { chat } = open();
		await chat.send('crash');
		await chat.waitForStatus('Agent exited');
		const notice = (await chat.articles(/^Notice: Configured exited/u)).last();
		await notice.waitFor();
		assert.match((await notice.textContent()) ?? '', /exit code 3/u);
		await chat.send('think');
		await chat.waitForStatus('Ready');
		await (await chat.articles('Thought')).first().waitFor();
	});

	it('survives hiding and showing [hazard E7]', async () => {
		const { chat, page } = open();
		const before = await (await chat.articles(/.*/u)).count();
		await (await chat.composer()).fill('half a thought');
		await page.waitForTimeout(400);
		await chat.hide();
		await chat.show();
		await (await chat.articles(/.*/u)).first().waitFor();
		const articles = await chat.articles(/.*/u);
		await eventually(
			() => articles.count(),
			(count) => count === before,
		);
		await chat.waitForDraft('half a thought');
	});

	it('survives a reload of the window: transcript by session/load, and the draft [hazard G1] [hazard G2]', async () => {
		const workbench = open();
		await workbench.reload();
		await workbench.chat.waitForStatus('Ready', 60_000);
		await eventually(
			() => workbench.chat.transcriptText(),
			(text) => text.includes('tour'),
		);
		await workbench.chat.waitForDraft('half a thought');
	});

	it('sent nothing that the schema does not allow [acp C1] [acp C11]', async () => {
		const runs = await readTraffic(open().server.dataDir);
		const checked = runs.map(assertValidTraffic).reduce((sum, count) => sum + count, 0);
		assert.ok(checked >= 20, `only ${checked} messages were recorded`);
	});
});
