import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import type { GitMovement } from '../../../../src/core/changes/checkpoints/gitPoint.ts';
import { movementText, quotedForShells, undoCommands } from '../../../../src/host/checkpoints/gitWords.ts';

const [a, b] = ['a1b2c3d'.padEnd(40, '0'), 'd4e5f60'.padEnd(40, '0')];
const folder = '/ws';
const main = { branch: 'main', commit: a };
const feature = { branch: 'feature', commit: b };

const commands = (movement: Omit<GitMovement, 'folder'>, place?: string): readonly string[] =>
	undoCommands({ folder, ...movement }, place).map(({ command, times }) =>
		times === 1 ? command : `${command} x${times}`,
	);

describe('how Git has moved', () => {
	it('is said in one line', () => {
		const text = (movement: Omit<GitMovement, 'folder'>): string => movementText({ folder, ...movement });
		assert.equal(
			text({ head: { before: main, after: feature }, added: 1 }),
			'Git has moved since: main a1b2c3d → feature d4e5f60 · 1 stash more',
		);
		assert.equal(
			text({ head: { before: { branch: 'main' }, after: { commit: b } } }),
			'Git has moved since: main no commit → d4e5f60',
		);
		assert.equal(
			text({ added: 2, gone: [a, b], isIndexChanged: true }),
			'Git has moved since: 2 stashes more · 2 stashes less · something else is staged',
		);
		assert.equal(text({ isUnknown: true }), 'Whether Git has moved since cannot be told');
		assert.equal(
			movementText({ folder, added: 1 }, 'tools\u202E'),
			'Git has moved since in tools⟨U+202E⟩: 1 stash more',
		);
	});

	it('shows foreign names as text, and not without end', () => {
		const branch = `evil\u202E${'x'.repeat(10_000)}`;
		const text = movementText({ folder, head: { before: main, after: { branch, commit: b } } });
		assert.match(text, /→ evil⟨U\+202E⟩x+… d4e5f60$/u);
		assert.ok(text.length < 150);
	});
});

describe('the commands that would undo it', () => {
	it('lead back to the branch of then, and that to its commit', () => {
		assert.deepEqual(
			commands({ head: { before: main, after: feature, oldBranch: { type: 'at', commit: a } } }),
			['git switch main'],
		);
		assert.deepEqual(commands({ head: { before: main, after: feature } }), ['git switch main']);
		assert.deepEqual(
			commands({ head: { before: main, after: feature, oldBranch: { type: 'at', commit: b } } }),
			['git switch main', `git reset ${a}`],
		);
		assert.deepEqual(commands({ head: { before: main, after: feature, oldBranch: { type: 'gone' } } }), [
			`git switch -c main ${a}`,
		]);
		assert.deepEqual(commands({ head: { before: main, after: { ...main, commit: b } } }), [`git reset ${a}`]);
		assert.deepEqual(commands({ head: { before: { commit: a }, after: feature } }), [
			`git switch --detach ${a}`,
		]);
		assert.deepEqual(commands({ head: { before: { branch: 'main' }, after: main } }), []);
	});

	it('bring stashes back, after the branch', () => {
		assert.deepEqual(
			commands({
				head: { before: main, after: feature, oldBranch: { type: 'at', commit: a } },
				added: 2,
				gone: [b],
			}),
			['git switch main', 'git stash pop x2', `git stash store ${b}`],
		);
		assert.deepEqual(commands({ isIndexChanged: true }), []);
		assert.deepEqual(commands({ isUnknown: true }), []);
	});

	it('name the folder where a terminal does not stand in it', () => {
		assert.deepEqual(commands({ added: 1 }, '/ws/my tools'), ['git -C "/ws/my tools" stash pop']);
		assert.deepEqual(commands({ added: 1 }, 'C:\\ws\\tools'), ['git -C C:/ws/tools stash pop']);
		assert.deepEqual(commands({ added: 1 }, '/ws/$(id)'), []);
	});

	it('are not offered for a name that a shell may read otherwise, nor those that come after it', () => {
		for (const branch of [
			'$(id)',
			'`id`',
			'-c',
			'--detach',
			'a"b',
			'a%PATH%',
			'a!b',
			'“a',
			'a\u3164b',
			"a'$x",
		]) {
			const before = { branch, commit: a };
			const head = { before, after: feature, oldBranch: { type: 'at', commit: b } } as const;
			assert.deepEqual(commands({ head }), [], branch);
			assert.deepEqual(commands({ head, added: 1, gone: [a] }), [], branch);
		}
	});

	it(
		'write every other name so that a shell gives it on as it is',
		{ skip: process.platform === 'win32' },
		() => {
			for (const name of [
				'main',
				'fix/#12',
				'a;id',
				'a&b|c',
				"it's",
				'über/größe',
				'a(b)<c>{d}',
				'~x',
				'a,b=c',
			])
				assert.equal(
					execFileSync('sh', ['-c', `printf %s ${quotedForShells(name)}`], { encoding: 'utf8' }),
					name,
				);
		},
	);
});
