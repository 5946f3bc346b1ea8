/** A megabyte streams into the chat, and the user keeps typing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { fakeAgents } from './fakeAgents.ts';
import { newSession, useWorkbench } from './rig.ts';

const count = 50_000;
const script: FakeAgentScript = {
	on: { 'session/prompt': [{ flood: { count, size: 20 } }, { text: ' The flood is over.' }] },
};

describe('typing', () => {
	const open = useWorkbench({ machineSettings: { 'acpHost.agents': fakeAgents({ Flooder: script }) } });

	it('loses no key while the agent sends a megabyte in 50,000 pieces [hazard A7] [hazard E5]', async () => {
		const workbench = open();
		const { page, chat } = workbench;
		await newSession(workbench, 'Flooder');
		await chat.approveIfAsked();
		await chat.waitForStatus('Ready');
		await chat.send('go');
		await (await chat.composer()).focus();
		let typed = '';
		let isOver = false;
		for (let key = 0; key < 1_000 && (!isOver || key < 100); key++) {
			const letter = 'abcdefgh'.charAt(key % 8);
			await page.keyboard.press(letter);
			typed += letter;
			if (key % 20 === 19) isOver = (await chat.transcriptText()).includes('The flood is over.');
		}
		await chat.waitForDraft(typed);
		await chat.waitForStatus('Ready', 60_000);
		await chat.waitForDraft(typed);
		assert.match(await chat.transcriptText(), /The flood is over\./u);
	});
});
