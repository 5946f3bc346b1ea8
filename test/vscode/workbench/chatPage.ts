import { setTimeout as sleep } from 'node:timers/promises';
import type { Frame, Locator, Page } from 'playwright-core';

/** The chat view inside its webview, found by roles and names as a screen reader would. */
export class ChatPage {
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	/** The inner frame of the chat webview that is on the screen now. A webview is two nested iframes. */
	async frame(timeoutMs = 30_000): Promise<Frame> {
		const deadline = Date.now() + timeoutMs;
		for (;;) {
			for (const frame of this.#page.frames()) if (await isOurs(frame)) return frame;
			if (Date.now() > deadline) throw new Error('No chat view is on the screen.');
			await sleep(100);
		}
	}

	/** Opens the view through its icon in the activity bar. */
	async show(): Promise<Frame> {
		await this.#page
			.getByRole('tab', { name: /ACP Host/u })
			.first()
			.click();
		return this.frame();
	}

	async send(text: string): Promise<void> {
		const composer = await this.composer();
		await composer.fill(text);
		await composer.press('Enter');
	}

	async composer(): Promise<Locator> {
		return (await this.frame()).getByRole('textbox', { name: 'Message' });
	}

	async button(name: string | RegExp): Promise<Locator> {
		return (await this.frame()).getByRole('button', { name });
	}

	/** Entries of the transcript whose name matches. */
	async articles(name: string | RegExp): Promise<Locator> {
		return (await this.frame()).getByRole('article', { name });
	}

	/** Waits until the state line says so, such as "Ready". */
	async waitForStatus(text: string | RegExp, timeoutMs = 20_000): Promise<void> {
		const status = (await this.frame()).getByRole('status').filter({ hasText: text });
		await status.first().waitFor({ timeout: timeoutMs });
	}

	/** Until then the view still shows the session that was there before. */
	async waitForEmptyTranscript(): Promise<void> {
		await this.frame();
		for (let tries = 0; tries < 200 && (await this.transcriptText()).trim() !== ''; tries++) await sleep(50);
	}

	/** After an agent was chosen: a command line that is too long for the list is approved in the view, once. */
	async approveIfAsked(): Promise<void> {
		const status = (await this.frame())
			.getByRole('status')
			.filter({ hasText: /Ready|Not approved|Agent exited/u });
		await status.first().waitFor({ timeout: 20_000 });
		if (!/Not approved/u.test((await status.first().textContent()) ?? '')) return;
		// The button is inert at first, so that nobody approves by accident.
		await sleep(600);
		await (await this.button('Approve')).click();
	}

	/** The whole text; `innerText` would leave out what is scrolled away. */
	async transcriptText(): Promise<string> {
		return (await (await this.frame()).getByRole('log', { name: 'Conversation' }).textContent()) ?? '';
	}
}

async function isOurs(frame: Frame): Promise<boolean> {
	try {
		if ((await frame.locator('body[data-acp-view]').count()) === 0) return false;
		const element = await (await frame.frameElement()).ownerFrame();
		const outer = element === null ? undefined : await element.frameElement();
		return (await outer?.isVisible()) === true;
	} catch {
		// The frame went away while we looked.
		return false;
	}
}
