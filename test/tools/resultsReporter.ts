/**
 * A reporter for node:test: one line a test on the terminal, and one JSON line a test in the file that
 * ACP_TEST_RESULTS names. `npm run clauses` and `npm run hazards` read only such files: what ran and passed.
 */
import path from 'node:path';
import type { TestEvent } from 'node:test/reporters';
import { declaringFile } from './declaringFile.ts';
import { figuresIn, recordFigure } from './figure.ts';
import { recordResult } from './testResult.ts';

interface Counts {
	passed: number;
	failed: number;
	skipped: number;
}

// node:test loads a reporter by its default export.
// oxlint-disable-next-line import/no-default-export
export default async function* report(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
	const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
	for await (const event of source) {
		if (event.type === 'test:start') noteStart(event.data);
		else if (event.type === 'test:pass' || event.type === 'test:fail') {
			const line = noteResult(event, counts);
			if (line !== undefined) yield `${line}\n`;
		} else if (event.type === 'test:summary') noteFile(event.data);
		else if (event.type === 'test:stderr' || event.type === 'test:stdout') {
			for (const one of figuresIn(event.data.message)) recordFigure(one, path.relative('', event.data.file));
			yield event.data.message;
		}
	}
	const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`;
	yield `${counts.passed} passed, ${counts.failed} failed${skipped}\n`;
}

type Result = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

/** How long a file took, with what it prepares and takes down; the summary of all has no file. */
function noteFile({
	file,
	duration_ms: ms,
}: {
	readonly file?: string | undefined;
	readonly duration_ms: number;
}): void {
	if (file === undefined) return;
	const name = path.relative('', file);
	recordResult({ name: `time of ${name}`, file: name, state: 'file', ms: Math.round(ms) });
}

/**
 * Groups and files are no tests, but one whose preparation or cleaning up failed, or that could not be loaded, counts
 * as one failed test.
 */
function noteResult({ type, data }: Result, counts: Counts): string | undefined {
	const { type: kind, error: cause } = data.details as { type?: string; error?: unknown };
	const place = placeOf(data);
	const isPassed = type === 'test:pass';
	const isTest = kind !== 'suite' && place.name !== place.file;
	if (!isTest && (isPassed || (kind === 'suite' && !isHookFailure(cause)))) return undefined;
	const ms = Math.round(data.details.duration_ms);
	if (data.skip !== undefined && data.skip !== false) {
		counts.skipped++;
		const reason = typeof data.skip === 'string' ? data.skip : 'no reason given';
		recordResult({ ...place, state: 'skipped', ms, reason });
		return `- ${data.name}: skipped, ${reason}`;
	}
	counts[isPassed ? 'passed' : 'failed']++;
	if (isPassed) {
		recordResult({ ...place, state: 'passed', ms });
		return `✔ ${data.name} (${ms} ms)`;
	}
	const error = describe(cause);
	recordResult({ ...place, state: 'failed', ms, error });
	return `✖ ${data.name} (${ms} ms)\n${error}`;
}

function isHookFailure(error: unknown): boolean {
	return error instanceof Error && 'failureType' in error && error.failureType === 'hookFailed';
}

/** Names of what has begun, by depth: what stands above a test are its groups. */
const begun: string[] = [];

function noteStart({ name, nesting }: { readonly name: string; readonly nesting: number }): void {
	begun.length = nesting;
	begun[nesting] = name;
}

/** The file that node ran, not the one a helper stands in; a failed file is called by its name, as node does. */
function placeOf(data: Result['data']): { name: string; group?: string; file?: string } {
	const { name, file, nesting } = data;
	const group = nesting === 0 ? {} : { group: begun.slice(0, nesting).join(': ') };
	if (file === undefined) return { name, ...group };
	const { entryFile = file } = data as { entryFile?: string };
	const ran = path.relative('', declaringFile(name) ?? entryFile);
	return { name: path.resolve(name) === file ? ran : name, ...group, file: ran };
}

function describe(error: unknown): string {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
