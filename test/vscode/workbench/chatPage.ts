import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ElementHandle, Frame, Locator, Page } from 'playwright-core';
import { guardOver } from './guardOver.ts';

/** The chat view inside its webview, found by roles and names as a screen reader would. */
export class ChatPage {
	readonly #page: Page;
	/** Frames that are known to be of our views, with the outer iframe that is shown and hidden. */
	readonly #ours = new WeakMap<Frame, ElementHandle>();

	constructor(page: Page) {
		this.#page = page;
	}

	/** The inner frame of the chat webview that is on the screen now. A webview is two nested iframes. */
	async frame(timeoutMs = 30_000): Promise<Frame> {
		const deadline = Date.now() + timeoutMs;
		for (;;) {
			for (const frame of this.#page.frames()) if (await this.#isOnScreen(frame)) return frame;
			if (Date.now() > deadline) throw new Error('No chat view is on the screen.');
			await sleep(100);
		}
	}

	async #isOnScreen(frame: Frame): Promise<boolean> {
		if (frame.parentFrame()?.parentFrame() !== this.#page.mainFrame()) return false;
		try {
			const outer = this.#ours.get(frame) ?? (await outerOf(frame));
			if (outer === undefined) return false;
			this.#ours.set(frame, outer);
			return await outer.isVisible();
		} catch {
			// The frame went away while we looked.
			return false;
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

	/** Hides the view behind the Explorer, through the icon of that. */
	async hide(): Promise<void> {
		await this.#page
			.getByRole('tab', { name: /^Explorer/u })
			.first()
			.click();
		await this.#page.locator('.explorer-folders-view').waitFor();
	}

	/** Waits until the view shows this text somewhere. */
	async waitForText(text: string | RegExp, timeoutMs?: number): Promise<void> {
		const found = (await this.frame()).getByText(text).first();
		await found.waitFor(timeoutMs === undefined ? {} : { timeout: timeoutMs });
	}

	/** Waits until what is typed goes into the composer. */
	async waitForCursor(): Promise<void> {
		const composer = await this.composer();
		const hasCursor = (): Promise<boolean> =>
			composer.evaluate(({ ownerDocument }) => {
				const { ariaLabel } = ownerDocument.activeElement ?? {};
				return ownerDocument.hasFocus() && ariaLabel === 'Message';
			});
		for (let tries = 0; tries < 600 && !(await hasCursor()); tries++) await sleep(50);
		assert.ok(await hasCursor(), 'The cursor is not in the composer.');
	}

	/** Sends a prompt and waits until the conversation or the queue shows it: what the state line says until then is old. */
	async send(text: string): Promise<void> {
		const composer = await this.composer();
		const prompts = await this.articles('You');
		const queued = (await this.frame())
			.getByRole('region', { name: 'Queued messages' })
			.locator('.queue-text');
		const shown = async (): Promise<number> => (await prompts.count()) + (await queued.count());
		const before = await shown();
		await composer.fill(text);
		await composer.press('Enter');
		// A text that is not taken stays in the field, or comes back to it.
		for (let tries = 0; tries < 100 && (await shown()) <= before; tries++) {
			if ((await composer.inputValue()) !== '') return;
			await sleep(50);
		}
	}

	async composer(): Promise<Locator> {
		return (await this.frame()).getByRole('textbox', { name: 'Message' });
	}

	/** Waits until the composer holds exactly this text. */
	async waitForDraft(text: string): Promise<void> {
		const composer = await this.composer();
		for (let tries = 0; tries < 200 && (await composer.inputValue()) !== text; tries++) await sleep(50);
		assert.equal(await composer.inputValue(), text);
	}

	async button(name: string | RegExp): Promise<Locator> {
		return (await this.frame()).getByRole('button', { name });
	}

	/** Entries of the transcript whose name matches. */
	async articles(name: string | RegExp): Promise<Locator> {
		return (await this.frame()).getByRole('article', { name });
	}

	/** Waits until the state line says so, such as "Ready", and what belongs to it is drawn. */
	async waitForStatus(text: string | RegExp, timeoutMs = 20_000): Promise<void> {
		const status = (await this.frame()).getByRole('status').filter({ hasText: text });
		await status.first().waitFor({ timeout: timeoutMs });
		await this.#drawn();
	}

	/** The transcript is drawn frame by frame, later than the state line: waits until it rests, for a moment at most. */
	async #drawn(): Promise<void> {
		const log = (await this.frame()).getByRole('log', { name: 'Conversation' });
		await log.evaluate(async (node) => {
			const deadline = performance.now() + 2_000;
			let text: string | null | undefined;
			for (let same = 0; same < 3 && performance.now() < deadline;) {
				// Two frames; a view that is hidden now draws none.
				await new Promise<void>((resolve) => {
					requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
					setTimeout(resolve, 500);
				});
				same = node.textContent === text ? same + 1 : 0;
				text = node.textContent;
			}
		});
	}

	/**
	 * Until then the view may still show the session that was there before, which may have nothing to say either. In
	 * places without a header nothing is waited for.
	 */
	async waitForAgent(name: string): Promise<void> {
		const header = this.#page.locator('.pane-header').filter({ hasText: name });
		await header
			.first()
			.waitFor({ timeout: 5_000 })
			.catch(() => undefined);
	}

	/** Until then the view still shows the session that was there before. */
	async waitForEmptyTranscript(): Promise<void> {
		for (let tries = 0; tries < 200 && (await this.transcriptText()).trim() !== ''; tries++) await sleep(50);
	}

	/** After an agent was chosen: a command line that is too long for the list is approved in the view, once. */
	async approveIfAsked(): Promise<void> {
		const status = (await this.frame())
			.getByRole('status')
			.filter({ hasText: /Ready|Not approved|Agent exited|Login required/u });
		await status.first().waitFor({ timeout: 20_000 });
		if (/Not approved/u.test((await status.first().textContent()) ?? '')) await this.approveCard();
	}

	/** Clicks until it counts. */
	async approveCard(): Promise<void> {
		const approve = await this.button('Approve');
		// The guard begins with the card, which is drawn later than the state line: a click that is too early is no answer.
		await approve.waitFor();
		for (let tries = 0; tries < 10 && (await approve.isVisible()); tries++) {
			await guardOver();
			await approve.click({ timeout: 2_000 }).catch(() => undefined);
			await approve.waitFor({ state: 'hidden', timeout: 2_000 }).catch(() => undefined);
		}
	}

	/** The whole text; `innerText` would leave out what is scrolled away. */
	async transcriptText(): Promise<string> {
		return (await (await this.frame()).getByRole('log', { name: 'Conversation' }).textContent()) ?? '';
	}
}

/** @returns the outer iframe of a frame of ours; undefined for any other frame */
async function outerOf(frame: Frame): Promise<ElementHandle | undefined> {
	if ((await frame.locator('body[data-acp-view]').count()) === 0) return undefined;
	const element = await (await frame.frameElement()).ownerFrame();
	return element?.frameElement();
}
