/** MCP servers: which ones reach an agent, from where, and what the user is told and asked about the others. */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import { longTest } from '../../tools/longTest.ts';
import { eventually, fakeAgents, receivedBy } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';

const title = 'ACP: Choose Workspace MCP Servers';

const files = { command: 'files-server', args: ['--root', '${workspaceFolder}'], env: { LEVEL: 'all' } };
const docs = { url: 'https://docs.example/mcp', headers: { 'X-Team': 'blue' } };
const own = { command: 'own-server' };

const { Rich, Bare } = fakeAgents({
	Rich: {
		capabilities: { mcpCapabilities: { http: true } },
		on: { 'session/prompt': [{ text: 'Heard.' }] },
	},
	Bare: { capabilities: { mcpCapabilities: {} } },
}) as { readonly Rich: JsonObject; readonly Bare: JsonObject };

const settings = {
	'acpHost.agents': { Rich: { ...Rich, mcpServers: { own } }, Bare },
	'acpHost.mcpServers': { files, docs },
	'acpHost.demoAgent': false,
	'acpHost.trace.traffic': true,
};

/** What a repository brings: one that a row shows whole, one whose values a row hides. */
const lint = { command: 'lint-server', args: ['--fix', 'two words', '; echo "boo"'] };
const preload = { command: 'node', args: ['server.js'], env: { NODE_OPTIONS: '--require ./evil.js' } };

describe('MCP servers', () => {
	const open = useWorkbench({
		machineSettings: settings,
		workspaceSettings: {
			'acpHost.mcp.useWorkspace': true,
			'acpHost.mcpServers': { evil: { command: 'evil' } },
		},
		files: { '.vscode/mcp.json': JSON.stringify({ servers: { lint, preload } }) },
	});

	const filesAsSent = (): JsonObject => ({
		name: 'files',
		command: 'files-server',
		args: ['--root', open().folder],
		env: [{ name: 'LEVEL', value: 'all' }],
	});
	const lintAsSent = { name: 'lint', ...lint, env: [] };

	/** What the newest session of that agent was given, sorted by name. */
	async function serversOf(agent: string): Promise<JsonObject[]> {
		const received = await receivedBy(open(), agent);
		const params = received.findLast(({ method }) => method === 'session/new')?.['params'];
		const servers = isJsonObject(params) ? params['mcpServers'] : undefined;
		assert.ok(Array.isArray(servers), 'mcpServers is required');
		return servers.filter(isJsonObject).toSorted((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1));
	}

	async function namesFor(agent: string): Promise<unknown[]> {
		return (await serversOf(agent)).map(({ name }) => name);
	}

	async function notice(): Promise<Locator> {
		return open().chat.articles('Notice: Some tool servers were left out');
	}

	async function buttonsOf(place: Locator): Promise<string[]> {
		const names = await place.getByRole('button').allInnerTexts();
		return names.map((name) => name.trim());
	}

	async function writeMcpFile(servers: JsonObject): Promise<void> {
		const file = path.join(open().folder, '.vscode', 'mcp.json');
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, JSON.stringify({ servers }));
	}

	async function openList(): Promise<void> {
		await open().runCommand(title);
		await open().quickInput.waitForTitle(title);
		await row('lint').waitFor();
	}

	/** The rows of a list in which several can be checked. */
	function rows(): Locator {
		return open().quickInput.widget.locator('.monaco-list-row[role=checkbox]');
	}

	function row(name: string): Locator {
		return rows().filter({ has: open().page.locator('.label-name', { hasText: name }) });
	}

	/** The rows as a screen reader says them. */
	async function namesOfRows(only = ''): Promise<string[]> {
		const found = await open().quickInput.widget.locator(`.monaco-list-row[role=checkbox]${only}`).all();
		return Promise.all(found.map(async (item) => (await item.getAttribute('aria-label')) ?? ''));
	}

	function namesOfChecked(): Promise<string[]> {
		return namesOfRows('[aria-checked=true]');
	}

	/** Until the agent was asked for it; a session with a notice never has an empty transcript. */
	async function newSession(agent: string): Promise<void> {
		const { quickInput, chat } = open();
		const opened = async (): Promise<number> =>
			(await receivedBy(open(), agent)).filter(({ method }) => method === 'session/new').length;
		const before = await opened();
		await open().runCommand('ACP: New Session');
		await quickInput.waitForTitle('ACP: New Session');
		await quickInput.input.fill(agent);
		await quickInput.pick(agent);
		await quickInput.waitClosed();
		const approve = await chat.button('Approve');
		await eventually(
			async () => (await approve.isVisible()) || (await opened()) > before,
			(isThere) => isThere,
		);
		if ((await opened()) === before) await chat.approveIfAsked();
		await eventually(opened, (count) => count > before);
	}

	/** What is to be said of servers is said before the agent speaks. */
	async function saysNothingOfServers(): Promise<void> {
		const { chat } = open();
		await chat.waitForEmptyTranscript();
		await chat.waitForStatus('Ready');
		await chat.send('hello');
		const shown = await eventually(
			() => chat.transcriptText(),
			(text) => text.includes('Heard.'),
		);
		assert.doesNotMatch(shown, /tool servers/u);
	}

	it("of the settings and the agent's own go out, variables put in, addresses where the agent takes them [acp C43] [acp C44]", async () => {
		await newSession('Rich');
		assert.deepEqual(await serversOf('Rich'), [
			{
				type: 'http',
				name: 'docs',
				url: 'https://docs.example/mcp',
				headers: [{ name: 'X-Team', value: 'blue' }],
			},
			filesAsSent(),
			{ name: 'own', command: 'own-server', args: [], env: [] },
		]);
		// Neither the server nor the switch of the workspace's own settings counts (hazard F1).
		await saysNothingOfServers();
	});

	longTest(
		'that an agent does not take are left out, and the conversation says which [acp C43]',
		async () => {
			await newSession('Bare');
			assert.deepEqual(await serversOf('Bare'), [filesAsSent()]);
			const said = await notice();
			await said.waitFor();
			assert.match(await said.innerText(), /Bare does not take tool servers of this kind: docs \(http\)\./u);
			assert.deepEqual(await buttonsOf(said), ['Open Settings']);
			await open().screenshot('mcp-left-out');
		},
	);

	it('of a workspace are off until the user switches them on for themselves [hazard F1] [hazard C8]', async () => {
		await open().runCommand(title);
		// Under test VS Code shows no notification by itself, only in its list.
		await open().page.locator('[id="status.notifications"]').click();
		const hint = open().page.locator('.notifications-center .notification-list-item');
		await hint.getByText('are switched off').waitFor();
		assert.match(await hint.innerText(), /Set "acpHost\.mcp\.useWorkspace" to true in your settings/u);
		assert.ok((await buttonsOf(hint)).includes('Open Settings'));
		await open().screenshot('mcp-switched-off');
		await open().runCommand('Notifications: Clear All Notifications');
		await open().quickInput.waitClosed();
	});

	it('of a workspace go nowhere unchosen; the conversation says so and its button opens the list, in which nothing is checked [hazard F1]', async () => {
		const { quickInput, page } = open();
		open().server.writeMachineSettings({ ...settings, 'acpHost.mcp.useWorkspace': true });
		// Settings files are watched; a change needs a moment.
		await page.waitForTimeout(1_500);
		await newSession('Rich');
		assert.deepEqual(await namesFor('Rich'), ['docs', 'files', 'own']);
		const said = await notice();
		await said.waitFor();
		assert.match(
			await said.innerText(),
			/New in this workspace, and not used until you choose: "lint", "preload"\./u,
		);
		assert.deepEqual(await buttonsOf(said), ['Choose Servers', 'Open Settings']);
		await open().screenshot('mcp-notice');
		await said.getByRole('button', { name: 'Choose Servers' }).click();
		await quickInput.waitForTitle(title);
		await row('lint').waitFor();
		const [first = ''] = await namesOfRows();
		assert.ok(first.includes(String.raw`lint-server --fix "two words" "; echo \"boo\""`), first);
		assert.ok(first.includes('.vscode/mcp.json'), first);
		assert.deepEqual(await namesOfChecked(), []);
		await open().screenshot('mcp-list');
		await page.keyboard.press('Escape');
		await quickInput.waitClosed();
		await newSession('Rich');
		assert.deepEqual(await namesFor('Rich'), ['docs', 'files', 'own']);
	});

	it('that were checked with the keyboard go out with the next session, and nothing is left to be said [hazard F1]', async () => {
		const { quickInput, page } = open();
		await openList();
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Space');
		await eventually(namesOfChecked, (names) => names.length === 1 && names[0]?.startsWith('lint') === true);
		await open().screenshot('mcp-list-checked');
		await page.keyboard.press('Enter');
		await quickInput.waitClosed();
		await newSession('Rich');
		assert.deepEqual(await namesFor('Rich'), ['docs', 'files', 'lint', 'own']);
		assert.deepEqual(
			(await serversOf('Rich')).find(({ name }) => name === 'lint'),
			lintAsSent,
		);
		await saysNothingOfServers();
	});

	it('whose values the row hides are shown in full before they can be used [hazard C7]', async () => {
		const { quickInput, page, editors } = open();
		await openList();
		assert.match((await namesOfChecked()).join('\n'), /^lint[^\n]*$/u);
		await quickInput.input.fill('preload');
		await row('lint').waitFor({ state: 'hidden' });
		await page.keyboard.press('ArrowDown');
		await page.keyboard.press('Space');
		await page.keyboard.press('Enter');
		await quickInput.row('Do Not Use').first().waitFor();
		await eventually(
			() => editors.editor.innerText(),
			(text) => text.replaceAll('\u00A0', ' ').includes('"NODE_OPTIONS": "--require ./evil.js"'),
		);
		await open().screenshot('mcp-in-full');
		// All of it is on the screen: the list hides none.
		const list = await quickInput.widget.boundingBox();
		const first = await editors.editor.locator('.view-line', { hasText: '.vscode/mcp.json' }).boundingBox();
		assert.ok(list !== null && first !== null && first.y >= list.y + list.height);
		// A stray Enter does no harm.
		await page.keyboard.press('Enter');
		await quickInput.waitClosed();
		await newSession('Rich');
		assert.deepEqual(await namesFor('Rich'), ['docs', 'files', 'lint', 'own']);
	});

	it('that change after they were chosen go nowhere again, and the user is told [hazard F1]', async () => {
		const { quickInput, page } = open();
		await writeMcpFile({ lint: { ...lint, args: ['--fix', '; rm -rf ~'] } });
		await newSession('Rich');
		assert.deepEqual(await namesFor('Rich'), ['docs', 'files', 'own']);
		const said = await notice();
		await said.waitFor();
		assert.match(
			await said.innerText(),
			/Changed since you chose, and not used until you choose again: "lint"\./u,
		);
		await openList();
		const names = await namesOfRows();
		assert.match(names[0] ?? '', /changed since you chose/u);
		assert.match(names[0] ?? '', /rm -rf/u);
		assert.deepEqual(await namesOfChecked(), []);
		await open().screenshot('mcp-list-changed');
		await page.keyboard.press('Escape');
		await quickInput.waitClosed();
	});
});
