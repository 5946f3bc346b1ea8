/** Every way in which agents write, done for real: what changed is seen exactly, and whose it is. */
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import type { Evidence } from '../../../../src/core/changes/attribution.ts';
import { hashOf } from '../../../../src/node/changes/contentStore.ts';
import type { LocalEngine } from '../../../../src/node/changes/localEngine.ts';
import { uniqueLines } from '../../core/changes/texts.ts';
import { Workspace } from './workspace.ts';

const turn = { session: 'main', turn: '1' };
const subagent = { session: 'sub', turn: '1' };
const isPosix = process.platform !== 'win32';

interface Place {
	readonly ws: Workspace;
	readonly engine: LocalEngine;
}

interface WritePath {
	readonly name: string;
	readonly write: (place: Place) => Promise<void>;
	/** Each change: sign and path, author, session, evidence. */
	readonly seen: readonly string[];
	readonly isUnix?: boolean;
}

/** Runs a program of the agent in the workspace. */
function run({ ws }: Place, program: string, ...args: string[]): void {
	execFileSync(program, args, { cwd: ws.root, stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Writes a file from a process of its own, as an agent does that never asks us. */
function writeElsewhere(place: Place, name: string, text: string): void {
	const code = 'require("node:fs").writeFileSync(process.argv[1], process.argv[2])';
	run(place, process.execPath, '-e', code, place.ws.path(name), text);
}

/** As a command of the agent: what the window is told when it begins and ends. */
async function asCommand(place: Place, command: string, work: () => void): Promise<void> {
	const span = { type: 'command', id: command, turn, command, from: Date.now() } as const;
	await place.engine.note([span]);
	work();
	await place.engine.note([{ ...span, to: Date.now() }]);
}

function named(place: Place, type: 'write' | 'diff' | 'patch', name: string, text?: string): Evidence {
	const hash = text === undefined ? {} : { hash: hashOf(Buffer.from(text)) };
	return { type, turn, path: place.ws.path(name), at: Date.now(), ...hash };
}

async function throughUs(place: Place, name: string, text: string): Promise<void> {
	await place.engine.capture([place.ws.path(name)]);
	place.ws.write(name, text);
	await place.engine.note([named(place, 'write', name, text)]);
}

const edited = uniqueLines('a', 10).toSpliced(4, 1, 'agent\n').join('');

const paths: readonly WritePath[] = [
	{
		name: 'a write through us',
		write: (place) => throughUs(place, 'src/a', edited),
		seen: ['~ src/a agent main bytes'],
	},
	{
		name: 'a file made through us',
		write: (place) => throughUs(place, 'new/folder/f', 'new\n'),
		seen: ['+ new/folder/f agent main bytes'],
	},
	{
		name: 'a diff of version 1, written by the agent itself',
		write: async (place) => {
			await place.engine.note([named(place, 'diff', 'src/a', edited)]);
			writeElsewhere(place, 'src/a', edited);
		},
		seen: ['~ src/a agent main bytes'],
	},
	{
		name: 'a patch of version 2, told after it was written',
		write: async (place) => {
			writeElsewhere(place, 'src/a', edited);
			await place.engine.note([named(place, 'patch', 'src/a')]);
		},
		seen: ['~ src/a agent main named'],
	},
	{
		name: 'a command in a terminal',
		isUnix: true,
		write: (place) =>
			asCommand(place, 'echo', () => run(place, '/bin/sh', '-c', 'echo x >> src/a; echo y > src/made')),
		seen: ['+ src/made agent main command', '~ src/a agent main command'],
	},
	{
		name: 'sed',
		isUnix: true,
		write: (place) => asCommand(place, 'sed', () => run(place, 'sed', '-i.bak', 's/^b 3$/B/', 'src/b')),
		seen: ['+ src/b.bak agent main command', '~ src/b agent main command'],
	},
	{
		name: 'a script',
		write: (place) =>
			asCommand(place, 'node', () => {
				const code = `
					const fs = require('node:fs');
					for (const name of ['src/a', 'src/b', 'src/deep/c']) fs.appendFileSync(name, 'script');
					fs.writeFileSync('src/half', 'x');
					fs.renameSync('src/half', 'src/d');
					fs.writeFileSync('src/passing', 'x');
					fs.rmSync('src/passing');`;
				run(place, process.execPath, '-e', code);
			}),
		seen: ['a', 'b', 'd', 'deep/c'].map((name) => `~ src/${name} agent main command`),
	},
	{
		name: 'git apply',
		write: (place) =>
			asCommand(place, 'git apply', () => {
				const patch = path.join(place.ws.base, 'patch');
				writeFileSync(
					patch,
					'--- a/src/b\n+++ b/src/b\n@@ -1,2 +1,2 @@\n-b 0\n+patched\n b 1\n--- /dev/null\n+++ b/added\n@@ -0,0 +1 @@\n+x\n',
				);
				run(place, 'git', 'apply', patch);
			}),
		seen: ['+ added agent main command', '~ src/b agent main command'],
	},
	{
		name: 'git mv',
		write: (place) => asCommand(place, 'git mv', () => run(place, 'git', 'mv', 'src/a', 'moved')),
		seen: ['> moved agent main command'],
	},
	{
		name: 'rm',
		isUnix: true,
		write: (place) => asCommand(place, 'rm', () => run(place, 'rm', '-r', 'src/deep', 'src/b')),
		seen: ['- src/b agent main command', '- src/deep/c agent main command'],
	},
	{
		name: 'a subagent',
		write: async (place) => {
			writeElsewhere(place, 'src/a', edited);
			await place.engine.note([{ ...named(place, 'diff', 'src/a', edited), turn: subagent } as Evidence]);
		},
		seen: ['~ src/a agent sub bytes'],
	},
	{
		name: 'a child that has outlived its command',
		write: async (place) => {
			const long = {
				type: 'command',
				id: 'bg',
				turn,
				command: 'bg &',
				from: 0,
				to: Date.now() - 5_000,
			} as const;
			await place.engine.note([long]);
			const code = `process.stdin.on('end', () => fs.writeFileSync('src/a', 'late')).resume()`;
			const child = spawn(process.execPath, ['-e', code], { cwd: place.ws.root, detached: true });
			child.stdin.end();
			await once(child, 'exit');
		},
		seen: ['~ src/a unknown main undeclared'],
	},
	{
		name: 'a formatter after a write through us',
		write: async (place) => {
			await throughUs(place, 'src/a', edited);
			writeElsewhere(place, 'src/a', edited.replaceAll('a ', 'A '));
		},
		seen: ['~ src/a agent main named'],
	},
];

async function seenOf(t: TestContext, { write }: WritePath): Promise<readonly string[]> {
	const ws = new Workspace(t);
	for (const name of ['a', 'b', 'd', 'e']) ws.write(`src/${name}`, uniqueLines(name, 10).join(''));
	ws.write('src/deep/c', 'c\n');
	ws.write('.gitignore', 'out/\n');
	for (const args of [
		['init', '-q'],
		['add', '.'],
	])
		execFileSync('git', args, { cwd: ws.root });
	const engine = await ws.watched();
	const before = readFileSync(ws.path('.git/index'));
	await engine.note([{ type: 'turn', id: 't', turn, from: Date.now() }]);
	await write({ ws, engine });
	const { records } = await engine.snapshot();
	assert.deepEqual((await engine.snapshot()).records, []);
	assert.equal((await engine.pending()).length, records.length);
	// Whoever wrote it, all that an agent changed waits, with its content before.
	for (const { path: file } of records) {
		const review = await engine.review(file);
		assert.ok(review.type === 'text' || (review.type === 'whole' && review.isUndoable), file);
	}
	if (!records.some(({ command }) => command === 'git mv')) {
		assert.deepEqual(readFileSync(ws.path('.git/index')), before);
	}
	return records.map((record) => {
		const [change = ''] = ws.changesOf({ records: [record] });
		return [change, record.author, record.turn?.session ?? '', ...record.evidence].join(' ');
	});
}

describe('what an agent changes', () => {
	for (const one of paths) {
		it(`by ${one.name} is seen exactly [hazard D13]`, { skip: one.isUnix === true && !isPosix }, async (t) =>
			assert.deepEqual((await seenOf(t, one)).toSorted(), one.seen),
		);
	}
});
