/**
 * A reporter for node:test: one line a test on the terminal, and one JSON line a test in the file that
 * ACP_TEST_RESULTS names. `npm run clauses` and `npm run hazards` read only such files: what ran and passed.
 */
import { appendFileSync } from 'node:fs';
import type { TestEvent } from 'node:test/reporters';

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
		if (event.type === 'test:pass' || event.type === 'test:fail') {
			const line = noteResult(event, counts);
			if (line !== undefined) yield `${line}\n`;
		} else if (event.type === 'test:stderr' || event.type === 'test:stdout') {
			yield event.data.message;
		}
	}
	const skipped = counts.skipped === 0 ? '' : `, ${counts.skipped} skipped`;
	yield `${counts.passed} passed, ${counts.failed} failed${skipped}\n`;
}

type Result = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>;

/** Groups are no tests; a file that failed before its tests ran counts as one failed test. */
function noteResult({ type, data }: Result, counts: Counts): string | undefined {
	if (data.details.type === 'suite') return undefined;
	const ms = Math.round(data.details.duration_ms);
	if (data.skip !== undefined && data.skip !== false) {
		counts.skipped++;
		const reason = typeof data.skip === 'string' ? data.skip : 'no reason given';
		record({ name: data.name, state: 'skipped', ms, reason });
		return `- ${data.name}: skipped, ${reason}`;
	}
	const isPassed = type === 'test:pass';
	counts[isPassed ? 'passed' : 'failed']++;
	const error = isPassed ? undefined : describe((data.details as { error?: unknown }).error);
	record({
		name: data.name,
		state: isPassed ? 'passed' : 'failed',
		ms,
		...(error === undefined ? {} : { error }),
	});
	return isPassed ? `✔ ${data.name} (${ms} ms)` : `✖ ${data.name} (${ms} ms)\n${error}`;
}

function describe(error: unknown): string {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

function record(result: object): void {
	const file = process.env['ACP_TEST_RESULTS'];
	const suite = process.env['ACP_TEST_SUITE'] ?? 'unit';
	if (file !== undefined) appendFileSync(file, `${JSON.stringify({ suite, ...result })}\n`);
}
