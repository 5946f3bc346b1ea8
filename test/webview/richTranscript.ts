/** A conversation that holds one of everything, for screenshots and for what must be true of any transcript. */
import type { ViewEntry } from '../../src/core/view/viewEntry.ts';
import type { ViewSession } from '../../src/core/view/viewSession.ts';
import { sampleMessage, sampleNotice, samplePermission, sampleToolCall } from './samples.ts';

const answer = `I looked at the parser. Two things stand out:

1. \`parseHeader\` accepts an empty name, see [src/parser.ts:42](src/parser.ts:42)
2. The error is swallowed in \`catch\`
   - nested: it should be **rethrown**
   - with the *cause* kept

| file | before | after |
|:-----|-------:|:-----:|
| src/parser.ts | 1.2 ms | 0.8 ms |
| src/a/very/long/path/to/some/module.ts | 12.4 ms | 9.1 ms |

- [x] read the code
- [ ] write a test

\`\`\`ts
export function parseHeader(line: string): Header | undefined {
	const match = /^([^:]+): (.*)$/.exec(line); // a long comment that runs out of the view
	return match === null ? undefined : { name: match[1], value: match[2] };
}
\`\`\`

> Headers are case-insensitive. See [RFC 9110](https://www.rfc-editor.org/rfc/rfc9110).

## Next step
I will fix both and run the tests.`;

const colours =
	'\u001B[1m\u001B[32m✓\u001B[39m\u001B[22m parser \u001B[2m(12 tests)\u001B[22m\r\n\u001B[31m✗ header\u001B[0m expected \u001B[38;5;208m"a"\u001B[0m\r\n\u001B[7m FAIL \u001B[27m 1 of 13\r\n';

export const richSession: Partial<ViewSession> = {
	turn: { type: 'requires_action', startedAt: Date.now() - 83_000 },
	planIds: ['plan'],
	pendingPermissions: ['permission'],
	usage: { used: 45_196, size: 200_000, cost: { amount: 0.36, currency: 'USD' } },
	quota: [
		{ id: 'five_hour', hours: 5, used: 0.92, resetsAt: Date.now() + 7_200_000, warning: 'near' },
		{ id: 'seven_day', hours: 168, used: 0.41, resetsAt: Date.now() + 270_000_000 },
	],
	options: [
		{
			type: 'select',
			id: 'mode',
			name: 'Mode',
			via: 'mode',
			current: 'ask',
			groups: [
				{
					choices: [
						{ value: 'ask', name: 'Ask', description: 'Asks before each change' },
						{ value: 'code', name: 'Code' },
					],
				},
			],
		},
	],
	commands: [
		{ name: 'plan', description: 'Make a plan before anything else' },
		{ name: 'review', description: 'Review the changes of this branch', hint: 'branch' },
	],
};

export const richEntries: readonly ViewEntry[] = [
	sampleMessage('u1', 'Why does `parseHeader` fail on an empty line?\nPlease fix it.', {
		role: 'user',
		content: [
			{ type: 'text', text: 'Why does `parseHeader` fail on an empty line?\nPlease fix it.' },
			{ type: 'resource_link', uri: 'file:///work/src/parser.ts', name: 'parser.ts' },
		],
	}),
	sampleMessage('t1', 'The user wants…', { role: 'thought', durationMs: 4200 }),
	sampleToolCall('read', {
		title: 'Read src/parser.ts',
		locations: [{ path: '/work/src/parser.ts', line: 42, label: 'src/parser.ts' }],
		durationMs: 340,
	}),
	sampleToolCall('search', { title: 'Search for "parseHeader"', kind: 'search', durationMs: 1240 }),
	sampleMessage('a1', answer),
	{
		type: 'plan',
		id: 'plan',
		isRemoved: false,
		items: [
			{ content: 'Read the parser', priority: 'medium', status: 'completed' },
			{ content: 'Fix the empty header name', priority: 'high', status: 'in_progress' },
			{ content: 'Run the tests', priority: 'low', status: 'pending' },
		],
	},
	sampleToolCall('edit', {
		title: 'Edit two files',
		kind: 'edit',
		durationMs: 800,
		hasRaw: true,
		locations: [
			{ path: '/work/src/parser.ts', line: 42, label: 'src/parser.ts' },
			{ path: '/work/src/errors.ts', label: 'src/errors.ts' },
		],
		content: [
			{
				type: 'diff',
				index: 0,
				path: '/work/src/parser.ts',
				label: 'src/parser.ts',
				kind: 'modify',
				added: 2,
				removed: 1,
				preview: [
					' function parseHeader(line: string) {',
					'-\treturn undefined;',
					'+\tif (line === "") return empty;',
					'+\tthrow new ParseError(line);',
				],
				isPreviewCut: true,
			},
			{
				type: 'diff',
				index: 1,
				path: '/work/src/errors.ts',
				label: 'src/errors.ts',
				kind: 'create',
				added: 12,
				removed: 0,
				preview: ['+export class ParseError extends Error {}'],
				isPreviewCut: false,
			},
		],
	}),
	sampleToolCall('failed', {
		title: 'npm test',
		kind: 'execute',
		status: 'failed',
		durationMs: 12_400,
		content: [
			{
				type: 'terminal',
				terminalId: 'term-1',
				label: 'npm test',
				output: colours,
				isTruncated: true,
				exit: { exitCode: 1, signal: null },
			},
		],
	}),
	sampleToolCall('retried', {
		title: 'Fetch the release notes of the newest version',
		kind: 'fetch',
		durationMs: 9_200,
		attempts: {
			number: 3,
			of: 3,
			state: 'recovered',
			failure: { before: 3, cause: 'timeout', message: 'No answer from registry.example within 4 s' },
		},
	}),
	{
		type: 'attempt',
		id: 'attempt',
		attempts: {
			number: 2,
			of: 5,
			state: 'running',
			failure: {
				before: 2,
				cause: 'network',
				message: 'stream disconnected before completion: error decoding response body',
			},
		},
	},
	{
		type: 'attempt',
		id: 'given-up',
		attempts: { number: 5, of: 5, state: 'gave_up', failure: { before: 6, cause: 'overloaded' } },
	},
	sampleNotice('n1', {
		severity: 'warning',
		title: 'The agent stopped answering',
		detail: 'It wrote: Error: connect ECONNREFUSED',
		actions: ['restart', 'show_log'],
	}),
	sampleMessage('t2', 'Hm', { role: 'thought', isComplete: false }),
	sampleToolCall('running', {
		title: 'Install dependencies with npm ci in the folder packages/server',
		kind: 'execute',
		status: 'in_progress',
	}),
	samplePermission('old', {
		title: 'Edit src/errors.ts',
		details: '/work/src/errors.ts',
		state: { type: 'answered', option: { optionId: 'yes', name: 'Allow Once', kind: 'allow_once' } },
	}),
	samplePermission('permission', {
		title: 'Run a command',
		description: 'The agent wants to remove the build folder.',
		details: 'rm -rf build && npm test -- --coverage --reporter=dot\u202E && echo done',
		hasDiff: true,
	}),
];

/** What a reader unfolded before. */
export const richState = {
	sessionKey: 'session-1',
	expanded: { edit: true, failed: true },
	isPlanOpen: false,
};
