/** The smallest test runner that works inside the extension host: tests are registered, then run one by one. */
export interface RegisteredTest {
	readonly name: string;
	readonly run: () => Promise<void> | void;
}

export const registered: RegisteredTest[] = [];

/** Registers a test. */
export function hostTest(name: string, run: () => Promise<void> | void): void {
	registered.push({ name, run });
}
