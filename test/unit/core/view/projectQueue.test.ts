import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Content } from '../../../../src/core/session/model/content.ts';
import { projectSession } from '../../../../src/core/view/projectSession.ts';
import { play, text } from '../session/driver/play.ts';

describe('the queue as the view is told', () => {
	it('is absent while nothing waits', () => {
		assert.equal('queue' in projectSession(play().state), false);
	});

	it('has the text of each prompt and the names of what goes with it', () => {
		const content: readonly Content[] = [
			text('Look at this\nand that'),
			{ type: 'image', mimeType: 'image/png', data: 'AAAA' },
			{ type: 'audio', mimeType: 'audio/wav', data: 'AAAA' },
			{ type: 'resource_link', uri: 'file:///ws/src/a.ts', name: 'a.ts' },
			{ type: 'resource', uri: 'file:///ws/b.ts', text: 'much' },
			{ type: 'unknown', kind: 'hologram' },
		];
		const { state } = play(
			{ type: 'prompt_queued', id: 'q1', content, place: 'here' },
			{ type: 'prompt_queued', id: 'q2', content: [text('next')], place: 'agent' },
			{ type: 'prompt_withdrawing', id: 'q2' },
		);
		assert.deepEqual(projectSession(state).queue, [
			{
				id: 'q1',
				text: 'Look at this\nand that [image] [audio] [file a.ts] [file b.ts] [hologram]',
				place: 'here',
			},
			{ id: 'q2', text: 'next', place: 'withdrawing' },
		]);
	});

	it('bounds what is posted of a huge prompt [hazard E11]', () => {
		const { state } = play({
			type: 'prompt_queued',
			id: 'q1',
			content: [text('x'.repeat(1_000_000))],
			place: 'here',
		});
		assert.ok((projectSession(state).queue?.[0]?.text.length ?? 0) < 3000);
	});
});
