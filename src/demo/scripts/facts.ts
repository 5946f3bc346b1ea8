/** What it tells beside the conversation: its plan, its mode, notices, a compaction, and who is logged in. */
import type { Script } from '../script.ts';
import { modes } from '../sessionOptions.ts';
import { randomUUID } from 'node:crypto';

const steps = [
	'Understand what is asked',
	'Look at the code that is there',
	'Change as little as possible',
	'Run the tests',
	'Say what was done',
];

export const plan: Script = {
	name: 'plan',
	description: 'Works through a plan step by step',
	isMentionable: true,
	async run(turn) {
		for (let current = 0; current <= steps.length; current++) {
			await turn.plan(steps, current);
			await turn.pause(20);
		}
		await turn.say('All five steps of the plan are done.');
	},
};

export const mode: Script = {
	name: 'mode',
	description: 'Switches the mode from the side of the agent',
	hint: 'ask, auto or read; the next one otherwise',
	async run(turn, args) {
		const { options } = turn.session;
		const wanted = modes.find(({ id }) => args.trim().toLowerCase() === id);
		const current = modes.findIndex(({ id }) => id === options.mode);
		const next = wanted ?? modes[(current + 1) % modes.length];
		options.mode = next?.id ?? 'ask';
		// Not remembered: a loaded session starts in Ask again.
		await turn.sendOnly({ sessionUpdate: 'current_mode_update', currentModeId: options.mode });
		await turn.sendOnly({ sessionUpdate: 'config_option_update', configOptions: options.list });
		await turn.say(`The mode is **${next?.name ?? options.mode}** now.`);
	},
};

const notices = [
	{ severity: 'info', title: 'There is a newer demo agent', description: 'Not really: this is a demo.' },
	{
		severity: 'warning',
		title: 'The demo quota is nearly used up',
		description: '3 of 100 wishes are left.',
	},
	{ severity: 'error', title: 'The demo cloud cannot be reached', description: 'There is none.' },
];

export const notice: Script = {
	name: 'notice',
	description: 'Sends notices that are not part of the conversation',
	hint: 'info, warning or error; all of them otherwise',
	async run(turn, args) {
		if (!turn.client.showsNotices)
			return turn.say('This client does not show notices (`session.notices`), so I keep them to myself.');
		const wanted = notices.filter(({ severity }) => args.toLowerCase().includes(severity));
		const sent = wanted.length > 0 ? wanted : notices;
		for (const one of sent) {
			// Not remembered: a notice is about now (acp C69).
			await turn.sendOnly({ sessionUpdate: 'notice', ...one });
			await turn.pause(20);
		}
		await turn.say(sent.length === 1 ? 'I sent you a notice.' : `I sent you ${sent.length} notices.`);
	},
};

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
		if (!turn.client.showsCompaction)
			return turn.say('This client does not show compactions (`session.compaction`), so I leave it at that.');
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

export const login: Script = {
	name: 'login',
	description: 'Wants you to be logged in before it answers',
	needsLogin: true,
	async run(turn) {
		await turn.say(
			'You are logged in to the demo account. That lasts until you log out or I am started again.',
		);
	},
};
