/** Takes pictures of a workbench, in any theme and width. */
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { projectFolder } from '../../vscode/launcher/cache.ts';
import type { Workbench } from '../../vscode/workbench/workbench.ts';

export const themes = {
	light: { name: 'Light Modern', body: 'vscode-light' },
	dark: { name: 'Dark Modern', body: 'vscode-dark' },
	'high-contrast': { name: 'Dark High Contrast', body: 'vscode-high-contrast' },
} as const;

export type Theme = keyof typeof themes;

const kept = path.join(projectFolder, 'media', 'screenshots');
const checked = path.join(projectFolder, 'test-results', 'screenshots');
const usualWidth = 400;
/** A reader of the README loads them all. */
const maxBytes = 150_000;

export class Camera {
	readonly workbench: Workbench;
	readonly #checks: boolean;
	#theme: Theme | undefined;
	#width = 0;

	/** @param checks also takes each picture of the side bar narrow and in the other themes, into `test-results/` */
	constructor(workbench: Workbench, checks: boolean) {
		this.workbench = workbench;
		this.#checks = checks;
	}

	/** The theme and the width that pictures have unless they say otherwise; the Sessions view is folded. */
	async reset(): Promise<void> {
		await this.setTheme('dark');
		await this.setWidth(usualWidth);
		await this.foldSessions(true);
	}

	async foldSessions(isFolded: boolean): Promise<void> {
		const header = this.#sessionsHeader;
		const isDone = async (): Promise<boolean> =>
			(await header.getAttribute('aria-expanded')) === String(!isFolded);
		// A click while the panes still move is lost.
		for (let tries = 0; !(await isDone()); tries++) {
			if (tries === 5) throw new Error('The Sessions view does not fold.');
			await header.click();
			await this.workbench.page.waitForTimeout(500);
		}
	}

	async setTheme(theme: Theme): Promise<void> {
		if (this.#theme === theme) return;
		const { page, quickInput, chat } = this.workbench;
		await this.workbench.runCommand('Preferences: Color Theme');
		await quickInput
			.row(/Browse Additional|theme/iu)
			.first()
			.waitFor();
		await quickInput.input.fill(themes[theme].name);
		await quickInput.row(themes[theme].name).first().click();
		await (await chat.frame()).locator(`body.${themes[theme].body}`).waitFor();
		this.#theme = theme;
		await this.moveMouseAway();
		await page.waitForTimeout(500);
	}

	/** Drags the edge of the side bar until the view is `width` pixels wide. */
	async setWidth(width: number): Promise<void> {
		if (this.#width === width) return;
		const { x, y, right } = await this.#sideBar();
		await this.#drag({ x: right, y: y + 300 }, { x: x + width, y: y + 300 });
		this.#width = width;
	}

	/** Drags the top of the Sessions view, so that it is `height` pixels high. */
	async setSessionsHeight(height: number): Promise<void> {
		const { x, bottom } = await this.#sideBar();
		const box = await boxOf(this.#sessionsHeader);
		await this.#drag({ x: x + 150, y: box.y }, { x: x + 150, y: bottom - height });
	}

	/** Takes a picture of the side bar; other widths and themes only to be looked at. */
	async takeSideBar(name: string): Promise<void> {
		await this.takeSideBarAsItIs(name);
		if (!this.#checks) return;
		const theme = this.#theme;
		const width = this.#width;
		await this.setWidth(300);
		for (const other of Object.keys(themes) as Theme[]) {
			await this.setTheme(other);
			await this.#takeSideBar(checked, `${name}-${other}-300`);
		}
		if (theme !== undefined) await this.setTheme(theme);
		await this.setWidth(width);
	}

	/** The same for a scene that goes through themes and widths itself. */
	async takeSideBarAsItIs(name: string): Promise<void> {
		await this.#takeSideBar(kept, name);
	}

	async takeWindow(name: string): Promise<void> {
		await this.#save(kept, name, undefined);
	}

	/** Runs a command that opens a list, by keyboard: a mouse over the list would bring up a hover. */
	async openList(command: string): Promise<void> {
		const { page, quickInput } = this.workbench;
		await quickInput.openPalette(command);
		await quickInput.row(command).first().waitFor();
		await this.moveMouseAway();
		await page.keyboard.press('Enter');
	}

	/** To where nothing has a hover. */
	async moveMouseAway(): Promise<void> {
		await this.workbench.page.mouse.move(900, 700);
	}

	get #sessionsHeader(): Locator {
		return this.workbench.page.locator('.part.sidebar .pane-header').filter({ hasText: 'Sessions' });
	}

	async #takeSideBar(folder: string, name: string): Promise<void> {
		await this.#save(folder, name, await boxOf(this.workbench.page.locator('.part.sidebar')));
	}

	async #save(folder: string, name: string, clip: Box | undefined): Promise<void> {
		const file = path.join(folder, `${name}.png`);
		await mkdir(folder, { recursive: true });
		await this.moveMouseAway();
		await this.workbench.page.waitForTimeout(400);
		await this.workbench.page.screenshot({
			path: file,
			caret: 'hide',
			...(clip === undefined ? {} : { clip }),
		});
		const { size } = await stat(file);
		if (size > maxBytes) throw new Error(`${name}.png has ${size} bytes, ${maxBytes} is the most.`);
	}

	async #sideBar(): Promise<{ x: number; y: number; right: number; bottom: number }> {
		const { x, y, width, height } = await boxOf(this.workbench.page.locator('.part.sidebar'));
		return { x, y, right: x + width, bottom: y + height };
	}

	async #drag(from: Point, to: Point): Promise<void> {
		const { page } = this.workbench;
		await page.mouse.move(from.x, from.y);
		await page.mouse.down();
		await page.mouse.move(to.x, to.y, { steps: 8 });
		await page.mouse.up();
		await this.moveMouseAway();
		await page.waitForTimeout(300);
	}
}

interface Point {
	readonly x: number;
	readonly y: number;
}

interface Box extends Point {
	readonly width: number;
	readonly height: number;
}

async function boxOf(part: Locator): Promise<Box> {
	const box = await part.boundingBox();
	if (box === null) throw new Error(`Not on the screen: ${part.toString()}`);
	return box;
}
