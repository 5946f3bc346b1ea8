/** An agent at an address, up to the connection: what is shown, what is asked, and that a secret is written nowhere. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { serveGuarded } from '../../agents/guardedAgent.ts';
import { eventually, optionsOf } from './fakeAgents.ts';
import { useWorkbench } from './rig.ts';

const secret = 'zq-header-secret-5182';
/** No name of this kind is ever given to anybody. */
const address = 'ws://agents.invalid:9/acp';

const guarded = await serveGuarded({ on: { 'session/prompt': [{ text: 'Let in.' }] } }, `Bearer ${secret}`);
after(() => guarded.stop());

describe('an agent at an address', () => {
	const open = useWorkbench({
		machineSettings: {
			'acpHost.agents': {
				Far: { url: address, headers: { Authorization: 'Bearer ${secret:token}' } },
				Guarded: { url: guarded.url, headers: { Authorization: 'Bearer ${secret:token}' } },
				'By HTTP': { url: 'https://agents.invalid/acp' },
			},
			'acpHost.trace.traffic': true,
		},
		workspaceSettings: {
			'acpHost.agents': { Far: { url: 'ws://evil.invalid/' }, Evil: { url: 'ws://evil.invalid/' } },
			'acpHost.unstable.http': true,
		},
		files: { 'a.txt': 'a\n' },
	});
	const card = async () => (await open().chat.frame()).getByRole('region', { name: 'Approve the agent' });
	const dialog = () =>
		open().page.getByRole('dialog').filter({ hasText: 'Connect to Far without encryption?' });

	it('is listed with its address, and a repository names none and switches no draft on [hazard F1]', async () => {
		const { quickInput, page, chat } = open();
		await chat.show();
		await open().runCommand('ACP: New Session');
		await quickInput.waitForTitle('ACP: New Session');
		const options = (await optionsOf(open())).join('\n');
		await page.keyboard.press('Escape');
		await quickInput.waitClosed();
		assert.match(options, /^Far, .*ws:\/\/agents\.invalid:9\/acp Authorization: …\$\{secret:token\}/mu);
		assert.doesNotMatch(options, /evil/u);
		const problems = (await chat.frame()).getByRole('list', { name: 'Problems in the settings' });
		assert.match(
			await problems.innerText(),
			/"By HTTP": "url" begins with "https:", which needs acpHost\.unstable\.http/u,
		);
	});

	it('is shown whole before anything is asked of it or sent there [hazard F3]', async () => {
		const { chat } = open();
		await (await chat.button('Far')).click();
		await chat.waitForStatus('Not approved');
		const shown = await (await card()).getByRole('group', { name: 'Address' }).innerText();
		assert.equal(shown.trim(), `${address} Authorization: …\${secret:token}`);
		await open().screenshot('remote-approval');
		assert.equal(await dialog().isVisible(), false);
	});

	it('is not connected to in the clear before that is confirmed; Escape and Enter do no harm [hazard F11]', async () => {
		const { chat, page } = open();
		await chat.approveCard();
		await dialog().waitFor();
		assert.match(
			(await dialog().textContent()) ?? '',
			/ws:\/\/agents\.invalid:9\/acp.*can read the conversation and the headers/su,
		);
		assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /Copy Address/u);
		await open().screenshot('remote-unencrypted');
		await page.keyboard.press('Escape');
		await dialog().waitFor({ state: 'hidden' });
		await chat.waitForStatus('Agent exited');
		assert.match(await chat.transcriptText(), /would not be encrypted, and you have not confirmed it/u);
	});

	it('asks for a secret once, which is in no log, no state and not in the view [hazard F5]', async () => {
		const { chat, page, quickInput } = open();
		await (await chat.button('Try Again')).last().click();
		await dialog().getByRole('button', { name: 'Connect Unencrypted' }).click();
		await quickInput.waitForTitle('Log In to Far');
		await quickInput.widget.getByText('Secret for ws://agents.invalid:9 (token)').waitFor();
		assert.equal(await quickInput.widget.locator('input[type=password]').count(), 1);
		await page.keyboard.type(secret);
		await page.keyboard.press('Enter');
		await quickInput.waitClosed();
		await chat.waitForStatus('Agent exited');
		const asked = /could not be started|cannot be reached/gu;
		const before = (await chat.transcriptText()).match(asked)?.length ?? 0;
		assert.ok(before > 0, await chat.transcriptText());
		// Neither the question nor the box comes again.
		await chat.send('hello');
		await eventually(
			() => chat.transcriptText(),
			(text) => (text.match(asked)?.length ?? 0) > before,
		);
		assert.equal(await dialog().isVisible(), false);
		assert.equal(await quickInput.isOpen(), false);
		const html = await (await chat.frame()).locator('body').innerHTML();
		assert.ok(!html.includes(secret));
		assert.deepEqual(await filesWith(open().server.dataDir, secret), []);
	});

	it('that refuses the secret leads to the box again, and then to a session; no secret is written [hazard F5]', async () => {
		const { chat, page, quickInput } = open();
		const enter = async (text: string): Promise<void> => {
			await quickInput.waitForTitle('Log In to Guarded');
			await page.keyboard.type(text);
			await page.keyboard.press('Enter');
			await quickInput.waitClosed();
		};
		await open().runCommand('ACP: New Session');
		await quickInput.waitForTitle('ACP: New Session');
		await quickInput.pick('Guarded');
		await chat.waitForStatus('Not approved');
		await chat.approveCard();
		const wrong = 'zq-wrong-secret-9921';
		await enter(wrong);
		await (await chat.articles(/Notice: Guarded does not take the secret/u)).waitFor();
		await open().screenshot('remote-refused');
		await (await chat.button('Enter the Secret Again')).click();
		await enter(secret);
		await chat.waitForStatus('Ready');
		await chat.send('hello');
		await (await chat.articles('Guarded')).filter({ hasText: 'Let in.' }).waitFor();
		await open().runCommand('ACP: Restart Agent');
		await chat.waitForStatus('Ready');
		assert.deepEqual(new Set(guarded.tried), new Set([`Bearer ${wrong}`, `Bearer ${secret}`]));
		assert.ok(guarded.tried.length >= 3);
		for (const text of [wrong, secret]) {
			assert.deepEqual(await filesWith(open().server.dataDir, text), []);
			assert.ok(!(await (await chat.frame()).locator('body').innerHTML()).includes(text));
		}
	});
});

/** What VS Code keeps as a secret is encrypted. A file that goes away meanwhile holds nothing. */
async function filesWith(folder: string, text: string): Promise<readonly string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const found: string[] = [];
	for (const entry of entries) {
		const file = path.join(entry.parentPath, entry.name);
		const bytes = entry.isFile() ? await readFile(file).catch(ignoreMissing) : undefined;
		if (bytes?.includes(text) === true) found.push(file);
	}
	return found;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
	if (error.code !== 'ENOENT') throw error;
}
