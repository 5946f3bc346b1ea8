/** What a tool is given is compared with what its call shows: both may be as long as an agent likes. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { namedInput } from '../../../../src/core/view/permissionInput.ts';

const label = (path: string): string => path;

it('compares long texts in no time', () => {
	const shown = 'a'.repeat(400_000);
	const note = `${'a'.repeat(80_000)}b${'a'.repeat(80_000)}`;
	const start = performance.now();
	const lines = namedInput({ path: 'x', note }, [shown], label);
	assert.ok(performance.now() - start < 500, `${performance.now() - start} ms`);
	assert.equal(lines?.length, 2);
});

it('leaves out only what is shown as lines of its own [hazard C7]', () => {
	const shown = ['It will not force anything.\nThe plan:\n1. Look\n2. Act\n'];
	const said = namedInput({ path: 'x', plan: '1. Look  \n2. Act', mode: 'force' }, shown, label);
	assert.deepEqual(said, ['Path: x', 'mode: force']);
});
