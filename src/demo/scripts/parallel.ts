import { permissionOptions } from '../actions/permission.ts';
import type { Script } from '../script.ts';
import { textContent, type Turn } from '../turn.ts';

export const parallel: Script = {
	name: 'parallel',
	description: 'Asks for two permissions at the same time',
	async run(turn) {
		const first = await turn.startTool({ title: 'Water the flowers', kind: 'other', status: 'pending' });
		const second = await turn.startTool({ title: 'Feed the cat', kind: 'other', status: 'pending' });
		const answers = await Promise.all([
			askFor(turn, first, 'Water the flowers'),
			askFor(turn, second, 'Feed the cat'),
		]);
		await turn.say(`Flowers: ${answers[0]}. Cat: ${answers[1]}.`);
	},
};

async function askFor(turn: Turn, toolCallId: string, title: string): Promise<string> {
	const toolCall = { toolCallId, title, kind: 'other' as const, status: 'pending' as const };
	const option = await turn.ask(toolCall, permissionOptions);
	const isAllowed = option?.kind === 'allow_once' || option?.kind === 'allow_always';
	const result = textContent(isAllowed ? 'Done. (Not really: this is a demo.)' : 'You rejected it.');
	await turn.updateTool(toolCallId, { status: isAllowed ? 'completed' : 'failed', content: [result] });
	return option?.name ?? 'no answer';
}
