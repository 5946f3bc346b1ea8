/** Items of a Pioneer gateway over a socket: each type with each display, in every order, live and from history. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { callItem, commandItem, shownPolicy } from '../../../../agents/pioneerDemoTurn.ts';
import type { PlayedTurn } from '../../../../agents/pioneerThread.ts';
import { notices, played, shown, start } from './pioneerSession.ts';

const metadata = {
	nothing: { kind: 'null' },
	yes: { kind: 'bool', value: true },
	count: { kind: 'number', value: '71' },
	word: { kind: 'string', value: 'w' },
	list: { kind: 'array', values: [{ kind: 'number', value: '1' }] },
	inner: { kind: 'object', fields: { deep: { kind: 'null' } } },
	hidden: { kind: 'redacted_raw', raw_kind: 'content', sha256: 'f', bytes: 3, value_kind: 'string' },
};
const summary = { kind: 'summary', title: 'Edited', lines: ['1 file'], metadata, truncated: false };
const task = {
	type: 'task',
	id: 't',
	taskId: 'k',
	title: 'Audit',
	triggerKind: 'immediate',
	executorKind: 'agent',
	depth: 1,
	maxDepth: 3,
	createdAt: 1,
	updatedAt: 2,
};

/** Each type, as it begins and as it is complete; with what becomes of it. */
const types: readonly (readonly [begun: object, whole: object, line: string | undefined])[] = [
	[
		{ type: 'reasoning', id: 'r', summary: [], content: [] },
		{ type: 'reasoning', id: 'r', summary: ['Check'], content: ['the runner'] },
		'thought: Check\n\nthe runner',
	],
	[
		callItem('fileChange', 'f', { status: 'in_progress', changedFiles: [] }),
		callItem('fileChange', 'f', { changedFiles: ['src/a.ts'], exitCode: 0, display: summary }),
		'call: src/a.ts, completed',
	],
	[
		callItem('webSearch', 's', { status: 'in_progress', results: [] }),
		callItem('webSearch', 's', {
			query: 'acp',
			results: [{ rank: 1, title: 'ACP', url: 'https://e.x', snippet: '', source: 'd', publishedAt: null }],
		}),
		'call: acp, completed',
	],
	[
		callItem('webFetch', 'w', { status: 'in_progress', links: [] }),
		callItem('webFetch', 'w', {
			status: 'failed',
			url: 'https://e.x',
			statusCode: 503,
			links: [{ text: 'a', url: 'https://e.y' }],
			recovery: { errorClass: 'timeout', retryHint: 'retry', wasTruncated: false },
			outcome: { status: 'fatal_error', errorClass: 'timeout', shouldRetry: false, incomplete: false },
		}),
		'call: https://e.x, failed',
	],
	[
		callItem('download', 'd', {
			status: 'in_progress',
			display: { kind: 'progress', stage: 'half', metadata },
		}),
		callItem('download', 'd', { path: '/tmp/x', bytesWritten: 10, storage: { kind: 'metadata', metadata } }),
		'call: /tmp/x, completed',
	],
	[
		callItem('dynamicToolCall', 'y', { status: 'in_progress' }),
		callItem('dynamicToolCall', 'y', { toolName: 'read_file', display: summary, storage: summary }),
		'call: Edited, completed',
	],
	[
		commandItem('c', { status: 'in_progress' }),
		commandItem('c', { display: { kind: 'shell', stdout: 'a', stderr: 'b', exit_code: 1, truncated: true } }),
		'call: npm test, completed, "ab"',
	],
	[
		{ ...task, status: 'running' },
		{ ...task, status: 'completed', resultPreview: 'Fine' },
		'call: Audit, completed',
	],
	[
		{ type: 'systemEvent', id: 'e', level: 'warning', message: 'Slow' },
		{ type: 'systemEvent', id: 'e', level: 'warning', message: 'Slow', code: null, details: null },
		undefined,
	],
	[
		{ type: 'agentMessage', id: 'a', text: '' },
		{ type: 'agentMessage', id: 'a', text: 'Done.', markdown: { blocks: [] }, markdownVersion: 1 },
		'agent: Done.',
	],
];

function playTypes(turn: PlayedTurn): void {
	turn.start();
	for (const [begun, whole] of types) {
		turn.tell('item/started', { item: begun });
		turn.tell('item/updated', { item: begun });
		turn.tell('item/completed', { item: whole });
	}
	turn.end('Completed');
}

const seen = ['user: go', ...types.flatMap(([, , line]) => line ?? [])];

describe('A turn of a Pioneer gateway', () => {
	it('shows items of each type, from start to end', () =>
		played(playTypes, async (started) => {
			await started.say('go');
			assert.deepEqual(shown(started), seen);
			assert.deepEqual(notices(started), ['warning: Slow']);
		}));

	it('comes to the same when it is read from its history', () =>
		played(playTypes, async (started, gateway) => {
			await started.say('go');
			const { sessionId } = started.session.state;
			const again = await start(gateway.url, { sessionId });
			assert.deepEqual(shown(again), shown(started));
			await again.close();
		}));

	it('is not disturbed by what comes late, twice, too early or for nothing', () =>
		played(
			(turn) => {
				turn.start();
				const answer = { type: 'agentMessage', id: 'a', text: 'All green.' };
				// Of an item that nobody named: an answer may be heard before its item, anything else is not shown.
				turn.piece('a', 'All ');
				turn.piece('x', 'no answer', 'generic');
				turn.piece('x', 'no output', 'stdout');
				turn.tell('item/updated', { item: commandItem('c', { status: 'in_progress' }) });
				turn.tell('item/started', { item: commandItem('c', { status: 'in_progress' }) });
				turn.tell('item/started', { item: { ...answer, text: '' } });
				turn.piece('a', 'gre', 'agent_message');
				turn.piece('c', 'generic of a call', 'generic');
				turn.piece('c', 'ok\n', 'stdout');
				for (let time = 0; time < 2; time++) {
					turn.tell('item/completed', { item: commandItem('c') });
					turn.tell('item/completed', { item: answer });
				}
				turn.piece('a', 'late');
				turn.piece('c', 'late', 'stdout');
				turn.end('Completed');
				turn.piece('a', 'later still');
			},
			async (started) => {
				await started.say('go');
				assert.deepEqual(shown(started), [
					'user: go',
					'agent: All green.',
					'call: npm test, completed, "ok\\n"',
				]);
			},
		));

	it('keeps what nobody documented to itself, or shows it by its name', () =>
		played(
			(turn) => {
				turn.start();
				const place = { ...turn.place, turn_id: turn.turn.id };
				const hologram = { ...callItem('hologram', 'h'), toolName: 'project', glow: 1, success: null };
				for (const client of turn.thread.subscribers) {
					client.sendUndocumented({ method: 'turn/dreamt', params: place });
					client.sendUndocumented({
						method: 'item/completed',
						params: { ...place, item: hologram, mood: 'x' },
					});
					client.sendUndocumented({ method: 'item/completed', params: { ...place, item: null } });
					client.sendUndocumented({ method: 'item/started', params: [] });
					client.sendUndocumented({ id: null, error: { code: -32600, message: 'not an object' } });
				}
				turn.whole({ type: 'agentMessage', id: 'a', text: 'Still here.', markdown: null, phase: null });
				turn.end('Completed');
			},
			async (started) => {
				await started.say('go');
				assert.deepEqual(shown(started), ['user: go', 'call: project, completed', 'agent: Still here.']);
			},
		));

	it('never speaks with what is streamed for no reader', () =>
		played(
			(turn) => {
				turn.start();
				turn.tell('item/started', { item: callItem('webFetch', 'w', { status: 'in_progress', links: [] }) });
				turn.piece('w', 'the raw page', 'generic');
				const secret = { timeline: { mode: 'hidden' } };
				const outputPolicy = { ...shownPolicy, ...secret };
				turn.tell('item/completed', {
					item: callItem('webFetch', 'w', { links: [], outputPolicy, display: summary }),
				});
				turn.end('Completed');
			},
			async (started) => {
				await started.say('go');
				assert.deepEqual(shown(started), ['user: go', 'call: tool, completed']);
				assert.doesNotMatch(JSON.stringify([...started.session.state.entries.values()]), /raw page|1 file/u);
			},
		));

	it('tells which picks were refused and why, and has those that were taken in its message', () =>
		played(
			(turn) => {
				const skill = {
					id: 'cap_1',
					label: 'Documents',
					slug: 'workspace/documents',
					sourceKind: 'workspace',
				};
				const artifact = { artifact_id: 'art', display_name: 'plan.pdf', kind: 'file', status: 'ready' };
				turn.start([
					{ type: 'skill', capability: skill },
					{ type: 'artifact', artifact },
				]);
				const rejected = { code: 'capability_rejected', message: 'Mail: disabled_by_policy' };
				turn.turn.prompt_manifest = {
					compiler_version: '1',
					profile: 'assistant_full',
					section_ids: ['a'],
					fingerprint_stable: 's',
					fingerprint_dynamic: 'd',
					fingerprint_full: 'f',
					diagnostics: [rejected, { code: 'missing_file', message: 'AGENTS.md', file: 'AGENTS.md' }],
				};
				turn.end('Completed');
			},
			async (started, gateway) => {
				await started.say('go');
				assert.deepEqual(notices(started), ['warning: Mail: disabled_by_policy']);
				const again = await start(gateway.url, { sessionId: started.session.state.sessionId });
				const [message] = [...again.session.state.entries.values()];
				assert.deepEqual(
					message?.type === 'message' &&
						message.content.map((part) => (part.type === 'resource_link' ? part.name : part.type)),
					['text', 'Documents', 'plan.pdf'],
				);
				await again.close();
			},
		));

	it('takes a piece of a megabyte, ten thousand small ones, and letters of any length', () => {
		const large = 'x'.repeat(2 ** 20);
		const words = '👩🏽‍🚀 grüßt 世界';
		return played(
			(turn) => {
				turn.start();
				turn.tell('item/started', { item: { type: 'agentMessage', id: 'a', text: '' } });
				turn.piece('a', large);
				for (let count = 0; count < 10_000; count++) turn.piece('a', 'é');
				turn.tell('item/completed', {
					item: { type: 'agentMessage', id: 'a', text: `${large}${'é'.repeat(10_000)}.` },
				});
				turn.end('Completed');
			},
			async (started, gateway) => {
				await started.say(words);
				assert.equal(shown(started)[1], `agent: ${large}${'é'.repeat(10_000)}.`);
				const input = gateway.heard.findLast(({ method }) => method === 'turn/start')?.params['input'];
				assert.deepEqual(input, [{ type: 'text', text: words, textElements: [] }]);
			},
		);
	});
});
