/** A window with two folders: where the agent works, and what it gets to know of the other one. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../src/core/base/json.ts';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { chooseAgent, eventually, fakeAgents, optionsOf, receivedBy } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';

/** Reads the same file of both folders, whichever it works in. */
const reader: FakeAgentScript = {
	on: {
		'session/load': [
			{ update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'Loaded.' } } },
			{ respond: {} },
		],
		'session/prompt': [
			{
				request: {
					method: 'fs/read_text_file',
					params: { sessionId: '$session', path: '${params.prompt.0.text}' },
				},
				as: 'read',
			},
			{ text: 'It says ${result.read.content}' },
		],
	},
};

const scripts = {
	Both: {
		...reader,
		capabilities: { sessionCapabilities: { additionalDirectories: {} } },
	},
	Single: { ...reader, capabilities: { sessionCapabilities: {} } },
};

describe('a window with two folders', () => {
	const open = useWorkbench({
		machineSettings: { 'acpHost.agents': fakeAgents(scripts), 'acpHost.demoAgent': false },
		files: { 'a.txt': 'the first' },
		otherFolders: { second: { 'b.txt': 'the second' } },
	});
	const second = (): string => path.join(path.dirname(open().folder), 'second');

	/** Parameters of all requests of that method, in the order of the wire. */
	async function paramsOf(agent: string, method: string): Promise<JsonObject[]> {
		const received = await receivedBy(open(), agent);
		return received
			.filter((message) => message['method'] === method)
			.map((message) => message['params'] as JsonObject);
	}

	async function startIn(folder: string, agent: string): Promise<void> {
		const { quickInput } = open();
		await open().runCommand('ACP: New Session');
		await quickInput.row(folder).first().waitFor();
		await open().page.keyboard.type(folder);
		await open().page.keyboard.press('Enter');
		await chooseAgent(open(), agent);
		await open().chat.waitForStatus('Ready');
	}

	async function ask(file: string, answer: string): Promise<void> {
		const { chat } = open();
		await chat.send(file);
		await eventually(
			() => chat.transcriptText(),
			(shown) => shown.includes(answer),
		);
		await chat.waitForStatus('Ready');
	}

	it('is asked about before the agent: the session works in the folder that was picked [acp C38]', async () => {
		const { quickInput, page } = open();
		await open().runCommand('ACP: New Session');
		await quickInput.row('second').first().waitFor();
		assert.deepEqual(
			(await optionsOf(open())).map((row) => row.split(',')[0]),
			['workspace', 'second'],
		);
		await open().screenshot('multi-root-folder');
		await page.keyboard.press('Escape');
		await quickInput.waitClosed();
		await startIn('second', 'Both');
		const [setup] = await paramsOf('Both', 'session/new');
		assert.equal(setup?.['cwd'], second());
		assert.deepEqual(setup?.['additionalDirectories'], [open().folder]);
	});

	it('lets the agent read in both folders without a question [acp C39] [hazard D1]', async () => {
		await ask(path.join(open().folder, 'a.txt'), 'It says the first');
		await ask(path.join(second(), 'b.txt'), 'It says the second');
		await open().screenshot('multi-root-read');
		const cards = (await open().chat.frame()).getByRole('button', { name: /Allow this read/u });
		assert.equal(await cards.count(), 0);
	});

	longTest('names the other folder again when the session is taken up after a reload [acp C39]', async () => {
		const workbench = open();
		await workbench.reload();
		await workbench.chat.show();
		await workbench.chat.waitForStatus('Ready', 30_000);
		const loads = await eventually(
			() => paramsOf('Both', 'session/load'),
			// The window may have come up without its folders at first.
			(found) => Array.isArray(found.at(-1)?.['additionalDirectories']),
		);
		const last = loads.at(-1);
		assert.equal(last?.['cwd'], second());
		assert.deepEqual(last?.['additionalDirectories'], [workbench.folder]);
	});

	it('says nothing of other folders to an agent that does not take them [acp C39]', async () => {
		await startIn('workspace', 'Single');
		const [setup] = await paramsOf('Single', 'session/new');
		assert.equal(setup?.['cwd'], open().folder);
		assert.equal(Object.hasOwn(setup ?? {}, 'additionalDirectories'), false);
		await ask(path.join(second(), 'b.txt'), 'It says the second');
	});
});
