/** An agent that can only load, in a real VS Code: what it tells again takes nothing away that only the host knows. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { ask, eventually, fakeAgents, processesOf, receivedBy, startSession } from './fakeAgents.ts';
import { guardOver } from './guardOver.ts';
import type { Workbench } from './workbench.ts';

const user = (text: string): Step => ({
	update: { sessionUpdate: 'user_message_chunk', content: { type: 'text', text } },
});
const wrote: Step = {
	update: {
		sessionUpdate: 'tool_call',
		toolCallId: 'c1',
		title: 'Write poem.txt',
		kind: 'edit',
		status: 'completed',
		content: [{ type: 'diff', path: '/tmp/poem.txt', oldText: 'salt\n', newText: 'sugar\n' }],
	},
};

const loader: FakeAgentScript = {
	capabilities: { loadSession: true, sessionCapabilities: {} },
	on: {
		'session/load': [user('Write a poem'), { text: 'I write it.' }, wrote],
		'session/prompt': [
			{ text: 'I write it.' },
			ask({
				toolCallId: 'c1',
				title: 'Write poem.txt',
				kind: 'edit',
				options: [
					{ optionId: 'yes', name: 'Let it write', kind: 'allow_once' },
					{ optionId: 'no', name: 'Keep it', kind: 'reject_once' },
				],
			}),
			wrote,
			{ text: 'Roses are red, violets ar' },
			{ sleep: 300 },
			{ die: { code: 3 } },
		],
	},
};

export const replayedHistoryAgents = fakeAgents({ Loader: loader });

/** @param open the window; its agents are those above */
export function describeReplayedHistory(open: () => Workbench): void {
	describe('an agent with load only, after a crash in a turn', () => {
		/** The transcript, once the agent has told its history, so many processes of it in all. */
		async function told(loads: number): Promise<string> {
			const isLoaded = async (): Promise<boolean> => {
				const received = await receivedBy(open(), 'Loader');
				return received.filter(({ method }) => method === 'session/load').length === loads;
			};
			await eventually(isLoaded, (isDone) => isDone, 60_000);
			await open().chat.waitForStatus('Ready', 30_000);
			return open().chat.transcriptText();
		}

		function assertWhole(text: string): void {
			for (const once of ['Write a poem', 'I write it.', 'Let it write', 'Roses are red', 'Loader exited'])
				assert.equal(text.split(once).length, 2, `"${once}" in ${text}`);
			assert.match(
				text,
				/Write a poem[\s\S]*I write it\.[\s\S]*Write poem\.txt[\s\S]*Let it write[\s\S]*not in the agent's history[\s\S]*Roses are red, violets ar[\s\S]*Loader exited/u,
			);
			assert.equal(text.split("not in the agent's history").length, 2);
		}

		it('shows the partial answer, the notice and the answered permission when it is started again [hazard B4] [acp C46]', async () => {
			const { chat, quickInput } = open();
			await startSession(open(), 'Loader');
			await chat.send('Write a poem');
			await quickInput.waitForTitle(/Loader: Write poem\.txt/u);
			await guardOver();
			await quickInput.pick('Let it write');
			await eventually(
				() => chat.transcriptText(),
				(text) => text.includes('Loader exited'),
			);
			await (await chat.button('Restart')).click();
			assertWhole(await told(1));
			assert.equal(await processesOf(open(), 'Loader'), 2);
			await open().screenshot('replayed-restarted');
		});

		longTest('shows them after a reload of the window as well, once [hazard G1] [acp C46]', async () => {
			const { chat, page } = open();
			await page.waitForTimeout(500);
			await open().reload();
			await chat.frame(60_000);
			assertWhole(await told(2));
			await open().screenshot('replayed-reloaded');
		});

		longTest('keeps them above the next turn, which crashes, too', async () => {
			const { chat, quickInput } = open();
			await chat.send('Another one');
			await quickInput.waitForTitle(/Loader: Write poem\.txt/u);
			const text = await chat.transcriptText();
			assert.match(text, /Roses are red, violets ar[\s\S]*Loader exited[\s\S]*Another one/u);
			await guardOver();
			await quickInput.pick('Keep it');
			await eventually(
				() => chat.transcriptText(),
				(now) => now.split('Loader exited').length === 3,
			);
		});
	});
}
