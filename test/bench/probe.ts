/**
 * What runs inside the webview while it is measured. It looks at the page once a frame, after the frame was painted,
 * so that a time it notes is one at which a person could see the text; what it costs is the same for both views.
 */
import type { Frame } from 'playwright-core';

export interface FloodResult {
	/** From Enter in the composer until the last chunk is painted. */
	readonly ms: number;
	/** Longest task on the main thread, which the view shares with the workbench. Tasks under 50 ms are not told. */
	readonly longestTaskMs: number;
	/** Longest time between two frames. */
	readonly longestGapMs: number;
	/** Letters in the conversation at the end. */
	readonly letters: number;
}

interface Probe {
	flood(end: string): Promise<FloodResult>;
	lag(count: number): Promise<number[]>;
}

declare global {
	interface Window {
		benchProbe?: Probe;
	}
}

/** Begins to watch before the prompt is sent; the result comes when everything is on the screen. */
export async function watchFlood(frame: Frame, end: string): Promise<() => Promise<FloodResult>> {
	await frame.evaluate(installProbe);
	const handle = await frame.evaluateHandle((end) => ({ done: window.benchProbe?.flood(end) }), end);
	return async () => {
		const result = await handle.evaluate(({ done }) => done);
		if (result === undefined) throw new Error('The probe is not in the page.');
		return result;
	};
}

/** As `watchFlood`, for the time each of `count` stamped chunks took from the agent to the screen, in ms. */
export async function watchLag(frame: Frame, count: number): Promise<() => Promise<number[]>> {
	await frame.evaluate(installProbe);
	const handle = await frame.evaluateHandle((count) => ({ done: window.benchProbe?.lag(count) }), count);
	return async () => (await handle.evaluate(({ done }) => done)) ?? [];
}

/** Runs in the page. */
function installProbe(): void {
	if (window.benchProbe !== undefined) return;
	const channel = new MessageChannel();
	let onPainted = (): void => undefined;
	channel.port1.addEventListener('message', () => onPainted());
	channel.port1.start();

	/** Calls `look` right after each frame, until it returns true. @returns the longest time between two frames */
	const eachFrame = (look: () => boolean): Promise<number> =>
		new Promise((resolve) => {
			let longest = 0;
			let last = performance.now();
			onPainted = () => {
				const now = performance.now();
				longest = Math.max(longest, now - last);
				last = now;
				if (look()) {
					onPainted = () => undefined;
					resolve(longest);
				} else requestAnimationFrame(() => channel.port2.postMessage(undefined));
			};
			onPainted();
		});

	const conversation = (): Element | undefined => [...document.querySelectorAll('[role=log]')].at(-1);

	const lastText = (): string => {
		const root = conversation();
		if (root === undefined) return '';
		const last = document.createTreeWalker(root, NodeFilter.SHOW_TEXT).lastChild();
		return last instanceof Text ? last.data.slice(-200) : '';
	};

	const enterPressed = (): Promise<number> =>
		new Promise((resolve) => {
			const listener = (event: KeyboardEvent): void => {
				if (event.key !== 'Enter') return;
				window.removeEventListener('keydown', listener, true);
				resolve(performance.now());
			};
			window.addEventListener('keydown', listener, true);
		});

	window.benchProbe = {
		async flood(end) {
			const started = await enterPressed();
			let longestTaskMs = 0;
			const note = (entries: readonly PerformanceEntry[]): void => {
				for (const { startTime, duration } of entries) {
					if (startTime >= started) longestTaskMs = Math.max(longestTaskMs, duration);
				}
			};
			const observer = new PerformanceObserver((list) => note(list.getEntries()));
			observer.observe({ type: 'longtask' });
			let ms = 0;
			const longestGapMs = await eachFrame(() => {
				if (!lastText().includes(end)) return false;
				ms = performance.now() - started;
				return true;
			});
			// The end of the turn still belongs to it.
			await new Promise((resolve) => setTimeout(resolve, 300));
			note(observer.takeRecords());
			observer.disconnect();
			const root = conversation();
			const answer = root?.lastElementChild?.querySelector('.content') ?? root;
			const letters = (answer?.textContent ?? '').replaceAll(/[^A-Za-z]/gu, '').length;
			return { ms, longestTaskMs, longestGapMs, letters };
		},
		async lag(count) {
			const lags = new Map<number, number>();
			await enterPressed();
			await eachFrame(() => {
				const now = performance.timeOrigin + performance.now();
				const text = conversation()?.textContent ?? '';
				for (const [, index, writtenAt] of text.matchAll(/(\d+)@([\d.]+);/gu)) {
					if (!lags.has(Number(index))) lags.set(Number(index), now - Number(writtenAt));
				}
				return lags.size >= count;
			});
			return [...lags.values()];
		},
	};
}
