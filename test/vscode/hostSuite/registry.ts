/** The smallest test runner that works inside the extension host: tests are registered, then run one by one. */
export interface RegisteredTest {
	readonly name: string;
	/** The file that registered it. */
	readonly file: string;
	readonly run: () => Promise<void> | void;
}

export const registered: RegisteredTest[] = [];

let loading = '';

/** Loads a test file: what it registers is known as its own. */
export function registerFrom(file: string, load: () => unknown): void {
	loading = file;
	load();
}

/** Registers a test. */
export function hostTest(name: string, run: () => Promise<void> | void): void {
	registered.push({ name, file: loading, run });
}
