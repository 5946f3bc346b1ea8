/**
 * Takes the README's pictures in a real VS Code and writes `media/screenshots/`.
 *
 * `node test/tools/screenshots.ts [scene…] [--check]` takes those of the named scenes only; `--check` also takes each
 * picture of the side bar at 300 pixels in all themes, into `test-results/screenshots/`.
 */
import { fakeAgents } from '../vscode/workbench/fakeAgents.ts';
import { Workbench, type WorkbenchOptions } from '../vscode/workbench/workbench.ts';
import { Camera } from './screenshots/camera.ts';
import { changes } from './screenshots/changes.ts';
import { facts } from './screenshots/facts.ts';
import { imagePrompt } from './screenshots/imagePrompt.ts';
import { login } from './screenshots/login.ts';
import { options } from './screenshots/options.ts';
import { queue } from './screenshots/queue.ts';
import { questions } from './screenshots/questions.ts';
import type { Scene } from './screenshots/scene.ts';
import { sessions } from './screenshots/sessions.ts';
import { slashCommands } from './screenshots/slashCommands.ts';
import { terminalFiles, terminals } from './screenshots/terminals.ts';
import { tour } from './screenshots/tour.ts';

const ofDemoAgent: readonly Scene[] = [tour, imagePrompt, options, slashCommands, changes];
/** The list of sessions shows what the scenes before it did, so it comes first. */
const ofScripts: readonly Scene[] = [sessions, terminals, facts, questions, login, queue];
const viewport = { width: 1280, height: 860 };

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const checks = process.argv.includes('--check');
const isWanted = ({ name }: Scene): boolean => names.length === 0 || names.includes(name);

/** Runs the scenes one after the other in one window. */
async function shoot(scenes: readonly Scene[], workbenchOptions: WorkbenchOptions): Promise<void> {
	if (scenes.length === 0) return;
	const workbench = await Workbench.open({ ...workbenchOptions, viewport });
	const camera = new Camera(workbench, checks);
	try {
		await workbench.chat.show();
		for (const scene of scenes) {
			await camera.reset();
			await scene.run(camera);
			console.log(`took ${scene.name}`);
		}
	} catch (error) {
		await workbench.screenshot('screenshots-failed');
		throw error;
	} finally {
		await workbench.close();
	}
}

function settingsFor(scenes: readonly Scene[]): object {
	return {
		'acpHost.agents': fakeAgents(Object.assign({}, ...scenes.map(({ agents }) => agents))),
		'acpHost.demoAgent': false,
	};
}

await shoot(ofDemoAgent.filter(isWanted), { machineSettings: {} });
const scripted = ofScripts.filter(isWanted);
await shoot(scripted, { machineSettings: settingsFor(scripted), files: terminalFiles });
process.exit();
