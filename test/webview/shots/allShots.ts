/**
 * `npm run shots`: every element of the view at three widths in four themes, into test-results/shots, with one sheet
 * for each scene that shows all twelve. What was seen on them stands in test/bench/SHOTS.md.
 *   SHOTS=<text>   only scenes whose name has it
 */
import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { useHarness, type ViewPage } from '../harness.ts';
import { type ThemeKind, themes } from '../themes.ts';
import { conversationScenes } from './conversationScenes.ts';
import { frameScenes } from './frameScenes.ts';
import { permissionScenes } from './permissionScenes.ts';
import type { Scene } from './scene.ts';

const folder = new URL('../../../test-results/shots/', import.meta.url);
const widths = [240, 320, 600];
const wanted = process.env['SHOTS'] ?? '';
const kinds = Object.keys(themes) as ThemeKind[];

describe('each element, at each width in each theme', () => {
	const harness = useHarness();

	for (const scene of [...conversationScenes, ...permissionScenes, ...frameScenes].filter(({ name }) =>
		name.includes(wanted),
	)) {
		it(`${scene.name}: ${scene.look}`, async () => {
			await mkdir(folder, { recursive: true });
			const pictures: Buffer[] = [];
			for (const theme of kinds) {
				for (const width of widths) {
					const view = await harness.open({ width, height: scene.height, theme, state: scene.state });
					const picture = await take(view, scene);
					await writeFile(new URL(`${scene.name}-${theme}-${width}.png`, folder), picture);
					pictures.push(picture);
					assert.deepEqual(await cutOff(view), [], `${theme}, ${width} px`);
					await view.page.close();
				}
			}
			const sheet = await harness.open({ width: 1240, height: (scene.height + 12) * kinds.length });
			await writeFile(new URL(`sheet-${scene.name}.png`, folder), await sheetOf(sheet, pictures));
		});
	}
});

async function take(view: ViewPage, { messages, act }: Scene): Promise<Buffer> {
	await view.page.emulateMedia({ reducedMotion: 'reduce' });
	await view.post(...messages);
	await act?.(view);
	await view.settled();
	return view.page.screenshot();
}

/** The page of the view, emptied, and the pictures beside each other: a row for each theme. */
async function sheetOf({ page }: ViewPage, pictures: readonly Buffer[]): Promise<Buffer> {
	await page.evaluate(
		async ({ images, columns }) => {
			document.body.replaceChildren();
			document.body.className = 'sheet';
			const sheet = new CSSStyleSheet();
			sheet.replaceSync(`html, body { height: auto; overflow: visible; background: #888 }
				body { display: grid; grid-template-columns: repeat(${columns}, max-content); gap: 12px }`);
			document.adoptedStyleSheets = [sheet];
			for (const data of images) {
				const image = new Image();
				image.src = `data:image/png;base64,${data}`;
				await image.decode();
				document.body.append(image);
			}
		},
		{ images: pictures.map((picture) => picture.toString('base64')), columns: widths.length },
	);
	return page.screenshot({ fullPage: true });
}

/** Parts of the frame that are wider than they may be. */
function cutOff(view: ViewPage): Promise<string[]> {
	return view.page.evaluate(() =>
		[...document.querySelectorAll('html, body, #app, .scroller, .entries, .entry, .bottom, .composer-box')]
			.filter((node) => node.scrollWidth > node.clientWidth + 1)
			.map((node) => `${node.tagName}.${node.className} ${node.scrollWidth} > ${node.clientWidth}`),
	);
}
