/** Items of a Pioneer gateway, and what becomes of each. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callItem, shownPolicy } from '../../../agents/pioneerDemoTurn.ts';
import { begun, text, words } from './pioneerRig.ts';

describe('An item of a Pioneer gateway', () => {
	const call = (type: string, fields: object): object => ({ item: callItem(type, 'x', fields) });
	const rows: readonly (readonly [string, object, object])[] = [
		[
			'that changes files',
			call('fileChange', { changedFiles: ['/w/a.ts', 'b.ts'], stdout: 'done' }),
			{
				kind: 'edit',
				title: '/w/a.ts, b.ts',
				locations: [{ path: '/w/a.ts' }],
				content: [{ type: 'content', content: text('done') }],
			},
		],
		[
			'that searches the web',
			call('webSearch', {
				query: 'acp',
				results: [{ rank: 1, title: 'ACP', url: 'https://e.x', snippet: 's', source: 'ddg' }],
			}),
			{
				kind: 'search',
				title: 'acp',
				content: [
					{
						type: 'content',
						content: { type: 'resource_link', uri: 'https://e.x', name: 'ACP', description: 's' },
					},
				],
			},
		],
		[
			'that fetches a page',
			call('webFetch', { url: 'https://e.x', links: [] }),
			{ kind: 'fetch', title: 'https://e.x', content: [] },
		],
		[
			'that downloads',
			call('download', { path: '/tmp/x.zip' }),
			{ kind: 'fetch', title: '/tmp/x.zip', content: [] },
		],
		[
			'that is another tool, by its summary',
			call('dynamicToolCall', {
				toolName: 'read_file',
				display: { kind: 'summary', title: 'Read a.ts', lines: ['3 lines'], metadata: {}, truncated: false },
			}),
			{
				kind: 'read',
				title: 'Read a.ts',
				content: [
					{ type: 'content', content: text('Read a.ts') },
					{ type: 'content', content: text('3 lines') },
				],
			},
		],
		['that we do not know', call('hologram', {}), { kind: 'other', title: 'tool', content: [] }],
	];
	for (const [name, fields, expected] of rows)
		it(name, async () => {
			const gateway = await begun();
			const { target } = gateway;
			const tell = name === 'that we do not know' ? gateway.tellUndocumented : gateway.tell;
			tell('item/completed', fields);
			const [made] = target.of('tool_call');
			for (const [key, value] of Object.entries(expected))
				assert.deepEqual(made?.fields[key as 'title'], value, key);
		});

	it('that is a task has its child thread inside of it', async () => {
		const { wire, target, tell } = await begun();
		tell('item/started', {
			item: {
				type: 'task',
				id: 't',
				taskId: 'k',
				title: 'Audit',
				status: 'running',
				triggerKind: 'immediate',
				executorKind: 'agent',
				depth: 1,
				maxDepth: 3,
				createdAt: 0,
				updatedAt: 0,
				childThreadId: 'thr_c',
				agentRole: 'auditor',
			},
		});
		wire.tellUndocumented('item/agent_message/delta', {
			thread_id: 'thr_c',
			turn_id: 'trn_c',
			item_id: 'm',
			delta: 'Inside',
		});
		assert.deepEqual(
			target.events.map(({ type }) => type),
			['tool_call', 'subagent', 'in_subagent'],
		);
	});

	it('that is no answer never speaks as one', async () => {
		const { target, tell } = await begun();
		tell('item/started', {
			item: callItem('webFetch', 'w', { status: 'in_progress', links: [] }),
		});
		tell('item/agent_message/delta', { item_id: 'w', delta: 'secret page', stream: 'generic' });
		tell('item/agent_message/delta', { item_id: 'nobody', delta: 'unknown', stream: 'generic' });
		assert.equal(words(target, 'agent'), '');
		// Nor as what the call shows: it is for nobody's eyes.
		assert.ok(!JSON.stringify(target.events).includes('secret page'));
	});

	it('that is hidden shows nothing of itself', async () => {
		const { target, tell } = await begun();
		const summary = { display: { kind: 'summary', title: 'Secret', metadata: {}, truncated: false } };
		tell(
			'item/completed',
			call('dynamicToolCall', { ...summary, outputPolicy: { ...shownPolicy, timeline: { mode: 'hidden' } } }),
		);
		assert.deepEqual(target.of('tool_call')[0]?.fields.content, []);
	});

	it('that is a word of the system is a notice', async () => {
		const { target, tell } = await begun();
		tell('item/completed', { item: { type: 'systemEvent', id: 's', level: 'warning', message: 'Slow' } });
		assert.deepEqual(target.of('agent_notice')[0]?.notice, { severity: 'warning', title: 'Slow' });
	});
});
