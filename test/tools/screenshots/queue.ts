/** Messages that wait for an agent of version 2, what it changes in several files, and a command that it runs itself. */
import type { JsonObject, Step } from '../../agents/fakeAgentScript.ts';
import { startSession } from '../../vscode/workbench/fakeAgents.ts';
import type { Scene } from './scene.ts';

const call = (fields: JsonObject): Step => ({ update: { sessionUpdate: 'tool_call_update', ...fields } });

const patch = [
	'diff --git /parser/read.ts /parser/read.ts',
	'--- /parser/read.ts',
	'+++ /parser/read.ts',
	'@@ -1,4 +1,3 @@',
	" import { parse } from './parse';",
	'-let depth = 0;',
	'-export const read = (text) => parse(text, depth);',
	'+export const read = (text) => parse(text, 0);',
	' ',
	'diff --git /parser/depth.test.ts /parser/depth.test.ts',
	'new file mode 100644',
	'--- /dev/null',
	'+++ /parser/depth.test.ts',
	'@@ -0,0 +1,2 @@',
	"+import { read } from './read';",
	"+check(read('((a))'));",
	'diff --git /parser/util.ts /parser/lines.ts',
	'similarity index 100%',
	'rename from /parser/util.ts',
	'rename to /parser/lines.ts',
	'',
].join('\n');

const changes = [
	{ operation: 'modify', path: '/parser/read.ts', fileType: 'text' },
	{ operation: 'add', path: '/parser/depth.test.ts', fileType: 'text' },
	{ operation: 'move', oldPath: '/parser/util.ts', path: '/parser/lines.ts', fileType: 'text' },
];

const output = '\u001B[32m✔\u001B[0m reads a file\r\n\u001B[32m✔\u001B[0m keeps the depth\r\n';
const terminalId = 'tests';

export const queue: Scene = {
	name: 'queue',
	agents: {
		Refactor: {
			shape: 'C',
			on: {
				'session/prompt#1': [
					{ text: 'The depth goes into the parser. I change the files first, then I run the tests.' },
					call({
						toolCallId: 'edit',
						title: 'Move the depth into the parser',
						kind: 'edit',
						status: 'completed',
						content: [{ type: 'diff', changes, patch: { format: 'git_patch', text: patch } }],
					}),
					{
						update: {
							sessionUpdate: 'terminal_update',
							terminalId,
							command: 'npm test -- --watch',
							cwd: '$params.cwd',
							capabilities: { cancel: {} },
						},
					},
					{
						update: {
							sessionUpdate: 'terminal_output_chunk',
							terminalId,
							data: Buffer.from(output).toString('base64'),
						},
					},
					call({
						toolCallId: 'tests',
						title: 'npm test -- --watch',
						kind: 'execute',
						status: 'in_progress',
						content: [{ type: 'terminal', terminalId }],
					}),
					{ waitCancel: true },
				],
			},
		},
	},
	async run(camera) {
		const { workbench } = camera;
		const { chat, page } = workbench;
		await startSession(workbench, 'Refactor');
		await chat.send('Move the depth into the parser');
		await (await chat.articles('Tool call: npm test')).first().waitFor();
		for (const text of ['And write it into the changelog', 'Then tag the release']) {
			await (await chat.composer()).fill(text);
			await (await chat.composer()).press('Enter');
			await (await chat.frame()).getByRole('region', { name: 'Queued messages' }).getByText(text).waitFor();
		}
		const folded = (await chat.frame()).locator('.card-fold[aria-expanded=false]');
		while ((await folded.count()) > 0) await folded.first().click();
		await page.waitForTimeout(300);
		await camera.takeSideBar('queue');
	},
};
