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

/** Milliseconds from each key to the frame that shows it. */
export interface TypingResult {
	readonly paints: readonly number[];
	/** What the field holds at the end. */
	readonly length: number;
}

interface Probe {
	flood(end: string): Promise<FloodResult>;
	lag(count: number): Promise<number[]>;
	/** Milliseconds until the elements of the conversation, made once more and all at once, are painted. */
	redraw(): Promise<number>;
	/** Watches keys from now on; the function that it gives ends that. */
	typing(): () => TypingResult;
	/** Milliseconds from the next change of the size to the frame that shows it. */
	resize(): Promise<number>;
	/** Timers and frames that the page asks for within that time. */
	idle(ms: number): Promise<number>;
	endTyping?: () => TypingResult;
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

/** Makes the elements that the conversation has once more, all at once. @returns milliseconds until they are painted */
export async function measureRedraw(frame: Frame): Promise<number> {
	await frame.evaluate(installProbe);
	return frame.evaluate(() => window.benchProbe?.redraw() ?? Number.NaN);
}

/** Begins to watch the keys. */
export async function watchTyping(frame: Frame): Promise<() => Promise<TypingResult>> {
	await frame.evaluate(installProbe);
	await frame.evaluate(() => {
		if (window.benchProbe !== undefined) window.benchProbe.endTyping = window.benchProbe.typing();
	});
	return () => frame.evaluate(() => window.benchProbe?.endTyping?.() ?? { paints: [], length: 0 });
}

export async function watchResize(frame: Frame): Promise<() => Promise<number>> {
	await frame.evaluate(installProbe);
	const handle = await frame.evaluateHandle(() => ({ done: window.benchProbe?.resize() }));
	return async () => (await handle.evaluate(({ done }) => done)) ?? Number.NaN;
}

export async function countIdleWork(frame: Frame, ms: number): Promise<number> {
	await frame.evaluate(installProbe);
	return frame.evaluate((ms) => window.benchProbe?.idle(ms) ?? Number.NaN, ms);
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

	// Looked up once: to look through the whole page in each frame costs the more, the more stands there.
	let known: Element | undefined;
	const conversation = (): Element | undefined => {
		if (known?.isConnected !== true) known = [...document.querySelectorAll('[role=log]')].at(-1);
		return known;
	};

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

	const afterPaint = (work: (now: number) => void): void => {
		const { port1, port2 } = new MessageChannel();
		port1.addEventListener('message', () => work(performance.now()));
		port1.start();
		requestAnimationFrame(() => port2.postMessage(undefined));
	};

	window.benchProbe = {
		typing() {
			const paints: number[] = [];
			const listener = ({ key, timeStamp }: KeyboardEvent): void => {
				if (key.length === 1) afterPaint((now) => paints.push(now - timeStamp));
			};
			window.addEventListener('keydown', listener, true);
			return () => {
				window.removeEventListener('keydown', listener, true);
				return { paints, length: document.querySelector('textarea')?.value.length ?? 0 };
			};
		},
		resize() {
			return new Promise((resolve) => {
				const listener = ({ timeStamp }: Event): void => afterPaint((now) => resolve(now - timeStamp));
				window.addEventListener('resize', listener, { once: true });
			});
		},
		async idle(ms) {
			let count = 0;
			const own = {
				setTimeout: window.setTimeout.bind(window),
				setInterval: window.setInterval.bind(window),
				requestAnimationFrame: window.requestAnimationFrame.bind(window),
			};
			const counted =
				<A extends unknown[], R>(work: (...given: A) => R) =>
				(...given: A): R => {
					count++;
					return work(...given);
				};
			const wait = new Promise((resolve) => own.setTimeout(resolve, ms));
			Object.assign(window, {
				setTimeout: counted(own.setTimeout),
				setInterval: counted(own.setInterval),
				requestAnimationFrame: counted(own.requestAnimationFrame),
			});
			await wait;
			Object.assign(window, own);
			return count;
		},
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
		async redraw() {
			const root = conversation();
			const parent = root?.parentElement;
			if (root === undefined || parent === null || parent === undefined) return Number.NaN;
			const next = root.nextSibling;
			root.remove();
			await new Promise((resolve) => afterPaint(resolve));
			const started = performance.now();
			const copy = document.importNode(root, true);
			parent.insertBefore(copy, next);
			copy.lastElementChild?.scrollIntoView({ block: 'end' });
			const painted = await new Promise<number>((resolve) => afterPaint(resolve));
			copy.replaceWith(root);
			return painted - started;
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
