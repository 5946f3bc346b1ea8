import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlannedFile } from '../../../../src/core/changes/checkpoints/checkpoint.ts';
import type { FileState } from '../../../../src/core/changes/record.ts';
import { fileText } from '../../../../src/host/checkpoints/checkpointWords.ts';

const made: FileState = { type: 'file', mode: 0o644, size: 1, hash: '1' };

describe('what is said of a file that a restore takes away', () => {
	const textOf = (state: PlannedFile['state']): string =>
		fileText(
			{
				path: '/a',
				parts: [{ path: '/a', now: made, target: { type: 'absent' } }],
				state,
				isTicked: false,
			},
			false,
		);

	it('names the agent only where an agent made it', () => {
		assert.equal(textOf({ type: 'agent' }), 'is removed: an agent made it');
		assert.equal(textOf({ type: 'unknown' }), 'is removed · nothing tells who changed it');
	});
});
