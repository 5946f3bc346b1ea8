/** What stands around a conversation. */
import type { ViewOption } from '../../../src/core/view/viewSession.ts';
import type { ViewMention } from '../../../src/core/view/viewAttachment.ts';
import type { ViewPage } from '../harness.ts';
import { richEntries, richSession } from '../richTranscript.ts';
import { sampleMessage, snapshot } from '../samples.ts';
import type { Scene } from './scene.ts';

const short = [
	sampleMessage('u', 'Fix the parser', { role: 'user' }),
	sampleMessage('a', 'I will look at it.'),
];
const message = (view: ViewPage) => view.page.getByRole('textbox', { name: 'Message' });
const mention = (label: string, kind: ViewMention['kind'] = 'file'): ViewMention => ({
	id: `id:${label}`,
	kind,
	label,
	description: kind === 'file' ? '' : kind,
});

function select(id: string, name: string, current: string, ...choices: [string, string][]): ViewOption {
	const groups = [{ choices: choices.map(([value, label]) => ({ value, name: label })) }];
	return { id, name, via: 'option', type: 'select', current, groups };
}

export const frameScenes: readonly Scene[] = [
	{
		name: 'empty',
		look: 'the way forward as buttons, what is wrong in the settings',
		height: 420,
		messages: [
			{
				type: 'empty',
				generation: 1,
				agents: [
					{ name: 'demo', title: 'Demo Agent' },
					{ name: 'claude', title: 'Claude Code' },
				],
				problems: ['acpHost.agents.broken: "command" is missing'],
			},
		],
	},
	{
		name: 'approval',
		look: 'the whole command line, before anything is started',
		height: 360,
		messages: [
			snapshot([], {
				agent: {
					type: 'unapproved',
					commandLine:
						'npx --yes @example/agent --stdio --model "very large" --folder /home/me/projects/parser',
				},
			}),
		],
	},
	{
		name: 'login',
		look: 'the ways to log in, with what is held for after it',
		height: 640,
		messages: [
			snapshot(
				[sampleMessage('u', 'Fix the parser', { role: 'user', isUnsent: true, isAwaitingLogin: true })],
				{
					agent: {
						type: 'login_required',
						reason: 'Please log in before you go on.',
						methods: [
							{ id: 'browser', name: 'Log in with Example', description: 'Use your account', type: 'agent' },
							{ id: 'key', name: 'API key', description: 'Pay by use', type: 'env_var' },
						],
						hasPromptAwaitingLogin: true,
					},
				},
			),
		],
	},
	{
		name: 'composer',
		look: 'text, chips that can be opened and removed, selectors, meter and Send in one place',
		height: 380,
		messages: [
			snapshot(
				short,
				{
					...richSession,
					turn: { type: 'idle' },
					planIds: [],
					pendingPermissions: [],
					usage: { used: 90_000, size: 200_000, cost: { amount: 0.42, currency: 'USD' } },
				},
				{
					draft: 'Look at these\nand say what is wrong',
					attachments: [
						{ type: 'file', id: 'file:///work/a.ts', name: 'a.ts' },
						{ type: 'range', id: 'range:1', name: 'src/parser.ts:10-24' },
						{ type: 'problems', id: 'problems:1', name: 'Problems: src/parser.ts' },
					],
				},
			),
		],
		act: (view) => message(view).focus(),
	},
	{
		name: 'options-bare',
		look: 'no selector says only "Off" or "Default": the name of the option stands before it',
		height: 220,
		messages: [
			snapshot([], {
				options: [
					select('mode', 'Mode', 'agent', ['agent', 'Agent'], ['plan', 'Plan']),
					select('allow', 'Allow All', 'off', ['off', 'Off'], ['on', 'On']),
					select('collaboration', 'Collaboration mode', 'default', ['default', 'Default'], ['pair', 'Pair']),
					{ id: 'web', name: 'Web search', via: 'option', type: 'boolean', current: true },
				],
			}),
		],
	},
	{
		name: 'commands',
		look: 'the list above the field, the active row marked, what is typed is kept',
		height: 420,
		messages: [
			snapshot(short, { ...richSession, turn: { type: 'idle' }, planIds: [], pendingPermissions: [] }),
		],
		act: (view) => message(view).fill('/'),
	},
	{
		name: 'mentions',
		look: 'icons by kind, paths shortened at the start, the active row marked',
		height: 420,
		messages: [snapshot(short)],
		async act(view) {
			await message(view).fill('@pa');
			const { requestId } = await view.waitFor('findMentions');
			const items = [
				mention('src/parser.ts'),
				mention('packages/server/src/very/deep/folder/parserOptions.ts'),
				mention('src', 'folder'),
				mention('parseHeader', 'symbol'),
				mention('Problems: src/parser.ts', 'problems'),
			];
			await view.post({ type: 'mentions', requestId, items });
		},
	},
	{
		name: 'running',
		look: 'working line with its time, what runs with Stop, the queue with its buttons, the plan folded',
		height: 560,
		messages: [
			snapshot([...short, ...richEntries.filter(({ id }) => id === 'plan')], {
				turn: { type: 'running', startedAt: Date.now() - 83_000 },
				planIds: ['plan'],
				running: [
					{
						type: 'terminal',
						id: 't',
						terminalId: 't',
						label: 'npm run watch -- --all',
						canStop: true,
						startedAt: Date.now() - 20_000,
					},
				],
				queue: [
					{ id: 'q1', text: 'Then run all tests, and tell me which of them are slow', place: 'here' },
					{ id: 'q2', text: 'Commit it', place: 'here' },
				],
			}),
		],
	},
	{
		name: 'queue-paused',
		look: 'why it waits, and the button that goes on',
		height: 360,
		messages: [
			snapshot(short, {
				queue: [
					{ id: 'q1', text: 'Then run all tests', place: 'here' },
					{ id: 'q2', text: 'Commit it', place: 'here' },
				],
				queuePause: 'failure',
			}),
		],
	},
	{
		name: 'agent-notices',
		look: 'above the composer, each with a button that dismisses it',
		height: 300,
		messages: [
			snapshot(short, {
				notices: [
					{
						id: 'n',
						severity: 'warning',
						title: 'Rate limit near',
						description: '90 % of this hour are used.',
					},
				],
			}),
		],
	},
	{
		name: 'find',
		look: 'the bar at the top, number of matches, the current one marked',
		height: 360,
		messages: [snapshot([...short, sampleMessage('b', 'The parser parses what a parser parses.')])],
		async act(view) {
			await view.page.keyboard.press('Control+f');
			await view.page.getByRole('textbox', { name: 'Find' }).fill('parse');
			await view.settled();
		},
	},
	{
		name: 'older-and-jump',
		look: 'older entries can be asked for at the top; away from the end there is a way back',
		height: 360,
		messages: [
			snapshot(
				Array.from({ length: 30 }, (_, index) => sampleMessage(`m${index}`, `Line ${index}`)),
				{},
				{ olderCount: 420 },
			),
		],
		async act(view) {
			await view.page.evaluate(() => document.querySelector('.scroller')?.scrollTo(0, 0));
			await view.settled();
		},
	},
	{
		name: 'whole',
		look: 'the whole view at its end, with a question that waits',
		height: 900,
		messages: [snapshot(richEntries, richSession)],
	},
];
