/**
 * The watchdog: ends the agents' trees when the extension host is gone, however it went (hazard B2). A program of its
 * own, because nothing inside a process outlives its SIGKILL. The host holds the other end of stdin and says what to
 * end; when the host dies the system closes that end. Nothing else ends the watchdog: it has a process group of its own
 * and ignores signals.
 */
import * as limits from '../../core/base/limits.ts';
import { WatchedTrees } from './watchedTrees.ts';

// VS Code's own binary runs us as Node with this; it must not reach what we start.
delete process.env['ELECTRON_RUN_AS_NODE'];
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

const trees = new WatchedTrees();
const timer = setInterval(() => trees.members(), limits.watchdogPollMs);

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
	const lines = (rest + text).split('\n');
	rest = lines.pop() ?? '';
	for (const line of lines) trees.take(line);
	setTimeout(() => trees.members(), limits.watchdogFirstPollMs).unref();
});
process.stdin.on('error', () => process.stdin.destroy());
process.stdin.on('close', () => {
	clearInterval(timer);
	void trees.end(limits.watchdogGraceMs, limits.watchdogKillMs).finally(() => process.exit());
});
