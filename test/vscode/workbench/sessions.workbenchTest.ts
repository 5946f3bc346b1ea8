/** Several sessions at once: the list of them, what each one keeps of its own, and what the agent keeps of all. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import type { FakeAgentScript, JsonObject } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { ask, eventually, fakeAgents, outcomesOf, receivedBy, startSession } from './fakeAgents.ts';
import { guardOver } from './guardOver.ts';
import { useWorkbench } from './rig.ts';

const cursor = 'page/2?"é';
const folder = '$params.cwd';

function said(sessionUpdate: string, text: string): { update: JsonObject } {
	return { update: { sessionUpdate, content: { type: 'text', text } } };
}

const titled = (title: string): { update: JsonObject } => ({
	update: { sessionUpdate: 'session_info_update', title },
});

/** Keeps sessions: lists them in two pages, loads, closes and deletes them. */
const keeper: FakeAgentScript = {
	capabilities: { sessionCapabilities: { list: {}, close: {}, delete: {} } },
	on: {
		'session/prompt#1': [titled('Long work'), { text: 'Working.' }, { waitCancel: true }],
		'session/prompt#2': [
			titled('Needs an answer'),
			ask({ command: 'make' }),
			{ text: 'You said ${result.answer.outcome.optionId}.' },
		],
		'session/list': [
			{
				respond: {
					sessions: [
						{
							sessionId: 'old-1',
							cwd: folder,
							title: 'Yesterday $(trash) work',
							updatedAt: '2020-01-02T03:04:05Z',
						},
						{ sessionId: 'elsewhere', cwd: '/', title: 'Not of this folder' },
					],
					nextCursor: cursor,
				},
			},
		],
		'session/list#2': [{ respond: { sessions: [{ sessionId: 'old-2', cwd: folder, title: 'Older work' }] } }],
		'session/load': [
			said('user_message_chunk', 'what I asked'),
			said('agent_message_chunk', 'what it said'),
			{ respond: null },
		],
		'session/delete': [{ respond: null }],
	},
};

/** Offers what is in drafts of the protocol only. */
const drafter: FakeAgentScript = {
	capabilities: { sessionCapabilities: { list: {}, fork: {}, archive: {}, title: {}, status: {} } },
	on: {
		'session/list': [{ respond: { sessions: [{ sessionId: 'old-1', cwd: folder, title: 'Original' }] } }],
		'session/list#2': [{ respond: { sessions: [] } }],
		'session/fork': [{ respond: { sessionId: 'copy-1' } }],
		'session/load': [said('agent_message_chunk', 'what was copied'), { respond: {} }],
		'session/set_title': [{ respond: { title: 'Taken as ${params.title}' } }],
		'session/archive': [{ respond: {} }],
		'session/status': [{ respond: { status: 'open' } }],
	},
};

/** Takes prompts, and nothing else that is not required. */
const plain: FakeAgentScript = {
	capabilities: { loadSession: false, sessionCapabilities: {} },
	on: { 'session/prompt': [{ text: 'Heard.' }] },
};

describe('the sessions', () => {
	const open = useWorkbench({
		machineSettings: {
			'acpHost.agents': fakeAgents({ Keeper: keeper, Plain: plain, Drafter: drafter }),
			'acpHost.unstable.fork': true,
			'acpHost.unstable.archive': true,
			'acpHost.unstable.setTitle': true,
			'acpHost.unstable.sessionStatus': true,
			'acpHost.demoAgent': false,
			// A row that is under a heading cannot be clicked.
			'workbench.tree.enableStickyScroll': false,
			'workbench.hover.delay': 60_000,
		},
		files: { 'a.txt': 'a\n' },
		viewport: { width: 1280, height: 1100 },
	});

	/** The list, as a screen reader finds it. */
	function tree(): Locator {
		return open().page.getByRole('tree', { name: /Sessions/u });
	}

	/** The row whose name begins so. */
	function row(name: string): Locator {
		return tree().getByRole('treeitem', { name: new RegExp(`^${name}`, 'u') });
	}

	async function names(): Promise<string[]> {
		const rows = await tree().getByRole('treeitem').all();
		return Promise.all(rows.map(async (item) => (await item.getAttribute('aria-label')) ?? ''));
	}

	async function isShowing(text: string): Promise<void> {
		const { chat } = open();
		await eventually(
			() => chat.transcriptText(),
			(shown) => shown.includes(text),
		);
	}

	/**
	 * Chooses a session in the tree and waits until the cursor is in the composer for it. VS Code gives the view the
	 * focus first, which may show the cursor there already, and the host's own word for it comes later: a test that goes
	 * on in the tree waits for that, or loses the focus again.
	 */
	async function clickAndWrite(name: string): Promise<void> {
		const frame = await open().chat.frame();
		const wasTold = await frame.evaluateHandle(() => {
			const told = Promise.withResolvers<void>();
			window.addEventListener('message', ({ data }: MessageEvent<{ readonly type?: unknown }>) => {
				if (data.type === 'focusComposer') told.resolve();
			});
			return { told: told.promise };
		});
		await click(name);
		await wasTold.evaluate(({ told }) => told);
		await open().chat.waitForCursor();
	}

	/** Brings the focus from the composer into the tree, and waits until it stays there with a row of its own. */
	async function focusInTree(): Promise<void> {
		const focused = open().page.locator('.monaco-list:focus .monaco-list-row.focused');
		await eventually(
			async () => {
				if ((await focused.count()) > 0) return true;
				await tree().focus();
				return false;
			},
			(isThere) => isThere,
		);
	}

	/** Selected in the tree, as the session in the chat is. */
	async function isMarked(name: string): Promise<void> {
		await eventually(
			() => row(name).first().getAttribute('aria-selected'),
			(selected) => selected === 'true',
		);
	}

	async function draft(): Promise<string> {
		return (await open().chat.composer()).inputValue();
	}

	async function click(name: string, button: 'left' | 'right' = 'left'): Promise<void> {
		// Away from the row first, whose hover would be in the way of the next one.
		await open().page.mouse.move(900, 300);
		await row(name).click({ button });
	}

	/** Chooses from the menu of a row. */
	async function choose(name: string, item: string): Promise<void> {
		await click(name, 'right');
		const entry = open().page.getByRole('menuitem', { name: item });
		await entry.waitFor();
		// A menu takes no click right after it opened: that would be the one which opened it.
		await open().page.waitForTimeout(300);
		await entry.click();
	}

	async function menuOf(name: string): Promise<string[]> {
		await click(name, 'right');
		const items = open().page.getByRole('menu').getByRole('menuitem');
		await items.first().waitFor();
		const labels = await items.locator('.action-label').allInnerTexts();
		await open().page.keyboard.press('Escape');
		await items.first().waitFor({ state: 'hidden' });
		return labels;
	}

	/** Answers the question in the middle of the window. */
	async function answer(question: RegExp, button: string): Promise<void> {
		const dialog = open().page.getByRole('dialog').filter({ hasText: question });
		await dialog.waitFor();
		await dialog.getByRole('button', { name: button, exact: true }).click();
		await dialog.waitFor({ state: 'hidden' });
	}

	async function methods(agent: string): Promise<string[]> {
		return (await receivedBy(open(), agent)).flatMap(({ method }) =>
			typeof method === 'string' ? [method] : [],
		);
	}

	const count = async (agent: string, method: string): Promise<number> =>
		(await methods(agent)).filter((sent) => sent === method).length;

	it('begins with the agents, and starts none of them', async () => {
		const workbench = open();
		await workbench.chat.show();
		await row('Keeper').waitFor();
		await row('Plain').waitFor();
		assert.deepEqual(await receivedBy(workbench, 'Keeper'), []);
	});

	it('two run at once, each with its own turn, permission and draft [hazard G2]', async () => {
		const workbench = open();
		await startSession(workbench, 'Keeper');
		await workbench.chat.send('work on');
		await row('Long work, Working').waitFor();
		await (await workbench.chat.composer()).fill('draft of the first');
		await startSession(workbench, 'Keeper');
		await workbench.chat.send('ask me');
		await workbench.quickInput.waitForTitle(/Run it/u);
		await workbench.quickInput.waitForKeys();
		await workbench.page.keyboard.press('Escape');
		await row('Needs an answer, Waiting for you').waitFor();
		await row('Long work, Working').waitFor();
		await isMarked('Needs an answer');
		await (await workbench.chat.composer()).fill('draft of the second');
		await startSession(workbench, 'Plain');
		await row('New session, Ready').waitFor();
		await isMarked('New session');
		const busy = (await names()).filter((name) => /Waiting|Working/u.test(name));
		assert.deepEqual(busy, ['Needs an answer, Waiting for you, now', 'Long work, Working, now']);
		await workbench.runCommand('Preferences: Toggle between Light/Dark Themes');
		await workbench.page.waitForTimeout(1000);
		await workbench.screenshot('sessions-states');
	});

	it('the mouse switches to one, with its conversation, draft and permission', async () => {
		await click('Needs an answer');
		await isShowing('ask me');
		await isMarked('Needs an answer');
		assert.equal(await draft(), 'draft of the second');
		await (await open().chat.articles('Permission: Run it')).waitFor();
		await click('Long work');
		await isShowing('Working.');
		assert.equal(await draft(), 'draft of the first');
		await row('Long work, Working, shown in the chat').waitFor();
	});

	it('what is typed right before a switch is kept [hazard G2]', async () => {
		const workbench = open();
		const composer = await workbench.chat.composer();
		await composer.press('End');
		await composer.pressSequentially(', and more');
		await click('Needs an answer');
		await isShowing('ask me');
		assert.equal(await draft(), 'draft of the second');
		await click('Long work');
		await isShowing('Working.');
		assert.equal(await draft(), 'draft of the first, and more');
	});

	longTest('the keyboard switches as well: in the tree, through the list, and to the next one', async () => {
		const workbench = open();
		const { page, quickInput } = workbench;
		await clickAndWrite('Long work');
		await focusInTree();
		await page.keyboard.press('ArrowUp');
		await page.keyboard.press('Enter');
		await isShowing('ask me');
		await open().chat.waitForCursor();
		await workbench.runCommand('ACP: Switch Session');
		await quickInput.waitForTitle('ACP: Switch Session');
		await quickInput.input.fill('Long');
		await page.keyboard.press('Enter');
		await isShowing('Working.');
		await open().chat.waitForCursor();
		await workbench.runCommand('ACP: Previous Session');
		await isShowing('ask me');
		await open().chat.waitForCursor();
		await workbench.runCommand('ACP: Next Session');
		await isShowing('Working.');
		await open().chat.waitForCursor();
	});

	it('an answer reaches the session that asked', async () => {
		const workbench = open();
		await click('Needs an answer');
		await isShowing('ask me');
		await guardOver();
		await (await workbench.chat.button('Allow')).click();
		await isShowing('You said yes.');
		assert.deepEqual(await outcomesOf(workbench, 'Keeper'), ['yes']);
		await row('Needs an answer, Ready').waitFor();
		await row('Long work, Working').waitFor();
	});

	it('a name of one’s own stays, whatever the agent calls it', async () => {
		const workbench = open();
		await clickAndWrite('Needs an answer');
		await focusInTree();
		// The row with the focus is not the one that is selected.
		await workbench.page.keyboard.press('ArrowDown');
		await workbench.page.keyboard.press('F2');
		await workbench.quickInput.waitForTitle('Rename Session');
		assert.equal(await workbench.quickInput.input.inputValue(), 'Long work');
		await workbench.page.keyboard.press('Escape');
		// A picker that closes gives the focus back to where it was: keys pressed before that are lost.
		await workbench.quickInput.waitClosed();
		await focusInTree();
		await workbench.page.keyboard.press('ArrowUp');
		await workbench.page.keyboard.press('F2');
		await workbench.quickInput.waitForTitle('Rename Session');
		await workbench.quickInput.input.fill('The build');
		await workbench.page.keyboard.press('Enter');
		await row('The build, Ready').waitFor();
		await workbench.page.locator('.pane-header .title').filter({ hasText: 'The build' }).waitFor();
		assert.equal(await count('Keeper', 'session/set_title'), 0);
	});

	it('the agent’s own sessions come page by page, those of other folders never [acp C41] [acp C42]', async () => {
		await row('Yesterday ').waitFor();
		assert.equal(await count('Keeper', 'session/list'), 1);
		await click('Load more');
		await row('Older work').waitFor();
		await row('Load more').waitFor({ state: 'hidden' });
		const lists = (await receivedBy(open(), 'Keeper')).filter(({ method }) => method === 'session/list');
		const cwd = open().folder;
		assert.deepEqual(
			lists.map(({ params }) => params),
			[{ cwd }, { cwd, cursor }],
		);
		assert.ok(!(await names()).some((name) => name.startsWith('Not of this folder')));
		assert.ok((await names()).some((name) => name.startsWith('Yesterday $(trash) work, kept by the agent')));
		await open().screenshot('sessions-listed');
	});

	it('one of them opens with its history, once, and not twice [acp C46] [acp C33]', async () => {
		await click('Older work');
		await isShowing('what it said');
		const text = await open().chat.transcriptText();
		assert.equal(text.split('what it said').length, 2);
		await row('Older work, Ready, shown in the chat').waitFor();
		await click('The build');
		await isShowing('ask me');
		await click('Older work');
		await isShowing('what it said');
		assert.equal(await count('Keeper', 'session/load'), 1);
		assert.equal((await names()).filter((name) => name.startsWith('Older work')).length, 1);
	});

	it('offers what the agent can do, and nothing else [acp C35] [acp C37]', async () => {
		assert.deepEqual(await menuOf('Older work'), [
			'Open Session',
			'Open in Editor',
			'Rename Session',
			'Close Session',
			'Delete Session',
		]);
		assert.deepEqual(await menuOf('New session'), [
			'Open Session',
			'Open in Editor',
			'Rename Session',
			'Close Session',
		]);
		assert.deepEqual(await menuOf('Yesterday '), ['Open Session', 'Open in Editor', 'Delete Session']);
	});

	it('closing tells an agent that can close, and no other [acp C35]', async () => {
		await choose('New session', 'Close Session');
		await row('New session').waitFor({ state: 'hidden' });
		assert.equal(await count('Plain', 'session/close'), 0);
		await choose('The build', 'Close Session');
		await row('The build').waitFor({ state: 'hidden' });
		await eventually(
			() => count('Keeper', 'session/close'),
			(sent) => sent === 1,
		);
	});

	it('one that works is closed only after a question, and told to stop', async () => {
		await choose('Long work', 'Close Session');
		await answer(/still working/u, 'Cancel');
		await row('Long work, Working').waitFor();
		await choose('Long work', 'Close Session');
		await answer(/still working/u, 'Close');
		await row('Long work').waitFor({ state: 'hidden' });
		const sent = await eventually(
			() => methods('Keeper'),
			(all) => all.filter((method) => method === 'session/close').length === 2,
		);
		assert.ok(sent.indexOf('session/cancel') < sent.lastIndexOf('session/close'));
	});

	it('deleting asks first, and takes it away for good [acp C37]', async () => {
		const workbench = open();
		await choose('Yesterday ', 'Delete Session');
		const dialog = workbench.page.getByRole('dialog').filter({ hasText: /cannot be brought back/u });
		await dialog.waitFor();
		await workbench.screenshot('sessions-delete');
		await answer(/cannot be brought back/u, 'Cancel');
		assert.equal(await count('Keeper', 'session/delete'), 0);
		await clickAndWrite('Older work');
		await focusInTree();
		await workbench.page.keyboard.press('Delete');
		await answer(/Delete “Older work” at Keeper/u, 'Delete');
		await row('Older work').waitFor({ state: 'hidden' });
		const deletions = (await receivedBy(workbench, 'Keeper')).filter(
			({ method }) => method === 'session/delete',
		);
		assert.deepEqual(
			deletions.map(({ params }) => params),
			[{ sessionId: 'old-2' }],
		);
	});

	it('an agent that does not run is started for its list only by the user, who sees what runs [hazard F3]', async () => {
		const workbench = open();
		await click('Drafter');
		await row('Show earlier sessions').waitFor();
		await click('Show earlier sessions');
		const dialog = workbench.page.getByRole('dialog').filter({ hasText: 'Start Drafter?' });
		await dialog.waitFor();
		assert.match((await dialog.textContent()) ?? '', /fakeAgent\.ts/u);
		await workbench.screenshot('sessions-approve');
		await answer(/Start Drafter/u, 'Cancel');
		assert.deepEqual(await receivedBy(workbench, 'Drafter'), []);
		await click('Show earlier sessions');
		await answer(/Start Drafter/u, 'Start');
		await row('Original').waitFor();
		assert.equal(await count('Drafter', 'session/new'), 0);
	});

	it('a copy goes its own way, is renamed at its agent, and is archived there, where drafts are on', async () => {
		const workbench = open();
		await choose('Original', 'Fork Session');
		await isShowing('what was copied');
		await row('Original \\(copy\\), Ready').waitFor();
		await open().chat.waitForCursor();
		await choose('Original \\(copy\\)', 'Rename Session');
		await workbench.quickInput.waitForTitle('Rename Session');
		await workbench.quickInput.input.fill('Mine');
		await workbench.page.keyboard.press('Enter');
		await row('Taken as Mine, Ready').waitFor();
		await workbench.screenshot('sessions-fork');
		await choose('Taken as Mine', 'Archive Session');
		await row('Taken as Mine').waitFor({ state: 'hidden' });
		const archived = (await receivedBy(workbench, 'Drafter')).filter(
			({ method }) => method === 'session/archive',
		);
		assert.deepEqual(
			archived.map(({ params }) => params),
			[{ sessionId: 'copy-1' }],
		);
	});
});
