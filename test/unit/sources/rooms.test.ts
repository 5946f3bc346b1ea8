/** Rooms that a stranger can walk through: folders of a size to look over, and features that lean on each other one way. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '..', '..', '..');
const files = globSync('src/**/*.ts', { cwd: root }).map((name) => name.replaceAll('\\', '/'));

/** Most files of a folder's own. */
const maxFiles = 36;
/** Pairs of features that belong together so closely that each names the other, if only with a type. */
const mutual = ['agents, login', 'changes, checkpoints', 'changes, review', 'chat, prompt'];

function importsOf(name: string): readonly string[] {
	const text = readFileSync(path.join(root, name), 'utf8');
	const written = [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(?<file>\.[^']+)'/gu)];
	return written.map(({ groups }) => path.posix.join(path.posix.dirname(name), groups?.['file'] ?? ''));
}

/** The feature of the host that a file belongs to. `wiring` joins them all. */
function roomOf(name: string): string | undefined {
	const room = /^src\/host\/(?<room>[^/]+)\//u.exec(name)?.groups?.['room'];
	return room === 'wiring' ? undefined : room;
}

describe('the house', () => {
	it('has folders that can be looked over', () => {
		const sizes = new Map<string, number>();
		for (const name of files) {
			const folder = path.posix.dirname(name);
			sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
		}
		const large = [...sizes].filter(([, size]) => size > maxFiles);
		assert.deepEqual(large, []);
		assert.ok((sizes.get('src/host/common') ?? 0) <= 15);
	});

	it('has features that import each other in one direction, but for those that are named here', () => {
		const named = new Set<string>();
		for (const name of files)
			for (const imported of importsOf(name)) {
				const [from, to] = [roomOf(name), roomOf(imported)];
				if (from !== undefined && to !== undefined && from !== to) named.add(`${from}, ${to}`);
			}
		const pairs = [...named].filter((pair) => {
			const [from = '', to = ''] = pair.split(', ');
			return from < to && named.has(`${to}, ${from}`);
		});
		assert.ok(named.size > 50, 'The imports are found.');
		assert.deepEqual(pairs.toSorted(), mutual);
	});
});
