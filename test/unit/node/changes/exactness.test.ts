/** Random changes of real files, against what the disk held before and after: no more and no less is seen. */
import assert from 'node:assert/strict';
import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { checkModel, type Random } from '../../../tools/seeded.ts';
import { sized } from '../../../tools/sized.ts';
import { Workspace } from './workspace.ts';

interface Step {
	readonly type:
		'write' | 'remove' | 'move' | 'chmod' | 'touch' | 'rewrite' | 'move_folder' | 'remove_folder' | 'look';
	readonly name: string;
	readonly other: string;
	readonly content: string;
}

const types: readonly Step['type'][] = [
	'write',
	'write',
	'remove',
	'move',
	'chmod',
	'touch',
	'rewrite',
	'move_folder',
	'remove_folder',
	'look',
	'look',
];

function steps(random: Random): readonly Step[] {
	const name = (): string => `d${random(3)}/${random(2) === 0 ? '' : 'inner/'}f${random(4)}`;
	const all = Array.from({ length: 24 }, (): Step => ({
		type: types[random(types.length)] ?? 'look',
		name: name(),
		other: name(),
		content: 'x'.repeat(random(3)) + String(random(5)),
	}));
	return [...all, { type: 'look', name: '', other: '', content: '' }];
}

/** Content and mode by path. */
function stateOf(root: string): Map<string, string> {
	const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
		entry.isFile(),
	);
	const files = entries.map((entry) => path.join(entry.parentPath, entry.name));
	return new Map(files.map((file) => [file, `${lstatSync(file).mode} ${readFileSync(file, 'utf8')}`]));
}

function change(ws: Workspace, { type, name, other, content }: Step): void {
	const [file, target] = [ws.path(name), ws.path(other)];
	const [folder, place] = [path.dirname(file), path.dirname(target)];
	if (type === 'write') return void ws.write(name, content);
	if (type === 'remove_folder') return rmSync(folder, { recursive: true, force: true });
	if (type === 'move_folder') {
		if (existsSync(folder) && !existsSync(place) && !place.startsWith(folder)) {
			mkdirSync(path.dirname(place), { recursive: true });
			renameSync(folder, place);
		}
		return;
	}
	if (!existsSync(file)) return;
	if (type === 'remove') rmSync(file);
	else if (type === 'chmod') chmodSync(file, content.length > 2 ? 0o755 : 0o600);
	else if (type === 'touch') utimesSync(file, 1, content.length);
	else if (type === 'rewrite') ws.write(name, readFileSync(file));
	else if (type === 'move' && existsSync(place)) renameSync(file, target);
}

/** Until the times that files get are later than before: what comes after has others. */
function letClockMove(ws: Workspace): void {
	const probe = path.join(ws.home, 'probe');
	const time = (): number => {
		writeFileSync(probe, '');
		return lstatSync(probe).ctimeMs;
	};
	const before = time();
	while (time() === before);
}

async function run(t: TestContext, all: readonly Step[], isAged = false): Promise<void> {
	const ws = new Workspace(t);
	for (let n = 0; n < 6; n++) ws.write(`d${n % 3}/f${n % 4}`, `content ${n}`);
	if (isAged) letClockMove(ws);
	const engine = await ws.watched();
	let before = stateOf(ws.root);
	for (const step of all) {
		if (step.type !== 'look') {
			change(ws, step);
			if (isAged) letClockMove(ws);
		} else {
			const { records } = await engine.snapshot();
			const now = stateOf(ws.root);
			const expected = [...new Set([...before.keys(), ...now.keys()])].filter(
				(file) => before.get(file) !== now.get(file),
			);
			// A move is one record of two paths.
			const seen = records.flatMap(({ path: file, movedFrom }) => [
				file,
				...(movedFrom === undefined ? [] : [movedFrom]),
			]);
			assert.deepEqual(seen.toSorted(), expected.toSorted());
			for (const { before: old, movedFrom, path: file } of records) {
				const content = before.get(movedFrom ?? file)?.replace(/^\d+ /u, '');
				assert.equal(old.type === 'absent', content === undefined, file);
				if (old.type !== 'file') continue;
				assert.ok(old.hash !== undefined);
				assert.equal(Buffer.from((await engine.content(old.hash)) ?? []).toString(), content);
			}
			before = now;
		}
	}
	rmSync(ws.base, { recursive: true, force: true });
}

describe('random changes of files', { skip: process.platform === 'win32' }, () => {
	it('are seen exactly, with the content before', { timeout: 300_000 }, async (t) => {
		const runs = Number(process.env['HISTORIES'] ?? sized(50, 8));
		await checkModel({ runs, steps, check: (all) => run(t, all) });
	});

	it(
		'are seen exactly where folders with old times are not listed again',
		{ timeout: 300_000 },
		async (t) => {
			const runs = Number(process.env['HISTORIES'] ?? sized(50, 8));
			const hourAhead = Date.now() + 3_600_000;
			t.mock.method(Date, 'now', () => hourAhead);
			await checkModel({ runs, steps, check: (all) => run(t, all, true) });
		},
	);
});
