/** The list of sessions: one works, one waits for the user, one is ready, and those that the agent keeps. */
import type { Locator } from 'playwright-core';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';
import { ask, startSession } from '../../vscode/workbench/fakeAgents.ts';
import type { Workbench } from '../../vscode/workbench/workbench.ts';
import type { Scene } from './scene.ts';

const titled = (title: string): Step => ({ update: { sessionUpdate: 'session_info_update', title } });
const day = 24 * 3600 * 1000;
const before = (days: number): string => new Date(Date.now() - days * day).toISOString();

const coder: FakeAgentScript = {
	capabilities: { sessionCapabilities: { list: {}, close: {}, delete: {} } },
	on: {
		'session/prompt#1': [
			titled('Move the parser'),
			{ text: 'I am moving it file by file.' },
			{ waitCancel: true },
		],
		'session/prompt#2': [
			titled('Release 1.4'),
			{ text: 'The version is set. Now the tag.' },
			ask({ title: 'Tag the release', command: 'git tag v1.4' }),
			{ text: 'Tagged.' },
		],
		'session/list': [
			{
				respond: {
					sessions: [
						{ sessionId: 'old-1', cwd: '$params.cwd', title: 'Why is the build slow?', updatedAt: before(1) },
						{ sessionId: 'old-2', cwd: '$params.cwd', title: 'Dark icons', updatedAt: before(9) },
					],
				},
			},
		],
	},
};

const reviewer: FakeAgentScript = {
	on: { 'session/prompt': [titled('Review of the parser'), { text: 'Two remarks, both small.' }] },
};

export const sessions: Scene = {
	name: 'sessions',
	agents: { Coder: coder, Reviewer: reviewer },
	async run(camera) {
		const { workbench } = camera;
		const { chat, quickInput, page } = workbench;
		await camera.foldSessions(false);
		await startSession(workbench, 'Reviewer');
		await chat.send('Review the parser');
		await row(workbench, 'Review of the parser, Ready').waitFor();
		await startSession(workbench, 'Coder');
		await chat.send('Move the parser into its own folder');
		await row(workbench, 'Move the parser, Working').waitFor();
		await startSession(workbench, 'Coder');
		await chat.send('Release 1.4');
		await quickInput.waitForTitle(/Tag the release/u);
		await page.keyboard.press('Escape');
		await row(workbench, 'Release 1.4, Waiting for you').waitFor();
		await camera.setSessionsHeight(330);
		await camera.takeSideBar('sessions');
		await (await chat.button('Reject')).click();
		await chat.waitForStatus('Ready');
		await row(workbench, 'Move the parser').click();
		await chat.waitForStatus(/Working|Running/u);
		await (await chat.button(/^Stop/u)).click();
		await chat.waitForStatus('Ready');
	},
};

function row({ page }: Workbench, name: string): Locator {
	return page
		.getByRole('tree', { name: /Sessions/u })
		.getByRole('treeitem', { name: new RegExp(`^${name}`, 'u') });
}
