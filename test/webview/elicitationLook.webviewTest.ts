import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sized } from '../tools/sized.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { ask, button, everyField, field, sampleForm, sampleUrl, save } from './questions.ts';
import { snapshot } from './samples.ts';
import type { ThemeKind } from './themes.ts';

describe('the look of a question', () => {
	const harness = useHarness();
	const themes: readonly ThemeKind[] = sized(
		['vscode-dark', 'vscode-light', 'vscode-high-contrast'],
		['vscode-light'],
	);

	for (const theme of themes) {
		for (const width of sized([300, 500], [300])) {
			it(`fits ${width} px in ${theme}`, async () => {
				const view = await harness.open({ width, height: 1500, theme });
				const entry = sampleForm(everyField, { title: 'New project', description: 'Some facts first.' });
				await ask(view, entry);
				await save(view, `form-${theme}-${width}`);
				await field(view, /^Project name/u).fill('X');
				await button(view, 'Submit').click();
				await save(view, `problems-${theme}-${width}`);
				assert.deepEqual(await wide(view), []);
				const url = sampleUrl(`https://login.example.com/${'path/'.repeat(30)}`);
				await view.post(snapshot([url], {}, { generation: 3 }));
				await save(view, `url-${theme}-${width}`);
				assert.deepEqual(await wide(view), []);
				const settled = { ...entry, state: { type: 'declined' } } as const;
				await view.post(snapshot([{ ...settled, id: 'q2' }], {}, { generation: 4 }));
				await save(view, `settled-${theme}-${width}`);
				assert.deepEqual(await wide(view), []);
			});
		}
	}

	it('can be read whole once it is answered, at any width', async () => {
		const view = await harness.open({ width: 300 });
		const message = 'Which of the two folders may be replaced by what was made? '.repeat(4).trim();
		const entry = { ...sampleForm(everyField), message, state: { type: 'declined' } } as const;
		await view.post(snapshot([entry]));
		const asked = view.page.locator('.outcome-message');
		assert.equal(await asked.innerText(), message);
		assert.equal(await asked.evaluate((one) => one.scrollWidth <= one.clientWidth), true);
		await save(view, 'settled-long-300');
	});

	function wide(view: ViewPage): Promise<string[]> {
		return view.page.evaluate(() =>
			[...document.querySelectorAll('.scroller, .entries, .elicitation, .field, .form-overview, .button-row')]
				.filter((node) => node.scrollWidth > node.clientWidth + 1)
				.map((node) => `${node.className} ${node.scrollWidth} > ${node.clientWidth}`),
		);
	}
});
