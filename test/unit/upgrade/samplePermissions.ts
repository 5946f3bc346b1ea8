import type { ToolCallEntry } from '../../../src/core/session/model/entry.ts';
import type { PermissionContext } from '../../../src/core/session/model/permissionPorts.ts';
import { askedPermission } from '../core/rules/samples.ts';

const commands = [
	'make all',
	'make',
	'npm test',
	'npm test -- --watch',
	'npm testing',
	'git push',
	'git push -f',
];
const files = ['src/app.ts', 'src/deep/er/app.ts', 'src/app.js', 'docs/guide.md', '../elsewhere.txt'];

/** Things that agents do, some of which a rule may speak of. */
const calls: readonly Partial<ToolCallEntry>[] = [
	...commands.map((command) => ({
		title: `Run ${command}`,
		kind: 'execute' as const,
		rawInput: { command },
	})),
	...files.map((file) => ({ title: `Read ${file}`, kind: 'read' as const, locations: [{ path: file }] })),
	...files.map((file) => ({ title: `Edit ${file}`, kind: 'edit' as const, locations: [{ path: file }] })),
	{ title: 'Fetch a page', kind: 'fetch', rawInput: { url: 'https://example.com' } },
	{ title: 'Say nothing', kind: 'other' },
];

/** Each of them, asked by each agent in each folder. */
export function samplePermissions(
	agentNames: readonly string[],
	folders: readonly string[],
): readonly PermissionContext[] {
	return agentNames.flatMap((agentName) =>
		folders.flatMap((cwd) => calls.map((call) => askedPermission({ call, agentName, cwd }))),
	);
}
