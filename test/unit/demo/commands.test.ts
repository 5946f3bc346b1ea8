import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { methods } from '@agentclientprotocol/sdk';
import { hostCapabilities } from './capabilities.ts';
import type { DemoPeer } from './demoPeer.ts';
import { startDemo, together, workspace } from './fixture.ts';

const capabilities = hostCapabilities;

interface TerminalMeta {
	readonly terminal_info?: { terminal_id: string };
	readonly terminal_output?: { terminal_id: string; data: string };
	readonly terminal_exit?: { terminal_id: string; exit_code: number | null; signal: string | null };
}

function terminalMetas(peer: DemoPeer): TerminalMeta[] {
	return peer.ofKind('tool_call_update').flatMap(({ _meta }) => (_meta ? [_meta as TerminalMeta] : []));
}

describe('demo commands', together, () => {
	it('builds in colours in a terminal of the client', async (t) => {
		const peer = startDemo(t, { isProcess: true });
		assert.equal(await peer.prompt(await peer.newSession(await workspace(t)), '/build'), 'end_turn');
		assert.deepEqual(peer.tools, { 'Build the demo project': 'completed' });
		const { rawOutput } = peer.ofKind('tool_call_update').at(-1) ?? {};
		const { output } = rawOutput as { output: string };
		// oxlint-disable-next-line no-control-regex -- the escape character is what introduces a colour
		assert.match(output, /\u001B\[33;1mwarning\u001B\[0m/);
		assert.equal(output.trimEnd().split('\n').length, 31);
		assert.match(peer.said, /exit code 0/);
	});

	it('reports what it runs itself, from the start to the exit code', async (t) => {
		const peer = startDemo(t, { isProcess: true, capabilities });
		assert.equal(await peer.prompt(await peer.newSession(await workspace(t)), '/metashell'), 'end_turn');
		const metas = terminalMetas(peer);
		const { toolCallId } = peer.ofKind('tool_call')[0] ?? {};
		assert.equal(metas[0]?.terminal_info?.terminal_id, toolCallId);
		const output = metas.map(({ terminal_output }) => terminal_output?.data ?? '').join('');
		assert.match(output, /compiling[^]*Done/);
		const { content, _meta } = peer.ofKind('tool_call_update').at(-1) ?? {};
		assert.deepEqual(content, [{ type: 'terminal', terminalId: toolCallId }]);
		assert.deepEqual(_meta, { terminal_exit: { terminal_id: toolCallId, exit_code: 0, signal: null } });
		assert.deepEqual(peer.terminals.log, []);
	});

	it('ends what it runs itself when the turn is cancelled, and says so', async (t) => {
		const peer = startDemo(t, { isProcess: true, capabilities, env: { ACP_HOST_DEMO_PACE: '5' } });
		const session = await peer.newSession(await workspace(t));
		const turn = peer.prompt(session, '/metashell');
		await peer.until(() => terminalMetas(peer).some(({ terminal_output }) => terminal_output !== undefined));
		await peer.cancel(session);
		assert.equal(await turn, 'cancelled');
		assert.equal(terminalMetas(peer).at(-1)?.terminal_exit?.signal, 'SIGTERM');
		assert.deepEqual(peer.tools, { 'Build the demo project': 'failed' });
	});

	it('replays the output of what it ran itself as text', async (t) => {
		const cwd = await workspace(t);
		const peer = startDemo(t, { isProcess: true, capabilities });
		const sessionId = await peer.newSession(cwd);
		await peer.prompt(sessionId, '/metashell');
		peer.updates.length = 0;
		await peer.agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] });
		assert.deepEqual(terminalMetas(peer), []);
		const [item] = peer.ofKind('tool_call_update').at(-1)?.content ?? [];
		assert.ok(item?.type === 'content' && item.content.type === 'text');
		assert.match(item.content.text, /Done in 4\.2 s/);
	});

	it('runs nothing itself for a client that would not show it [acp C20]', async (t) => {
		const peer = startDemo(t, { isProcess: true });
		assert.equal(await peer.prompt(await peer.newSession(await workspace(t)), '/metashell'), 'end_turn');
		assert.deepEqual(peer.tools, {});
		assert.match(peer.said, /_meta\.terminal_output/);
	});

	it('walks through four places of the workspace, one after the other', async (t) => {
		const folder = await workspace(t);
		const peer = startDemo(t, { isProcess: true });
		assert.equal(await peer.prompt(await peer.newSession(folder), '/follow'), 'end_turn');
		const stops = peer
			.ofKind('tool_call_update')
			.flatMap(({ locations, status }) => (status ? [] : [locations ?? []]));
		const [readme, main] = [join(folder, 'README.md'), join(folder, 'main.ts')];
		assert.deepEqual(stops, [
			[{ path: readme, line: 1 }],
			[{ path: main, line: 1 }],
			[{ path: readme, line: 2 }],
			[{ path: main, line: 1 }],
		]);
		assert.deepEqual(peer.tools, { 'Look around': 'completed' });
	});

	it('offers all of this as slash commands, and the tour mentions it', async (t) => {
		const peer = startDemo(t, { isProcess: true, capabilities: {} });
		const session = await peer.newSession(await workspace(t));
		await peer.prompt(session, '/tour');
		const commands = peer.ofKind('available_commands_update')[0]?.availableCommands ?? [];
		const more = [
			'ask',
			'visit',
			'image',
			'follow',
			'build',
			'metashell',
			'login',
			'notice',
			'compact',
			'retry',
			'mode',
		];
		for (const name of more) {
			assert.ok(
				commands.some((command) => command.name === name && command.description !== ''),
				name,
			);
			assert.ok(peer.said.includes(`**/${name}**`), name);
		}
		assert.ok(commands.find(({ name }) => name === 'notice')?.input);
	});
});
