/**
 * Goes back to a checkpoint, and is killed in the middle of it: at the n-th call that changes the disk, before that call
 * or, where it writes, after half of its bytes. Ends by itself where there is no such call.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [base = '', session = '', id = '', killAt = ''] = process.argv.slice(2);
let calls = 0;
let isArmed = false;

type Call = (...args: readonly unknown[]) => unknown;

const names = [
	'openSync',
	'writeSync',
	'linkSync',
	'renameSync',
	'appendFileSync',
	'writeFileSync',
	'rmSync',
	'rmdirSync',
	'mkdirSync',
	'symlinkSync',
] as const;

/** Kills this process instead of the n-th call, every second time after half of it. */
for (const name of names) {
	const real = fs[name] as Call;
	const replacement: Call = (...args) => {
		const [target, content, ...rest] = args;
		const isOpenToRead =
			name === 'openSync' && typeof content === 'number' && (content & 3) === fs.constants.O_RDONLY;
		const isRead = isOpenToRead || content === 'r';
		if (isArmed && !isRead && ++calls === Number(killAt)) {
			const isWrite = name.startsWith('write') || name === 'appendFileSync';
			if (calls % 2 === 0 && isWrite && (typeof content === 'string' || content instanceof Uint8Array)) {
				real(target, content.slice(0, Math.floor(content.length / 2)), ...(name === 'writeSync' ? [] : rest));
			}
			process.kill(process.pid, 'SIGKILL');
		}
		return real(...args);
	};
	Object.assign(fs, { [name]: replacement });
}
syncBuiltinESMExports();
const { LocalEngine } = await import('../../../../../src/node/changes/localEngine.ts');

const engine = new LocalEngine(
	{ roots: [`${base}/ws`], storeFolder: `${base}/store`, home: `${base}/home` },
	() => undefined,
);
await engine.snapshot();
await engine.copied();
const plan = await engine.checkpoints.planRestore({ session, id }, []);
isArmed = true;
const answer = await engine.checkpoints.restore(plan?.id ?? '', plan?.files.map((file) => file.path) ?? []);
isArmed = false;
process.stdout.write(`${JSON.stringify({ answer, calls })}\n`);
