import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from 'playwright-core';

export interface DiffSides {
	readonly before: string[];
	readonly after: string[];
}

/** Editor tabs and what stands in them. */
export class EditorArea {
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	/** Opens a file of the workspace through quick open. */
	async openFile(name: string): Promise<void> {
		await this.#page.keyboard.press('Control+p');
		const input = this.#page.locator('.quick-input-widget input[type=text]').first();
		await input.waitFor();
		await input.fill(name);
		// Enter takes the row that has the focus, which is another one until the search has found the file.
		await this.#page
			.locator('.quick-input-widget .monaco-list-row.focused')
			.filter({ hasText: name })
			.first()
			.waitFor();
		await this.#page.keyboard.press('Enter');
		await this.tab(name).waitFor();
		await this.editor.waitFor();
	}

	/** The editor that has the focus or was used last. */
	get editor(): Locator {
		return this.#page.locator('.editor-instance .monaco-editor').first();
	}

	/** Types at the very end of the open file. */
	async typeAtEnd(text: string): Promise<void> {
		await this.editor.click();
		await this.#page.keyboard.press('Control+End');
		await this.#page.keyboard.type(text);
	}

	tab(name: string | RegExp): Locator {
		return this.#page.locator('.tabs-container .tab').filter({ hasText: name }).first();
	}

	/** Labels of all open tabs. */
	async tabs(): Promise<string[]> {
		const labels = await this.#page.locator('.tabs-container .tab .monaco-icon-label').allInnerTexts();
		return labels.map((label) => label.trim());
	}

	async isDirty(name: string): Promise<boolean> {
		return (await this.tab(name).getAttribute('class'))?.includes('dirty') === true;
	}

	/** The mark goes a moment after the file was written. */
	async waitUntilSaved(name: string): Promise<void> {
		for (let tries = 0; tries < 200 && (await this.isDirty(name)); tries++) await sleep(50);
		assert.equal(await this.isDirty(name), false, `${name} is not saved`);
	}

	/** Waits until the open diff editor shows exactly these lines; each side is drawn in its own time. */
	async waitForDiff(expected: DiffSides): Promise<void> {
		for (let tries = 0; tries < 200; tries++) {
			if (isDeepStrictEqual(await this.diffSides(), expected)) return;
			await sleep(50);
		}
		assert.deepEqual(await this.diffSides(), expected);
	}

	/** The visible lines of both sides of the open diff editor. */
	async diffSides(): Promise<DiffSides> {
		const diff = this.#page.locator('.monaco-diff-editor').first();
		await diff.locator('.modified .view-line').first().waitFor();
		return { before: await lines(diff.locator('.original')), after: await lines(diff.locator('.modified')) };
	}

	/** The visible lines of the first editor. */
	async visibleText(): Promise<string> {
		return (await lines(this.editor)).join('\n');
	}
}

/** Lines in the order they stand on the screen: the DOM's order is not that. */
async function lines(editor: Locator): Promise<string[]> {
	const found = await editor.locator('.view-lines .view-line').evaluateAll((elements) =>
		elements.map((element) => ({
			top: element.getBoundingClientRect().top,
			text: (element.textContent ?? '').replaceAll('\u00A0', ' '),
		})),
	);
	return found.toSorted((a, b) => a.top - b.top).map(({ text }) => text);
}
