/** Permissions in the cards of their calls. */
import * as limits from '../../../src/core/base/limits.ts';
import type { ViewEntry, ViewPermission, ViewToolCall } from '../../../src/core/view/viewEntry.ts';
import { richEntries } from '../richTranscript.ts';
import { sampleMessage, samplePermission, sampleToolCall, snapshot } from '../samples.ts';
import type { Scene } from './scene.ts';

const finished = (id: string, fields: Partial<ViewToolCall>): ViewToolCall =>
	sampleToolCall(id, { durationMs: 340, ...fields });

const allowOnce = { optionId: 'yes', name: 'Allow Once', kind: 'allow_once' } as const;

const inCard = (id: string, toolCallEntryId: string, fields: Partial<ViewPermission>): ViewEntry =>
	samplePermission(id, { toolCallEntryId, ...fields });

const changes = richEntries.flatMap((entry) =>
	entry.type === 'tool_call' && entry.id === 'edit'
		? entry.content.filter((item) => item.type === 'diff')
		: [],
);

export const permissionScenes: readonly Scene[] = [
	{
		name: 'permission-in-card',
		look: 'one card for each call: the command or the change once, the answers below it, nothing looks chosen',
		height: 700,
		messages: [
			snapshot(
				[
					finished('cmd', {
						title: 'npm test -- --coverage && npm run lint',
						kind: 'execute',
						status: 'pending',
						content: [
							{ type: 'terminal', terminalId: 'x', label: 'npm test', output: '', isTruncated: false },
						],
						hasRaw: true,
					}),
					finished('change', {
						title: 'Edit two files to make the greeting safe',
						status: 'pending',
						kind: 'edit',
						content: changes,
					}),
					samplePermission('p', {
						title: 'npm test -- --coverage && npm run lint',
						details: 'npm test -- --coverage && npm run lint',
						cwdLabel: 'packages/core',
						toolCallEntryId: 'cmd',
					}),
					samplePermission('q', {
						title: 'Edit two files to make the greeting safe',
						details: changes.map(({ label }) => label).join('\n'),
						hasDiff: true,
						toolCallEntryId: 'change',
					}),
				],
				{ pendingPermissions: ['p', 'q'] },
			),
		],
		act: (view) => view.page.waitForTimeout(limits.permissionGuardMs),
	},
	{
		name: 'permission-lines',
		look: 'a line under the title of its call: who answered, where; one is open and shows what was asked',
		height: 560,
		state: { sessionKey: 'session-1', expanded: { open: true } },
		messages: [
			snapshot([
				finished('a', { title: 'npm test', kind: 'execute' }),
				inCard('a1', 'a', { state: { type: 'answered', option: allowOnce, by: 'picker' } }),
				finished('b', { title: 'Edit src/greeting.ts', kind: 'edit' }),
				inCard('open', 'b', {
					title: 'Edit src/greeting.ts',
					details: 'src/greeting.ts',
					description: 'It handles an empty name.',
					changes: changes.slice(0, 1),
					state: {
						type: 'answered',
						option: { optionId: 'a', name: 'Yes, and do not ask again for edits', kind: 'allow_always' },
						by: 'card',
					},
				}),
				finished('c', { title: 'rm -rf build', kind: 'execute', status: 'failed' }),
				inCard('c1', 'c', {
					state: {
						type: 'answered',
						option: { optionId: 'no', name: 'Reject', kind: 'reject_once' },
						rule: { id: 'r1', text: 'Deny Demo Agent to run commands that begin with rm in this folder' },
					},
				}),
				finished('d', { title: 'npm publish', kind: 'execute', status: 'cancelled' }),
				inCard('d1', 'd', { state: { type: 'cancelled', by: 'user' } }),
			]),
		],
	},
	{
		name: 'permission-away',
		look: 'a strip above the composer says what waits out of sight; a long title is cut off, not the way there',
		height: 420,
		messages: [
			snapshot(
				[
					finished('x', { title: 'npm run build', kind: 'execute', status: 'pending' }),
					inCard('p', 'x', { title: 'npm run build --workspaces --if-present -- --mode production' }),
					inCard('q', 'x', { title: 'Another' }),
					...Array.from({ length: 12 }, (_none, n) => sampleMessage(`m${n}`, `Meanwhile, part ${n}.`)),
				],
				{ pendingPermissions: ['p', 'q'] },
			),
		],
		act: (view) => view.page.locator('.waiting-show').waitFor(),
	},
];
