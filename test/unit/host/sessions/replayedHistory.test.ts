/** What an agent replays of a long session: history, and not something that happens now (hazard G7). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import type { AgentEvent } from '../../../../src/core/session/model/agentEvents.ts';
import type { ToView } from '../../../../src/core/view/toView.ts';
import { Publisher } from '../../../../src/host/chat/publisher.ts';
import { figure } from '../../../tools/figure.ts';
import { openFakeSession } from '../../core/session/driver/fakeAgentPort.ts';
import { text } from '../../core/session/driver/play.ts';
import { hostedFake } from '../hostedFake.ts';

const count = 5_000;

/** Turns of a prompt, a thought, a call with its end, and an answer in chunks. */
function history(): AgentEvent[] {
	return Array.from({ length: count }, (_none, n): AgentEvent => {
		const turn = Math.floor(n / 8);
		switch (n % 8) {
			case 0:
				return { type: 'message_chunk', role: 'user', content: text(`Prompt ${turn}`) };
			case 1:
				return { type: 'message_chunk', role: 'thought', content: text('Hm.') };
			case 2:
				return { type: 'tool_call', toolCallId: `t${turn}`, fields: { title: 'Edit', kind: 'edit' } };
			case 3:
				return {
					type: 'tool_call_update',
					toolCallId: `t${turn}`,
					fields: {
						// The last one never ended: it must not seem to run.
						...(turn === Math.floor((count - 1) / 8) ? {} : { status: 'completed' as const }),
						content: [{ type: 'diff', path: '/ws/a.ts', oldText: 'a\n', newText: 'b\n' }],
					},
				};
			default:
				return { type: 'message_chunk', role: 'agent', content: text(`part ${n} of it `) };
		}
	});
}

describe('a history of 5,000 updates', () => {
	it('is shown at once as history: no turn, nothing that runs, nothing asked, one snapshot [hazard G7]', async () => {
		const { session, agent } = openFakeSession({ loadSession: true, seed: { sessionId: 'old' } });
		agent.replay = history();
		const posted: ToView[] = [];
		const publisher = new Publisher(
			{ isReady: () => true, post: (message) => void posted.push(message) },
			{
				label: (path) => path,
				summarize: () => ({ added: 1, removed: 1, preview: [], isPreviewCut: false }),
				urlTarget: () => ({ host: '', warnings: [] }),
			},
		);
		const turns = new Set<string>();
		session.onDidChange(() => turns.add(session.state.turn.type));
		publisher.bind(hostedFake(session));
		posted.length = 0;
		const started = performance.now();
		await session.start();
		const isWhole = (message: ToView): boolean =>
			message.type === 'snapshot' && message.entries.length >= limits.viewEntries;
		while (!posted.some(isWhole)) await new Promise((resolve) => setTimeout(resolve, 1));
		const ms = performance.now() - started;
		publisher.dispose();
		const { state } = session;
		assert.equal(state.entries.size, 625 * 4);
		assert.ok([...state.entries.values()].every(({ origin }) => origin === 'replay'));
		assert.deepEqual([...turns], ['idle']);
		assert.equal(state.isReplaying, false);
		assert.deepEqual(state.pendingPermissions, []);
		const open = [...state.entries.values()].filter(
			(entry) => entry.type === 'tool_call' && (entry.status === 'pending' || entry.status === 'in_progress'),
		);
		assert.deepEqual(open, []);
		// Not as deltas, which a view would announce as they come.
		const entries = posted.flatMap((message) => (message.type === 'delta' ? message.ops : []));
		assert.deepEqual(
			entries.filter(({ type }) => type === 'entry' || type === 'text'),
			[],
		);
		assert.equal(posted.filter(isWhole).length, 1);
		// A wall time is held at five times its number.
		assert.ok(ms < 5_000, `${ms} ms`);
		figure('G7', `5,000 replayed updates from the answer to the post: ${Math.round(ms)} ms`);
	});
});
