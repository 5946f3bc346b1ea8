/** What an agent says when its turn is over, as a view gets it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AgentEvent } from '../../../../src/core/session/model/agentEvents.ts';
import type { ToView } from '../../../../src/core/view/toView.ts';
import type { ViewEntry } from '../../../../src/core/view/viewEntry.ts';
import { Publisher } from '../../../../src/host/chat/publisher.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';
import { text } from '../../core/session/driver/play.ts';
import { shapes } from '../../core/session/driver/shapes.ts';
import { hostedFake } from '../hostedFake.ts';

/** The entries of a view, as it keeps them. */
class ShownEntries {
	readonly entries = new Map<string, ViewEntry>();

	take(message: ToView): void {
		if (message.type === 'snapshot') {
			this.entries.clear();
			for (const entry of message.entries) this.entries.set(entry.id, entry);
		}
		if (message.type !== 'delta') return;
		for (const op of message.ops) {
			if (op.type === 'entry') this.entries.set(op.entry.id, op.entry);
			const known = op.type === 'text' ? this.entries.get(op.id) : undefined;
			if (op.type === 'text' && op.fields !== undefined && known?.type === 'message')
				this.entries.set(op.id, { ...op.fields, content: known.content });
		}
	}

	/** Roles of the messages that seem to go on. */
	busy(): string[] {
		return [...this.entries.values()].flatMap((entry) =>
			entry.type === 'message' && !entry.isComplete ? [entry.role] : [],
		);
	}
}

const chunk = (role: 'agent' | 'thought', value: string, messageId?: string): AgentEvent => ({
	type: 'message_chunk',
	role,
	content: text(value),
	...(messageId === undefined ? {} : { messageId }),
});

const late: readonly { readonly name: string; readonly events: readonly AgentEvent[] }[] = [
	{ name: 'chunks without a name', events: [chunk('agent', 'And one '), chunk('agent', 'more thing')] },
	{
		name: 'chunks of the answer',
		events: [chunk('agent', ', and one', 'a0'), chunk('agent', ' more', 'a0')],
	},
	{ name: 'a thought', events: [chunk('thought', 'Was that '), chunk('thought', 'right?')] },
	{
		name: 'a whole message, and more of it',
		events: [
			{ type: 'message', role: 'agent', messageId: 'late', content: [text('By the way')] },
			chunk('agent', ', well.', 'late'),
		],
	},
];

describe('a message outside of a turn', () => {
	for (const shape of shapes) {
		it(`is not busy for ever: ${shape.name}`, async (t) => {
			t.mock.timers.enable({ apis: ['setTimeout'] });
			for (const { name, events } of late) {
				const { session, agent } = openFakeSession();
				const shown = new ShownEntries();
				const publisher = new Publisher(
					{ isReady: () => true, post: (message) => shown.take(message) },
					{
						label: (path) => path,
						summarize: () => ({ added: 0, removed: 0, preview: [], isPreviewCut: false }),
						urlTarget: () => ({ host: '', warnings: [] }),
					},
				);
				publisher.bind(hostedFake(session));
				const done = session.prompt([text('0')]);
				await agent.prompted();
				shape.take(agent, 0);
				agent.say(chunk('agent', 'and', 'a0'));
				t.mock.timers.tick(1_000);
				assert.deepEqual(shown.busy(), ['agent'], name);
				shape.end(agent, 0);
				await done;
				for (const event of events) {
					agent.say(event);
					t.mock.timers.tick(1_000);
					assert.equal(session.state.turn.type, 'idle');
					assert.deepEqual(shown.busy(), [], name);
				}
				// Nor is it for a view that is opened now, or when the next turn runs.
				publisher.snapshot();
				assert.deepEqual(shown.busy(), [], name);
				void session.prompt([text('1')]);
				t.mock.timers.tick(1_000);
				publisher.snapshot();
				assert.deepEqual(shown.busy(), [], name);
				publisher.dispose();
				session.dispose();
			}
		});
	}
});
