/**
 * Writes contents and lines, and is killed in the middle of it: at the n-th call that changes the disk, before that call
 * or, where it writes, after half of its bytes. What is finished is said on its output.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [folder = '', start = '', killAt = '', when = ''] = process.argv.slice(2);
let calls = 0;

type Call = (...args: readonly unknown[]) => unknown;

/** True for a call that changes the store; the loader of modules and reads use the same functions. */
function isOurs([target, flags]: readonly unknown[]): boolean {
	const isBelow = typeof target === 'number' || String(target).startsWith(folder);
	return isBelow && flags !== 'r' && !(typeof flags === 'number' && (flags & 3) === fs.constants.O_RDONLY);
}

/** Kills this process instead of the n-th call. */
function deadly(
	name: 'openSync' | 'writeSync' | 'renameSync' | 'appendFileSync' | 'writeFileSync' | 'rmSync',
): void {
	const real = fs[name] as Call;
	const replacement: Call = (...args) => {
		if (isOurs(args) && ++calls === Number(killAt)) {
			const [target, content, ...rest] = args;
			const isWrite = typeof content === 'string' || content instanceof Uint8Array;
			if (when === 'half' && isWrite && name !== 'renameSync' && name !== 'openSync') {
				real(target, content.slice(0, Math.floor(content.length / 2)), ...(name === 'writeSync' ? [] : rest));
			}
			process.kill(process.pid, 'SIGKILL');
		}
		return real(...args);
	};
	Object.assign(fs, { [name]: replacement });
}

for (const name of [
	'openSync',
	'writeSync',
	'renameSync',
	'appendFileSync',
	'writeFileSync',
	'rmSync',
] as const) {
	deadly(name);
}
syncBuiltinESMExports();
const { ContentStore, hashOf } = await import('../../../../src/node/changes/contentStore.ts');
const { ChangeJournal } = await import('../../../../src/node/changes/changeJournal.ts');

const log = (line: string): void => void process.stderr.write(`${line}\n`);
const store = new ContentStore({
	folder: `${folder}/contents`,
	maxBytes: 60_000,
	maxFileBytes: 60_000,
	isPinned: () => false,
	log,
});
// Small enough to be written anew time and again.
const journal = new ChangeJournal({ folder: `${folder}/journal`, maxRecords: 20, maxFileBytes: 800, log });

for (let n = Number(start); ; n++) {
	const bytes = Buffer.from(
		Array.from({ length: 100 + ((n * 7919) % 9_000) }, (_, at) => (at * n * 31) % 251),
	);
	const hash = hashOf(bytes);
	store.put(hash, bytes);
	const file = { type: 'file', mode: 0o644, size: bytes.length, hash } as const;
	journal.append(
		{ type: 'pending', pending: { path: `/ws/${n % 8}`, base: { type: 'absent' }, agent: file } },
		{
			type: 'record',
			record: {
				path: `/ws/${n % 8}`,
				before: { type: 'absent' },
				after: file,
				author: 'agent',
				evidence: ['bytes'],
				at: n,
			},
		},
	);
	process.stdout.write(`${n}\n`);
}
