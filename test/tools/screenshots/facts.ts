/** What agents tell beside the conversation: the plan, how full the context is, and a notice. */
import { startSession } from '../../vscode/workbench/fakeAgents.ts';
import type { Scene } from './scene.ts';

const entries = [
	['Read the failing test', 'completed', 'high'],
	['Find where the date is parsed', 'completed', 'medium'],
	['Parse it in the time zone of the user', 'in_progress', 'high'],
	['Add a test for the last hour of the year', 'pending', 'medium'],
	['Run all tests', 'pending', 'low'],
].map(([content, status, priority]) => ({ content, status, priority }));

export const facts: Scene = {
	name: 'facts',
	agents: {
		Planner: {
			on: {
				'session/prompt': [
					{ update: { sessionUpdate: 'session_info_update', title: 'Wrong year in reports' } },
					{
						update: {
							sessionUpdate: 'notice',
							severity: 'warning',
							title: 'Close to the limit',
							description: '3 of 100 requests are left until 18:00.',
						},
					},
					{ update: { sessionUpdate: 'plan', entries } },
					{
						update: {
							sessionUpdate: 'usage_update',
							used: 124_300,
							size: 200_000,
							cost: { amount: 0.42, currency: 'USD' },
						},
					},
					{
						text: 'The date is read as if it were UTC, so the last hours of December land in the **next year**. I am changing `parseDate` now.',
					},
					{ waitCancel: true },
				],
			},
		},
	},
	async run(camera) {
		const { workbench } = camera;
		const { chat } = workbench;
		await startSession(workbench, 'Planner');
		await chat.send('Why do my reports have the wrong year?');
		const frame = await chat.frame();
		await frame.getByRole('meter').waitFor();
		await frame.getByRole('region', { name: 'Current plan' }).waitFor();
		await frame.locator('.agent-notice summary').click();
		await camera.takeSideBar('plan-usage-notice');
		await (await chat.button(/^Stop/u)).click();
		await chat.waitForStatus('Ready');
	},
};
