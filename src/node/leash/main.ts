/**
 * The leash: ends the agents' trees when the extension host is gone, however it went (hazard B2). A program of its own,
 * because nothing inside a process outlives its SIGKILL. The host holds the other end of stdin and says what to end; when
 * the host dies the system closes that end. Nothing else ends the leash: it is in nobody's group and ignores signals.
 */
import * as limits from '../../core/base/limits.ts';
import { HeldTrees } from './heldTrees.ts';

// VS Code's own binary runs us as Node with this; it must not reach what we start.
delete process.env['ELECTRON_RUN_AS_NODE'];
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

const trees = new HeldTrees();
const timer = setInterval(() => trees.look(), limits.leashLookMs);

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text: string) => {
	const lines = (rest + text).split('\n');
	rest = lines.pop() ?? '';
	for (const line of lines) trees.take(line);
	setTimeout(() => trees.look(), limits.leashFirstLookMs).unref();
});
process.stdin.on('error', () => process.stdin.destroy());
process.stdin.on('close', () => {
	clearInterval(timer);
	void trees.end(limits.leashGraceMs, limits.leashKillMs).finally(() => process.exit());
});
