/** Measures one extension in one VS Code of its own: opens it, sends the prompts, closes it. */
import path from 'node:path';
import type { CDPSession } from 'playwright-core';
import { newSession } from '../vscode/workbench/rig.ts';
import { Workbench } from '../vscode/workbench/workbench.ts';
import { endOf, type FloodKind, floodText, lettersIn } from './floodText.ts';
import { watchTasks } from './mainThread.ts';
import { type FloodResult, measureRedraw, watchFlood, watchLag } from './probe.ts';
import { childrenOf, findExtensionHost, type ProcessUse, useOf, windowUse } from './processes.ts';
import {
	type AnswersMemory,
	type Idle,
	type LongConversation,
	measureAnswers,
	measureIdle,
	measureLongConversation,
	measureMany,
	measureMinute,
	measureShow,
	measureStart,
	measureTurns,
	measureTyping,
	type Minute,
	type Stage,
	submit,
	type Typing,
} from './workloads.ts';

/** Key of the first flood of a view. */
export const firstAnswer = 'first 50000';
export const floodBytes = [50_000, 200_000, 1_000_000] as const;
export const largest = 1_000_000;
export const lagCount = 100;

export interface Subject {
	readonly name: string;
	/** What is loaded as the extension. */
	readonly folder: string;
	/** `name` in its package.json. */
	readonly extensionName: string;
	/** True if each measurement begins in a session of its own, by "ACP: New Session". */
	readonly hasSessions: boolean;
}

export interface FloodMeasure extends FloodResult {
	/** Longest task in milliseconds that the main thread itself worked. */
	readonly longestWorkMs: number;
	readonly isComplete: boolean;
	readonly hostCpuSeconds: number;
	/** Milliseconds of processor time. */
	readonly rendererCpuMs: number;
	readonly gpuCpuMs: number;
	readonly hostMbBefore: number;
	readonly hostMbAfter: number;
}

export interface Round {
	readonly lags: readonly number[];
	readonly floods: ReadonlyMap<string, FloodMeasure>;
	/** What one more flood of the largest size leaves in the heap of the renderer, in MiB. */
	readonly heapGrowthMb: number;
	readonly typing: Typing;
	/** Tool calls with diffs, and entries, by their number. */
	readonly many: ReadonlyMap<string, FloodResult>;
	/** Milliseconds until the view is there again, with its many entries where it keeps any. */
	readonly showMs: number;
	/** The same with a session that has nothing to show yet. */
	readonly showEmptyMs: number;
	readonly idle: Idle;
	/** Milliseconds until the elements of a conversation, made at once, are painted; by the key of a flood, or of `many`. */
	readonly redraws: ReadonlyMap<string, number>;
	/** Only of what has sessions. */
	readonly day?: Day;
	/** Not of the floor that posts each chunk. */
	readonly long?: LongAnswers;
	/** Milliseconds that each short turn took, where a day was measured. */
	readonly turns: readonly number[];
	readonly activationMs: number;
	/** Command lines of what the extension host had started before the first session. */
	readonly startedEarly: readonly string[];
}

export interface Day {
	readonly startMs: number;
	readonly long: LongConversation;
}

export interface LongAnswers {
	readonly minute: Minute;
	readonly memory: AnswersMemory;
}

export const toolCounts = [250, 500] as const;
export const entryCount = 3_000;
export const turnCount = 500;

const agentName = 'Bench';
const agentScript = path.join(import.meta.dirname, 'benchAgent.mjs');
/** Servers of VS Code's own extensions. */
const ofVscode = /lib\/vscode\/extensions\//u;
const settleMs = 4_000;
const patienceMs = 90_000;
/** Floods up to this size are measured three times a round also where they are slow: other work can hit one of them. */
const smallBytes = 200_000;
let marks = 0;

export function floodKey(kind: FloodKind, bytes: number): string {
	return `${kind} ${bytes}`;
}

/** What of a round is measured beside what always is. */
export interface Extent {
	/** Floods without paragraphs and in one open fence, of the largest size. */
	readonly hasWorstCases: boolean;
	/** A minute of an answer, ten answers, and each flood three times. */
	readonly hasLongAnswers: boolean;
	/** Short turns, and what only a conversation has. */
	readonly hasDay: boolean;
}

export async function measureRound(subject: Subject, extent: Extent): Promise<Round> {
	const { hasWorstCases, hasLongAnswers, hasDay } = extent;
	const workbench = await Workbench.open({
		extensionFolder: subject.folder,
		// Nothing that VS Code's own extensions would start a language server for.
		files: { 'notes.txt': 'A line of text.\n' },
		machineSettings: {
			// As users have it: what goes over the wire is written down for tests only.
			'acpHost.trace.traffic': false,
			'acpHost.agents': { [agentName]: { command: process.execPath, args: [agentScript] } },
		},
	});
	try {
		const cdp = await workbench.page.context().newCDPSession(workbench.page);
		// Activation counts the time of a window that has come to rest, not of one that is still starting.
		await workbench.page.waitForTimeout(settleMs);
		await workbench.chat.show();
		const host = findExtensionHost();
		const startedEarly =
			host === undefined ? [] : childrenOf(host).filter((command) => !ofVscode.test(command));
		const rig: Rig = { workbench, subject, cdp, host };
		const startMs = subject.hasSessions ? await measureStart(workbench, agentName) : Number.NaN;
		// Makes the agent known, so that nothing asks for it later.
		if (subject.hasSessions) await workbench.chat.approveIfAsked();
		const floods = new Map<string, FloodMeasure>();
		// It compiles the code of both sides, and starts the threads of the host.
		floods.set(firstAnswer, await measureFlood(rig, 'flood', 50_000));
		const lags = await measureLag(rig);
		const wanted: [FloodKind, number][] = floodBytes.map((bytes) => ['flood', bytes]);
		if (hasWorstCases) wanted.push(['plain', largest], ['fence', largest]);
		const isThrice = (bytes: number): boolean => hasLongAnswers || bytes <= smallBytes;
		const redraws = new Map<string, number>();
		for (const [kind, bytes] of wanted) {
			const key = floodKey(kind, bytes);
			const measureOne = (): Promise<FloodMeasure> => measureFlood(rig, kind, bytes);
			floods.set(key, isThrice(bytes) ? await middleOf(measureOne, ({ ms }) => ms) : await measureOne());
			redraws.set(key, await measureRedraw(await workbench.chat.frame()));
		}
		const heapMb = await readHeap(cdp);
		await measureFlood(rig, 'flood', largest);
		const heapGrowthMb = (await readHeap(cdp)) - heapMb;
		const stage: Stage = {
			workbench,
			host,
			openSession: async () => (subject.hasSessions ? openSession(workbench) : undefined),
		};
		const typing = await measureTyping(stage);
		const many = new Map<string, FloodResult>();
		for (const count of toolCounts) {
			many.set(`tools ${count}`, await measureMany(stage, 'tools', count));
			redraws.set(`tools ${count}`, await measureRedraw(await workbench.chat.frame()));
		}
		many.set(`entries ${entryCount}`, await measureMany(stage, 'entries', entryCount));
		const measureShown = (end?: string): Promise<number> =>
			middleOf(
				() => measureShow(workbench, end),
				(ms) => ms,
			);
		const showMs = await measureShown(subject.hasSessions ? 'done-' : undefined);
		await stage.openSession();
		const showEmptyMs = await measureShown();
		const idle = await measureIdle(stage);
		const day =
			subject.hasSessions && hasDay ? { startMs, long: await measureLongConversation(workbench) } : undefined;
		const turns = hasDay ? await measureTurns(stage, turnCount) : [];
		const long = hasLongAnswers
			? { minute: await measureMinute(stage), memory: await measureAnswers(stage, () => readHeap(cdp)) }
			: undefined;
		return {
			lags,
			floods,
			heapGrowthMb,
			typing,
			many,
			showMs,
			showEmptyMs,
			idle,
			turns,
			redraws,
			...(day === undefined ? {} : { day }),
			...(long === undefined ? {} : { long }),
			startedEarly,
			activationMs: await readActivationMs(workbench, subject.extensionName),
		};
	} finally {
		await workbench.close();
	}
}

interface Rig {
	readonly workbench: Workbench;
	readonly subject: Subject;
	readonly cdp: CDPSession;
	/** Process of the extension host. */
	readonly host: number | undefined;
}

/** The session before is "Ready", too: only one without a message is the new one. */
async function openSession(workbench: Workbench): Promise<void> {
	await newSession(workbench, agentName);
	await (await workbench.chat.articles('You')).first().waitFor({ state: 'detached' });
	await workbench.chat.waitForStatus('Ready');
}

async function measureLag({ workbench, subject }: Rig): Promise<number[]> {
	if (subject.hasSessions) await openSession(workbench);
	const finish = await watchLag(await workbench.chat.frame(), lagCount);
	await submit(workbench, `lag ${lagCount}`);
	return inTime(finish(), 'The last of the stamped chunks');
}

async function measureFlood(rig: Rig, kind: FloodKind, bytes: number): Promise<FloodMeasure> {
	const { workbench, subject } = rig;
	marks++;
	const mark = `k${marks}`;
	if (subject.hasSessions) await openSession(workbench);
	const finish = await watchFlood(await workbench.chat.frame(), endOf(mark));
	const before = useOfHost(rig);
	const endTasks = await watchTasks(workbench.page);
	const windowBefore = windowUse();
	await submit(workbench, `${kind} ${bytes} ${mark}`);
	const result = await inTime(finish(), `The end of ${kind} ${bytes} in ${subject.name}`);
	const windowAfter = windowUse();
	const longestWorkMs = await endTasks();
	const after = useOfHost(rig);
	return {
		...result,
		longestWorkMs,
		isComplete: result.letters === lettersIn(floodText(kind, bytes, mark)),
		hostCpuSeconds: after.cpuSeconds - before.cpuSeconds,
		rendererCpuMs: windowAfter.rendererMs - windowBefore.rendererMs,
		gpuCpuMs: windowAfter.gpuMs - windowBefore.gpuMs,
		hostMbBefore: before.residentMb,
		hostMbAfter: after.residentMb,
	};
}

/** Of three, the one that took neither the shortest nor the longest. */
async function middleOf<T>(measure: () => Promise<T>, msOf: (measured: T) => number): Promise<T> {
	const three = [await measure(), await measure(), await measure()] as const;
	const [, middle = three[0]] = three.toSorted((one, other) => msOf(one) - msOf(other));
	return middle;
}

function useOfHost({ host }: Rig): ProcessUse {
	return host === undefined ? { cpuSeconds: 0, residentMb: 0 } : useOf(host);
}

/**
 * The heap of the renderer in MiB: the view lives in the workbench's process. Garbage does not count. To collect it leaves
 * V8 next to nothing until it collects again, which then falls into what comes next: so it is no part of what is timed.
 */
async function readHeap(cdp: CDPSession): Promise<number> {
	await cdp.send('HeapProfiler.collectGarbage');
	const { usedSize } = await cdp.send('Runtime.getHeapUsage');
	return usedSize / 2 ** 20;
}

/** VS Code's own figure, from its list of running extensions: loading the code and `activate()`. */
async function readActivationMs(workbench: Workbench, extensionName: string): Promise<number> {
	// The list draws only the rows in sight.
	await workbench.page.setViewportSize({ width: 1280, height: 2400 });
	await workbench.runCommand('Developer: Show Running Extensions');
	const row = workbench.page.locator(
		`.runtime-extensions-editor .monaco-list-row[aria-label="${extensionName}"]`,
	);
	const text = await row.locator('.activation-time').innerText({ timeout: 20_000 });
	return Number(/(\d+)\s*ms/u.exec(text)?.[1] ?? Number.NaN);
}

async function inTime<T>(work: Promise<T>, what: string): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new Error(`${what} did not come within ${patienceMs} ms.`)), patienceMs);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}
