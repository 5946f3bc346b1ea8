import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TreeSelection } from '../../../../src/host/sessionsView/treeReveal.ts';

describe('the selection of a tree', () => {
	it('outlasts a moment in which the tree knows nothing', () => {
		const view = { selection: ['a'] };
		const selection = new TreeSelection(view);
		selection.changed(['a']);
		view.selection = [];
		assert.equal(selection.current, 'a');
	});

	it('is never what was selected before a change, also when that came without a name', () => {
		const view: { selection: string[] } = { selection: [] };
		const selection = new TreeSelection(view);
		selection.changed(['a']);
		selection.changed([]);
		assert.equal(selection.current, undefined);
		view.selection = ['b'];
		assert.equal(selection.current, 'b');
	});
});
