/** Text that comes back into a field in which the user goes on typing. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mergedDraft } from '../../../../src/core/view/mergedDraft.ts';

describe('text that comes back into the composer [hazard G2]', () => {
	const rows = [
		['replaces what the host knew of', 'ab', 'ab', 'back\n\nab', 'back\n\nab'],
		['stands in an empty field alone', '', '', 'back', 'back'],
		['stands in a field that was emptied as the host knows it', '', 'ab', 'back\n\nab', 'back\n\nab'],
		['is not doubled where it stands already', 'x', '', 'x', 'x'],
		['stands above what the host had not heard of', 'abc', '', 'back', 'back\n\nabc'],
		['stands above letters typed since', 'abc', 'ab', 'back\n\nab', 'back\n\nabc'],
		['stands above a text that was changed in the middle', 'aXb', 'ab', 'back\n\nab', 'back\n\naXb'],
		[
			'leaves typed letters at the end of several',
			'q1\n\nabc',
			'q1\n\nab',
			'q1\n\nq2\n\nab',
			'q1\n\nq2\n\nabc',
		],
		[
			'loses nothing where the places cannot be told',
			'xy',
			'q1\n\nab',
			'q1\n\nq2\n\nab',
			'q1\n\nq2\n\nab\n\nxy',
		],
		['takes out what was sent from another view', 'ab', 'ab', '', ''],
		['leaves another text as it is when something was taken out', 'yes, but', 'y', '', 'yes, but'],
		['changes nothing that was only typed on when it stood there already', 'abc', 'ab', 'ab', 'abc'],
	] as const;
	for (const [name, typed, replaces, text, expected] of rows) {
		it(name, () => assert.equal(mergedDraft(typed, { text, replaces }), expected));
	}
});
