/** What gateways ask the user, as the session hears it. */
import type { SessionEvent } from '../../../../src/core/session/model/events.ts';
import { inThread, openCodex, type RecordingTarget } from './gatewayWire.ts';
import { begun } from './pioneerRig.ts';

export interface AskedRow {
	readonly name: string;
	readonly events: () => Promise<readonly SessionEvent[]>;
}

const question = {
	id: 'colour',
	header: 'Colour',
	question: 'Which colour?',
	isOther: true,
	isSecret: false,
	options: [
		{ label: 'Red', description: 'As a rose' },
		{ label: 'Blue', description: 'As a violet' },
	],
};

const codexRequests: readonly (readonly [name: string, method: string, params: object])[] = [
	[
		'a command',
		'item/commandExecution/requestApproval',
		{
			itemId: 'c',
			command: "/bin/bash -lc 'rm -rf x'",
			cwd: '/work',
			reason: 'It is old',
			availableDecisions: [
				'accept',
				{ acceptWithExecpolicyAmendment: { execpolicy_amendment: ['rm', '-rf'] } },
				'cancel',
			],
		},
	],
	[
		'a change of files that wants a folder',
		'item/fileChange/requestApproval',
		{ itemId: 'f', reason: 'It is needed', grantRoot: '/elsewhere' },
	],
	[
		'more rights',
		'item/permissions/requestApproval',
		{ itemId: 'p', cwd: '/work', permissions: { network: { enabled: true }, fileSystem: { write: ['/x'] } } },
	],
	['a question', 'item/tool/requestUserInput', { itemId: 'q', questions: [question] }],
];

/** What the target was asked, as the session is told it. */
function askedOf({ asked, questions }: RecordingTarget): readonly SessionEvent[] {
	return [
		...asked.map(
			(request) => ({ type: 'permission_requested', permissionId: 'p', at: 1_000, ...request }) as const,
		),
		...questions.map((request) => ({ type: 'elicitation_requested', entryId: 'q', ...request }) as const),
	];
}

export const askedRows: readonly AskedRow[] = [
	...codexRequests.map(([name, method, params]) => ({
		name: `Codex asks: ${name}`,
		async events() {
			const { wire, target } = await openCodex();
			await wire.ask(method, inThread(params));
			return askedOf(target);
		},
	})),
	{
		name: 'Pioneer asks: a command',
		async events() {
			const { target, threadId, wire } = await begun('later');
			wire.tellUndocumented('turn/permission/request/opened', {
				request: {
					request_id: 'q',
					workspace_id: 'ws_1',
					thread_id: threadId,
					turn_id: 't',
					tool_name: 'exec_command',
					action: 'shell_command',
					scope_hash: 'h',
					reason: 'policy_requires_approval',
					summary: 'Run npm test',
					details: [{ label: 'Command', value: 'npm test', monospace: true }],
				},
			});
			return askedOf(target);
		},
	},
];
