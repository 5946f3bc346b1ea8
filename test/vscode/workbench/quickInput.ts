import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';

/** The quick-pick and the command palette. */
export class QuickInput {
	readonly #page: Page;
	readonly widget: Locator;
	readonly input: Locator;

	constructor(page: Page) {
		this.#page = page;
		this.widget = page.locator('.quick-input-widget');
		this.input = this.widget.locator('input[type=text]').first();
	}

	/** Opens the command palette and types into it. */
	async openPalette(text: string): Promise<void> {
		// A view that is just being loaded swallows keys, and one that comes up takes the focus, which closes the palette.
		for (let tries = 0; ; tries++) {
			await this.#page.keyboard.press('F1');
			try {
				return await this.input.fill(`>${text}`, { timeout: 3_000 });
			} catch (error) {
				if (tries === 3) throw error;
			}
		}
	}

	/** Runs the command whose title is exactly `title`. */
	async runCommand(title: string): Promise<void> {
		for (let tries = 0; ; tries++) {
			await this.openPalette(title);
			const row = this.row(title).first();
			const isThere = await row.waitFor({ timeout: 5_000 }).then(...settled);
			// A view that opens late takes the focus, and with it the palette. A list that is drawn anew under the click takes
			// no notice of it.
			const isClicked = isThere && (await row.click({ timeout: 3_000 }).then(...settled));
			if (isClicked && (await this.#hasLeft(`>${title}`))) return;
			await this.#page.keyboard.press('Escape');
			// Commands of an extension appear only once its manifest was read.
			if (tries === 5) throw new Error(`There is no command "${title}".`);
		}
	}

	/** True once the palette is gone, or something else is asked in its place. */
	async #hasLeft(typed: string): Promise<boolean> {
		for (let tries = 0; tries < 40; tries++) {
			const isOpen = await this.widget.isVisible();
			const text = isOpen ? await this.input.inputValue({ timeout: 1_000 }).catch(() => '') : '';
			if (text !== typed) return true;
			await sleep(50);
		}
		return false;
	}

	/** The row whose label is, or begins with, `label`. */
	row(label: string | RegExp): Locator {
		return this.widget.getByRole('option', {
			name: typeof label === 'string' ? new RegExp(`^${escape(label)}`, 'u') : label,
		});
	}

	/** Waits for a picker with that title and gives the labels of its rows. */
	async rows(): Promise<string[]> {
		await this.widget.locator('.monaco-list-row').first().waitFor();
		return this.widget.locator('.monaco-list-row .label-name').allInnerTexts();
	}

	async title(): Promise<string> {
		return this.widget.locator('.quick-input-title').innerText();
	}

	async waitForTitle(title: string | RegExp): Promise<void> {
		await this.widget.locator('.quick-input-title').filter({ hasText: title }).waitFor();
	}

	/** A picker shows its title a moment before it takes the keys. */
	async waitForKeys(): Promise<void> {
		await this.widget.locator('input:focus').waitFor();
	}

	async isOpen(): Promise<boolean> {
		return this.widget.isVisible();
	}

	async waitClosed(): Promise<void> {
		await this.widget.waitFor({ state: 'hidden' });
	}

	async pick(label: string | RegExp): Promise<void> {
		await this.row(label).first().click();
	}
}

/** Whether it went well, for `then`. */
const settled = [() => true, () => false] as const;

function escape(text: string): string {
	return text.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`);
}
