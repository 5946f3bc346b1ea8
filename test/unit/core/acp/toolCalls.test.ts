/** Tool calls from the wire to the card, with what real agents sent. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isJsonObject, type JsonObject } from '../../../../src/core/base/json.ts';
import type { SessionEvent } from '../../../../src/core/session/model/events.ts';
import { createSessionState } from '../../../../src/core/session/reducer/createSessionState.ts';
import { reduce } from '../../../../src/core/session/reducer/reducer.ts';
import { projectEntry } from '../../../../src/core/view/project.ts';
import type { Projector } from '../../../../src/core/view/projector.ts';
import { projectSession } from '../../../../src/core/view/projectSession.ts';
import type { ViewToolCall, ViewToolContent } from '../../../../src/core/view/viewEntry.ts';
import type { SessionState } from '../../../../src/core/session/model/sessionState.ts';
import { seed } from '../session/driver/play.ts';
import { attached, eventsOf, recordings } from './support.ts';

const projector: Projector = {
	label: (path) => path,
	summarize: () => ({ added: 0, removed: 0, preview: [], isPreviewCut: false }),
	urlTarget: (url) => ({ host: url, warnings: [] }),
};

/** A session into which updates and permission requests are fed as they stand in a transcript. */
async function fed(...messages: readonly JsonObject[]): Promise<SessionState> {
	const { wire, target } = await attached();
	const state = createSessionState(seed);
	for (const params of messages) {
		target.events.length = 0;
		if (isJsonObject(params['update'])) wire.update('s1', params['update']);
		else await ask(params, (event) => reduce(state, event, 1));
		for (const event of target.events) reduce(state, event, 1);
	}
	return state;

	async function ask(params: JsonObject, dispatch: (event: SessionEvent) => void): Promise<void> {
		await wire.ask('session/request_permission', { ...params, sessionId: 's1' });
		const request = target.asked.at(-1);
		assert.ok(request !== undefined);
		dispatch({ type: 'permission_requested', permissionId: 'p', at: 1, ...request });
	}
}

function cardOf(state: SessionState): ViewToolCall {
	const calls = [...state.entries.values()].filter((entry) => entry.type === 'tool_call');
	assert.equal(calls.length, 1);
	const [call] = calls;
	assert.ok(call !== undefined);
	const card = projectEntry(state, call, projector);
	assert.ok(card.type === 'tool_call');
	return card;
}

function terminalOf(state: SessionState): Extract<ViewToolContent, { type: 'terminal' }> {
	const shown = cardOf(state).content.filter((item) => item.type === 'terminal');
	assert.equal(shown.length, 1);
	const [terminal] = shown;
	assert.ok(terminal !== undefined);
	return terminal;
}

const update = (fields: JsonObject): JsonObject => ({
	update: { sessionUpdate: 'tool_call_update', toolCallId: 'c1', ...fields },
});

describe('a command that the agent runs itself', () => {
	it('shows the command, its output and its end, as claude reported them in _meta', async () => {
		const recording = recordings().find(({ name }) => name === 'claude-agent-acp-metashell');
		assert.ok(recording !== undefined);
		const wanted = ['session/update', 'session/request_permission'];
		const params = recording.messages
			.filter(({ dir, msg }) => dir === 'in' && wanted.includes(String(msg['method'])))
			.map(({ msg }) => (isJsonObject(msg['params']) ? msg['params'] : {}));
		const state = await fed(...params);
		const card = cardOf(state);
		assert.deepEqual([card.name, card.kind, card.status], ['Bash', 'execute', 'failed']);
		const { label, output, exit, isMissing } = terminalOf(state);
		assert.equal(label, 'echo hello-from-shell; ls -1; echo to-stderr >&2; exit 3');
		assert.match(output, /hello-from-shell\nREADME\.md\nhello\.txt\nto-stderr/u);
		assert.deepEqual([exit, isMissing], [{ exitCode: 3, signal: null }, undefined]);
		assert.deepEqual(projectSession(state).running, []);
	});

	it('shows output that comes without any terminal to show it in', async () => {
		const state = await fed(
			update({ title: 'Run ls', rawInput: { command: ['ls', '-1'] } }),
			update({ _meta: { terminal_output: { terminal_id: 'c1', data: 'a\n' } } }),
			update({ _meta: { terminal_output_delta: { data: 'b\n' } } }),
		);
		const { output, label } = terminalOf(state);
		assert.deepEqual([output, label], ['a\nb\n', '"ls" "-1"']);
		assert.deepEqual(
			projectSession(state).running.map(({ canStop, ...running }) => [running.label, canStop]),
			[['"ls" "-1"', false]],
		);
	});

	it('is called by the title of its call when nothing else names it, and is never nameless', async () => {
		const output = { _meta: { terminal_output: { data: 'a' } } };
		assert.equal(terminalOf(await fed(update({ title: 'Run it', ...output }))).label, 'Run it');
		const other = { _meta: { terminal_output: { terminal_id: 'elsewhere', data: 'a' } } };
		const [running] = projectSession(await fed(update(other))).running;
		assert.equal(running?.label, 'Command');
	});

	it('whose terminal nobody knows is shown as such', async () => {
		const content = [{ type: 'terminal', terminalId: 'ghost' }];
		const ghost = terminalOf(await fed(update({ content, status: 'completed' })));
		assert.deepEqual([ghost.isMissing, ghost.output, ghost.exit], [true, '', undefined]);
	});

	it('names the directory that it runs in', async () => {
		const meta = { _meta: { terminal_info: { terminal_id: 'c1', cwd: '/work/sub' } } };
		assert.equal(terminalOf(await fed(update(meta))).cwdLabel, '/work/sub');
	});
});

describe('a tool call on the wire', () => {
	it('keeps _meta as it came [acp C119]', async () => {
		const meta = { claudeCode: { toolName: 'Bash' }, other: [1, { a: null }] };
		const [event] = await eventsOf({ sessionUpdate: 'tool_call', toolCallId: 'c1', title: 'x', _meta: meta });
		assert.ok(event?.type === 'tool_call');
		assert.deepEqual(event.fields.meta, meta);
	});

	it('has each of the ten kinds and four statuses, and survives any other [acp C65]', async () => {
		const kinds = [
			...['read', 'edit', 'delete', 'move', 'search', 'execute', 'think', 'fetch', 'switch_mode', 'other'],
		];
		for (const kind of kinds) assert.equal(cardOf(await fed(update({ kind }))).kind, kind);
		for (const status of ['pending', 'in_progress', 'completed', 'failed'])
			assert.equal(cardOf(await fed(update({ status }))).status, status);
		const odd = cardOf(
			await fed(update({ kind: 'read', title: 'a' }), update({ kind: 7, status: 'x', title: 'b' })),
		);
		assert.deepEqual([odd.kind, odd.status, odd.title], ['read', 'pending', 'b']);
	});

	it('changes its title while its input streams in [acp C63]', async () => {
		const state = await fed(
			update({ title: 'Edit', rawInput: {} }),
			update({ _meta: { claudeCode: {} } }),
			update({ rawInput: { file_path: '/a' } }),
			update({ title: 'Edit hello.txt', content: null }),
		);
		assert.deepEqual([cardOf(state).title, cardOf(state).hasRaw], ['Edit hello.txt', true]);
	});
});
