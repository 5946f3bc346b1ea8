/** A test file that no suite runs shows nothing and fails never. */
import assert from 'node:assert/strict';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { it } from 'node:test';
import { suiteGroups } from '../../tools/suites.ts';

it('every test file is run by exactly one suite on the newest VS Code, or else on the oldest', () => {
	const [newest = [], oldest = []] = [true, false].map((isNewest) =>
		suiteGroups
			.flat(2)
			.filter(({ env }) => (env?.['VSCODE_TEST_VERSION'] === undefined) === isNewest)
			.flatMap(({ name, files = [] }) =>
				name === 'host-newest' ? ['test/vscode/hostSuite/*.hostTest.ts'] : files,
			)
			.flatMap((glob) => globSync(glob)),
	);
	const run = [...newest, ...oldest.filter((file) => !newest.includes(file))].toSorted();
	const all = readdirSync('test', { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.(?:test|\w+Test)\.ts$/u.test(name))
		.map((name) => path.join('test', name))
		.toSorted();
	assert.deepEqual(run, all);
});

it('every file that is to begin first is one of its suite', () => {
	for (const { name, args, files = [] } of suiteGroups.flat(2)) {
		const [, first = ''] = /^--first=(.*)$/mu.exec(args.join('\n')) ?? [];
		const names = files.flatMap((glob) => globSync(glob)).map((file) => path.basename(file));
		const unknown = first.split(',').filter((file) => file !== '' && !names.includes(file));
		assert.deepEqual(unknown, [], name);
	}
});

it('what several subjects of one window describe is run by exactly one test file', () => {
	const folder = 'test/vscode/workbench';
	const windows = globSync(`${folder}/*.workbenchTest.ts`).map((file) => readFileSync(file, 'utf8'));
	const subjects = globSync(`${folder}/*Tests.ts`).map((file) => path.basename(file));
	assert.ok(subjects.length > 0);
	for (const subject of subjects) {
		const users = windows.filter((text) => text.includes(`'./${subject}'`));
		assert.equal(users.length, 1, subject);
		const [, describes = subject] =
			/export function (describe\w+)/u.exec(readFileSync(`${folder}/${subject}`, 'utf8')) ?? [];
		assert.match(users[0] ?? '', new RegExp(`^${describes}\\(`, 'mu'));
	}
});
