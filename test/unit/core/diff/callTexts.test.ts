/** What a single call did to a file, of what was seen and of what its agent says. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { structuredPatch } from 'diff';
import { callTexts } from '../../../../src/core/diff/changeSides.ts';
import type { DiffContent, FileChange } from '../../../../src/core/session/model/toolContent.ts';

const path = '/ws/a.txt';
const diff = (oldText: string | null, newText: string | null): DiffContent => ({
	type: 'diff',
	path,
	oldText,
	newText,
});
const patch = (from: string, to: string): FileChange => ({
	type: 'file_change',
	operation: 'modify',
	path,
	hunks: structuredPatch('a', 'a', from, to, '', '', { context: 1 }).hunks,
});

const before = 'one\ntwo\nthree\nfour\nfive\nsix\n';
const mine = before.replace('two', 'TWO');
const both = mine.replace('six', 'SIX');
const nothing = { before: undefined, after: undefined };

describe('the texts of a call', () => {
	it('are its own where another call wrote meanwhile, as its agent tells', () => {
		for (const item of [diff('six', 'SIX'), patch(mine, both)]) {
			assert.deepEqual(callTexts(item, { before, after: both }), { before: mine, after: both });
		}
	});

	it('are those that were seen where something else was written than was told, as by a formatter', () => {
		const formatted = before.replace('two', 'T W O');
		for (const item of [diff('two', 'TWO'), patch(before, mine)]) {
			assert.deepEqual(callTexts(item, { before, after: formatted }), { before, after: formatted });
		}
	});

	it('are made of the one that was seen and of what the agent tells', () => {
		for (const item of [diff('two', 'TWO'), diff(before, mine), patch(before, mine)]) {
			assert.deepEqual(callTexts(item, { before: undefined, after: mine }), { before, after: mine });
			assert.deepEqual(callTexts(item, { before, after: undefined }), { before, after: mine });
		}
	});

	it('are not known where nothing was seen, or nothing fits', () => {
		assert.equal(callTexts(diff('two', 'TWO'), nothing), undefined);
		assert.equal(callTexts(diff('two', 'TWO'), { before: undefined, after: 'TWO TWO' }), undefined);
		assert.equal(callTexts({ type: 'file_change', operation: 'modify', path }, nothing), undefined);
	});

	it('of one that writes the whole file, or sends no text, are those that were seen', () => {
		const all: FileChange = { type: 'file_change', operation: 'modify', path };
		for (const item of [diff(null, mine), all]) {
			assert.deepEqual(callTexts(item, { before, after: mine }), { before, after: mine });
		}
		assert.equal(callTexts(diff(null, mine), { before: undefined, after: mine }), undefined);
	});
});
