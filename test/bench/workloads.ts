/** What else a long day brings: typing while text comes, many tool calls, a long conversation, and nothing at all. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Workbench } from '../vscode/workbench/workbench.ts';
import { chunkBytes, endOf } from './floodText.ts';
import { countIdleWork, type FloodResult, watchFlood, watchResize, watchTyping } from './probe.ts';
import { type ProcessUse, useOf, windowUse } from './processes.ts';

export interface Typing {
	/** Milliseconds from key to paint, in the order of the keys. */
	readonly paints: readonly number[];
	/** Keys that did not arrive in the field. */
	readonly lost: number;
}

export interface LongConversation {
	readonly resizeMs: number;
	readonly nodes: number;
}

/** What a minute of an answer cost, in milliseconds of processor time. */
export interface Minute {
	readonly rendererMs: number;
	readonly gpuMs: number;
	readonly hostMs: number;
}

/** In MiB, garbage excluded from the heap. */
export interface AnswersMemory {
	readonly heapMb: number;
	readonly rendererMb: number;
	readonly hostMb: number;
}

export interface Idle {
	/** Timers and frames that the page asked for. */
	readonly timers: number;
	/** Share of one core that the extension host used. */
	readonly hostCpu: number;
}

/** How one of them is started: a session of its own, where there are sessions. */
export interface Stage {
	readonly workbench: Workbench;
	/** Process of the extension host. */
	readonly host: number | undefined;
	readonly openSession: () => Promise<void>;
}

const dripCount = 1_500;
const minuteCount = 6_000;
const answerCount = 10;
const keyMs = 70;
const idleMs = 10_000;
let marks = 0;

const newMark = (): string => `w${++marks}`;

/** Types for 15 s, while 100 chunks a second come. */
export async function measureTyping({ workbench, openSession }: Stage): Promise<Typing> {
	await openSession();
	const { chat, page } = workbench;
	const mark = newMark();
	await submit(workbench, `drip ${dripCount} ${mark}`);
	await (await chat.composer()).focus();
	const finish = await watchTyping(await chat.frame());
	const end = performance.now() + dripCount * 10;
	let typed = 0;
	while (performance.now() < end) {
		await page.keyboard.press('abcdefgh'.charAt(typed % 8));
		typed++;
		await sleep(keyMs);
	}
	await sleep(200);
	const { paints, length } = await finish();
	await (await chat.composer()).fill('');
	return { paints, lost: typed - length };
}

/** An answer of a minute at 100 chunks a second, with code, lists, tables and three tool calls. */
export async function measureMinute({ workbench, host, openSession }: Stage): Promise<Minute> {
	await openSession();
	const mark = newMark();
	const finish = await watchFlood(await workbench.chat.frame(), endOf(mark));
	const before = { ...windowUse(), host: hostUse(host) };
	await submit(workbench, `minute ${minuteCount} ${mark}`);
	await finish();
	const after = { ...windowUse(), host: hostUse(host) };
	return {
		rendererMs: after.rendererMs - before.rendererMs,
		gpuMs: after.gpuMs - before.gpuMs,
		hostMs: (after.host.cpuSeconds - before.host.cpuSeconds) * 1000,
	};
}

/** @param heapOf the heap of the renderer in MiB, after its garbage is collected */
export async function measureAnswers(
	{ workbench, host, openSession }: Stage,
	heapOf: () => Promise<number>,
): Promise<AnswersMemory> {
	await openSession();
	for (let answer = 0; answer < answerCount; answer++) {
		const mark = newMark();
		const finish = await watchFlood(await workbench.chat.frame(), endOf(mark));
		await submit(workbench, `answer ${minuteCount * chunkBytes} ${mark}`);
		await finish();
	}
	await sleep(1_000);
	const heapMb = await heapOf();
	return { heapMb, rendererMb: windowUse().rendererMb, hostMb: hostUse(host).residentMb };
}

const hostUse = (host: number | undefined): ProcessUse =>
	host === undefined ? { cpuSeconds: 0, residentMb: 0 } : useOf(host);

/** @param kind `tools` or `entries` of `benchAgent.mjs` */
export async function measureMany(
	{ workbench, openSession }: Stage,
	kind: 'tools' | 'entries',
	count: number,
): Promise<FloodResult> {
	await openSession();
	const mark = newMark();
	const finish = await watchFlood(await workbench.chat.frame(), endOf(mark));
	await submit(workbench, `${kind} ${count} ${mark}`);
	return finish();
}

/** Short turns one after the other. @returns milliseconds that each took */
export async function measureTurns({ workbench, openSession }: Stage, count: number): Promise<number[]> {
	await openSession();
	const times: number[] = [];
	for (let turn = 0; turn < count; turn++) {
		const started = performance.now();
		await submit(workbench, `turn${turn}`);
		await (
			await workbench.chat.frame()
		).waitForFunction(
			(text) => [...document.querySelectorAll('[role=log]')].at(-1)?.lastChild?.textContent?.includes(text),
			`You said turn${turn}.`,
		);
		times.push(performance.now() - started);
	}
	return times;
}

/** Of what is in the view now. */
export async function measureLongConversation(workbench: Workbench): Promise<LongConversation> {
	const { page, chat } = workbench;
	const nodes = await (await chat.frame()).evaluate(() => document.querySelectorAll('*').length);
	const finish = await watchResize(await chat.frame());
	const { width, height } = page.viewportSize() ?? { width: 1280, height: 800 };
	await page.setViewportSize({ width, height: height - 80 });
	const resizeMs = await finish();
	await page.setViewportSize({ width, height });
	return { nodes, resizeMs };
}

/**
 * From the click on the view's icon until it is there again: the field, and the end of what it held, if anything. VS Code
 * loads the page anew for every extension. Both are found without a search through the page, which would cost the more, the
 * more is on it.
 * @param end text at the end of the conversation
 */
export async function measureShow(workbench: Workbench, end: string | undefined): Promise<number> {
	const { chat } = workbench;
	// A tree that is shown marks its row a moment later, and what is hidden in that very moment comes back.
	await sleep(1_000);
	await chat.hide();
	await sleep(1_000);
	const started = performance.now();
	const frame = await chat.show();
	await frame.waitForFunction((text) => {
		if ((document.querySelector('textarea')?.offsetHeight ?? 0) === 0) return false;
		return text === undefined || document.querySelector('[role=log]')?.lastChild?.textContent?.includes(text);
	}, end);
	return performance.now() - started;
}

export async function measureIdle({ workbench, host }: Stage): Promise<Idle> {
	await sleep(2_000);
	const before = host === undefined ? 0 : useOf(host).cpuSeconds;
	const timers = await countIdleWork(await workbench.chat.frame(), idleMs);
	const used = (host === undefined ? 0 : useOf(host).cpuSeconds) - before;
	return { timers, hostCpu: used / (idleMs / 1000) };
}

/** From the choice of the agent until the composer of an empty conversation takes text. */
export async function measureStart(workbench: Workbench, agent: string): Promise<number> {
	await workbench.runCommand('ACP: New Session');
	await workbench.quickInput.row(agent).first().waitFor();
	const started = performance.now();
	await workbench.quickInput.pick(agent);
	await (await workbench.chat.composer()).focus();
	return performance.now() - started;
}

/**
 * Unlike a user, it does not wait until the message stands there: floors show none. The field is found by its tag: to look
 * for its role costs the more, the longer the conversation is.
 */
export async function submit({ chat }: Workbench, text: string): Promise<void> {
	const composer = (await chat.frame()).locator('textarea').last();
	await composer.fill(text);
	await composer.press('Enter');
}
