import { randomUUID } from 'node:crypto';
import type { Script } from '../script.ts';

const summary = `**What this was about so far**

- Somebody tried the demo agent, and it did what it was told.
- No file is open that was not open before.
- What is still to do: try \`/tour\`, if that has not happened yet.
`;

export const compact: Script = {
	name: 'compact',
	description: 'Makes room in the context by summing up the conversation',
	hint: 'or "fail", to see one that does not work',
	async run(turn, args) {
		if (!turn.client.showsCompaction) {
			await turn.say('This client does not show compactions (`session.compaction`), so I leave it at that.');
			return;
		}
		const { usage } = turn.session;
		const compactionId = randomUUID();
		const before = usage.used;
		// Nothing of it is remembered: another client that loads the session may not know compactions.
		await turn.sendOnly({ sessionUpdate: 'compaction_update', compactionId, status: 'in_progress' });
		try {
			await turn.pause(30);
			if (/^fail/i.test(args)) {
				const error = 'The summary was longer than the conversation.';
				await turn.sendOnly({
					sessionUpdate: 'compaction_update',
					compactionId,
					status: 'failed',
					error,
				});
				return;
			}
			for (const text of summary.match(/\s*\S+\s*/g) ?? []) {
				const content = { type: 'text' as const, text };
				await turn.sendOnly({ sessionUpdate: 'compaction_summary_chunk', compactionId, content });
				await turn.pause();
			}
		} catch (error) {
			await turn.sendOnly({ sessionUpdate: 'compaction_update', compactionId, status: 'cancelled' });
			throw error;
		}
		await turn.sendOnly({ sessionUpdate: 'compaction_update', compactionId, status: 'completed' });
		await turn.send(usage.compact());
		await turn.say(`There is room again: ${before} tokens became ${usage.used}.`);
	},
};
