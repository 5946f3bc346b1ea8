/**
 * The scriptable agent itself, against what we did not write: the SDK's schemas, and the SDK's own client as its peer.
 * Otherwise tests would only show that our client agrees with our own misreading.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { after, describe, it } from 'node:test';
import * as acp from '@agentclientprotocol/sdk';
import { fakeAgentCommand } from '../../agents/fakeAgentCommand.ts';
import type { FakeAgentScript, JsonObject, Step } from '../../agents/fakeAgentScript.ts';
import { wrongMessages } from './agentSchema.ts';
import { RawPeer } from './rawPeer.ts';

const toolCall: Step = {
	update: {
		sessionUpdate: 'tool_call',
		toolCallId: 'call',
		title: 'Run it',
		kind: 'execute',
		status: 'pending',
	},
};
const asks = (method: string, params: JsonObject, as: string): Step => ({
	request: { method, params: { sessionId: '$session', ...params } },
	as,
});

/** Every step that says something of the protocol. */
const talkative: FakeAgentScript = {
	on: {
		'session/load': [
			{ update: { sessionUpdate: 'user_message_chunk', content: { type: 'text', text: 'x' } } },
		],
		'session/prompt': [
			{ text: 'Let me see. ' },
			toolCall,
			asks(
				'session/request_permission',
				{
					toolCall: { toolCallId: 'call', title: 'Run it' },
					options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
				},
				'permission',
			),
			asks('fs/read_text_file', { path: '/work/a' }, 'file'),
			asks('fs/write_text_file', { path: '/work/b', content: '$result.file.content' }, 'written'),
			{ flood: { count: 3 } },
			{ text: '${result.permission.outcome.optionId}: ${result.file.content}' },
		],
		'session/prompt#2': [{ text: 'I wait.' }, { waitCancel: true }],
	},
};

/** What a client answers to it. */
const answers: Readonly<Record<string, object>> = {
	'session/request_permission': { outcome: { outcome: 'selected', optionId: 'yes' } },
	'fs/read_text_file': { content: 'text of the file' },
	'fs/write_text_file': {},
};

/** Its messages in every place where a client of that version can get it to say something. */
async function drive(script: FakeAgentScript, version: 1 | 2, methods: readonly string[]): Promise<RawPeer> {
	const peer = new RawPeer(fakeAgentCommand(script));
	try {
		const sessionId = await peer.open('/work', version);
		for (const method of methods) await peer.request(method, { sessionId });
		const prompt = peer.prompt(sessionId, 'go');
		const isOver = ({ id, method, params }: (typeof peer.received)[number]): boolean =>
			(method === undefined && id === prompt && version === 1) || Object(params?.['update']).state === 'idle';
		const answered = new Set<unknown>();
		for (;;) {
			const next = await peer.find(
				(message) =>
					isOver(message) ||
					(message.method !== undefined && message.id !== undefined && !answered.has(message.id)),
			);
			if (isOver(next)) return peer;
			answered.add(next.id);
			peer.respond(next.id, answers[next.method ?? ''] ?? {});
		}
	} finally {
		await peer.stop();
	}
}

describe('the scriptable agent fits the SDK’s schemas', () => {
	it('of version 1, with all its steps and default answers', async () => {
		const methods = [
			'authenticate',
			'session/load',
			'session/resume',
			'session/list',
			'session/set_mode',
			'session/set_config_option',
			'session/close',
		];
		const peer = await drive(talkative, 1, methods);
		assert.deepEqual(wrongMessages(peer, 1), []);
		assert.equal(peer.received.filter(({ method }) => method !== undefined).length, 1 + 1 + 1 + 3 + 3 + 1);
		assert.deepEqual(
			peer.received.filter(({ error }) => error !== undefined),
			[],
		);
	});

	const shared = ['session/list', 'session/set_config_option', 'session/close', 'session/delete'];
	for (const shape of ['B', 'C'] as const) {
		it(`of version 2, in shape ${shape}, with its default answers`, async () => {
			const methods = ['auth/login', 'auth/logout', 'session/resume', ...shared];
			// What B answers to a prompt is of an older draft; all else is of the newest.
			const script: FakeAgentScript = { shape, on: { 'session/prompt': [{ text: 'hello' }] } };
			const peer = await drive(script, 2, methods);
			assert.deepEqual(
				wrongMessages(peer, 2).filter((line) => shape === 'C' || !line.startsWith('PromptResponse')),
				[],
			);
		});
	}

	it('of version 2, in shape A, with its default answers, but for what its draft has in other words', async () => {
		const own = ['authenticate', 'logout', 'session/load'];
		const peer = await driveA({ shape: 'A', on: { 'session/prompt': [{ text: 'hello' }] } }, [
			...own,
			...shared,
		]);
		const wrong = wrongMessages(peer, 2).map((line) => line.split(': ')[0]);
		const unknown = own.map((method) => `Response ${method}`);
		assert.deepEqual(wrong, ['InitializeResponse', ...unknown, 'PromptResponse']);
		assert.ok(peer.received.every(({ error }) => error === undefined));
		const stranger = new RawPeer(fakeAgentCommand({ shape: 'A' }));
		await stranger.open('/work', 2);
		for (const method of ['auth/login', 'auth/logout', 'session/resume'])
			assert.equal((await stranger.request(method, {})).error?.code, -32_601, method);
		await stranger.stop();
	});
});

async function driveA(script: FakeAgentScript, methods: readonly string[]): Promise<RawPeer> {
	const peer = new RawPeer(fakeAgentCommand(script));
	const sessionId = await peer.open('/work', 2);
	for (const method of methods) await peer.request(method, { sessionId });
	await peer.answer(peer.prompt(sessionId, 'go'));
	await peer.stop();
	return peer;
}

describe('the scriptable agent works with the SDK’s own client', () => {
	const children: ChildProcess[] = [];
	after(() => {
		for (const child of children) child.kill('SIGKILL');
	});

	function start(script: FakeAgentScript): { stream: acp.Stream; child: ChildProcess } {
		const { command, args, env } = fakeAgentCommand(script);
		const child = spawn(command, args, {
			env: { ...process.env, ...env },
			stdio: ['pipe', 'pipe', 'inherit'],
		});
		children.push(child);
		const input = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
		return { stream: acp.ndJsonStream(Writable.toWeb(child.stdin), input), child };
	}

	it('from initialize to a cancelled turn: each message passes its parsers', async () => {
		const { stream, child } = start(talkative);
		const said: string[] = [];
		const asked: string[] = [];
		const { agent: ours, client: theirs } = acp.methods;
		const app = acp
			.client()
			.onNotification(theirs.session.update, ({ params: { update } }) => {
				const { sessionUpdate } = update;
				const content: unknown = sessionUpdate === 'agent_message_chunk' ? update.content : undefined;
				said.push((content as { text?: string } | undefined)?.text ?? sessionUpdate);
			})
			.onRequest(theirs.session.requestPermission, ({ params }) => {
				asked.push(params.toolCall.toolCallId);
				return { outcome: { outcome: 'selected', optionId: params.options[0]?.optionId ?? '' } };
			})
			.onRequest(theirs.fs.readTextFile, ({ params }) => {
				asked.push(params.path);
				return { content: 'text of the file' };
			})
			.onRequest(theirs.fs.writeTextFile, ({ params }) => {
				asked.push(`${params.path} ${params.content}`);
				return {};
			});
		await app.connectWith(stream, async (agent) => {
			const initialized = await agent.request(ours.initialize, {
				protocolVersion: acp.PROTOCOL_VERSION,
				clientCapabilities: { fs: { readTextFile: true, writeTextFile: true } },
			});
			assert.equal(initialized.protocolVersion, acp.PROTOCOL_VERSION);
			const { sessionId } = await agent.request(ours.session.new, { cwd: '/work', mcpServers: [] });
			const prompt = [{ type: 'text' as const, text: 'go' }];
			const first = await agent.request<acp.PromptResponse>(ours.session.prompt, { sessionId, prompt });
			assert.equal(first.stopReason, 'end_turn');
			assert.equal(said.at(-1), 'yes: text of the file');
			assert.deepEqual(asked, ['call', '/work/a', '/work/b text of the file']);
			const second = agent.request<acp.PromptResponse>(ours.session.prompt, { sessionId, prompt });
			while (said.at(-1) !== 'I wait.') await new Promise((resolve) => setTimeout(resolve, 10));
			await agent.notify(ours.session.cancel, { sessionId });
			assert.equal((await second).stopReason, 'cancelled');
		});
		child.stdin?.end();
		if (child.exitCode === null) await once(child, 'exit');
		assert.equal(child.exitCode, 0);
	});
});
