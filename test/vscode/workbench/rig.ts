/** Opens one workbench for a test file and closes it at the end; a failed test leaves a picture. */
import { after, afterEach, before } from 'node:test';
import path from 'node:path';
import { projectFolder } from '../launcher/cache.ts';
import { assertValidTraffic, readTraffic } from './wireRecord.ts';
import { Workbench, type WorkbenchOptions } from './workbench.ts';

export const demoScript = path.join(projectFolder, 'dist', 'demoAgent.cjs');

/** The demo agent as a user would configure any agent, at a pace for tests. */
export const demoAgentSettings = {
	'acpHost.agents': {
		Configured: {
			command: process.execPath,
			args: [demoScript],
			env: { ACP_HOST_DEMO_PACE: '2', ACP_HOST_DEMO_STATE: '${workspaceFolder}/../demo-state' },
		},
	},
	'acpHost.trace.traffic': true,
};

/** @returns a function that gives the workbench inside of tests */
export function useWorkbench(options: WorkbenchOptions): () => Workbench {
	let workbench: Workbench | undefined;
	before(async () => {
		workbench = await Workbench.open(options);
	});
	afterEach(async (context) => {
		const hasFailed = 'passed' in context && context.passed === false;
		const name = 'name' in context && typeof context.name === 'string' ? context.name : 'test';
		if (workbench === undefined || !hasFailed) return;
		const picture = `failed-${name.replaceAll(/[^\w]+/gu, '-').slice(0, 80)}`;
		await workbench.screenshot(picture);
		// What VS Code said of it may have left the screen. The list is closed again, as the next test expects it.
		const bell = workbench.page.getByRole('button', { name: /notification/iu }).first();
		await bell
			.click({ timeout: 2_000 })
			.then(() => workbench?.screenshot(`${picture}-notifications`))
			.then(() => bell.click({ timeout: 2_000 }))
			.catch(() => undefined);
	});
	after(async () => {
		if (workbench === undefined) return;
		// Whatever a test made us say to an agent, it has to be what a client may say (acp C1, C11).
		const runs = await readTraffic(workbench.server.dataDir);
		await workbench.close();
		// A gateway that speaks no ACP is asked for its workspace first.
		const ofAcp = runs.filter(([first]) => first?.msg['method'] !== 'workspace/default');
		for (const run of ofAcp) assertValidTraffic(run);
	});
	return () => {
		if (workbench === undefined) throw new Error('The workbench is not open.');
		return workbench;
	};
}

/** Starts a session with the named agent through the palette. */
export async function newSession(workbench: Workbench, agent: string): Promise<void> {
	await workbench.runCommand('ACP: New Session');
	await workbench.quickInput.pick(agent);
	await workbench.chat.waitForEmptyTranscript();
	await workbench.chat.waitForAgent(agent);
	await workbench.chat.approveIfAsked();
	await workbench.chat.waitForStatus('Ready');
}
