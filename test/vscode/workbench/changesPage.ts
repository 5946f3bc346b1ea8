/** The view of changes that wait, as it is seen. */
import type { Locator, Page } from 'playwright-core';
import { eventually } from './fakeAgents.ts';

export class ChangesPage {
	readonly #page: Page;

	constructor(page: Page) {
		this.#page = page;
	}

	get pane(): Locator {
		return this.#page.locator('.pane', { has: this.#page.getByRole('button', { name: 'Changes Section' }) });
	}

	/** The files, as a screen reader says them; not what is not watched. */
	async files(): Promise<string[]> {
		const rows = this.pane.locator('[role="treeitem"][aria-level="1"]');
		const labels = await rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? ''));
		return labels.filter((label) => !label.startsWith('Not watched:'));
	}

	row(name: RegExp): Locator {
		return this.pane.getByRole('treeitem', { name });
	}

	/** Waits until the rows are these. @param short what of a row is compared */
	async waitForFiles(expected: readonly string[], short: (label: string) => string): Promise<void> {
		const sorted = JSON.stringify(expected.toSorted());
		await eventually(
			async () => JSON.stringify((await this.files()).map(short).toSorted()),
			(shown) => shown === sorted,
		);
	}

	/** Presses a button of a row, which shows when the mouse is over it. */
	async press(row: RegExp, button: string): Promise<void> {
		await this.row(row).first().hover();
		await this.row(row).first().getByRole('button', { name: button }).click();
	}
}
