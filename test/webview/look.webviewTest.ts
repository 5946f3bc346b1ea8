import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { sized } from '../tools/sized.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { richEntries, richSession, richState } from './richTranscript.ts';
import { snapshot } from './samples.ts';
import { shownThemes } from './themes.ts';

const shots = new URL('../../test-results/webview/', import.meta.url);

describe('the look of the view', () => {
	const harness = useHarness();

	for (const theme of shownThemes) {
		for (const width of sized([300, 500], [300])) {
			it(`fits ${width} px in ${theme} without scrolling sideways`, async () => {
				const view = await harness.open({ width, height: 1000, theme, state: richState });
				await view.post(snapshot(richEntries, richSession));
				await save(view, `${theme}-${width}-end`);
				await view.page.evaluate(() => document.querySelector('.scroller')?.scrollTo(0, 0));
				await view.settled();
				await save(view, `${theme}-${width}-top`);
				assert.deepEqual(await wideElements(view), []);
				assert.deepEqual(view.errors, []);
				await view.page.close();
			});
		}
	}

	it('fits 200 px as well', async () => {
		const view = await harness.open({ width: 200, state: richState });
		await view.post(snapshot(richEntries, richSession));
		assert.deepEqual(await wideElements(view), []);
	});

	it('shows the empty view', async () => {
		const view = await harness.open({ width: 300 });
		await view.post({
			type: 'empty',
			generation: 1,
			agents: [{ name: 'demo', title: 'Demo Agent' }],
			problems: ['acpHost.agents.broken: "command" is missing'],
		});
		await save(view, 'empty');
		assert.deepEqual(await wideElements(view), []);
		const buttons = await view.page.getByRole('button').allInnerTexts();
		assert.deepEqual(
			buttons.map((text) => text.trim()),
			['New Session', 'Demo Agent', 'Open Settings'],
		);
	});

	it('shows the composer with commands and attachments', async () => {
		const view = await harness.open({ width: 300, height: 500 });
		const attachments = [{ type: 'file', id: 'file:///work/a.ts', name: 'a.ts' }] as const;
		await view.post(
			snapshot(richEntries.slice(0, 5), { ...richSession, turn: { type: 'idle' } }, { attachments }),
		);
		await view.page.getByRole('textbox', { name: 'Message' }).fill('/');
		await save(view, 'commands');
		assert.deepEqual(await wideElements(view), []);
	});
});

async function save(view: ViewPage, name: string): Promise<void> {
	await mkdir(shots, { recursive: true });
	await view.page.screenshot({ path: new URL(`${name}.png`, shots).pathname });
}

/** Elements that scroll sideways without being made for it. */
async function wideElements(view: ViewPage): Promise<string[]> {
	return view.page.evaluate(() =>
		[
			...document.querySelectorAll(
				'html, body, #app, .scroller, .entries, .entry, .bottom, .composer-box, .empty-view',
			),
		]
			.filter((node) => node.scrollWidth > node.clientWidth + 1)
			.map((node) => `${node.tagName}.${node.className} ${node.scrollWidth} > ${node.clientWidth}`),
	);
}
