/**
 * Agents of others as real child processes: the SDK's own examples, unmodified, and one on its newest API.
 * Their wire code is not ours, so a mistake that we make on both sides would show here.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { isJsonObject } from '../../../src/core/base/json.ts';
import { longTest } from '../../tools/longTest.ts';
import { sized } from '../../tools/sized.ts';
import { projectFolder } from '../launcher/cache.ts';
import { guardOver } from './guardOver.ts';
import { newSession, useWorkbench } from './rig.ts';
import { assertValidTraffic, readTraffic, type WireMessage } from './wireRecord.ts';
import type { Workbench } from './workbench.ts';

const examples = path.join(projectFolder, 'node_modules', 'sdk-examples', 'dist', 'examples');
const sdkAgent = path.join(projectFolder, 'test', 'agents', 'sdkAgent.ts');
const agentOf = (script: string): object => ({ command: process.execPath, args: [script] });

const edit = /: Modifying critical configuration file/u;

describe('agents made with the SDK', () => {
	const open = useWorkbench({
		machineSettings: {
			'acpHost.agents': {
				Example: agentOf(path.join(examples, 'agent.js')),
				Newest: agentOf(sdkAgent),
				Dual: agentOf(path.join(examples, 'dual-version-agent.js')),
			},
			'acpHost.trace.traffic': true,
		},
		files: { 'notes.txt': 'first\nsecond\n' },
	});

	describe("the SDK's example agent", () => {
		it('streams text, completes two tool calls, and goes on when its permission is allowed [acp C51] [acp C74]', async () => {
			const workbench = open();
			const { chat, quickInput } = workbench;
			await chat.show();
			await newSession(workbench, 'Example');
			await chat.send('improve it');
			await chat.waitForText(/Let me start by reading some files/u);
			await chat.waitForStatus('Working');
			await answer(workbench, edit, 'Allow this change');
			await quickInput.waitClosed();
			await chat.waitForStatus('Ready');
			assert.match(await chat.transcriptText(), /I've successfully updated the configuration/u);
			assert.deepEqual(await statuses(workbench), [
				['Reading project files', 'completed'],
				['Modifying critical configuration file', 'completed'],
			]);
		});

		it('shows the next turn in full after a rejection in a hidden view, although ids of tool calls repeat [hazard E7]', async () => {
			const workbench = open();
			const { chat, page } = workbench;
			await chat.send('again');
			await chat.waitForStatus('Working');
			await chat.hide();
			await answer(workbench, edit, 'Skip this change');
			await page.waitForTimeout(300);
			await chat.show();
			await chat.waitForStatus('Ready');
			const text = await chat.transcriptText();
			assert.match(text.slice(text.indexOf('again')), /you prefer not to make that change/u);
			assert.deepEqual(await statuses(workbench), [
				['Reading project files', 'completed'],
				['Modifying critical configuration file', 'completed'],
				['Reading project files', 'completed'],
				// The agent never says how a rejected call ended.
				['Modifying critical configuration file', 'cancelled'],
			]);
		});

		it('is told when Stop cancels its permission [acp C58]', async () => {
			const workbench = open();
			const { chat, quickInput } = workbench;
			await chat.send('once more');
			await quickInput.waitForTitle(edit);
			await (await chat.button('Stop')).click();
			await quickInput.waitClosed();
			await chat.waitForStatus('Ready');
			const permission = (await chat.articles(/^Permission: /u)).last();
			assert.match(await permission.innerText(), /Cancelled: you stopped the turn/u);
		});

		longTest(
			'leaves a marked stub after a reload, and starts a new session with the next prompt [acp C33]',
			async () => {
				const workbench = open();
				const { chat } = workbench;
				await workbench.reload();
				const stub = 'This conversation ended when the window was reloaded';
				await chat.waitForText(stub, 60_000);
				await chat.send('hello again');
				await chat.waitForText(/Let me start by reading some files/u);
				await (await chat.button('Stop')).click();
				await chat.waitForStatus('Ready');
				const text = await chat.transcriptText();
				assert.match(text, /hello again[\s\S]*Stopped/u);
				assert.doesNotMatch(text, /reported an error/u);
			},
		);
	});

	describe('an agent on the newest SDK', () => {
		it('reads an unsaved editor, edits it with permission, and runs a command [acp C75] [acp C86] [acp C89] [acp C90] [acp C92]', async () => {
			const workbench = open();
			const { chat, editors, page } = workbench;
			await editors.openFile('notes.txt');
			await editors.typeAtEnd('unsaved');
			assert.equal(await workbench.readFile('notes.txt'), 'first\nsecond\n');
			await newSession(workbench, 'Newest');
			await page.waitForTimeout(1_100);
			await chat.send('work');
			await answer(workbench, /: Edit notes/u, 'Yes, edit');
			await chat.waitForStatus('Ready', 30_000);
			assert.equal(await workbench.readFile('notes.txt'), 'FIRST\nSECOND\nUNSAVED\nby the agent\n');
			await editors.waitUntilSaved('notes.txt');
			assert.deepEqual(await statuses(workbench), [
				['Read notes', 'completed'],
				['Edit notes', 'completed'],
				['Run a command', 'completed'],
			]);
			assert.equal(await (await chat.articles('Plan')).count(), 1);
			const text = await chat.transcriptText();
			assert.match(text, /The second line is “second”/u);
			assert.match(text, /The command ended by SIG\w+, and the output says SIG\w+/u);
			assert.match(text, /All is done\./u);
		});

		it('shows what its released command printed, and its edit as a diff [acp C91]', async () => {
			const workbench = open();
			const { chat, editors } = workbench;
			const run = (await chat.articles('Tool call: Run a command')).first();
			await run.getByRole('button', { expanded: false }).first().click();
			await run
				.getByText(/pid and cwd/u)
				.first()
				.waitFor();
			const call = (await chat.articles('Tool call: Edit notes')).first();
			await call.getByRole('button', { expanded: false }).first().click();
			await call
				.getByRole('button', { name: /Open Diff/u })
				.first()
				.click();
			await editors.tab(/notes\.txt \(before ↔ after\)/u).waitFor();
			const { before, after } = await editors.diffSides();
			assert.deepEqual(before, ['first', 'second', 'unsaved']);
			assert.deepEqual(after, ['FIRST', 'SECOND', 'UNSAVED', 'by the agent', '']);
		});

		it('offers the command that it named before it answered session/new [acp C45]', async () => {
			const { chat } = open();
			const composer = await chat.composer();
			await composer.pressSequentially('/');
			await (await chat.frame()).getByRole('option', { name: /tidy-up/u }).waitFor();
			await composer.fill('');
		});

		it('hears a rejection and leaves the file alone', async () => {
			const workbench = open();
			const { chat } = workbench;
			const before = await workbench.readFile('notes.txt');
			await chat.send('work');
			await answer(workbench, /: Edit notes/u, 'No, leave it');
			await chat.waitForStatus('Ready');
			assert.deepEqual((await statuses(workbench)).slice(3), [
				['Read notes', 'completed'],
				['Edit notes', 'failed'],
			]);
			assert.equal(await workbench.readFile('notes.txt'), before);
		});

		longTest(
			'stops when Stop cancels its permission, and in the middle of its text [acp C56] [acp C58]',
			async () => {
				const workbench = open();
				const { chat, quickInput } = workbench;
				await chat.send('work');
				await quickInput.waitForTitle(/: Edit notes/u);
				await (await chat.button('Stop')).click();
				await quickInput.waitClosed();
				await chat.waitForStatus('Ready');
				assert.deepEqual((await statuses(workbench)).at(-1), ['Edit notes', 'cancelled']);
				await chat.send('wait');
				await chat.waitForText(/waiting 5/u);
				await (await chat.button('Stop')).click();
				await chat.waitForStatus('Ready');
				assert.equal((await chat.transcriptText()).match(/\bStopped\b/gu)?.length, 2);
			},
		);
	});

	it('speaks version 1 with an agent that knows two versions [acp C18]', async () => {
		const workbench = open();
		await newSession(workbench, 'Dual');
		await workbench.chat.send('hello');
		await workbench.chat.waitForText('Hello from the v1 implementation.');
		await workbench.chat.waitForStatus('Ready');
	});

	it('sent each of them nothing that the schema does not allow, and answered every request [acp C1] [acp C11]', async () => {
		const runs = await readTraffic(open().server.dataDir);
		// In the long run Example twice: the reload ended its first process.
		assert.equal(runs.filter((run) => run.length > 0).length, sized(4, 3));
		for (const run of runs) assertValidTraffic(run);
		assert.deepEqual(runs.flatMap(unanswered), []);
		const asked = runs
			.flat()
			.filter(isRequestOfAgent)
			.map(({ msg }) => msg['method']);
		const all = ['session/request_permission', 'fs/read_text_file', 'fs/write_text_file'].concat(
			['create', 'output', 'wait_for_exit', 'kill', 'release'].map((name) => `terminal/${name}`),
		);
		assert.deepEqual(new Set(asked), new Set(all));
		const outcomes = runs.flat().flatMap(({ dir, msg }) => (dir === 'out' ? [outcomeOf(msg['result'])] : []));
		for (const outcome of ['allow', 'reject', 'cancelled', '1', '2'])
			assert.ok(outcomes.includes(outcome), outcome);
	});
});

async function answer({ quickInput }: Workbench, title: RegExp, label: string): Promise<void> {
	await quickInput.waitForTitle(title);
	await guardOver();
	await quickInput.pick(label);
}

/** Title and status of each tool call on the screen, in order. */
async function statuses({ chat }: Workbench): Promise<(string | undefined)[][]> {
	const cards = await (await chat.articles(/^Tool call: /u)).all();
	const read = cards.map(async (card) => {
		const name = await card.getAttribute('aria-label');
		return [name?.replace('Tool call: ', ''), await card.locator('.status-text').innerText()];
	});
	return Promise.all(read);
}

function isRequestOfAgent({ dir, msg }: WireMessage): boolean {
	return dir === 'in' && typeof msg['method'] === 'string' && msg['id'] !== undefined;
}

/** Requests of the agent that got no answer, or an error. */
function unanswered(run: readonly WireMessage[]): unknown[] {
	const results = run.filter(({ dir, msg }) => dir === 'out' && 'result' in msg).map(({ msg }) => msg['id']);
	return run.filter(isRequestOfAgent).flatMap(({ msg }) => (results.includes(msg['id']) ? [] : [msg]));
}

function outcomeOf(result: unknown): unknown {
	const outcome = isJsonObject(result) ? result['outcome'] : undefined;
	return isJsonObject(outcome) ? (outcome['optionId'] ?? outcome['outcome']) : undefined;
}
