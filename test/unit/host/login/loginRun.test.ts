/** Logins that run a program: what the user sees before, and how it is started. Logins with a key: what becomes of it. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import type { AgentLease, AgentPort, AgentSource } from '../../../../src/core/session/model/agentPort.ts';
import type { AuthMethod } from '../../../../src/core/session/model/auth.ts';
import type { AgentService } from '../../../../src/host/agents/agentService.ts';
import type { LoginSecrets } from '../../../../src/host/login/loginSecrets.ts';
import type { SessionsAwaitingLogin } from '../../../../src/host/login/sessionsAwaitingLogin.ts';
import { setTranslations } from '../../../../src/core/base/l10n.ts';
import { terminalCommand } from '../../../../src/host/agents/terminalCommand.ts';
import { tempDir } from '../../node/support.ts';
import { only } from '../../only.ts';
import { useVscode } from '../fakeVscode.ts';

interface Shown {
	readonly message: string;
	readonly detail: string;
}
interface Started {
	readonly shellArgs: readonly string[];
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | null>>;
}

/** What the user is asked and answers, and what is started then. */
const editor = {
	answer: undefined as string | undefined,
	shown: [] as Shown[],
	started: [] as Started[],
	workspaceEnv: {},
	ask(message: string, { detail }: { detail: string }) {
		editor.shown.push({ message, detail });
		return Promise.resolve(editor.answer);
	},
	start(options: Started) {
		editor.started.push(options);
		const terminal = { show: () => undefined, exitStatus: { reason: 2, code: 0 } };
		queueMicrotask(() => editor.closed?.(terminal));
		return terminal;
	},
	closed: undefined as ((terminal: object) => void) | undefined,
};
const vscode = {
	window: {
		createTerminal: (options: Started) => editor.start(options),
		showWarningMessage: (...question: Parameters<typeof editor.ask>) => editor.ask(...question),
		onDidCloseTerminal: (listener: (terminal: object) => void) => (
			(editor.closed = listener),
			{ dispose: () => undefined }
		),
	},
	workspace: { getConfiguration: () => ({ inspect: () => ({ workspaceValue: editor.workspaceEnv }) }) },
	env: {},
};
// What is in bundles of their own when it is installed is loaded as it is.
const steps = await import('../../../../src/host/login/loginTerminal.ts');
const { overruledText } = await import('../../../../src/host/login/loginValues.ts');
const askForValues = (): Promise<Record<string, string>> => Promise.resolve({ TOKEN: 'entered' });
const bundle = { ...steps, askForValues, overruledText, terminalCommand, setTranslations };
const { Login } = await import('../../../../src/host/login/login.ts');

const cwd = tempDir();
const launchFolder = `${tempDir()}/launch`;
const own = { command: 'npx', args: ['-y', 'agent'], env: { TOKEN: 'very-secret' } };

function logIn(
	method: AuthMethod,
	env: Readonly<Record<string, string>> = own.env,
): Promise<{ readonly type: string }> {
	const port = only<AgentPort>({ authMethods: [method] });
	const lease = only<AgentLease>({ port });
	const agents = only<AgentService>({
		sourceFor: () => only<AgentSource>({ acquire: () => Promise.resolve(lease) }),
		readyDefinition: () =>
			Promise.resolve({ type: 'program', name: 'A', ...own, env, protocol: 1, isBuiltIn: false }),
		launchFolder,
	});
	const waiters = only<SessionsAwaitingLogin>({ show: () => undefined, startAnew: () => Promise.resolve() });
	const secrets = only<LoginSecrets>({ add: () => Promise.resolve() });
	const login = new Login({ agents, waiters, secrets, returnFocus: () => undefined });
	return login.login({ agentName: 'A', agentTitle: 'Agent', cwd }, method.id);
}

const terminal: AuthMethod = {
	type: 'terminal',
	id: 't',
	name: 'In a terminal',
	args: ['--login', 'two words'],
	env: { LOGIN_MODE: 'browser', NODE_OPTIONS: '--require=./evil.cjs' },
};
const command: AuthMethod = {
	type: 'command',
	id: 'c',
	name: 'By a command',
	command: 'bunx',
	args: ['login'],
	label: 'Login',
};

describe('a login in a terminal', { skip: process.platform === 'win32' }, () => {
	beforeEach(() => {
		useVscode(vscode);
		Object.assign(globalThis, { require: () => bundle });
		Object.assign(editor, { answer: undefined, shown: [], started: [], workspaceEnv: {} });
	});

	it('does not run when it is too long to be seen whole [hazard F3]', async () => {
		editor.answer = 'Run in Terminal';
		const long = {
			...terminal,
			args: ['--login', ' '.repeat(5), 'x'.repeat(limits.loginLineChars), '; rm -rf ~'],
		};
		const outcome = await logIn(long);
		assert.equal(outcome.type, 'failed');
		assert.match(JSON.stringify(outcome), /too long to be shown whole/u);
		assert.deepEqual([editor.shown, editor.started], [[], []]);
	});

	it('does not run before the user has seen command, arguments and what the agent puts into the environment [hazard F3]', async () => {
		assert.equal((await logIn(terminal)).type, 'cancelled');
		assert.deepEqual(editor.started, []);
		const [{ message, detail } = { message: '', detail: '' }] = editor.shown;
		assert.equal(message, 'Run the login command of Agent?');
		assert.match(
			detail,
			/^TOKEN=… LOGIN_MODE=browser NODE_OPTIONS=--require=\.\/evil\.cjs npx -y agent --login "two words"\n/u,
		);
		assert.ok(!detail.includes('very-secret'));
	});

	it('is found outside of the workspace and works in it, as its agent does [hazard F10]', async () => {
		editor.answer = 'Run in Terminal';
		assert.equal((await logIn(terminal)).type, 'done');
		const [started] = editor.started;
		assert.ok(started);
		assert.equal(started.cwd, launchFolder);
		assert.deepEqual(started.shellArgs.slice(-5), ['npx', '-y', 'agent', '--login', 'two words']);
		assert.equal(started.env['ACP_HOST_LAUNCH_CWD'], cwd);
		assert.equal(started.env['LOGIN_MODE'], 'browser');
		assert.equal(started.env['TOKEN'], 'very-secret');
	});

	it('by a launcher that looks into the workspace says so [hazard F10]', async () => {
		editor.answer = 'Run in Terminal';
		assert.equal((await logIn(command)).type, 'done');
		assert.ok(editor.shown[0]?.detail.includes(`in ${cwd}, where bunx looks first`));
		assert.equal(editor.started[0]?.cwd, cwd);
	});

	it('has nothing in its environment that settings of the workspace put into terminals [hazard F1] [hazard F10]', async () => {
		editor.answer = 'Run in Terminal';
		editor.workspaceEnv = { LD_PRELOAD: './evil.so', PATH: './node_modules/.bin', LOGIN_MODE: 'other' };
		await logIn(terminal);
		const env = editor.started[0]?.env ?? {};
		assert.equal(env['LD_PRELOAD'], null);
		assert.equal(env['LOGIN_MODE'], 'browser');
		assert.ok(!env['PATH']?.includes('./node_modules'));
	});
});

describe('a login with a key', () => {
	const key: AuthMethod = {
		type: 'env_var',
		id: 'k',
		name: 'With a key',
		vars: [{ name: 'TOKEN', isSecret: true, isOptional: false }],
	};
	beforeEach(() => void Object.assign(globalThis, { require: () => bundle }));

	it('that its agent gets is done', async () => {
		assert.deepEqual(await logIn(key, { TOKEN: 'entered' }), { type: 'done' });
	});

	it('that counts less than the one in the settings fails, and says where that one stands', async () => {
		const outcome = await logIn(key);
		assert.equal(outcome.type, 'failed');
		assert.match(JSON.stringify(outcome), /give TOKEN a value .* acpHost\.agents → .*A.* → env/u);
		assert.doesNotMatch(JSON.stringify(outcome), /very-secret|entered"/u);
	});
});
