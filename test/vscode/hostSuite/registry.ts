/** The smallest test runner that works inside the extension host: tests are registered, then run one by one. */
import { isLongRun } from '../../tools/sized.ts';
import type { Watch } from './noNetwork.ts';

export interface RegisteredTest {
	readonly name: string;
	/** The file that registered it. */
	readonly file: string;
	readonly run: () => Promise<void> | void;
	/** It is taken to hang after that. */
	readonly timeoutMs: number;
}

const usualTimeoutMs = 30_000;

export const registered: RegisteredTest[] = [];

let loading = '';

/** Loads a test file: what it registers is known as its own. */
export function registerFrom(file: string, load: () => unknown): void {
	loading = file;
	load();
}

/** Registers a test. @param timeoutMs more for one whose work is VS Code's own and takes what the machine takes */
export function hostTest(name: string, run: () => Promise<void> | void, timeoutMs = usualTimeoutMs): void {
	registered.push({ name, file: loading, run, timeoutMs });
}

/** As `hostTest`, in `npm run test:long` only: in other runs the test is not there. */
export const longHostTest: typeof hostTest = isLongRun ? hostTest : () => undefined;

/** What tests measured for rows of the hazards since it was read last: the console of the extension host is no place. */
export const measured: { readonly hazard: string; readonly text: string }[] = [];

/** The same as `figure` of `test/tools/figure.ts`, for tests inside of the extension host. */
export function hostFigure(hazard: string, text: string): void {
	measured.push({ hazard, text });
}

/** Who tried to reach the network since the first test (hazard F8). */
export const networkWatch: { current: Watch | undefined } = { current: undefined };
