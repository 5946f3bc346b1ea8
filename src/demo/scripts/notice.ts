import type { Script } from '../script.ts';

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
		if (!turn.client.showsNotices) {
			await turn.say('This client does not show notices (`session.notices`), so I keep them to myself.');
			return;
		}
		const wanted = notices.filter(({ severity }) => args.toLowerCase().includes(severity));
		const sent = wanted.length > 0 ? wanted : notices;
		for (const one of sent) {
			// Not remembered: a notice is about now (protocol.md C69).
			await turn.sendOnly({ sessionUpdate: 'notice', ...one });
			await turn.pause(20);
		}
		await turn.say(sent.length === 1 ? 'I sent you a notice.' : `I sent you ${sent.length} notices.`);
	},
};
