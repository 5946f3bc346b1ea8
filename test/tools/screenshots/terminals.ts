/** A command that has ended, in colours, and one that goes on: its card, and the list above the composer. */
import type { Step } from '../../agents/fakeAgentScript.ts';
import { startSession } from '../../vscode/workbench/fakeAgents.ts';
import type { Scene } from './scene.ts';

const paint = (code: string, text: string): string => String.raw`\033[${code}m${text}\033[0m`;
const modules = ['protocol', 'session', 'webview', 'extension'].map(
	(name, index) => `${paint('32', '✔')} ${name}.js${paint('2', `  ${12 + index * 31} ms`)}`,
);
const buildLines = [
	`${paint('1', 'sample@1.0.0')} build`,
	...modules,
	`${paint('33;1', 'warning')} ${paint('4', 'src/main.ts:12')} unused ${paint('35', "'colour'")}`,
	`${paint('7', ' TESTS ')} ${paint('32', '128 passed')}, ${paint('31', '0 failed')}`,
	`${paint('32;1', 'Done')} in ${paint('38;2;255;140;0', '4.2 s')}`,
];
const print = (lines: readonly string[]): string => `printf '%b\\n' "${lines.join('" "')}"`;

/** Scripts that a command line can name. */
export const terminalFiles: Readonly<Record<string, string>> = {
	'scripts/build.sh': `${print(buildLines)}\n`,
	'scripts/serve.sh': `${print([`${paint('36', 'listening')} on http://localhost:8080`])}\nexec sleep 600\n`,
};

/** @param callId also the name under which the terminal is known to the script */
function run(callId: string, title: string, script: string): readonly Step[] {
	const params = { sessionId: '$session', command: 'sh', args: [script] };
	const content = [{ type: 'terminal', terminalId: `$result.${callId}.terminalId` }];
	return [
		{ request: { method: 'terminal/create', params }, as: callId },
		{
			update: {
				sessionUpdate: 'tool_call',
				toolCallId: callId,
				title,
				kind: 'execute',
				status: 'in_progress',
				content,
			},
		},
	];
}

const completed = (toolCallId: string): Step => ({
	update: { sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' },
});
const build = { sessionId: '$session', terminalId: '$result.build.terminalId' };

export const terminals: Scene = {
	name: 'terminals',
	agents: {
		Builder: {
			on: {
				'session/prompt': [
					{ text: 'I build it first, then I start the server.' },
					...run('build', 'Build the project', 'scripts/build.sh'),
					{ request: { method: 'terminal/wait_for_exit', params: build }, as: 'exit' },
					{ request: { method: 'terminal/release', params: build } },
					completed('build'),
					...run('serve', 'Start the server', 'scripts/serve.sh'),
					completed('serve'),
					{ text: 'The build is fine, and the server listens on port 8080.' },
				],
			},
		},
	},
	async run(camera) {
		const { workbench } = camera;
		const { chat, page } = workbench;
		await startSession(workbench, 'Builder');
		await chat.send('Build it and start the server');
		await chat.waitForStatus('Ready');
		for (const title of ['Build the project', 'Start the server']) {
			const fold = (await chat.articles(`Tool call: ${title}`)).first().locator('.card-fold');
			await fold.waitFor();
			if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
		}
		const running = (await chat.frame()).getByRole('region', { name: 'Running commands' });
		await running.getByRole('button', { name: /1 command running/u }).click();
		await page.waitForTimeout(300);
		await camera.takeSideBar('terminals');
		await running.getByRole('button', { name: /^Stop sh/u }).click();
		await running.waitFor({ state: 'hidden' });
	},
};
