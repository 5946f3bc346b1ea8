/** A conversation as an editor tab, beside the one in the side bar. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Frame } from 'playwright-core';
import type { FakeAgentScript, JsonObject } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { ask, eventually, fakeAgents, outcomesOf, receivedBy } from './fakeAgents.ts';
import { guardOver } from './guardOver.ts';
import { newSession } from './rig.ts';
import type { Workbench } from './workbench.ts';

function said(sessionUpdate: string, text: string): { update: JsonObject } {
	return { update: { sessionUpdate, content: { type: 'text', text } } };
}

const script: FakeAgentScript = {
	on: {
		'session/prompt': [{ text: 'Heard: ${params.prompt.0.text}.' }],
		'session/prompt#3': [ask({ command: 'make' }), { text: 'You said ${result.answer.outcome.optionId}.' }],
		'session/load': [
			said('user_message_chunk', 'from the side bar'),
			said('agent_message_chunk', 'Heard: from the side bar.'),
			{ respond: '$default' },
		],
	},
};

const requester: FakeAgentScript = {
	on: {
		'session/prompt#1': [ask({ command: 'make' }), { text: 'You said ${result.answer.outcome.optionId}.' }],
		'session/prompt#2': [{ text: 'It takes long.' }, { waitCancel: true }],
	},
};

export const panelsAgents = fakeAgents({ Speaker: script, Requester: requester });

/** @param open the window; its agents are those above, it has a file `a.txt` and is wide enough for two views */
export function describePanels(open: () => Workbench): void {
	describe('editor panels', () => {
		/** The chat frames on the screen, from left to right: the side bar, then the editor. */
		async function views(): Promise<Frame[]> {
			const found: { frame: Frame; x: number }[] = [];
			for (const frame of open().page.frames()) {
				try {
					if ((await frame.locator('body[data-acp-view]').count()) === 0) continue;
					const parent = await (await frame.frameElement()).ownerFrame();
					const outer = await parent?.frameElement();
					const box = (await outer?.isVisible()) === true ? await outer?.boundingBox() : undefined;
					if (box) found.push({ frame, x: box.x });
				} catch {
					// The frame went away while we looked.
				}
			}
			return found.toSorted((a, b) => a.x - b.x).map(({ frame }) => frame);
		}

		async function both(): Promise<[Frame, Frame]> {
			const frames = await eventually(views, (found) => found.length === 2).catch(async (error: unknown) => {
				throw new Error(`${(await views()).length} chat views`, { cause: error });
			});
			const [sideBar, panel] = frames;
			assert.ok(sideBar && panel);
			return [sideBar, panel];
		}

		function textOf(frame: Frame): Promise<string> {
			return frame.getByRole('log', { name: 'Conversation' }).innerText();
		}

		async function send(frame: Frame, text: string): Promise<void> {
			const composer = frame.getByRole('textbox', { name: 'Message' });
			await composer.fill(text);
			await composer.press('Enter');
		}

		/** Of the session and its tab: the first words of the user, since the agent names none. */
		const title = 'from the side bar';

		it('opens the session in a tab with the same conversation', async () => {
			const workbench = open();
			await newSession(workbench, 'Speaker');
			await workbench.chat.send(title);
			await workbench.chat.waitForStatus('Ready');
			await workbench.runCommand('ACP: Open Session in Editor');
			await workbench.editors.tab(title).waitFor();
			const [sideBar, panel] = await both();
			await eventually(
				() => textOf(panel),
				(text) => text.includes('Heard: from the side bar.'),
			);
			await eventually(
				async () => [await textOf(panel), await textOf(sideBar)] as const,
				([one, other]) => one === other,
			);
			await workbench.screenshot('panel-beside');
		});

		it('a prompt of either view shows in both, and stays in the composer of neither [hazard G2]', async () => {
			const [sideBar, panel] = await both();
			const draft = sideBar.getByRole('textbox', { name: 'Message' });
			await draft.fill('from the tab');
			// Both views show one draft: what came over there a moment later would be written to.
			await eventually(
				() => panel.getByRole('textbox', { name: 'Message' }).inputValue(),
				(text) => text === 'from the tab',
			);
			await send(panel, 'from the tab');
			await eventually(
				() => draft.inputValue(),
				(text) => text === '',
			);
			for (const view of [sideBar, panel]) {
				await eventually(
					() => textOf(view),
					(text) => text.includes('Heard: from the tab.'),
				);
			}
			await eventually(
				async () => [await textOf(panel), await textOf(sideBar)] as const,
				([one, other]) => one === other,
			);
		});

		it('a permission is shown in both views and settled in both', async () => {
			const workbench = open();
			const [sideBar, panel] = await both();
			await send(panel, 'make it');
			await workbench.quickInput.waitForTitle(/Speaker: Run it/u);
			await guardOver();
			await panel
				.getByRole('article', { name: 'Permission: Run it' })
				.getByRole('button', { name: 'Allow' })
				.click();
			for (const view of [sideBar, panel]) {
				await eventually(
					() => textOf(view),
					(text) => text.includes('You said yes.'),
				);
			}
			await workbench.quickInput.waitClosed();
			assert.deepEqual(await outcomesOf(workbench, 'Speaker'), ['yes']);
		});

		longTest('opening it again shows the tab that is there', async () => {
			const workbench = open();
			await workbench.editors.openFile('a.txt');
			await workbench.runCommand('ACP: Open Session in Editor');
			await both();
			const tabs = await workbench.editors.tabs();
			assert.equal(tabs.filter((tab) => tab.includes(title)).length, 1, tabs.join());
		});

		it('shows what it missed while its tab was hidden [hazard E7]', async () => {
			const workbench = open();
			await workbench.editors.openFile('a.txt');
			await eventually(views, (found) => found.length === 1);
			await workbench.chat.send('while hidden');
			await workbench.chat.waitForStatus('Ready');
			await workbench.editors.tab(title).click();
			const [, panel] = await both();
			await eventually(
				() => textOf(panel),
				(text) => text.includes('Heard: while hidden.'),
			);
		});

		it('comes back after a reload of the window, with its conversation [hazard G1]', async () => {
			const workbench = open();
			await workbench.reload();
			await workbench.chat.frame(60_000);
			// Which tab was in front a moment before the reload, VS Code may have forgotten.
			await workbench.editors.tab(title).click();
			const [sideBar, panel] = await both();
			for (const view of [sideBar, panel]) {
				await eventually(
					() => textOf(view),
					(text) => text.includes('Heard: from the side bar.'),
				);
			}
			await workbench.screenshot('panel-reloaded');
			const loads = (await receivedBy(workbench, 'Speaker')).filter(
				({ method }) => method === 'session/load',
			);
			assert.equal(loads.length, 1);
			await send(panel, 'after the reload');
			await eventually(
				() => textOf(sideBar),
				(text) => text.includes('Heard: after the reload.'),
			);
		});

		it('the tab that is active is what an answer returns to, and what a command is about', async () => {
			const workbench = open();
			await newSession(workbench, 'Requester');
			await workbench.runCommand('ACP: Open Session in Editor');
			await both();
			await newSession(workbench, 'Speaker');
			await workbench.editors.tab('Requester').click();
			const [sideBar, panel] = await both();
			const [field, other] = [panel, sideBar].map((view) => view.getByRole('textbox', { name: 'Message' }));
			assert.ok(field && other);
			await send(panel, 'make it');
			await workbench.quickInput.waitForTitle(/Requester: Run it/u);
			await guardOver();
			await workbench.quickInput.pick('Allow');
			await eventually(
				() => textOf(panel),
				(text) => text.includes('You said yes.'),
			);
			// The focus comes back a moment after the list is gone.
			await eventually(
				() => field.evaluate(({ ownerDocument }) => ownerDocument.hasFocus()),
				(hasFocus) => hasFocus,
			);
			await workbench.page.keyboard.type('and then');
			await eventually(
				() => field.inputValue(),
				(text) => text === 'and then',
			);
			assert.equal(await other.inputValue(), '');
			await send(panel, 'take your time');
			await eventually(
				() => textOf(panel),
				(text) => text.includes('It takes long.'),
			);
			await workbench.runCommand('ACP: Stop the Agent');
			await eventually(
				() => receivedBy(workbench, 'Requester'),
				(received) => received.some(({ method }) => method === 'session/cancel'),
			);
		});

		it('closing the tab leaves the session in the side bar', async () => {
			const workbench = open();
			await workbench.runCommand('View: Close All Editors');
			await eventually(views, (found) => found.length === 1);
			await workbench.chat.send('alone');
			await eventually(
				() => workbench.chat.transcriptText(),
				(text) => text.includes('Heard: alone.'),
			);
		});
	});
}
