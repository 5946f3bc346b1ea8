import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { childEnv, withoutRelativePlaces } from '../../../src/node/childEnv.ts';
import { bundledScript } from '../../../src/node/bundledScript.ts';

describe("[hazard F4] a child's environment", () => {
	it('has the variables of the user without those of VS Code, Electron and Node hooks', () => {
		const own = {
			PATH: '/bin',
			HOME: '/h',
			HTTPS_PROXY: 'p',
			no_proxy: 'q',
			NODE_ENV: 'test',
			NODE_EXTRA_CA_CERTS: 'c',
			EMPTY: '',
		};
		const env = childEnv({
			...own,
			UNSET: undefined,
			ELECTRON_RUN_AS_NODE: '1',
			electron_x: '1',
			VSCODE_IPC_HOOK: 'x',
			NODE_OPTIONS: 'x',
			NODE_INSPECT_RESUME: 'x',
			CHROME_CRASHPAD: 'x',
		});
		assert.deepEqual(env, own);
	});

	it("has no helper of git that works only with VS Code's variables, but the user's own", () => {
		const git = '/usr/share/code/resources/app/extensions/git/dist';
		const inherited = {
			GIT_ASKPASS: `${git}/askpass.sh`,
			SSH_ASKPASS: `${git}/ssh-askpass.sh`,
			GIT_EDITOR: `"${git}/git-editor.sh"`,
			VSCODE_GIT_ASKPASS_MAIN: `${git}/askpass-main.js`,
			VSCODE_GIT_EDITOR_MAIN: `${git}/git-editor-main.js`,
		};
		assert.deepEqual(childEnv(inherited), {});
		const own = { GIT_ASKPASS: '/usr/bin/ksshaskpass', SSH_ASKPASS: '/usr/bin/x', GIT_EDITOR: 'vim' };
		assert.deepEqual(childEnv({ ...inherited, ...own }), own);
		assert.deepEqual(childEnv(own), own);
	});

	it('takes what was configured, also a denied name, and null away', () => {
		const env = childEnv(
			{ A: '1', B: '2', NODE_OPTIONS: 'ours' },
			{ A: 'x', B: null, NODE_OPTIONS: 'theirs', C: '' },
			'linux',
		);
		assert.deepEqual(env, { A: 'x', NODE_OPTIONS: 'theirs', C: '' });
	});

	it('knows that names have no case on Windows only', () => {
		assert.deepEqual(childEnv({ Path: 'a' }, { PATH: 'b' }, 'win32'), { Path: 'b' });
		assert.deepEqual(childEnv({ Path: 'a' }, { PATH: 'b' }, 'linux'), { Path: 'a', PATH: 'b' });
	});

	it('[hazard A11] treats prototype names as names', () => {
		const env = childEnv({}, JSON.parse('{"__proto__":"x","constructor":"y"}') as Record<string, string>);
		assert.deepEqual(Object.entries(env), [
			['__proto__', 'x'],
			['constructor', 'y'],
		]);
	});
});

it('[hazard F4] a script of ours runs on the Node we are in, and only on Electron with its variable', () => {
	const node = { execPath: '/usr/bin/node', versions: {} };
	const electron = { execPath: '/opt/Code/code', versions: { electron: '37.0.0' } };
	assert.deepEqual(bundledScript('/x/demo.js', ['a'], node), {
		command: '/usr/bin/node',
		args: ['/x/demo.js', 'a'],
		env: {},
	});
	const expected = { command: '/opt/Code/code', args: ['/x/demo.js'], env: { ELECTRON_RUN_AS_NODE: '1' } };
	assert.deepEqual(bundledScript('/x/demo.js', [], electron), expected);
});

describe('[hazard F10] the PATH of what starts in a repository', () => {
	it('has no place that depends on where it starts', () => {
		const pathOf = (value: string, platform: NodeJS.Platform, name = 'PATH'): string | undefined =>
			withoutRelativePlaces({ [name]: value, A: './x:y' }, platform)[name];
		assert.equal(pathOf('./node_modules/.bin:/bin::.:/usr/bin:bin:', 'linux'), '/bin:/usr/bin');
		assert.equal(pathOf('.;C:\\bin;node_modules\\.bin;"C:\\a b";;C:x', 'win32', 'Path'), 'C:\\bin;"C:\\a b"');
		assert.deepEqual(withoutRelativePlaces({ PATH: '.:bin', A: '' }, 'linux'), { A: '' });
		assert.deepEqual(withoutRelativePlaces({ A: './x:y' }, 'linux'), { A: './x:y' });
	});

	it('is all that cmd.exe looks in for a name without a path', () => {
		const wanted = { Path: 'C:\\bin', NoDefaultCurrentDirectoryInExePath: '1' };
		assert.deepEqual(withoutRelativePlaces({ Path: 'C:\\bin' }, 'win32'), wanted);
		const other = { Path: 'C:\\bin', NODEFAULTCURRENTDIRECTORYINEXEPATH: '' };
		assert.deepEqual(withoutRelativePlaces(other, 'win32'), wanted, 'names have no case there');
	});
});
