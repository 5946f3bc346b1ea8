/** What an accessibility checker finds in a conversation that holds one of everything: nothing, in any kind of theme. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { AxeResults, RunOptions } from 'axe-core';
import type { ViewEntry } from '../../src/core/view/viewEntry.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { richReview, richReviewState } from './reviewSamples.ts';
import { richEntries, richSession, richState } from './richTranscript.ts';
import { snapshot } from './samples.ts';
import { permissionScenes } from './shots/permissionScenes.ts';
import { shownThemes } from './themes.ts';

const axe = new URL('../../node_modules/axe-core/axe.min.js', import.meta.url);

const options: RunOptions = {
	runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
	resultTypes: ['violations'],
	rules: {
		// The view is a part of the window: VS Code gives it its title and its place among the landmarks.
		'document-title': { enabled: false },
		'page-has-heading-one': { enabled: false },
	},
};

declare global {
	interface Window {
		/** The checker, once its script was run in the page. */
		readonly axe: { run(where: object, options: RunOptions): Promise<AxeResults> };
	}
}

/** One line for each element and what is wrong with it. */
async function findings(view: ViewPage): Promise<string[]> {
	await view.page.evaluate(await readFile(axe, 'utf8'));
	const { violations } = await view.page.evaluate(async (wanted) => {
		// The colours in there are those of the program, in those of the theme's terminal.
		return window.axe.run({ exclude: ['.terminal-text'] }, wanted);
	}, options);
	return violations.flatMap(({ id, nodes }) =>
		nodes.map(({ html, any, all, none }) => {
			const why = [...any, ...all, ...none].map(({ message }) => message).join('; ');
			return `${id}: ${html.slice(0, 200)} (${why.slice(0, 200)})`;
		}),
	);
}

function wentBack(entry: ViewEntry): ViewEntry {
	const isPrompt = entry.type === 'message' && entry.role === 'user';
	const changedSince = { files: 4, added: 80, removed: 12 };
	return { ...entry, ...(isPrompt ? { changedSince } : {}), isUndone: true };
}

describe('an accessibility checker', () => {
	const harness = useHarness();

	for (const theme of shownThemes) {
		it(`finds nothing in a conversation in ${theme}`, async () => {
			const view = await harness.open({ width: 500, height: 3000, theme, state: richState });
			// What pulses is paler at some moments, and still for those who want it so.
			await view.page.emulateMedia({ reducedMotion: 'reduce' });
			await view.post(snapshot(richEntries, richSession));
			assert.deepEqual(await findings(view), []);
			// All of it went back, and something else has changed since each message.
			await view.post(snapshot(richEntries.map(wentBack), richSession));
			await view.page.getByText('4 files changed since').first().waitFor();
			assert.deepEqual(await findings(view), []);
		});
	}

	for (const theme of shownThemes) {
		it(`finds nothing in cards that wait, lines of answers and the strip in ${theme}`, async () => {
			for (const { messages, state, act } of permissionScenes) {
				const view = await harness.open({ width: 320, height: 600, theme, state });
				await view.page.emulateMedia({ reducedMotion: 'reduce' });
				await view.post(...messages);
				await act?.(view);
				assert.deepEqual(await findings(view), []);
			}
		});
	}

	for (const theme of shownThemes) {
		it(`finds nothing in changes that wait in ${theme}`, async () => {
			const view = await harness.open({ width: 300, height: 1200, theme, state: richReviewState });
			await view.page.emulateMedia({ reducedMotion: 'reduce' });
			await view.post(...richReview);
			await view.page.locator('.review-fold').click();
			assert.deepEqual(await findings(view), []);
		});
	}

	it('finds nothing in the empty view', async () => {
		const view = await harness.open({ width: 300 });
		const agents = [{ name: 'demo', title: 'Demo Agent' }];
		await view.post({ type: 'empty', generation: 1, agents, problems: ['"command" is missing'] });
		assert.deepEqual(await findings(view), []);
	});

	it('sees what is wrong when something is', async () => {
		const view = await harness.open({ width: 300 });
		await view.post(snapshot([]));
		await view.page.evaluate(() => document.querySelector('.chat')?.append(document.createElement('button')));
		assert.match((await findings(view)).join('\n'), /button-name/u);
	});
});
