/** Windows cannot run here: these are tables for the pure functions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AgentError } from '../../../src/core/base/errors.ts';
import {
	quoteForBatch,
	type WindowsContext,
	windowsCommand,
	windowsShellLine,
} from '../../../src/node/windowsCommand.ts';

const npmShim = `@ECHO off
GOTO start
:find_dp0
SET dp0=%~dp0
EXIT /b
:start
SETLOCAL
CALL :find_dp0

IF EXIST "%dp0%\\node.exe" (
  SET "_prog=%dp0%\\node.exe"
) ELSE (
  SET "_prog=node"
  SET PATHEXT=%PATHEXT:;.JS;=;%
)

endLocal & goto #_undefined_# 2>NUL || title %COMSPEC% & "%_prog%"  "%dp0%\\node_modules\\agent\\cli.js" %*
`;
const pnpmShim = `@SETLOCAL
@IF EXIST "%~dp0\\node.exe" (
  "%~dp0\\node.exe"  --no-warnings "%~dp0\\..\\agent\\bin.mjs" %*
) ELSE (
  node  --no-warnings "%~dp0\\..\\agent\\bin.mjs" %*
)
`;
const bareShim = npmShim.replace('agent\\cli.js', 'agent\\bin\\agent');
const files: Readonly<Record<string, string>> = {
	'C:\\npm\\agent.cmd': npmShim,
	'C:\\npm\\node_modules\\agent\\cli.js': '',
	'C:\\npm\\bare.cmd': bareShim,
	'C:\\npm\\node_modules\\agent\\bin\\agent': '',
	'C:\\pnpm\\bin\\bare2.cmd': pnpmShim.replaceAll('bin.mjs', 'bin\\agent'),
	'C:\\pnpm\\agent\\bin\\agent': '',
	'C:\\npm\\other-runtime.cmd': bareShim.replaceAll('node.exe', 'bun.exe').replace('_prog=node', '_prog=bun'),
	'C:\\npm\\ts.cmd': '@ts-node "%~dp0\\node_modules\\agent\\bin\\agent" %*',
	'C:\\pnpm\\bin\\agent2.CMD': pnpmShim,
	'C:\\pnpm\\agent\\bin.mjs': '',
	'C:\\node\\node.exe': '',
	'C:\\tools\\plain.exe': '',
	'C:\\tools\\other.bat': '@echo %*',
	'C:\\work space\\evil.exe': '',
	'C:\\work space\\sub\\own.exe': '',
};
const context: WindowsContext = {
	env: {
		Path: 'C:\\npm;"C:\\pnpm\\bin";;C:\\tools;C:\\node',
		PATHEXT: '.COM;.EXE;.BAT;.CMD',
		SystemRoot: 'C:\\Windows',
	},
	cwd: 'C:\\work space',
	isFile: (path) => find(path) !== undefined,
	readText: (path) => files[find(path) ?? ''] ?? '',
};
const cmd = 'C:\\Windows\\System32\\cmd.exe';

/** File names are the same in any case. */
function find(path: string): string | undefined {
	return Object.keys(files).find((name) => name.toLowerCase() === path.toLowerCase());
}

/** What cmd.exe makes of the variables in a command line: it reads once, from the left. */
function expand(line: string): string {
	const [, before, name, after] = /^(.*?)%([^%]+)%(.*)$/s.exec(line.replace(/^%(?=%)/, '')) ?? [];
	if (line.startsWith('%%')) return `%${expand(line.slice(1))}`;
	if (line.startsWith('%') && before === '' && after !== undefined) {
		return (name === 'cd:~,' ? '' : `EXPANDED(${name})`) + expand(after);
	}
	return line === '' ? '' : (line[0] ?? '') + expand(line.slice(1));
}

/** Undoes what cmd.exe does to a line, then what the C runtime does to an argument. */
function receive(quoted: string): string {
	const expanded = expand(quoted);
	assert.ok(expanded.startsWith('"') && expanded.endsWith('"') && expanded.length >= 2);
	return expanded.slice(1, -1).replace(/(\\*)(""|$)/g, (_all, slashes: string, quote: string) => {
		assert.equal(slashes.length % 2, 0, 'a backslash is left to escape a quote');
		return slashes.slice(0, slashes.length / 2) + (quote === '' ? '' : '"');
	});
}

describe('[hazard B10] a program on Windows', () => {
	const table: readonly (readonly [string, readonly string[], ReturnType<typeof windowsCommand>])[] = [
		['plain', ['a b'], { file: 'C:\\tools\\plain.EXE', args: ['a b'], isVerbatim: false }],
		['plain.exe', [], { file: 'C:\\tools\\plain.exe', args: [], isVerbatim: false }],
		[
			'agent',
			['--acp', '&calc'],
			{
				file: 'C:\\node\\node.exe',
				args: ['C:\\npm\\node_modules\\agent\\cli.js', '--acp', '&calc'],
				isVerbatim: false,
			},
		],
		[
			'C:\\npm\\agent.cmd',
			['%PATH%'],
			{
				file: 'C:\\node\\node.exe',
				args: ['C:\\npm\\node_modules\\agent\\cli.js', '%PATH%'],
				isVerbatim: false,
			},
		],
		[
			'agent2',
			[],
			{ file: 'C:\\node\\node.exe', args: ['--no-warnings', 'C:\\pnpm\\agent\\bin.mjs'], isVerbatim: false },
		],
		// The script of a package needs no ending.
		[
			'bare',
			['--acp'],
			{
				file: 'C:\\node\\node.exe',
				args: ['C:\\npm\\node_modules\\agent\\bin\\agent', '--acp'],
				isVerbatim: false,
			},
		],
		[
			'bare2',
			[],
			{
				file: 'C:\\node\\node.exe',
				args: ['--no-warnings', 'C:\\pnpm\\agent\\bin\\agent'],
				isVerbatim: false,
			},
		],
		// What another program runs is not for Node.
		[
			'ts',
			[],
			{
				file: cmd,
				args: ['/e:ON', '/v:OFF', '/d', '/s', '/c', '""C:\\npm\\ts.CMD""'],
				isVerbatim: true,
			},
		],
		[
			'other-runtime',
			[],
			{
				file: cmd,
				args: ['/e:ON', '/v:OFF', '/d', '/s', '/c', '""C:\\npm\\other-runtime.CMD""'],
				isVerbatim: true,
			},
		],
		[
			'other',
			['a b', '%X%'],
			{
				file: cmd,
				args: ['/e:ON', '/v:OFF', '/d', '/s', '/c', '""C:\\tools\\other.BAT" "a b" "%%cd:~,%X%%cd:~,%""'],
				isVerbatim: true,
			},
		],
		['sub\\own', [], { file: 'C:\\work space\\sub\\own.EXE', args: [], isVerbatim: false }],
		// A path that leads nowhere is for spawn to report.
		['sub\\gone', ['x'], { file: 'sub\\gone', args: ['x'], isVerbatim: false }],
	];
	for (const [command, args, expected] of table) {
		it(`${command} ${args.join(' ')}`, () =>
			assert.deepEqual(windowsCommand(command, args, context), expected));
	}

	it('is never looked for in the workspace: a name that is not on the PATH starts nothing [hazard F1]', () => {
		const notFound = (error: unknown): boolean =>
			AgentError.is(error, 'spawn') && /on PATH/u.test(error.message);
		// Given a bare name, the system would look in the working directory, which may be a repository.
		for (const name of ['gone', 'evil', 'evil.exe']) {
			assert.throws(() => windowsCommand(name, [], context), notFound);
		}
	});

	it('is not looked for in relative places on the PATH either [hazard F1]', () => {
		const found: string[] = [];
		const isFile = (path: string): boolean => {
			found.push(path);
			return false;
		};
		const env = { ...context.env, Path: '.;node_modules\\.bin;"tools";C:\\tools;"D:\\more tools"' };
		assert.throws(() => windowsCommand('agent', [], { ...context, env, isFile }));
		assert.deepEqual(
			new Set(found.map((path) => path.slice(0, path.lastIndexOf('\\')))),
			new Set(['C:\\tools', 'D:\\more tools']),
		);
	});

	it('behind a shim is not run by a node of the workspace [hazard F1]', () => {
		const isFile = (path: string): boolean => !path.endsWith('\\node.exe') && context.isFile(path);
		assert.throws(() => windowsCommand('agent', [], { ...context, isFile }), /node\.exe.*on PATH/u);
	});

	it('uses the node beside the shim if there is one', () => {
		const withNode = {
			...context,
			isFile: (path: string) => path === 'C:\\npm\\node.exe' || context.isFile(path),
		};
		assert.equal(windowsCommand('agent', [], withNode).file, 'C:\\npm\\node.exe');
	});

	it('runs a shell line as it is', () => {
		const expected = { file: cmd, args: ['/d', '/s', '/c', '"dir & echo "%X%""'], isVerbatim: true };
		assert.deepEqual(windowsShellLine('dir & echo "%X%"', context), expected);
	});
});

describe('[hazard B10] an argument of a batch file', () => {
	const pieces = [
		'',
		' ',
		'&',
		'|',
		'^',
		'"',
		'%',
		'!',
		'<',
		'>',
		'(',
		')',
		'\\',
		'%PATH%',
		'"&calc&"',
		'\\"',
		'^&',
		'%%',
		'é😀',
		';,=',
	];
	const args = [
		...pieces,
		...pieces.map((piece) => `a${piece}b${piece}`),
		...pieces.map((piece) => `${piece}\\${piece}"${piece}\\`),
	];

	it(`arrives as it was and can start nothing: ${args.length} strings`, () => {
		assert.ok(args.length >= 60);
		for (const arg of args) {
			const quoted = quoteForBatch(arg);
			assert.equal(receive(quoted), arg);
			// What is outside quotes, as cmd.exe counts them, is nothing.
			assert.equal(
				quoted
					.split('"')
					.filter((_part, index) => index % 2 === 0)
					.join(''),
				'',
				quoted,
			);
		}
	});

	it('would be seen to expand if it were not kept from it', () => {
		assert.equal(expand('"%PATH%"'), '"EXPANDED(PATH)"');
	});

	it('is refused when it has a line break or a NUL', () => {
		for (const arg of ['a\nb', '\r', 'x\0'])
			assert.throws(
				() => quoteForBatch(arg),
				(error) => AgentError.is(error, 'spawn'),
			);
	});
});
