import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlannedFile } from '../../../../src/core/changes/checkpoints/checkpoint.ts';
import type { FileState } from '../../../../src/core/changes/record.ts';
import { fileText } from '../../../../src/host/checkpoints/checkpointWords.ts';

const made: FileState = { type: 'file', mode: 0o644, size: 1, hash: '1' };

describe('what is said of a file that a restore takes away', () => {
	const textOf = (state: PlannedFile['state'], more: { readonly isHeld?: true } = {}): string => {
		const parts = [{ path: '/a', now: made, target: { type: 'absent' } }] as const;
		return fileText({ path: '/a', parts, state, isTicked: false, ...more }, false);
	};

	it('names the agent only where an agent made it', () => {
		assert.equal(textOf({ type: 'agent' }), 'is removed: an agent made it');
		assert.equal(textOf({ type: 'unknown' }), 'is removed · nothing tells who changed it');
	});

	it('says why it is not ticked where its content may be nowhere else', () => {
		assert.equal(
			textOf({ type: 'agent' }, { isHeld: true }),
			'is removed: an agent made it · its content may be there only: it goes with the file that it belongs to',
		);
	});
});
