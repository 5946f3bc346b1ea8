/**
 * What rules of each breadth are for: permissions that real agents asked for, as recorded, with the rules that a user
 * could have made of them; and inputs that agents beyond the recordings are known to send.
 */
import path from 'node:path';
import type { Rule, RulePattern, RuleScope } from '../../../../src/core/rules/rule.ts';
import type { PermissionContext } from '../../../../src/core/session/model/permissionPorts.ts';
import type { RecordedPermission } from './recordedPermissions.ts';
import { askedPermission, rule } from './samples.ts';

export interface BenignCase {
	readonly name: string;
	readonly rule: Rule;
	readonly asked: PermissionContext;
}

/** The rules that would answer a recorded permission, from the narrowest to the broadest. */
export function casesOf(asked: RecordedPermission): readonly BenignCase[] {
	const { call, cwd } = asked;
	const kind = call?.kind ?? 'other';
	const file = call?.locations[0]?.path ?? call?.content.find((item) => item.type === 'diff')?.path;
	const command = commandOf(asked);
	const rules = [
		...(command === undefined ? pathRules(asked, file) : commandRules(asked, command)),
		// What the agent does not describe is for the broadest rule alone.
		rule({}),
	];
	const isInside = file === undefined || file.startsWith(`${cwd}/`);
	const isDescribed = command !== undefined || file !== undefined;
	if (isDescribed) rules.push(rule({ kind }));
	if (isDescribed && isInside) rules.push(rule({ kind, scope: { type: 'folder', path: cwd } }));
	if (isInside) rules.push(rule({ scope: { type: 'folder', path: cwd } }));
	return rules.map((one) => ({ name: nameOf(asked, one), rule: one, asked }));
}

const plainCommands = ['npm test', 'git status --short', 'node --test test/a.test.ts', 'cat src/a.ts "b c"'];

/** A recorded command with other words: first words allow plain commands only, and the recorded ones have operators. */
export function plainCasesOf(asked: RecordedPermission): readonly BenignCase[] {
	if (commandOf(asked) === undefined) return [];
	return plainCommands.flatMap((command) => {
		const other = withCommand(asked, command);
		const words = command.split(' ');
		return scopesOf(asked).map((scope, at) => {
			const pattern = { type: 'commandStart', command: words.slice(0, (at % 2) + 1).join(' ') } as const;
			const start = rule({ pattern, scope });
			return { name: nameOf(other, start), rule: start, asked: other };
		});
	});
}

function commandRules(asked: RecordedPermission, command: string): Rule[] {
	return scopesOf(asked).map((scope) => rule({ pattern: { type: 'command', command }, scope }));
}

function pathRules({ cwd, call }: RecordedPermission, file: string | undefined): Rule[] {
	if (file === undefined) return [];
	const kind = call?.kind ?? 'other';
	const folder = path.dirname(file);
	const patterns: RulePattern[] = [
		{ type: 'file', path: file },
		{ type: 'folder', path: folder },
	];
	const within = file.startsWith(`${cwd}/`) ? cwd : folder;
	const glob = { type: 'glob', glob: `**/*${path.extname(file)}` } as const;
	return [
		...patterns.flatMap((pattern) => [rule({ pattern }), rule({ pattern, kind })]),
		...(within === cwd ? [rule({ pattern: glob, kind })] : []),
	];
}

function scopesOf({ sessionKey, cwd }: RecordedPermission): RuleScope[] {
	return [{ type: 'everywhere' }, { type: 'folder', path: cwd }, { type: 'session', sessionKey }];
}

function commandOf({ call }: PermissionContext): string | undefined {
	const input = call?.rawInput;
	if (typeof input !== 'object' || input === null || !('command' in input)) return undefined;
	return typeof input.command === 'string' ? input.command : undefined;
}

function withCommand(asked: RecordedPermission, command: string): RecordedPermission {
	const { call } = asked;
	if (call === undefined) return asked;
	const input = call.rawInput as Readonly<Record<string, unknown>>;
	const echo = 'commands' in input ? { commands: [command] } : {};
	const rawInput = { ...input, ...echo, command };
	return { ...asked, call: { ...call, title: command, rawInput } };
}

function nameOf({ recording }: RecordedPermission, { kind, pattern, scope }: Rule): string {
	return `${recording}: ${JSON.stringify({ kind, pattern, scope })}`;
}

const cwd = '/workspace/known';
const here = { type: 'folder', path: cwd } as const;
const exactly = (command: string): Rule => rule({ pattern: { type: 'command', command } });
const codexLine = '"bash" "-lc" "npm test"';

const codexFields = {
	call_id: 'call_7',
	turn_id: '019a-4',
	started_at_ms: 1_763_800_000_000,
	command: ['bash', '-lc', 'npm test'],
	cwd,
	reason: null,
	parsed_cmd: [{ type: 'unknown', cmd: 'npm test' }],
	available_decisions: [
		'approved',
		{ approved_execpolicy_amendment: { proposed_execpolicy_amendment: ['npm', 'test'] } },
		'abort',
	],
	proposed_execpolicy_amendment: ['npm', 'test'],
};
const patch = `--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-/etc/passwd\n+../../x\n`;
const envelope = '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch';

/**
 * Kind, input and rule. Those of docs/agents-in-the-wild.md#permissions-with-more-than-the-command, and of the tools of
 * those agents.
 */
const known: readonly (readonly [
	'execute' | 'edit' | 'read' | 'move' | 'search' | 'fetch' | 'other',
	unknown,
	Rule,
])[] = [
	[
		'execute',
		{ command: 'npm test', commands: ['npm test'], description: 'Test', timeout: 1 },
		exactly('npm test'),
	],
	['execute', { command: 'npm test', command_line: 'npm test', env: {}, stdin: null }, exactly('npm test')],
	['execute', { command: 'npm test', is_background: false, directory: null }, exactly('npm test')],
	['execute', { command: 'npm test', dangerouslyDisableSandbox: false }, exactly('npm test')],
	['execute', { command: 'npm test', run_in_background: true }, exactly('npm test')],
	['execute', { command: 'npm test', workdir: cwd, justification: 'To see it' }, exactly('npm test')],
	['execute', { command: 'npm test', workdir: '.', timeout_ms: '1000' }, exactly('npm test')],
	['execute', { command: 'ls *.ts src/**/[ab].ts', description: 'List' }, exactly('ls *.ts src/**/[ab].ts')],
	['execute', { command: 'cp a ../b' }, exactly('cp a ../b')],
	['execute', { command: 'npm', args: ['test'] }, exactly('npm "test"')],
	['execute', codexFields, exactly(codexLine)],
	['execute', codexFields, exactly('npm test')],
	['execute', { command: "bash -lc 'npm test'", cwd }, exactly('npm test')],
	['execute', { command: '/bin/bash -lc "npm test"', commands: ['npm test'] }, exactly('npm test')],
	[
		'execute',
		{ command: ['sh', '-c', 'cd src && npm test | tee ../log'] },
		exactly('cd src && npm test | tee ../log'),
	],
	['execute', { command: `/usr/bin/zsh -c 'echo "$(date)" > a.txt'` }, exactly('echo "$(date)" > a.txt')],
	['execute', codexFields, rule({ kind: 'execute', scope: here })],
	['execute', { command: 'npm test', workdir: 'packages/a' }, rule({ kind: 'execute', scope: here })],
	[
		'edit',
		{ filePath: 'src/a.ts', oldString: '/etc', newString: '~', replaceAll: true },
		rule({ kind: 'edit', scope: here }),
	],
	[
		'edit',
		{ filepath: `${cwd}/src/a.ts`, diff: `Index: ${cwd}/src/a.ts\n=====\n${patch}` },
		rule({ kind: 'edit', scope: here }),
	],
	[
		'edit',
		{
			changes: { [`${cwd}/src/a.ts`]: { type: 'update', unified_diff: patch, move_path: null } },
			call_id: 'c1',
		},
		rule({ kind: 'edit', scope: here }),
	],
	[
		'edit',
		{ changes: { 'src/b.ts': { add: { content: '/etc/passwd' } } } },
		rule({ kind: 'edit', scope: here }),
	],
	['edit', { patchText: envelope }, rule({ kind: 'edit', scope: here })],
	['edit', envelope, rule({ kind: 'edit', scope: here })],
	[
		'edit',
		'{"file_path": "src/a.ts", "content": "text"}',
		rule({ pattern: { type: 'glob', glob: 'src/**' } }),
	],
	[
		'edit',
		{ file_path: 'src/a.ts', edits: [{ old_string: 'a', new_string: 'b' }] },
		rule({ pattern: { type: 'glob', glob: 'src/**' } }),
	],
	[
		'edit',
		{ command: 'str_replace', path: 'src/a.ts', old_str: 'a', new_str: 'b' },
		rule({ kind: 'edit', scope: here }),
	],
	[
		'edit',
		{
			file_path: 'src/a.ts',
			instruction: 'Change a',
			old_string: 'a',
			new_string: 'b',
			expected_replacements: 1,
		},
		rule({ kind: 'edit', scope: here }),
	],
	['read', { command: 'view', path: 'src/a.ts', view_range: [1, 20] }, rule({ kind: 'read', scope: here })],
	['read', { path: 'app/routes/users.$id.tsx' }, rule({ kind: 'read', scope: here })],
	['read', { path: 'pages/[id]/100% sure.md' }, rule({ kind: 'read', scope: here })],
	['read', { absolute_path: `${cwd}/src/a.ts`, offset: 1, limit: 10 }, rule({ kind: 'read', scope: here })],
	[
		'read',
		{ paths: ['src/a.ts', 'src/*.md'], description: 'Reads two files' },
		rule({ kind: 'read', scope: here }),
	],
	[
		'search',
		{ pattern: 'a/b|c', path: cwd, '-n': true, output_mode: 'content', head_limit: 5 },
		rule({ kind: 'search', scope: here }),
	],
	['search', { pattern: '**/*.ts', type: 'ts', glob: '*.{ts,tsx}' }, rule({ kind: 'search', scope: here })],
	['move', { source: 'src/a.ts', destination: 'src/b.ts' }, rule({ kind: 'move', scope: here })],
	['fetch', { url: 'https://example.com/a?b=c', prompt: 'What is it?' }, rule({ kind: 'fetch' })],
	[
		'other',
		{ todos: [{ content: 'Do it', status: 'pending', activeForm: 'Doing it', id: 1 }] },
		rule({ kind: 'other' }),
	],
];

export function knownCases(): readonly BenignCase[] {
	return known.map(([kind, rawInput, one]) => ({
		name: `${kind} ${JSON.stringify(rawInput)}`,
		rule: one,
		asked: askedPermission({ cwd, call: { kind, title: 'Call', rawInput } }),
	}));
}
