/**
 * What tasks cost the renderer's main thread itself. The browser's own 'longtask' counts wall time: with more busy
 * processes than cores, a task that needs 20 ms and is made to wait counts as one of 200.
 */
import type { CDPSession, Page } from 'playwright-core';

interface TraceEvent {
	readonly name: string;
	readonly ph: string;
	readonly pid: number;
	readonly tid: number;
	/** Microseconds that the thread itself worked. */
	readonly tdur?: number;
	readonly args?: { readonly name?: string };
}

/** Begins to watch all renderers. @returns ends it, and gives the longest task in milliseconds of thread time */
export async function watchTasks(page: Page): Promise<() => Promise<number>> {
	const browser = page.context().browser();
	if (browser === null) throw new Error('The page has no browser of its own.');
	const cdp = await browser.newBrowserCDPSession();
	const events: TraceEvent[] = [];
	cdp.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
	await cdp.send('Tracing.start', {
		transferMode: 'ReportEvents',
		traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
	});
	return async () => {
		await endTracing(cdp);
		await cdp.detach();
		return longestTask(events);
	};
}

async function endTracing(cdp: CDPSession): Promise<void> {
	const isComplete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve));
	await cdp.send('Tracing.end');
	await isComplete;
}

function longestTask(events: readonly TraceEvent[]): number {
	const keyOf = ({ pid, tid }: TraceEvent): string => `${pid}:${tid}`;
	const isMain = ({ name, args }: TraceEvent): boolean =>
		name === 'thread_name' && args?.name === 'CrRendererMain';
	const mains = new Set(events.filter(isMain).map(keyOf));
	const tasks = events.filter((event) => event.name.endsWith('RunTask') && mains.has(keyOf(event)));
	return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur / 1000));
}
