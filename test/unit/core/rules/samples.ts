/** Permissions and rules for tests. */
import type { Rule } from '../../../../src/core/rules/rule.ts';
import type { PermissionEntry, ToolCallEntry } from '../../../../src/core/session/model/entry.ts';
import type { PermissionOption } from '../../../../src/core/session/model/permission.ts';
import type { PermissionContext } from '../../../../src/core/session/model/permissionPorts.ts';

export const usualOptions: readonly PermissionOption[] = [
	{ optionId: 'always', name: 'Always', kind: 'allow_always' },
	{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
	{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
	{ optionId: 'never', name: 'Never', kind: 'reject_always' },
];

export interface AskedSample {
	readonly call?: Partial<ToolCallEntry>;
	readonly subject?: PermissionEntry['subject'];
	readonly options?: readonly PermissionOption[];
	readonly agentName?: string;
	readonly sessionKey?: string;
	readonly cwd?: string;
}

export function askedPermission({
	call,
	subject = { type: 'tool_call', toolCallId: 't' },
	options = usualOptions,
	agentName = 'Claude',
	sessionKey = 's1',
	cwd = '/ws',
}: AskedSample): PermissionContext {
	const base = { origin: 'agent', turn: 1 } as const;
	const entry: PermissionEntry = {
		...base,
		id: 'p1',
		type: 'permission',
		title: 'May I?',
		subject,
		options,
		state: { type: 'pending' },
		...(call === undefined ? {} : { parentId: 'e1' }),
	};
	const whole: ToolCallEntry | undefined =
		call === undefined
			? undefined
			: {
					...base,
					id: 'e1',
					type: 'tool_call',
					toolCallId: 't',
					title: 'Call',
					kind: 'other',
					status: 'pending',
					content: [],
					locations: [],
					startedAt: 0,
					...call,
				};
	return { sessionKey, agentName, cwd, entry, call: whole };
}

export const run = (command: string, more: object = {}): AskedSample => ({
	call: { kind: 'execute', title: command, rawInput: { command, ...more } },
});

export const edit = (...paths: readonly string[]): AskedSample => ({
	call: { kind: 'edit', locations: paths.map((path) => ({ path })) },
});

let count = 0;

export function rule(fields: Partial<Rule>): Rule {
	return {
		id: `r${++count}`,
		effect: 'allow',
		pattern: { type: 'any' },
		scope: { type: 'everywhere' },
		end: { type: 'never' },
		createdAt: 0,
		...fields,
	};
}
