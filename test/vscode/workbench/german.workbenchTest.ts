/** A window whose display language is German: the manifest, the host, its lazily loaded bundles and the chat. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { projectFolder } from '../launcher/cache.ts';
import { guardOver } from './guardOver.ts';
import { demoAgentSettings, useWorkbench } from './rig.ts';

const readWords = async (name: string): Promise<Readonly<Record<string, string>>> =>
	JSON.parse(await readFile(path.join(projectFolder, name), 'utf8')) as Readonly<Record<string, string>>;
const words = await readWords('l10n/bundle.l10n.de.json');
const manifest = await readWords('package.nls.de.json');

/** What stands in German for our English. */
function german(key: string, from = words): string {
	const text = from[key];
	if (text === undefined) throw new Error(`There is no German for "${key}".`);
	return text;
}

const command = (name: string): string => `ACP: ${german(`command.${name}.title`, manifest)}`;

describe('a German window', () => {
	const open = useWorkbench({ language: 'de', machineSettings: demoAgentSettings });

	/** The helpers of `chat` look for English names. */
	async function waitForState(text: string): Promise<void> {
		const frame = await open().chat.frame();
		await frame.getByRole('status').filter({ hasText: text }).first().waitFor({ timeout: 20_000 });
	}

	it('is spoken to in German from the manifest to the last bundle', async () => {
		const workbench = open();
		const { chat, quickInput, page } = workbench;
		const frame = await chat.show();
		assert.equal(await frame.evaluate(() => document.documentElement.lang), 'de');
		await frame.getByRole('heading', { name: german('Work with an agent') }).waitFor();
		await workbench.screenshot('german-empty');

		// The manifest, and the host.
		await workbench.runCommand(command('newSession'));
		const title = page.locator('.quick-input-title', { hasText: german('ACP: New Session') });
		await title.waitFor();
		await quickInput.pick('Configured');
		await waitForState(german('Not approved'));
		await guardOver();
		await (await chat.button(german('Approve'))).click();
		await waitForState(german('Ready'));

		// What the session says comes through the bundle that runs the agent.
		const composer = (await chat.frame()).getByRole('textbox', { name: german('Message') });
		await composer.fill('/permission');
		await composer.press('Enter');
		await waitForState(german('Waiting for permission'));
		await page.getByPlaceholder(german('Choose an answer. Escape decides later.')).waitFor();
		await guardOver();
		await workbench.screenshot('german-permission');
		await quickInput.row('Run it once').first().click();
		await waitForState(german('Ready'));

		// And the document through one of its own.
		await workbench.runCommand(command('openConversationAsText'));
		const line = page.locator('.view-line', {
			hasText: german('State: {0}').replace('{0}', german('ready')),
		});
		await line.first().waitFor();
		await workbench.screenshot('german-document');
	});
});
