/**
 * Puts real agents through the same scenarios in the real VS Code, against a scripted model on loopback. No part of
 * `npm test`: it installs agents from the package registry, some hundred MB each.
 *
 *   node esbuild.mjs && node test/tools/realAgents.ts [agent…] [--only=scenario,…] [--protocol=1]
 *
 * The table, a picture after each scenario and the traffic are left in `test-results/real-agents`. The agents go into
 * `REAL_AGENTS_DIR`, or a folder for temporary files, and stay there for the next run.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../vscode/launcher/cache.ts';
import { makeTempFolder } from '../vscode/launcher/tempFolder.ts';
import { Workbench } from '../vscode/workbench/workbench.ts';
import { type AgentProfile, agentProfiles, settingsOf } from './realAgents/agentProfiles.ts';
import { AgentWindow } from './realAgents/agentWindow.ts';
import { installAgent } from './realAgents/installAgent.ts';
import { ModelServer } from './realAgents/modelServer.ts';
import { gatewayScenarios, listScenario } from './realAgents/gatewayScenarios.ts';
import { originalText, realScenarios } from './realAgents/scenarios.ts';

const scenarios = [...gatewayScenarios, ...realScenarios, listScenario];
const results = path.join(projectFolder, 'test-results', 'real-agents');
const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const only = optionOf('only')?.split(',');
const protocol = optionOf('protocol');

function optionOf(name: string): string | undefined {
	const start = `--${name}=`;
	return process.argv.find((argument) => argument.startsWith(start))?.slice(start.length);
}

/** @returns the agent's rows of the table */
async function putThrough(profile: AgentProfile): Promise<readonly string[]> {
	const { folder, versions } = installAgent(profile);
	const home = makeTempFolder('real-agent');
	const model = await ModelServer.start();
	const spoken = protocol === undefined ? {} : { protocol: Number(protocol) };
	const settings = { ...settingsOf(profile, folder, home.path, model.url), ...spoken };
	const workbench = await Workbench.open({
		machineSettings: { 'acpHost.agents': { [profile.name]: settings }, 'acpHost.demoAgent': false },
		files: { 'notes.md': originalText },
	});
	model.folder = workbench.folder;
	// Agents of some hundred MB leave a small machine little for the window.
	workbench.page.setDefaultTimeout(60_000);
	const window = new AgentWindow(workbench, profile.name, folder);
	const row = (scenario: string, result: string): string => {
		const line = `| ${profile.name} | ${scenario} | ${result.replaceAll(/\s+/gu, ' ').slice(0, 300)} |`;
		console.log(line);
		return line;
	};
	const rows = [row('version', versions.join(', '))];
	try {
		await workbench.chat.show();
		await window.start();
		for (const { name, run } of scenarios.filter(
			(scenario) =>
				(only === undefined || only.includes(scenario.name)) &&
				(scenario.agents?.includes(profile.name) ?? true),
		)) {
			const result = await run({ window, model }).then(
				(remark) => `ok${remark === undefined ? '' : `: ${remark}`}`,
				(error: unknown) => `FAILED: ${error instanceof Error ? error.message : String(error)}`,
			);
			rows.push(row(name, result));
			// The tree and the tabs follow the view a moment later.
			await sleep(1_000);
			await workbench.screenshot(`real-agents/${profile.name}-${name.replaceAll(/[^\w]+/gu, '-')}`);
			await window.rest();
		}
	} catch (error) {
		rows.push(row('start', `FAILED: ${error instanceof Error ? error.message : String(error)}`));
		await workbench.screenshot(`real-agents/${profile.name}-start`);
	} finally {
		const lines = (await window.traffic()).map((message) => JSON.stringify(message));
		writeFileSync(path.join(results, `${profile.name}.jsonl`), `${lines.join('\n')}\n`);
		rows.push(row('tools', [...new Set(model.offered.map(({ name }) => name))].join(' ')));
		if (model.unknown.size > 0) rows.push(row('other requests to the model', [...model.unknown].join(', ')));
		await workbench.close();
		model.close();
		home.remove();
	}
	return rows;
}

mkdirSync(results, { recursive: true });
const rows: string[] = [];
for (const profile of agentProfiles) {
	if (wanted.length > 0 && !wanted.includes(profile.name)) continue;
	rows.push(...(await putThrough(profile)));
	writeFileSync(path.join(results, 'table.md'), `${rows.join('\n')}\n`);
}
process.exit(rows.some((line) => line.includes('| FAILED: ')) ? 1 : 0);
