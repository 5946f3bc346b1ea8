/** Everything by keyboard: where Tab goes through a conversation with one of everything, and what a flood does to typing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../src/core/base/limits.ts';
import { sized } from '../tools/sized.ts';
import { useHarness, type ViewPage } from './harness.ts';
import { richEntries, richSession, richState } from './richTranscript.ts';
import { sampleMessage, snapshot } from './samples.ts';
import { shownThemes } from './themes.ts';

interface Stop {
	/** What a screen reader calls it. */
	readonly name: string;
	readonly isInSight: boolean;
	/** It, or what stands around it for the purpose, shows that the keys go there. */
	readonly isMarked: boolean;
}

const floodKb = sized(1_000, 250);

describe('the keyboard alone', () => {
	const harness = useHarness();

	for (const theme of shownThemes) {
		it(`reaches every control from the message field and back, each in sight and marked, in ${theme}`, async () => {
			const view = await harness.open({ width: 320, height: 700, theme, state: richState });
			await view.post(snapshot(richEntries, richSession), { type: 'focusComposer' });
			// Buttons of a question take no key while it is new.
			await view.page.waitForTimeout(limits.permissionGuardMs);
			const stops = await walk(view, 'Shift+Tab');
			assert.deepEqual(
				stops.filter(({ isInSight, isMarked }) => !isInSight || !isMarked),
				[],
			);
			const names = stops.map(({ name }) => name);
			for (const wanted of ['Allow Once', 'Reject', 'Stop', 'Mode']) {
				assert.ok(
					names.some((name) => name.startsWith(wanted)),
					`${wanted} is not among ${names.join(' | ')}`,
				);
			}
			assert.deepEqual(view.errors, []);
		});
	}

	it(`loses no key of what is typed while ${floodKb} kB stream in`, async () => {
		const view = await harness.open({ width: 320, height: 700 });
		await view.post(snapshot([sampleMessage('a', '', { isComplete: false })]), { type: 'focusComposer' });
		const flood = view.page.evaluate(streamIn, floodKb * 1_000);
		let typed = '';
		for (let key = 0; key < 300; key++) {
			const letter = 'abcdefghij klmnop'.charAt(key % 17);
			await view.page.keyboard.press(letter === ' ' ? 'Space' : letter);
			typed += letter;
		}
		const field = view.page.getByRole('textbox', { name: 'Message' });
		assert.equal(await field.inputValue(), typed);
		const { frames } = await flood;
		assert.ok(frames > 50, `the flood took ${frames} frames`);
		assert.equal(await field.inputValue(), typed);
		await view.page.waitForFunction(() =>
			document.querySelector('.markdown')?.textContent.includes('The end'),
		);
	});
});

/** Goes on with `key` until it is where it began. */
async function walk(view: ViewPage, key: string): Promise<Stop[]> {
	const stops: Stop[] = [];
	for (let steps = 0; steps < 200; steps++) {
		await view.page.keyboard.press(key);
		await view.settled();
		const stop = await view.page.evaluate(lookAtFocus);
		if (stop === undefined) continue;
		if (stop.name === 'Message') return stops;
		stops.push(stop);
	}
	throw new Error(`It does not come back: ${stops.map(({ name }) => name).join(' | ')}`);
}

/** Runs in the page. Undefined when the focus left the page, as at its end. */
function lookAtFocus(): Stop | undefined {
	const { activeElement } = document;
	if (!(activeElement instanceof HTMLElement) || activeElement === document.body) return undefined;
	const { top, bottom, left, right } = activeElement.getBoundingClientRect();
	const isInSight = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
	const marks = [activeElement, activeElement.parentElement].map((node) => node && getComputedStyle(node));
	const isMarked = marks.some(
		(style) =>
			style &&
			((style.outlineStyle !== 'none' && style.outlineWidth !== '0px') || style.boxShadow !== 'none'),
	);
	const entry = activeElement.closest<HTMLElement>('.entry')?.dataset['entryId'];
	const label = activeElement.ariaLabel ?? activeElement.textContent.trim().replaceAll(/\s+/gu, ' ');
	const isEntry = activeElement.classList.contains('entry');
	return { name: entry === undefined || isEntry ? label : `${label} (${entry})`, isInSight, isMarked };
}

/** Runs in the page: 20-byte chunks, 4 KiB of them a frame. */
async function streamIn(chars: number): Promise<{ frames: number }> {
	const line = 'One more line of the **answer** with `code`, which is long enough to be cut into chunks.\n\n';
	const source = `${line.repeat(Math.ceil(chars / line.length))}The end`;
	let frames = 0;
	for (let at = 0; at < source.length; frames++) {
		const ops = [];
		for (let count = 0; count < 205 && at < source.length; count++, at += 20) {
			ops.push({ type: 'text', id: 'a', text: source.slice(at, at + 20) });
		}
		const data = { type: 'delta', generation: 1, seq: frames + 1, ops };
		window.dispatchEvent(new MessageEvent('message', { data }));
		await new Promise((resolve) => requestAnimationFrame(resolve));
	}
	return { frames };
}
