/** Code can be read in every theme, whatever VS Code's own rules for a webview say of it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useHarness } from './harness.ts';
import { sampleMessage, samplePermission, snapshot } from './samples.ts';
import { type ThemeKind, themes } from './themes.ts';

describe('code', () => {
	const harness = useHarness();
	const fence = ['```', 'plain = 1;', '```'].join('\n');

	for (const theme of Object.keys(themes) as ThemeKind[]) {
		it(`has the colours of the editor in a fence, and those around it in a card, in ${theme}`, async () => {
			const view = await harness.open({ theme });
			const card = samplePermission('p', { details: 'npm test', cwdLabel: 'packages/app' });
			await view.post(snapshot([sampleMessage('a', fence, { isComplete: true }), card]));
			await view.page.locator('pre code').waitFor();
			const looks = await view.page.evaluate(() =>
				['pre code', '.permission-description code'].map((selector) => {
					const code = document.querySelector(selector);
					const around = code?.parentElement;
					if (!(code instanceof HTMLElement) || !(around instanceof HTMLElement)) return [selector];
					const { color, backgroundColor } = getComputedStyle(code);
					return [color === getComputedStyle(around).color, backgroundColor];
				}),
			);
			const transparent = 'rgba(0, 0, 0, 0)';
			assert.deepEqual(looks, [
				[true, transparent],
				[true, transparent],
			]);
		});
	}
});
