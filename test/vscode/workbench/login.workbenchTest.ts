/** Logging in to an agent, in every way there is: what failed is done afterwards, and no text is lost. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { longTest } from '../../tools/longTest.ts';
import { sized } from '../../tools/sized.ts';
import { beginSession, eventually, fakeAgents, processesOf, receivedBy } from './fakeAgents.ts';
import {
	browser,
	command,
	initialize,
	keys,
	loginAgent,
	required,
	script,
	status,
	terminals,
} from './loginScripts.ts';
import { useWorkbench } from './rig.ts';

const secret = 'zq-typed-secret-7731';

const agents = {
	...fakeAgents({
		Opening: script([browser], { 'session/new#1': [required] }),
		Prompting: script([browser], {
			'session/prompt#1': [required],
			'authenticate#1': [{ error: { code: -32603, message: 'The browser was closed' } }],
		}),
		Account: {
			...script([browser], {
				initialize: initialize([browser], { auth: { status: {} } }),
				'auth/status#1': [required],
				'auth/status': [{ respond: status }],
				authenticate: [{ send: { method: 'auth/status_update', params: status } }],
			}),
		},
		Slow: script([browser], { 'session/new#1': [required], authenticate: [{ sleep: 600_000 }] }),
		Elsewhere: {
			...script([browser], {
				initialize: initialize([browser], { auth: { status: {} } }),
				'session/new#1': [
					required,
					{ sleep: 1_000 },
					{ send: { method: 'auth/status_update', params: status } },
					{ send: { method: 'auth/status_update', params: status } },
				],
			}),
		},
		Untrue: {
			...script([browser], {
				initialize: initialize([browser], { auth: { status: {} } }),
				'session/new': [
					required,
					{ sleep: 300 },
					{ send: { method: 'auth/status_update', params: { state: 'unauthenticated' } } },
					{ send: { method: 'auth/status_update', params: status } },
				],
			}),
		},
	}),
	Terminal: loginAgent('Terminal', {
		loggedOut: script(terminals, { 'session/new': [required] }),
		loggedIn: script(terminals, {}),
	}),
	Command: loginAgent('Command', {
		loggedOut: script([command], { 'session/new': [required] }),
		loggedIn: script([command], {}),
	}),
	Keys: loginAgent('Keys', {
		variable: 'EXAMPLE_KEY',
		loggedOut: script([keys], { 'session/new': [required] }),
		loggedIn: script([keys], {
			'session/new#1': [required],
			'session/prompt': [
				{ dumpEnv: '${workspaceFolder}/../env-Keys.json' },
				{ stderr: 'my key is %VALUE%\n' },
				{ text: 'Served with %VALUE%.' },
			],
		}),
	}),
};

describe('logging in', () => {
	const open = useWorkbench({
		machineSettings: { 'acpHost.agents': agents, 'acpHost.unstable.authStatus': true },
		files: {
			'a.txt': 'a\n',
			'sub/b.txt': 'b\n',
			// A repository's word about each terminal.
			'.vscode/settings.json': JSON.stringify({
				'terminal.integrated.env.linux': {
					NODE_OPTIONS: '--require=/gone.cjs',
					BASE: 'evil',
					FROM_REPOSITORY: '1',
				},
			}),
		},
	});

	const start = (agent: string): Promise<void> => beginSession(open(), agent);

	async function methodsSent(agent: string): Promise<string[]> {
		const received = await receivedBy(open(), agent);
		return received.map(({ method }) => String(method));
	}

	/** Everything that VS Code and we wrote: the traffic is there, these values are not. */
	async function assertLoggedWithout(agent: string, ...values: readonly string[]): Promise<void> {
		// The settings, outside of the logs, hold the scripts.
		const files = (await filesBelow(open().server.dataDir)).filter((file) => file.includes('/logs/'));
		const traffic = files.find((file) => file.includes(`/traffic-${agent}~`));
		assert.match(await readFile(traffic ?? '', 'utf8'), /"method":"initialize"/u);
		for (const file of files) {
			const bytes = await readFile(file);
			for (const value of values) assert.ok(!bytes.includes(value), `${value} in ${file}`);
		}
	}

	async function promptsSent(agent: string): Promise<number> {
		return (await methodsSent(agent)).filter((method) => method === 'session/prompt').length;
	}

	async function loginRecord(
		agent: string,
	): Promise<{ argv: string[]; env: Record<string, string>; cwd: string }> {
		const file = path.join(path.dirname(open().folder), `login-${agent}.json`);
		const text = await eventually(
			() => readFile(file, 'utf8').catch(() => ''),
			(read) => read.endsWith('}'),
		);
		return JSON.parse(text) as { argv: string[]; env: Record<string, string>; cwd: string };
	}

	it('when the session cannot be opened: the way through the agent ends in a usable session [acp C30]', async () => {
		const { chat } = open();
		await chat.show();
		await start('Opening');
		await chat.waitForStatus('Login required');
		const panel = (await chat.frame()).getByRole('region', { name: 'Log in to Opening' });
		assert.match((await panel.textContent()) ?? '', /Please log in to Example first/u);
		await open().screenshot('login-panel');
		await (await chat.button('Log in with Example')).click();
		await chat.waitForStatus('Ready');
		await panel.waitFor({ state: 'hidden' });
		await chat.send('hello there');
		await (await chat.articles('Opening')).filter({ hasText: 'hello there' }).waitFor();
		const methods = (await methodsSent('Opening')).filter((method) => method !== 'session/cancel');
		assert.deepEqual(methods, ['initialize', 'session/new', 'authenticate', 'session/new', 'session/prompt']);
	});

	it('when the prompt is refused: a login that fails loses nothing, one that works sends the prompt once [acp C30] [hazard G2]', async () => {
		const { chat } = open();
		await start('Prompting');
		await chat.waitForStatus('Ready');
		await chat.send('my only question');
		await chat.waitForStatus('Login required');
		const mine = (await chat.articles('You')).filter({ hasText: 'my only question' });
		assert.match((await mine.textContent()) ?? '', /Waits for the login/u);
		assert.equal(await (await chat.composer()).inputValue(), '');
		await (await chat.button('Log in with Example')).click();
		const failure = (await chat.frame()).locator('.login-error');
		await failure.filter({ hasText: 'The browser was closed' }).waitFor();
		await open().screenshot('login-failed');
		await (await chat.button('Try Again')).click();
		await (await chat.articles('Prompting')).filter({ hasText: 'my only question' }).waitFor();
		await chat.waitForStatus('Ready');
		assert.equal(await mine.count(), 1);
		await eventually(
			() => promptsSent('Prompting'),
			(count) => count === 2,
		);
	});

	longTest('a prompt that waits survives a reload, and can be taken back [hazard G2]', async () => {
		const { chat } = open();
		await start('Terminal');
		await chat.waitForStatus('Login required');
		await chat.send('do not lose me');
		await (await chat.button('Put back into the message field')).waitFor();
		await open().page.waitForTimeout(1_000);
		await open().reload();
		const composer = await chat.composer();
		await eventually(
			() => composer.inputValue(),
			(text) => text === 'do not lose me',
			20_000,
		);
		await chat.waitForStatus('Login required');
		await composer.press('Enter');
		await (await chat.button('Put back into the message field')).click();
		await eventually(
			() => composer.inputValue(),
			(text) => text === 'do not lose me',
		);
	});

	longTest('a login that takes long can be cancelled, which tells the agent', async () => {
		const { chat } = open();
		await start('Slow');
		await (await chat.button('Log in with Example')).click();
		await (await chat.button('Cancel')).click();
		await (await chat.button('Log in with Example')).waitFor();
		await eventually(
			() => methodsSent('Slow'),
			(methods) => methods.includes('$/cancel_request'),
		);
	});

	/** The agent chose arguments and variables: they are shown first. */
	async function runInTerminal(how: string): Promise<void> {
		const { chat, page } = open();
		await (await chat.button(`Terminal: ${how}`)).click();
		const dialog = page.getByRole('dialog').filter({ hasText: 'Run the login command of Terminal?' });
		await dialog.waitFor();
		const shown = (await dialog.textContent()) ?? '';
		assert.ok(shown.includes(`LOGIN_MODE=${how} "BOTH=from the method"`), shown);
		assert.ok(shown.includes(`--login ${how}`), shown);
		await open().screenshot('login-terminal-question');
		await dialog.getByRole('button', { name: 'Run in Terminal' }).click();
	}

	it('in a terminal: the same program with its own arguments, variables and folder; only exit code 0 counts [acp C24] [acp C26] [acp C27] [hazard F1]', async () => {
		const { chat } = open();
		await start('Terminal');
		for (const [how, said] of [
			['fail', 'The login ended with exit code 3.'],
			['kill', 'The login ended with signal 9.'],
		] as const) {
			await runInTerminal(how);
			const failure = (await chat.frame()).locator('.login-error').filter({ hasText: said });
			await failure.waitFor({ timeout: 20_000 });
		}
		const { argv, env, cwd } = await loginRecord('Terminal');
		assert.deepEqual(argv, ['--login', 'kill']);
		assert.equal(cwd, path.join(open().folder, 'sub'));
		assert.deepEqual([env['LOGIN_MODE'], env['BOTH'], env['BASE']], ['kill', 'from the method', 'kept']);
		assert.deepEqual([env['NODE_OPTIONS'], env['FROM_REPOSITORY']], [undefined, undefined]);
		await chat.waitForStatus('Login required');
		const methods = await methodsSent('Terminal');
		assert.ok(!methods.includes('authenticate'), methods.join());
	});

	longTest('in a terminal that is closed, or that is cancelled, nobody is logged in [acp C27]', async () => {
		const { chat, page } = open();
		await runInTerminal('wait');
		await page.locator('.terminal-wrapper.active').waitFor();
		await eventually(
			async () => (await loginRecord('Terminal')).argv.at(-1),
			(how) => how === 'wait',
		);
		await open().screenshot('login-terminal');
		await open().runCommand('Terminal: Kill the Active Terminal Instance');
		const failure = (await chat.frame()).locator('.login-error');
		await failure.filter({ hasText: 'The terminal was closed before the login had ended.' }).waitFor();
		await runInTerminal('wait');
		await (await chat.button('Cancel')).click();
		await (await chat.button('Terminal: wait')).waitFor();
		assert.equal(await failure.count(), 0);
	});

	it('in a terminal, done: a new process, and the prompt that waited arrives [acp C28] [acp C29] [acp C30]', async () => {
		const { chat } = open();
		const before = await processesOf(open(), 'Terminal');
		const prompts = await promptsSent('Terminal');
		await chat.send('after the terminal');
		await (await chat.button('Put back into the message field')).waitFor();
		await runInTerminal('ok');
		await (
			await chat.articles('Terminal')
		)
			.filter({ hasText: 'after the terminal' })
			.waitFor({ timeout: 20_000 });
		await chat.waitForStatus('Ready');
		assert.equal(await processesOf(open(), 'Terminal'), before + 1);
		assert.equal(await promptsSent('Terminal'), prompts + 1);
		const received = await receivedBy(open(), 'Terminal');
		const at = received.findLastIndex(({ method }) => method === 'initialize');
		const last = received[at];
		// The other session of this agent that waited was opened, too.
		const openings = received.slice(at).filter(({ method }) => method === 'session/new');
		assert.equal(openings.length, sized(2, 1));
		assert.match(JSON.stringify(last), /"auth":\{"terminal":true\}/u);
		assert.ok(!received.some(({ method }) => method === 'authenticate'));
	});

	longTest(
		'by a command of the agent: shown whole first, and nothing is preselected that runs it [acp C31]',
		async () => {
			const { chat, page } = open();
			await start('Command');
			await (await chat.button('Example Login')).click();
			const dialog = page.getByRole('dialog');
			await dialog.filter({ hasText: 'Run the login command of Command?' }).waitFor();
			const shown = (await dialog.textContent()) ?? '';
			assert.ok(shown.includes("require('fs').writeFileSync('../../in-Command', '')"), shown);
			await open().screenshot('login-command');
			assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /Copy Command/u);
			await page.keyboard.press('Escape');
			await (await chat.button('Example Login')).click();
			await dialog.getByRole('button', { name: 'Run in Terminal' }).click();
			await chat.waitForStatus('Ready');
			assert.equal(await processesOf(open(), 'Command'), 2);
		},
	);

	it('by a key: it reaches the next process, is told to authenticate once, and stands in no log [acp C31] [hazard F5]', async () => {
		const { chat, quickInput, page } = open();
		await start('Keys');
		await chat.send('with the key');
		await (await chat.button('API key')).click();
		await quickInput.waitForTitle('Log In to Keys');
		assert.equal(await quickInput.widget.locator('input[type=password]').count(), 1);
		await page.keyboard.press('Enter');
		await quickInput.widget.getByText('This value is needed').waitFor();
		await page.keyboard.type(secret);
		await quickInput.widget.getByText('This value is needed').waitFor({ state: 'hidden' });
		await open().screenshot('login-key');
		await page.keyboard.press('Enter');
		await quickInput.widget.getByText('EXAMPLE_REGION').first().waitFor();
		await page.keyboard.press('Enter');
		await (await chat.articles('Keys')).filter({ hasText: 'Served with' }).waitFor({ timeout: 20_000 });
		await chat.waitForStatus('Ready');
		const env = await readFile(path.join(path.dirname(open().folder), 'env-Keys.json'), 'utf8');
		assert.equal((JSON.parse(env) as Record<string, string>)['EXAMPLE_KEY'], secret);
		assert.equal((JSON.parse(env) as Record<string, string>)['EXAMPLE_REGION'], undefined);
		const methods = await methodsSent('Keys');
		assert.equal(methods.filter((method) => method === 'authenticate').length, 1);
		assert.equal(methods.filter((method) => method === 'session/prompt').length, 1);
		await assertLoggedWithout('Keys', secret);
	});

	it('what was entered can be forgotten', async () => {
		const { quickInput, page } = open();
		await open().runCommand('ACP: Forget Stored Logins');
		await quickInput.waitForTitle('ACP: Forget Stored Logins');
		await page.keyboard.press('Enter');
		await page.getByText('The values are forgotten.').first().waitFor();
		await open().runCommand('ACP: Forget Stored Logins');
		await page.getByText('No logins are stored.').first().waitFor();
	});

	it('logging out is sent where it is offered, by the palette [acp C25]', async () => {
		const { page } = open();
		await start('Opening');
		await open().runCommand('ACP: Log Out');
		await page.getByText('Logged out of Opening.').first().waitFor();
		assert.equal((await methodsSent('Opening')).filter((method) => method === 'logout').length, 1);
	});

	longTest(
		'logging in is offered by the palette as well, for what waits and for what does not [acp C30]',
		async () => {
			const { chat, page, quickInput } = open();
			const logIn = async (): Promise<void> => {
				await open().runCommand('ACP: Log In…');
				await quickInput.waitForTitle('ACP: Log In to Opening');
				await quickInput.pick('Log in with Example');
			};
			// The window was reloaded: a new process, without a login.
			await chat.waitForStatus('Login required');
			await logIn();
			await chat.waitForStatus('Ready');
			await logIn();
			await page.getByText('Logged in to Opening.').first().waitFor();
		},
	);

	it('the account is shown and stands in no log; a request that needs a login is made again after it [acp C30] [acp C127]', async () => {
		const { page, quickInput } = open();
		await start('Account');
		await open().runCommand('ACP: Show Account');
		await quickInput.waitForTitle('ACP: Log In to Account');
		await quickInput.pick('Log in with Example');
		await quickInput.waitForTitle('Account: logged in');
		assert.match((await quickInput.rows()).join(), /Work \$\(verified\)/u);
		await quickInput.widget.getByText('Ada Lovelace · ada@example.com').first().waitFor();
		await open().screenshot('login-account');
		await page.keyboard.press('Escape');
		await assertLoggedWithout('Account', 'Ada Lovelace', 'ada@example.com', 'Work $(verified)');
	});

	describe('that happened without us, and of which the agent tells (unstable)', () => {
		it('done elsewhere: the session opens by itself as soon as the agent tells of it [acp C30]', async () => {
			const { chat } = open();
			await start('Elsewhere');
			await chat.waitForStatus('Login required');
			await chat.waitForStatus('Ready');
			await chat.send('nothing was clicked');
			await chat.waitForText(/Heard: .*nothing was clicked/u);
			const methods = await methodsSent('Elsewhere');
			assert.equal(methods.filter((method) => method === 'session/new').length, 2);
			assert.ok(!methods.includes('authenticate'));
		});

		longTest(
			'is asked for by an agent that says it is done and refuses all the same: once more, not for ever [acp C30]',
			async () => {
				const { chat, page } = open();
				await start('Untrue');
				await chat.waitForStatus('Login required');
				const opened = async (): Promise<number> =>
					(await methodsSent('Untrue')).filter((method) => method === 'session/new').length;
				await eventually(opened, (count) => count === 2);
				// As long as several more attempts would take.
				await page.waitForTimeout(1_500);
				assert.equal(await opened(), 2);
				await chat.waitForStatus('Login required');
			},
		);
	});
});

async function filesBelow(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}
