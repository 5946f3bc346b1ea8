import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { updates } from './fixtures.ts';
import { attached, eventsOf } from './support.ts';

const chunk = (content: unknown, fields: object = {}): object => ({
	sessionUpdate: 'agent_message_chunk',
	content,
	...fields,
});

describe('session/update', () => {
	it('turns the three kinds of chunks into chunks of a role [acp C53]', async () => {
		const content = { type: 'text', text: 'hi' };
		const base = { type: 'message_chunk', content };
		assert.deepEqual(await eventsOf(chunk(content)), [{ ...base, role: 'agent' }]);
		assert.deepEqual(await eventsOf(chunk(content, { messageId: 'm1' })), [
			{ ...base, role: 'agent', messageId: 'm1' },
		]);
		assert.deepEqual(
			await eventsOf(chunk(content, { messageId: null, sessionUpdate: 'user_message_chunk' })),
			[{ ...base, role: 'user' }],
		);
		assert.deepEqual(await eventsOf(chunk(content, { sessionUpdate: 'agent_thought_chunk' })), [
			{ ...base, role: 'thought' },
		]);
	});

	it('reads every kind of content', async () => {
		const contentOf = async (content: unknown): Promise<unknown> => {
			const [event] = await eventsOf(chunk(content));
			return event?.type === 'message_chunk' ? event.content : event;
		};
		const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
		assert.deepEqual(await contentOf({ ...image, uri: 'https://example.invalid/x' }), image);
		assert.deepEqual(await contentOf({ type: 'audio', data: 'aGk=', mimeType: 'audio/wav' }), {
			type: 'audio',
			mimeType: 'audio/wav',
			data: 'aGk=',
		});
		const link = { type: 'resource_link', uri: 'file:///a', name: 'a' };
		assert.deepEqual(await contentOf({ ...link, title: null, mimeType: null, size: 1 }), {
			...link,
			size: 1,
		});
		assert.deepEqual(await contentOf({ ...link, title: 'A' }), { ...link, title: 'A' });
		assert.deepEqual(await contentOf({ type: 'resource', resource: { uri: 'file:///a', text: 't' } }), {
			type: 'resource',
			uri: 'file:///a',
			text: 't',
		});
		const blob = { uri: 'file:///a', blob: 'aGk=', mimeType: 'x/y' };
		assert.deepEqual(await contentOf({ type: 'resource', resource: blob }), {
			type: 'resource',
			uri: 'file:///a',
			mimeType: 'x/y',
			blobBytes: 3,
		});
	});

	it('keeps content it does not know, or that is malformed, as a placeholder [acp C65] [acp C124]', async () => {
		const unknown = (kind: string): object => ({
			type: 'message_chunk',
			role: 'agent',
			content: { type: 'unknown', kind },
		});
		assert.deepEqual(await eventsOf(chunk({ type: 'hologram', rays: 3 })), [unknown('hologram')]);
		assert.deepEqual(await eventsOf(chunk({ type: 'image', url: 'https://example.invalid' })), [
			unknown('image'),
		]);
		assert.deepEqual(await eventsOf(chunk('no block')), []);
	});

	it('reads a whole tool call', async () => {
		const [event] = await eventsOf({
			sessionUpdate: 'tool_call',
			toolCallId: 'c1',
			title: 'Edit a.ts',
			kind: 'edit',
			status: 'in_progress',
			content: [
				{ type: 'content', content: { type: 'text', text: 'x' } },
				{ type: 'diff', path: '/work/a.ts', oldText: 'a', newText: 'b' },
				{ type: 'diff', path: '/work/n.ts', newText: 'b' },
				{ type: 'terminal', terminalId: 't1' },
			],
			locations: [
				{ path: '/work/a.ts', line: 3 },
				{ path: '/work/b.ts', line: null },
				{ path: '/work/c.ts', line: 0 },
			],
			rawInput: { deep: { __proto__: null } },
			rawOutput: false,
		});
		assert.deepEqual(event, {
			type: 'tool_call',
			toolCallId: 'c1',
			fields: {
				title: 'Edit a.ts',
				kind: 'edit',
				status: 'in_progress',
				content: [
					{ type: 'content', content: { type: 'text', text: 'x' } },
					{ type: 'diff', path: '/work/a.ts', oldText: 'a', newText: 'b' },
					{ type: 'diff', path: '/work/n.ts', oldText: null, newText: 'b' },
					{ type: 'terminal', terminalId: 't1' },
				],
				locations: [{ path: '/work/a.ts', line: 3 }, { path: '/work/b.ts' }, { path: '/work/c.ts' }],
				rawInput: { deep: { __proto__: null } },
				rawOutput: false,
			},
		});
	});

	it('leaves fields alone that a tool call update omits or sends as null [acp C63]', async () => {
		const update = { sessionUpdate: 'tool_call_update', toolCallId: 'c1' };
		const none = [{ type: 'tool_call_update', toolCallId: 'c1', fields: {} }];
		assert.deepEqual(await eventsOf(update), none);
		const nulls = {
			title: null,
			kind: null,
			status: null,
			content: null,
			locations: null,
			rawInput: null,
			rawOutput: null,
		};
		assert.deepEqual(await eventsOf({ ...update, ...nulls }), none);
		assert.deepEqual(await eventsOf({ ...update, content: [], locations: [] }), [
			{ type: 'tool_call_update', toolCallId: 'c1', fields: { content: [], locations: [] } },
		]);
	});

	it('applies the rest of a tool call whose kind or status it does not know [acp C65]', async () => {
		const update = {
			sessionUpdate: 'tool_call_update',
			toolCallId: 'c1',
			title: 'T',
			kind: 'teleport',
			status: 'cancelled',
		};
		assert.deepEqual(await eventsOf(update), [
			{ type: 'tool_call_update', toolCallId: 'c1', fields: { title: 'T' } },
		]);
	});

	it('shows a tool call without a title, and content of unknown kinds [acp C64] [acp C65]', async () => {
		const content = [
			{ type: 'hologram' },
			{ type: 'content', content: { type: 'scent' } },
			{ type: 'diff', path: '/work/a.ts' },
			'garbage',
			{ type: 'terminal', terminalId: 't1' },
		];
		assert.deepEqual(await eventsOf({ sessionUpdate: 'tool_call', toolCallId: 'c1', content }), [
			{
				type: 'tool_call',
				toolCallId: 'c1',
				fields: {
					content: [
						{ type: 'content', content: { type: 'unknown', kind: 'hologram' } },
						{ type: 'content', content: { type: 'unknown', kind: 'scent' } },
						{ type: 'content', content: { type: 'unknown', kind: 'diff' } },
						{ type: 'terminal', terminalId: 't1' },
					],
				},
			},
		]);
	});

	it('streams the output of commands the agent runs itself', async () => {
		const call = { sessionUpdate: 'tool_call_update', toolCallId: 'c1' };
		const patch = { type: 'tool_call_update', toolCallId: 'c1', fields: {} };
		const info = { terminal_info: { terminal_id: 't1', cwd: '/work' } };
		assert.deepEqual(await eventsOf({ ...call, _meta: info }), [
			patch,
			{ type: 'terminal_started', terminalId: 't1', fields: { cwd: '/work' } },
		]);
		const delta = { terminal_output_delta: { terminal_id: 't1', data: 'a\n' } };
		const output = [patch, { type: 'terminal_output', terminalId: 't1', data: 'a\n' }];
		assert.deepEqual(await eventsOf({ ...call, _meta: delta }), output);
		assert.deepEqual(
			await eventsOf({ ...call, _meta: { terminal_output: delta.terminal_output_delta } }),
			output,
		);
		const exit = { terminal_exit: { exit_code: null, signal: 'SIGTERM' } };
		assert.deepEqual(await eventsOf({ ...call, _meta: exit }), [
			patch,
			{ type: 'terminal_exited', terminalId: 'c1', exitCode: null, signal: 'SIGTERM' },
		]);
		assert.deepEqual(await eventsOf({ ...call, _meta: { terminal_output: 7, terminal_exit: null } }), [
			patch,
		]);
	});

	it('replaces the whole plan, and keeps items of unknown priority or status [acp C62] [acp C65]', async () => {
		const entries = [
			{ content: 'Read', priority: 'high', status: 'completed' },
			{ content: 'Think', priority: 'urgent', status: 'skipped' },
			{ priority: 'low', status: 'pending' },
		];
		assert.deepEqual(await eventsOf({ sessionUpdate: 'plan', entries }), [
			{
				type: 'plan',
				planId: 'plan',
				items: [
					{ content: 'Read', priority: 'high', status: 'completed' },
					{ content: 'Think', priority: 'medium', status: 'pending' },
				],
			},
		]);
	});

	it('replaces the list of commands [acp C123]', async () => {
		const availableCommands = [
			{ name: 'review', description: 'Reviews', input: { hint: 'what' } },
			{ name: 'clear', description: 'Clears', input: null },
			{ name: 'odd', description: 'Odd', input: 7 },
			{ description: 'no name' },
		];
		assert.deepEqual(await eventsOf({ sessionUpdate: 'available_commands_update', availableCommands }), [
			{
				type: 'commands',
				commands: [
					{ name: 'review', description: 'Reviews', hint: 'what' },
					{ name: 'clear', description: 'Clears' },
					{ name: 'odd', description: 'Odd' },
				],
			},
		]);
	});

	it('reads the mode under both of its names [acp C68]', async () => {
		const expected = [{ type: 'option_value', via: 'mode', value: 'code' }];
		assert.deepEqual(
			await eventsOf({ sessionUpdate: 'current_mode_update', currentModeId: 'code' }),
			expected,
		);
		assert.deepEqual(await eventsOf({ sessionUpdate: 'current_mode_update', modeId: 'code' }), expected);
	});

	it('tells a cleared title from an omitted one [acp C67]', async () => {
		const info = (fields: object): Promise<unknown> =>
			eventsOf({ sessionUpdate: 'session_info_update', ...fields });
		assert.deepEqual(await info({ title: 'T' }), [{ type: 'session_info', title: 'T' }]);
		assert.deepEqual(await info({ title: null }), [{ type: 'session_info', title: null }]);
		assert.deepEqual(await info({ updatedAt: 'x' }), [{ type: 'session_info', updatedAt: 'x' }]);
	});

	it('ignores kinds it does not know and logs each once [acp C65] [hazard A10]', async () => {
		const { wire, target, logged } = await attached();
		for (let round = 0; round < 100; round++) {
			for (let kind = 0; kind < 50; kind++) wire.update('s1', { sessionUpdate: `kind_${kind}`, round });
		}
		assert.equal(logged.length, 50);
		assert.deepEqual(target.events, []);
	});

	it('logs malformed updates once per kind, without their content', async () => {
		const { wire, target, logged } = await attached();
		for (let round = 0; round < 3; round++)
			wire.update('s1', { sessionUpdate: 'tool_call', title: 'secret' });
		wire.update('s1', { sessionUpdate: 'current_mode_update' });
		wire.tell('session/update', { sessionId: 's1' });
		wire.tell('session/update', null);
		wire.tell('session/update', undefined);
		assert.equal(logged.length, 3);
		assert.doesNotMatch(logged.join(), /secret/);
		assert.deepEqual(target.events, []);
	});

	it('survives a session that throws', async () => {
		const { wire, target, logged } = await attached();
		target.onEvent = () => {
			throw new Error('boom');
		};
		wire.update('s1', chunk({ type: 'text', text: 'a' }));
		assert.match(logged.join(), /boom/);
	});

	it('handles every well-formed kind without a word about malformed data', async () => {
		for (const update of updates) {
			const { wire, logged } = await attached();
			wire.update('s1', update);
			assert.doesNotMatch(logged.join(), /malformed/, update.sessionUpdate);
		}
	});

	it('treats prototype keys as data [hazard A11]', async () => {
		const { wire, target } = await attached();
		const update: unknown = JSON.parse(
			'{"sessionUpdate":"tool_call","toolCallId":"__proto__","title":"constructor","__proto__":{"polluted":1},"rawInput":{"__proto__":{"polluted":1}}}',
		);
		wire.tell('session/update', { sessionId: 's1', update });
		assert.equal(Reflect.get({}, 'polluted'), undefined);
		const [event] = target.events;
		assert.ok(event?.type === 'tool_call');
		assert.equal(
			JSON.stringify(event.fields),
			'{"title":"constructor","rawInput":{"__proto__":{"polluted":1}}}',
		);
	});
});
