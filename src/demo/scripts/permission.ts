import { randomUUID } from 'node:crypto';
import type { PermissionOption } from '@agentclientprotocol/sdk';
import { colouredLines } from '../actions/nodeCommand.ts';
import { runInTool } from '../actions/terminal.ts';
import type { Script } from '../script.ts';
import { textContent } from '../turn.ts';

const options: PermissionOption[] = [
	{ optionId: 'once', name: 'Run it once', kind: 'allow_once' },
	{ optionId: 'always', name: 'Always run commands (session)', kind: 'allow_always' },
	{ optionId: 'no', name: 'Do not run it', kind: 'reject_once' },
	{ optionId: 'never', name: 'Never run commands (session)', kind: 'reject_always' },
];

export const permission: Script = {
	name: 'permission',
	description: 'Asks before it runs a command, whatever the mode is',
	async run(turn) {
		const command = colouredLines(3, turn.pace * 8);
		const call = {
			title: command.title,
			kind: 'execute' as const,
			rawInput: { command: command.command, args: command.args, cwd: turn.session.cwd },
		};
		// The request names a tool call that was not announced before: the protocol allows that.
		const toolCallId = randomUUID();
		const option = await turn.ask({ toolCallId, ...call, status: 'pending' }, options);
		if (option?.kind.startsWith('allow') && turn.client.canRunTerminals) {
			await turn.updateTool(toolCallId, { ...call, status: 'in_progress' });
			await runInTool(turn, toolCallId, command);
		} else {
			const reason = option?.kind.startsWith('allow')
				? 'This client offers no terminal.'
				: 'You rejected it.';
			await turn.updateTool(toolCallId, { ...call, status: 'failed', content: [textContent(reason)] });
		}
		await turn.say(`You chose **${option?.name ?? 'nothing'}**.`);
	},
};
