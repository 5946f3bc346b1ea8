/** The rules of Windows and macOS, which no file system here has. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
	pathFlavourOf,
	isBelow,
	isNetworkPath,
	isSensitive,
	spellingProblem,
} from '../../../src/node/pathRules.ts';

const refusedOnWindows = [
	'a.txt',
	'C:a.txt',
	'\\ws\\a.txt',
	'/ws/a.txt',
	'\\\\?\\C:\\ws\\a.txt',
	'\\\\.\\PhysicalDrive0',
	'//?/C:/ws/a.txt',
	'//./pipe/x',
	'\\\\?\\UNC\\server\\share\\a',
	'\\\\?\\GLOBALROOT\\Device\\x',
	'C:\\ws\\a.txt::$DATA',
	'C:\\ws\\a.txt:hidden',
	'C:\\ws\\.git::$INDEX_ALLOCATION\\config',
	'C:\\ws\\C:\\x',
	'C:\\ws\\a.txt.',
	'C:\\ws\\a.txt ',
	'C:\\ws\\.git.\\config',
	'C:\\ws\\.git \\config',
	'C:\\ws\\...\\x',
	'C:\\ws\\NUL',
	'C:\\ws\\nul.txt',
	'C:\\ws\\CON',
	'C:\\ws\\aux.c',
	'C:\\ws\\COM1',
	'C:\\ws\\lpt9.log',
	'C:\\ws\\COM\u00B9',
	'C:\\ws\\CONOUT$',
	'C:\\ws\\a\0.txt',
	'',
	'~\\x',
];
const servedOnWindows = [
	'C:\\ws\\a.txt',
	'c:/ws/a.txt',
	'C:\\ws\\.\\a.txt',
	'C:\\ws\\x\\..\\a.txt',
	'C:\\ws\\.gitignore',
	'C:\\ws\\console.log',
	'C:\\ws\\nullable.ts',
	'C:\\ws\\com10.txt',
	'C:\\ws\\a b\\c.txt',
	'\\\\server\\share\\ws\\a.txt',
	'C:\\',
];

describe('the spelling of a path on Windows [hazard D1]', () => {
	for (const target of refusedOnWindows) {
		it(`is refused: ${JSON.stringify(target)}`, () =>
			assert.notEqual(spellingProblem(target, 'win32'), undefined));
	}
	for (const target of servedOnWindows) {
		it(`is served: ${JSON.stringify(target)}`, () =>
			assert.equal(spellingProblem(target, 'win32'), undefined));
	}

	it('a path of another machine is known before it is touched', () => {
		assert.equal(isNetworkPath('\\\\server\\share\\a', 'win32'), true);
		assert.equal(isNetworkPath('//server/share/a', 'win32'), true);
		assert.equal(isNetworkPath('C:\\ws', 'win32'), false);
		assert.equal(isNetworkPath('//server/share/a', 'posix'), false);
	});
});

describe('what is below a folder on Windows [hazard D1]', () => {
	const cases: readonly [target: string, expected: boolean][] = [
		['C:\\ws', true],
		['C:\\ws\\', true],
		['c:\\WS\\a.txt', true],
		['C:/ws/a.txt', true],
		['C:\\ws\\x\\..\\a.txt', true],
		['C:\\ws\\..a', true],
		['C:\\ws-evil\\a.txt', false],
		['C:\\ws\\..\\outside', false],
		['C:\\ws\\..', false],
		['D:\\ws\\a.txt', false],
		['\\\\server\\share\\ws\\a.txt', false],
		['C:\\', false],
		['C:\\wsx', false],
		['C:\\ws\\x\\..\\..\\ws-evil\\a', false],
	];
	for (const [target, expected] of cases) {
		it(`${JSON.stringify(target)}: ${expected}`, () =>
			assert.equal(isBelow('C:\\ws', target, 'win32'), expected));
	}
});

describe('what configures something, as Windows and macOS may spell it [hazard D3]', () => {
	for (const relative of [
		'.git\\config',
		'src\\.vscode\\settings.json',
		'.GIT\\HOOKS\\x',
		'.git. \\config',
		'git~1\\config',
		'.mcp.json:x',
		'X.CODE-WORKSPACE',
		'.\u200Dgit/config',
		'.vscode\uFEFF/tasks.json',
		'.CLAUDE/x',
	]) {
		it(`asks about ${JSON.stringify(relative)}`, () => assert.equal(isSensitive(relative), true));
	}
	for (const relative of [
		'',
		'a.txt',
		'.gitignore',
		'git/x',
		'digit~1',
		'x.vscode/a',
		'src/mcp.json',
		'..',
		'. ',
	]) {
		it(`does not ask about ${JSON.stringify(relative)}`, () => assert.equal(isSensitive(relative), false));
	}
});

it('only Windows has its rules', () => {
	assert.equal(pathFlavourOf('win32'), 'win32');
	assert.equal(pathFlavourOf('darwin'), 'posix');
	assert.equal(spellingProblem('/ws/a:b.', 'posix'), undefined);
});
