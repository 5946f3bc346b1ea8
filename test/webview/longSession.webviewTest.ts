/** A conversation of 3,000 entries: what showing, resizing and typing cost the page. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { figure } from '../tools/figure.ts';
import { useHarness } from './harness.ts';
import { sampleMessage, sampleToolCall, snapshot } from './samples.ts';

const entries = 3_000;
/** Promised are 1 s and a frame; a test holds five times as much, to catch what hangs. */
const slack = 5;

describe('a conversation of 3,000 entries', () => {
	const harness = useHarness({ ownProcess: true });

	it('is shown, resized and typed into without a long wait [hazard E6]', async () => {
		const view = await harness.open();
		const before = (await view.work()).all;
		await view.post(
			snapshot(
				Array.from({ length: entries }, (_, n) =>
					n % 3 === 0
						? sampleToolCall(`t${n}`, { title: `Step ${n}` })
						: sampleMessage(
								`m${n}`,
								`Entry **${n}** with some \`code\` and a [link](src/a.ts).\n\n- one\n- two`,
							),
				),
			),
		);
		const shown = (await view.work()).all - before;
		await view.page.getByText(`Entry ${entries - 1}`).waitFor();
		assert.equal(await view.page.getByRole('article').count(), entries);
		assert.ok(shown < 1_000 * slack, `${shown} ms`);

		const resizes: number[] = [];
		for (const width of [390, 380, 500, 400]) {
			const start = (await view.work()).all;
			await view.page.setViewportSize({ width, height: 700 });
			await view.settled();
			resizes.push((await view.work()).all - start);
		}
		const resize = median(resizes);
		assert.ok(resize < 32 * slack, `${resizes.join(' ')} ms`);

		const composer = view.page.getByRole('textbox', { name: 'Message' });
		await composer.click();
		const keys: number[] = [];
		for (const key of 'how are you') {
			const start = (await view.work()).all;
			await view.page.keyboard.type(key);
			await view.settled();
			keys.push((await view.work()).all - start);
		}
		const typing = median(keys);
		assert.equal(await composer.inputValue(), 'how are you');
		assert.ok(typing < 16 * slack, `${keys.join(' ')} ms`);
		figure(
			'E6',
			`${entries} entries: ${shown.toFixed(0)} ms of work to show, ${resize.toFixed(1)} ms to resize, ${typing.toFixed(1)} ms for a key`,
		);
	});
});

function median(values: readonly number[]): number {
	return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
