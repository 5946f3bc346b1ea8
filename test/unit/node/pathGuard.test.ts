/** Which paths an agent may use through us: on real folders with real links. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { canonicalPath, checkPath, type PathVerdict } from '../../../src/node/pathGuard.ts';
import { isBelow } from '../../../src/node/pathRules.ts';
import { figure } from '../../tools/figure.ts';
import { touchedWhile } from './touched.ts';

const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'acp-host-paths-')));
const ws = path.join(base, 'ws');
const second = path.join(base, 'second');
const evil = path.join(base, 'ws-evil');
const outside = path.join(base, 'outside');

for (const folder of [
	`${ws}/src/deep`,
	`${ws}/.git`,
	`${ws}/.vscode`,
	second,
	evil,
	outside,
	`${ws}/.github`,
]) {
	mkdirSync(folder, { recursive: true });
}
for (const file of [
	`${ws}/a.txt`,
	`${ws}/src/b.txt`,
	`${outside}/secret`,
	`${evil}/e.txt`,
	`${second}/s.txt`,
]) {
	writeFileSync(file, 'x');
}
for (const [link, target] of [
	['inner', 'src'],
	['innerFile', 'a.txt'],
	['out', outside],
	['outFile', `${outside}/secret`],
	['relativeOut', '../outside'],
	['toRoot', '/'],
	['chain1', 'chain2'],
	['chain2', 'chain3'],
	['chain3', outside],
	['loop1', 'loop2'],
	['loop2', 'loop1'],
	['self', 'self'],
	['dangling', `${outside}/not-there`],
	['danglingRelative', '../outside/not-there'],
	['danglingChain', 'dangling'],
	['danglingInside', 'src/not-there'],
	['danglingFolder', `${outside}/no-folder`],
	['evilLink', '../ws-evil'],
	['gitLink', '.git'],
	['configLink', '.vscode/settings.json'],
	['up', '..'],
] as const) {
	symlinkSync(target, path.join(ws, link));
}
symlinkSync(ws, path.join(base, 'wsLink'));

after(() => rmSync(base, { recursive: true, force: true }));

type Kind = PathVerdict['type'];
const table: Readonly<Record<Kind, readonly string[]>> = {
	inside: [
		ws,
		`${ws}/`,
		`${ws}/a.txt`,
		`${ws}/./a.txt`,
		`${ws}//a.txt`,
		`${ws}/src/../a.txt`,
		`${ws}/src/deep/../../a.txt`,
		`${ws}/new.txt`,
		`${ws}/new/folder/new.txt`,
		`${ws}/inner/b.txt`,
		`${ws}/inner/new.txt`,
		`${ws}/innerFile`,
		`${ws}/danglingInside`,
		`${ws}/..a`,
		`${ws}/...`,
		`${ws}/..a/b`,
		`${ws}/a b.txt`,
		`${ws}/%2e%2e/%2e%2e/etc/passwd`,
		`${ws}/..%2foutside`,
		`${ws}/..\\outside\\secret`,
		`${ws}/C:\\Windows`,
		`${ws}/~`,
		`${ws}/~/x`,
		`${ws}/$HOME/x`,
		`${ws}/a.txt::$DATA`,
		`${ws}/a.txt.`,
		`${ws}/a.txt `,
		`${ws}/A.TXT`,
		`${ws}/\u202Etxt.a`,
		`${ws}/a\nb`,
		`${ws}/日本語.txt`,
		`${ws}/e\u0301.txt`,
		`${ws}/.github/workflows/ci.yml`,
		`${ws}/.gitignore`,
		`${ws}/.vscodeignore`,
		`${ws}/git/x`,
		`${ws}/src/code-workspace`,
		`${ws}/mcp.json`,
		`${ws}/../ws/a.txt`,
		`${ws}/../../${path.basename(base)}/ws/a.txt`,
		`${ws}/out/../a.txt`,
		`${ws}/missing/../a.txt`,
		`${base}/wsLink/a.txt`,
		`${base}/wsLink/new.txt`,
		`${second}/s.txt`,
		`${second}/new`,
		`${ws}/up/ws/a.txt`,
		`${ws}/toRoot${ws}/a.txt`,
	],
	outside: [
		'/',
		'//',
		'/etc/passwd',
		'/etc/../etc/passwd',
		'/proc/self/environ',
		'/dev/zero',
		base,
		`${base}/`,
		`${ws}/..`,
		`${ws}/../`,
		`${ws}/../outside/secret`,
		`${ws}/../outside/new`,
		`${ws}/src/../../outside/secret`,
		`${ws}/./../outside/secret`,
		`${ws}//..//outside//secret`,
		`${ws}/../../../../../../../../etc/passwd`,
		`${ws}/missing/../../outside/secret`,
		`${ws}/../ws-evil/e.txt`,
		evil,
		`${ws}-evil`,
		`${ws}-evil/new`,
		`${ws}2`,
		`${ws}.bak/a`,
		`${ws} /a.txt`,
		path.join(base, 'WS', 'a.txt'),
		path.join(base, 'w'),
		`${ws}/out`,
		`${ws}/out/secret`,
		`${ws}/out/new`,
		`${ws}/out/deep/new/file`,
		`${ws}/out/../out/secret`,
		`${ws}/outFile`,
		`${ws}/relativeOut/secret`,
		`${ws}/relativeOut/new`,
		`${ws}/toRoot/etc/passwd`,
		`${ws}/toRoot/new-file-at-root`,
		`${ws}/chain1`,
		`${ws}/chain1/secret`,
		`${ws}/chain2/new`,
		`${ws}/chain3/secret`,
		`${ws}/inner/../out/secret`,
		`${ws}/dangling`,
		`${ws}/danglingRelative`,
		`${ws}/danglingChain`,
		`${ws}/danglingFolder`,
		`${ws}/danglingFolder/new/file`,
		`${ws}/dangling/below`,
		`${ws}/evilLink/e.txt`,
		`${ws}/evilLink/new`,
		`${ws}/up/outside/secret`,
		`${ws}/up/new`,
		`${base}/wsLink/../outside/secret`,
		`${base}/wsLink/out/secret`,
		`${second}/../outside/secret`,
		`${second}x/new`,
		`${os.homedir()}/.bashrc`,
		`${os.homedir()}/.ssh/id_rsa`,
	],
	sensitive: [
		`${ws}/.vscode`,
		`${ws}/.vscode/settings.json`,
		`${ws}/.vscode/new/deep.json`,
		`${ws}/.VSCODE/settings.json`,
		`${ws}/src/.vscode/tasks.json`,
		`${ws}/src/../.vscode/tasks.json`,
		`${ws}/.git`,
		`${ws}/.git/config`,
		`${ws}/.Git/hooks/pre-commit`,
		`${ws}/src/.git/config`,
		`${ws}/.claude/settings.json`,
		`${ws}/.cursor/mcp.json`,
		`${ws}/.zed/settings.json`,
		`${ws}/.gemini/settings.json`,
		`${ws}/.codex/config.toml`,
		`${ws}/.mcp.json`,
		`${ws}/.MCP.json`,
		`${ws}/src/.mcp.json`,
		`${ws}/my.code-workspace`,
		`${ws}/MY.CODE-WORKSPACE`,
		`${ws}/gitLink/config`,
		`${ws}/gitLink/new`,
		`${ws}/configLink`,
		`${second}/.vscode/launch.json`,
		`${base}/wsLink/.git/config`,
		`${ws}/.agents/skills/x.md`,
		`${ws}/.continue/config.json`,
		`${ws}/.copilot/mcp.json`,
		`${ws}/.devcontainer/devcontainer.json`,
		`${ws}/.devcontainer.json`,
		`${ws}/.goose/config.yaml`,
		`${ws}/.hg/hgrc`,
		`${ws}/.svn/wc.db`,
		`${ws}/.husky/pre-commit`,
		`${ws}/.idea/workspace.xml`,
		`${ws}/.kiro/settings/mcp.json`,
		`${ws}/.opencode/agent.md`,
		`${ws}/opencode.json`,
		`${ws}/sub/opencode.jsonc`,
		`${ws}/.qwen/settings.json`,
		`${ws}/.windsurf/rules`,
		`${ws}/.vscode-server/data`,
		`${ws}/.claude.json`,
		`${ws}/.gitmodules`,
		`${ws}/.gitattributes`,
		`${ws}/src/.gitattributes`,
		`${ws}/.gitconfig`,
		`${ws}/.claude`,
		`${ws}/.CLAUDE/settings.local.json`,
		`${ws}/.Codex/config.toml`,
		`${ws}/src/deep/.git/hooks/post-checkout`,
		`${ws}/.git/../.git/config`,
		`${ws}/inner/../.git/config`,
		`${ws}/up/ws/.vscode/settings.json`,
		`${ws}/toRoot${ws}/.git/config`,
		`${ws}/new/.vscode/tasks.json`,
		// What other file systems take for the same names.
		`${ws}/.g\u200Cit/config`,
		`${ws}/.git\u200B/config`,
		`${ws}/.gıt/../.GIT/config`,
		`${ws}/.v\u017Fcode/settings.json`,
		`${ws}/．git/config`,
		`${ws}/.git./config`,
		`${ws}/.git /config`,
		`${ws}/.vscode ./settings.json`,
		`${ws}/.git::$INDEX_ALLOCATION/config`,
		`${ws}/.mcp.json::$DATA`,
		`${ws}/GIT~1/config`,
		`${ws}/.\u0063laude/settings.json`,
		`${ws}/x.code-workspace.`,
	],
	invalid: [
		'',
		'.',
		'..',
		'a.txt',
		'./a.txt',
		'../outside/secret',
		'src/b.txt',
		'~',
		'~/.bashrc',
		'file:///etc/passwd',
		'C:\\Windows\\System32',
		'C:/Windows',
		'\\\\server\\share',
		'\\\\?\\C:\\x',
		'%2fetc%2fpasswd',
		`${ws}/a\0.txt`,
		'\0',
		`${ws}/a.txt/below-a-file`,
		`${ws}/loop1`,
		`${ws}/loop2/new`,
		`${ws}/self`,
		`${ws}/self/x`,
	],
};

describe('the path guard', () => {
	const all = Object.entries(table).flatMap(([kind, paths]) =>
		paths.map((target) => [kind, target] as const),
	);

	it('is asked about at least 120 paths', () => {
		assert.ok(all.length >= 120, `${all.length}`);
	});

	for (const [kind, target] of all) {
		const shown = JSON.stringify(target.replaceAll(base, '…'));
		it(`${shown} is ${kind} [hazard ${kind === 'sensitive' ? 'D3' : 'D1'}]`, async () => {
			const verdict = await checkPath(target, [ws, second]);
			assert.equal(verdict.type, kind, JSON.stringify(verdict));
			if (verdict.type === 'inside' || verdict.type === 'sensitive') {
				assert.ok(isBelow(ws, verdict.canonical) || isBelow(second, verdict.canonical));
			}
			if (verdict.type === 'outside') {
				assert.ok(!isBelow(ws, verdict.canonical) && !isBelow(second, verdict.canonical));
			}
		});
	}

	it('no link turns a path inside into one outside: none of the paths escapes [hazard D1]', async () => {
		const escaped: string[] = [];
		for (const [, target] of all) {
			const verdict = await checkPath(target, [ws, second]);
			if (verdict.type !== 'inside' && verdict.type !== 'sensitive') continue;
			if (!isBelow(ws, verdict.canonical) && !isBelow(second, verdict.canonical)) escaped.push(target);
		}
		assert.deepEqual(escaped, []);
		figure('D1', `${all.length} paths on real folders and links, ${escaped.length} escapes`);
		figure('D3', `${table.sensitive.length} paths that configure something, all asked about`);
	});

	it('a path of any length takes few looks at the disk, and one that none can open takes none [hazard D11]', async () => {
		const deep = `${ws}/${'n/'.repeat(1500)}new`;
		const looks = await touchedWhile(async () => {
			assert.deepEqual(await checkPath(deep, [ws]), { type: 'inside', canonical: deep });
		});
		assert.ok(looks.length < 100, `${looks.length}`);
		// The second is short in code units, and longer in bytes than any that can be opened.
		for (const endless of [`${ws}/${'n/'.repeat(500_000)}new`, `${ws}/${'字/'.repeat(1500)}new`]) {
			const none = await touchedWhile(async () => {
				assert.equal((await checkPath(endless, [ws])).type, 'invalid');
				assert.equal(await canonicalPath(endless), undefined);
			});
			assert.deepEqual(none, []);
		}
	});

	it('a way that goes up out of a folder that is not there goes where it seems to', async () => {
		assert.equal(await canonicalPath(`${ws}/not-there/../dangling/new`), `${ws}/dangling/new`);
		assert.equal(await canonicalPath(`${ws}/not-there/deeper/../../src`), `${ws}/src`);
	});

	it('what is to be made far below a link to nothing is where that link leads', async () => {
		const below = 'some/folders/deep/new';
		assert.equal(await canonicalPath(`${ws}/${below}`), `${ws}/${below}`);
		assert.equal(await canonicalPath(`${ws}/dangling/${below}`), `${outside}/not-there/${below}`);
		assert.equal(await canonicalPath(`${ws}/danglingInside/${below}`), `${ws}/src/not-there/${below}`);
	});

	it('where home itself is the workspace, its dot-files are asked about [hazard D3]', async () => {
		const home = ws;
		for (const name of [
			'.bashrc',
			'.profile',
			'.ssh/config',
			'.config/x/y',
			'.zshrc',
			'.new/file',
			'inner/../.inputrc',
		]) {
			assert.equal((await checkPath(`${ws}/${name}`, [ws], home)).type, 'sensitive', name);
			assert.equal((await checkPath(`${ws}/${name}`, [base], home)).type, 'sensitive', name);
			assert.equal((await checkPath(`${ws}/${name}`, [ws], outside)).type, 'inside', name);
		}
		for (const name of ['a.txt', 'src/.env', 'project/.eslintrc', '..a']) {
			assert.notEqual((await checkPath(`${ws}/src/${name}`, [ws], home)).type, 'sensitive', name);
		}
	});

	it('so is what starts programs there without being a dot-file, as on macOS and Windows [hazard D3]', async () => {
		for (const name of [
			'Library/LaunchAgents/a.plist',
			'Library/Application Support/Code/User/settings.json',
			'library/preferences/a',
			'AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup/a.bat',
			'AppData/Roaming/Code/User/globalStorage/x/launch/package.json',
			'Documents/PowerShell/Microsoft.PowerShell_profile.ps1',
			'Documents/WindowsPowerShell/profile.ps1',
			'bin/ls',
		]) {
			assert.equal((await checkPath(`${ws}/${name}`, [ws], ws)).type, 'sensitive', name);
			assert.equal((await checkPath(`${ws}/${name}`, [ws], outside)).type, 'inside', name);
		}
		for (const name of [
			'src/bin/a',
			'project/Library/a',
			'Documents/a.txt',
			'binary',
			'Documents/PowerShellNotes.txt',
		])
			assert.equal((await checkPath(`${ws}/${name}`, [ws], ws)).type, 'inside', name);
	});

	it('a workspace that lies in the folder of an agent can be worked in, its own settings are asked about [hazard D3]', async () => {
		const tree = `${ws}/.claude/worktrees/x`;
		mkdirSync(tree, { recursive: true });
		assert.equal((await checkPath(`${tree}/src/a.ts`, [tree])).type, 'inside');
		assert.equal((await checkPath(`${tree}/.claude/settings.json`, [tree])).type, 'sensitive');
		assert.equal((await checkPath(`${tree}/src/a.ts`, [tree], ws)).type, 'inside');
	});

	it('a root that is a link counts as what it points at', async () => {
		assert.equal((await checkPath(`${ws}/a.txt`, [`${base}/wsLink`])).type, 'inside');
		assert.equal((await checkPath(`${base}/wsLink/a.txt`, [`${base}/wsLink`])).type, 'inside');
	});

	it('without roots nothing is inside', async () => {
		assert.equal((await checkPath(`${ws}/a.txt`, [])).type, 'outside');
	});

	it('a name that begins like the root is not below it', () => {
		assert.equal(isBelow('/ws', '/ws'), true);
		assert.equal(isBelow('/ws', '/ws/a'), true);
		assert.equal(isBelow('/ws', '/ws/..a'), true);
		assert.equal(isBelow('/ws', '/ws-evil'), false);
		assert.equal(isBelow('/ws', '/'), false);
		assert.equal(isBelow('/ws', '/wsx/../ws-evil'), false);
		assert.equal(isBelow('/', '/anything'), true);
	});
});
