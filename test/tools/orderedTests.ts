/**
 * Runs test files as `node --test` does, each in a process of its own, but lets chosen ones begin first: what takes
 * longest must not begin last, and `node --test` knows no order but that of the names.
 *   node test/tools/orderedTests.ts --at-once=3 --first=b.test.ts,c.test.ts test/some/*.test.ts
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { run } from 'node:test';
import { parseArgs } from 'node:util';
import report from './resultsReporter.ts';

/** A page that never answers must not keep the run from its end; whole files count as tests here. */
const timeoutMs = 480_000;

const { values, positionals } = parseArgs({
	options: { 'at-once': { type: 'string', default: '1' }, first: { type: 'string', default: '' } },
	allowPositionals: true,
});

const first = values.first.split(',');

/** Those that are not named come after all that are. */
function rankOf(file: string): number {
	const rank = first.indexOf(path.basename(file));
	return rank === -1 ? first.length : rank;
}

const files = positionals
	.flatMap((glob) => globSync(glob).toSorted())
	.toSorted((one, other) => rankOf(one) - rankOf(other));
// What interrupts this run ends the files that it has begun.
const interrupted = new AbortController();
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const)
	process.once(signal, () => interrupted.abort());
const events = run({
	signal: interrupted.signal,
	files: files.map((file) => path.resolve(file)),
	concurrency: Number(values['at-once']),
	timeout: timeoutMs,
});
events.on('test:fail', () => {
	process.exitCode = 1;
});
await pipeline(events.compose(report), process.stdout);
