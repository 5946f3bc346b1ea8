/** What stands in a conversation. */
import * as limits from '../../../src/core/base/limits.ts';
import type { ViewEntry, ViewToolCall } from '../../../src/core/view/viewEntry.ts';
import { everyField, sampleForm, sampleUrl } from '../questions.ts';
import { richEntries } from '../richTranscript.ts';
import { sampleMessage, sampleNotice, samplePermission, sampleToolCall, snapshot } from '../samples.ts';
import type { Scene } from './scene.ts';

const byId = (...ids: readonly string[]): readonly ViewEntry[] =>
	ids.flatMap((id) => richEntries.find((entry) => entry.id === id) ?? []);

const pixel =
	'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAFUlEQVR42mNkYPhfz4AHMDKMKhiEAADHaQcBXqWQqAAAAABJRU5ErkJggg==';

const finished = (id: string, fields: Partial<ViewToolCall>): ViewToolCall =>
	sampleToolCall(id, { durationMs: 340, ...fields });

const answered = (id: string, title: string, fields: object): ViewEntry =>
	samplePermission(id, { title, details: title, ...fields });

export const conversationScenes: readonly Scene[] = [
	{
		name: 'messages',
		look: 'bubble of the user to the right, chip of the file, answer without a frame, unsent and held marked',
		height: 560,
		messages: [
			snapshot([
				...byId('u1'),
				sampleMessage('a', 'It does, because the **name** may be empty.\n\nShall I go on?'),
				sampleMessage('unsent', 'Yes, and run the tests', { role: 'user', isUnsent: true }),
				sampleMessage('held', 'Then commit it', { role: 'user', isAwaitingLogin: true, isUnsent: true }),
			]),
		],
	},
	{
		name: 'markdown',
		look: 'lists, table that scrolls by itself, tasks, quote, heading, links underlined',
		height: 1000,
		messages: [snapshot(byId('a1'))],
	},
	{
		name: 'code',
		look: 'language, toolbar in sight on focus, long line scrolls inside of the block',
		height: 260,
		messages: [
			snapshot([
				sampleMessage(
					'a',
					`\`\`\`ts\nexport const answer = (question: string): number => question.length + ${'1 + '.repeat(40)}1;\n\`\`\`\n\n\`\`\`\nplain\n\`\`\`\n`,
				),
			]),
		],
		act: (view) => view.page.locator('.code-block button').first().focus(),
	},
	{
		name: 'hostile-text',
		look: 'bidi and zero-width characters are marked, HTML stands as text, remote image is a labelled link',
		height: 300,
		messages: [
			snapshot([
				sampleMessage(
					'a',
					'Safe\u202Egnp.exe and zero\u200Bwidth\n\n<img src=x onerror=alert(1)>\n\n![chart](https://example.org/c.png)\n\n[click](javascript:alert(1)) שלום עולם',
				),
			]),
		],
	},
	{
		name: 'thoughts',
		look: 'one folded with its time, one unfolded, one that goes on',
		height: 260,
		state: { sessionKey: 'session-1', expanded: { t2: true }, isPlanOpen: false },
		messages: [
			snapshot([
				sampleMessage('t1', 'First', { role: 'thought', durationMs: 4200 }),
				sampleMessage('t2', 'The user wants the *empty name* gone.', { role: 'thought', durationMs: 65_000 }),
				sampleMessage('t3', 'Hm', { role: 'thought', isComplete: false }),
			]),
		],
	},
	{
		name: 'tools-folded',
		look: 'one line each: icon by kind, what and where, state, time; failed and cancelled unmistakable',
		height: 420,
		messages: [
			snapshot([
				finished('r', { title: 'Read src/parser.ts', locations: [location('src/parser.ts', 42)] }),
				finished('e', { title: 'Edit src/a/very/long/path/to/a/module/that/is/deep.ts', kind: 'edit' }),
				finished('m', { title: 'Move errors.ts', kind: 'move', status: 'pending' }),
				finished('f', { title: 'npm test', kind: 'execute', status: 'failed', durationMs: 12_400 }),
				finished('c', { title: 'Fetch https://example.org/a', kind: 'fetch', status: 'cancelled' }),
				sampleToolCall('i', { title: 'npm ci', kind: 'execute', status: 'in_progress', canCancel: true }),
			]),
		],
	},
	{
		name: 'tool-group',
		look: 'a run of reads and searches is one line that counts them',
		height: 200,
		messages: [
			snapshot([
				sampleMessage('a', 'I look around.'),
				...['a.ts', 'b.ts', 'c.ts'].map((name) =>
					finished(name, { title: `Read ${name}`, locations: [location(name, 1)] }),
				),
				finished('s', { title: 'Search for "header"', kind: 'search' }),
				sampleMessage('z', 'Found it.'),
			]),
		],
	},
	{
		name: 'tool-diff',
		look: 'counts, first changed lines, buttons that open the diff',
		height: 520,
		state: { sessionKey: 'session-1', expanded: { edit: true }, isPlanOpen: false },
		messages: [snapshot(byId('edit'))],
	},
	{
		name: 'tool-terminal',
		look: 'colours of the program, exit code, button that opens the whole output',
		height: 360,
		state: { sessionKey: 'session-1', expanded: { failed: true }, isPlanOpen: false },
		messages: [snapshot(byId('failed'))],
	},
	{
		name: 'permission-pending',
		look: 'the whole command, hostile characters marked, no button looks chosen',
		height: 460,
		messages: [snapshot(byId('permission'), { pendingPermissions: ['permission'] })],
		act: (view) => view.page.waitForTimeout(limits.permissionGuardMs),
	},
	{
		name: 'permission-plan',
		look: 'the plan is drawn as Markdown and scrolls by itself, the answers stay in sight below it',
		height: 560,
		messages: [
			snapshot([
				samplePermission('p', {
					title: 'Ready to code?',
					document:
						'# Make the greeting safe\n\n1. Read `src/greeting.ts`\n2. Handle an **empty** name\n3. Add a test\n\n| file | change |\n| --- | --- |\n| greeting.ts | +4 −1 |\n\nNothing else is touched.',
					details: 'mode: code',
					options: [
						{ optionId: 'a', name: 'Yes, manually approve edits', kind: 'allow_once' },
						{ optionId: 'b', name: 'Yes, and use auto mode', kind: 'allow_always' },
						{ optionId: 'c', name: 'No, keep planning', kind: 'reject_once' },
					],
				}),
			]),
		],
	},
	{
		name: 'tool-output',
		look: 'output keeps its lines, its marks and its colours; badges of tools and files are whole or not there',
		height: 640,
		state: { sessionKey: 'session-1', expanded: { t: true } },
		messages: [
			snapshot([
				finished('t', {
					title: 'grep -rn TODO src | head',
					name: 'Bash',
					kind: 'execute',
					content: [
						{
							type: 'content',
							content: {
								type: 'text',
								text: 'src/a.ts:3: # TODO: *not* a list\nsrc/a_b.ts:7: <b>no tag</b> $1\n\u001B[32m2 found\u001B[0m\n',
							},
						},
					],
				}),
				finished('u', {
					title: 'Look through all the files of the project for what was asked',
					name: 'mcp__search__everything',
					kind: 'other',
					locations: [{ path: '/ws/README.md', label: 'README.md' }],
				}),
				finished('v', {
					title: 'Run npm test',
					kind: 'execute',
					status: 'pending',
					content: [{ type: 'terminal', terminalId: 'x', label: 'npm test', output: '', isTruncated: false }],
				}),
				samplePermission('p', { toolCallEntryId: 'v' }),
			]),
		],
	},
	{
		name: 'permission-settled',
		look: 'what was answered, by whom: user, rule, cancelled',
		height: 660,
		messages: [
			snapshot([
				...byId('old'),
				answered('rule', 'Read src/a.ts', {
					state: {
						type: 'answered',
						option: { optionId: 'yes', name: 'Allow Once', kind: 'allow_once' },
						rule: { id: 'r1', text: 'Allow Demo Agent to read files in src/** in this folder' },
					},
				}),
				answered('no', 'Run rm -rf build', {
					state: { type: 'answered', option: { optionId: 'no', name: 'Reject', kind: 'reject_once' } },
				}),
				answered('gone', 'Run npm publish', { state: { type: 'cancelled', by: 'agent' } }),
			]),
		],
	},
	{
		name: 'question-form',
		look: 'labels above fields, required marked, nothing cut off',
		height: 1500,
		messages: [
			snapshot([sampleForm(everyField, { title: 'Project', description: 'What it is made of.' })], {
				pendingElicitations: ['q'],
			}),
		],
	},
	{
		name: 'question-address',
		look: 'the host of the address stands out, warnings are read first',
		height: 360,
		messages: [
			snapshot(
				[
					sampleUrl('https://login.example.org/start?state=1', {
						target: { host: 'login.example.org', warnings: ['The address holds a user name.'] },
					}),
				],
				{ pendingElicitations: ['q'] },
			),
		],
	},
	{
		name: 'plan',
		look: 'what is done, what is at hand, what is open',
		height: 260,
		messages: [snapshot(byId('plan'))],
	},
	{
		name: 'notices',
		look: 'what happened, why, and a button for what to do next',
		height: 540,
		messages: [
			snapshot([
				sampleNotice('i', { title: 'The history was not restored', detail: 'The agent keeps no sessions.' }),
				...byId('n1'),
				sampleNotice('e', {
					severity: 'error',
					title: 'Demo Agent exited',
					detail: 'Exit code 1.\nError: Cannot find module "./server"',
					actions: ['restart', 'show_log'],
				}),
			]),
		],
	},
	{
		name: 'subagent',
		look: 'what it does stands inside of its frame',
		height: 300,
		messages: [
			snapshot([
				{
					type: 'subagent',
					id: 's',
					title: 'Reviewer',
					description: 'Reads the change',
					state: 'running',
					canCancel: true,
				},
				finished('in', { title: 'Read src/parser.ts', subagentId: 's' }),
				sampleMessage('said', 'It looks good.', { subagentId: 's' }),
			]),
		],
	},
	{
		name: 'compaction-and-media',
		look: 'folded summary, picture within the width, sound named with its size',
		height: 320,
		messages: [
			snapshot([
				{
					type: 'compaction',
					id: 'k',
					status: 'completed',
					summary: [{ type: 'text', text: 'We fixed it.' }],
				},
				sampleMessage('media', '', {
					content: [
						{ type: 'text', text: 'A picture and a sound:' },
						{ type: 'image', mimeType: 'image/png', data: pixel },
						{ type: 'audio', mimeType: 'audio/wav', bytes: 48_000 },
					],
				}),
			]),
		],
	},
];

function location(path: string, line: number): ViewToolCall['locations'][number] {
	return { path: `/work/${path}`, line, label: path };
}
