/** The peer of the scenario suite: it does in each shape what that shape says, and the same visible things in all. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { scenarioAgentCommand, type ScenarioAgentSetup } from '../../agents/scenarioAgentCommand.ts';
import type { Shape } from '../../agents/promptTurns.ts';
import { tempDir } from '../node/support.ts';
import { wrongMessages } from './agentSchema.ts';
import { RawPeer } from './rawPeer.ts';
import { sized } from '../../tools/sized.ts';

/** A and B are drafts of C. */
const drafts = sized(['A', 'B'] as const, []);
const shapes: readonly Shape[] = ['v1', ...drafts, 'C'];
const started: RawPeer[] = [];

async function open(setup: ScenarioAgentSetup, cwd = tempDir()): Promise<[RawPeer, string]> {
	const peer = new RawPeer(scenarioAgentCommand(setup));
	started.push(peer);
	return [peer, await peer.open(cwd, setup.shape === 'v1' ? 1 : 2)];
}

/** Sends a prompt and waits for the end of the turn, in whatever shape it comes. */
async function play(peer: RawPeer, shape: Shape, sessionId: string, text: string): Promise<string> {
	const ends = peer.updates.filter(({ stopReason }) => stopReason !== undefined).length;
	const answer = await peer.answer(peer.prompt(sessionId, text));
	if (answer.error !== undefined) return `error ${answer.error.code}`;
	if (shape === 'v1' || shape === 'A') return String(answer.result?.['stopReason']);
	await peer.find(() => peer.updates.filter(({ stopReason }) => stopReason !== undefined).length > ends);
	return String(peer.updates.findLast(({ stopReason }) => stopReason !== undefined)?.['stopReason']);
}

describe('the scenario agent', () => {
	after(() => Promise.all(started.map((peer) => peer.stop())));

	for (const shape of shapes) {
		it(`${shape}: plays what needs no answer`, async () => {
			const [peer, sessionId] = await open({ shape });
			const prompts = ['stream', 'upsert', 'plan', 'check', 'usage', 'end max_tokens', 'hello'];
			for (const text of prompts) {
				const expected = text === 'end max_tokens' ? 'max_tokens' : 'end_turn';
				assert.equal(await play(peer, shape, sessionId, text), expected, text);
			}
			const failed = shape === 'v1' || shape === 'A' ? 'error -32603' : 'error';
			assert.equal(await play(peer, shape, sessionId, 'fail'), failed);
			assert.equal(await play(peer, shape, sessionId, 'refuse'), 'error -32603');
			assert.equal(textOf(peer).includes('You said: hello'), true);
			assertShape(peer, shape);
		});

		it(`${shape}: edits a file, when it may`, async () => {
			const cwd = tempDir();
			const file = path.join(cwd, 'notes.txt');
			writeFileSync(file, 'one\n');
			const [peer, sessionId] = await open({ shape }, cwd);
			if (shape === 'v1') serveFiles(peer);
			assert.equal(await play(peer, shape, sessionId, 'edit'), 'end_turn');
			assert.equal(readFileSync(file, 'utf8'), 'one\na line of the agent\n');
			for (const [optionId, lines] of [
				['no', 2],
				['yes', 3],
			] as const) {
				const turn = play(peer, shape, sessionId, 'ask');
				const { id } = await peer.find(
					(message) => message.method === 'session/request_permission' && !answered.has(message),
				);
				answered.add(
					peer.received.find((message) => message.id === id && message.method !== undefined) ?? {},
				);
				peer.respond(id, { outcome: { outcome: 'selected', optionId } });
				assert.equal(await turn, 'end_turn');
				assert.equal(readFileSync(file, 'utf8').split('\n').length - 1, lines);
			}
			const diff = peer.updates
				.flatMap(({ content }) => content ?? [])
				.find((item) => Object(item).type === 'diff');
			assert.deepEqual(
				Object.keys(Object(diff)).slice(1),
				{
					v1: ['path', 'oldText', 'newText'],
					A: ['path', 'oldText', 'newText'],
					B: ['changes', 'patch'],
					C: ['changes', 'patch'],
				}[shape],
			);
			assertShape(peer, shape);
		});

		it(`${shape}: stops, and says a last word`, async () => {
			const [peer, sessionId] = await open({ shape });
			const turn = play(peer, shape, sessionId, 'slow');
			await peer.find(() => textOf(peer).includes('Working'));
			peer.notify('session/cancel', { sessionId });
			assert.equal(await turn, 'cancelled');
			assert.match(textOf(peer), /Stopped at once/u);
			assertShape(peer, shape);
		});

		it(`${shape}: tells a conversation again in a new process`, async () => {
			const store = tempDir();
			const cwd = tempDir();
			const [first, sessionId] = await open({ shape, store }, cwd);
			await play(first, shape, sessionId, 'stream');
			first.prompt(sessionId, 'crash');
			assert.equal(await first.exit(), 3);
			const [second] = await open({ shape, store }, cwd);
			const { result } = await second.request('session/list', { cwd });
			assert.equal(listOf(result, 'sessions').length, 2);
			const isLoaded = shape === 'v1' || shape === 'A';
			const from = isLoaded ? { mcpServers: [] } : { replayFrom: { type: 'start' } };
			await second.request(isLoaded ? 'session/load' : 'session/resume', { sessionId, cwd, ...from });
			assert.equal(textOf(second), 'Streaming **bold** words, one by one.About to crash.');
			assertShape(second, shape);
		});

		it(`${shape}: ${shape === 'C' ? 'holds' : 'refuses'} a prompt during another`, async () => {
			const gates = tempDir();
			const [peer, sessionId] = await open({ shape, gates });
			const first = play(peer, shape, sessionId, 'slow');
			await peer.find(() => textOf(peer).includes('Working'));
			const second = peer.prompt(sessionId, 'hello');
			if (shape === 'C') {
				peer.notify('$/cancel_request', { requestId: second });
				assert.equal((await peer.answer(second)).error?.code, -32_800);
				const third = peer.prompt(sessionId, 'stream');
				peer.prompt(sessionId, 'also this');
				await peer.find(() => peer.updates.filter(isUserMessage).length === 2);
				writeFileSync(path.join(gates, 'finish'), '');
				await first;
				assert.match(String((await peer.answer(third)).result?.['messageId']), /^user-/u);
			} else {
				assert.equal((await peer.answer(second)).error?.code, -32_600);
				writeFileSync(path.join(gates, 'finish'), '');
				assert.equal(await first, 'end_turn');
			}
			assertShape(peer, shape);
		});
	}

	for (const shape of [...drafts, 'C'] as const) {
		it(`${shape}: runs commands itself`, async () => {
			const [peer, sessionId] = await open({ shape });
			assert.equal(await play(peer, shape, sessionId, 'shell'), 'end_turn');
			const bytes = peer.updates.flatMap(({ sessionUpdate, data }) =>
				sessionUpdate === 'terminal_output_chunk' ? [Buffer.from(String(data), 'base64')] : [],
			);
			assert.ok(bytes.length > 3);
			assert.match(Buffer.concat(bytes).toString('utf8'), /hello from the shell\n.*✓ 👋 done/su);
			const turn = play(peer, shape, sessionId, 'shell wait');
			await peer.find(() =>
				peer.updates.some(({ data }) => data === Buffer.from('waiting').toString('base64')),
			);
			peer.notify('session/cancel', { sessionId });
			assert.equal(await turn, 'cancelled');
			assertShape(peer, shape);
		});

		it(`${shape}: withdraws a question${shape === 'C' ? ', and on Stop too' : ''}`, async () => {
			const gates = tempDir();
			const [peer, sessionId] = await open({ shape, gates });
			const asked = async (count: number): Promise<unknown> => {
				const all = (): unknown[] =>
					peer.received.flatMap(({ method, id }) => (method === 'session/request_permission' ? [id] : []));
				await peer.find(() => all().length === count);
				return all()[count - 1];
			};
			const turn = play(peer, shape, sessionId, 'withdraw');
			const id = await asked(1);
			writeFileSync(path.join(gates, 'withdraw'), '');
			await peer.find(({ method, params }) => method === '$/cancel_request' && params?.['requestId'] === id);
			peer.respond(id, { outcome: { outcome: 'cancelled' } });
			assert.equal(await turn, 'end_turn');
			const stopped = play(peer, shape, sessionId, 'ask');
			const other = await asked(2);
			peer.notify('session/cancel', { sessionId });
			if (shape === 'C') await peer.find(({ params }) => params?.['requestId'] === other);
			peer.respond(other, { outcome: { outcome: 'cancelled' } });
			assert.equal(await stopped, 'cancelled');
			assertShape(peer, shape);
		});

		it(`${shape}: asks for version 2 in the words of the protocol`, async () => {
			const peer = new RawPeer(scenarioAgentCommand({ shape }));
			started.push(peer);
			assert.equal((await peer.request('session/new', { cwd: '/' })).error?.code, -32_600);
			const refused = await peer.request('initialize', { protocolVersion: 1 });
			assert.deepEqual([refused.error?.code, refused.error?.data], [-32_022, { supported: [2] }]);
			assert.equal((await peer.request('initialize', { protocolVersion: 2 })).error, undefined);
			const other = shape === 'A' ? 'session/resume' : 'session/load';
			assert.equal((await peer.request(other, {})).error?.code, -32_601);
		});
	}

	it('C: keeps a command in the background, which is cancelled by itself', async () => {
		const [peer, sessionId] = await open({ shape: 'C' });
		await play(peer, 'C', sessionId, 'background');
		const idle = peer.updates.findLast(({ state }) => state === 'idle');
		const [item] = listOf(idle, 'background');
		const terminalId = item?.['terminalId'];
		assert.ok(terminalId !== undefined);
		assert.deepEqual((await peer.request('terminal/cancel', { sessionId, terminalId })).result, {});
		await peer.find(() => {
			const last = peer.updates.at(-1);
			return last?.['state'] === 'idle' && listOf(last, 'background').length === 0;
		});
		const again = await peer.request('terminal/cancel', { sessionId, terminalId });
		assert.equal(again.error?.code, -32_602);
		assertShape(peer, 'C');
	});
});

const answered = new Set<object>();

/** The client's side of files, for version 1. */
function serveFiles(peer: RawPeer): void {
	const served = new Set<unknown>();
	void peer.find((message) => {
		const { method, id, params = {} } = message;
		if (method?.startsWith('fs/') !== true || served.has(id)) return false;
		served.add(id);
		const file = String(params['path']);
		if (method === 'fs/read_text_file') peer.respond(id, { content: readFileSync(file, 'utf8') });
		else {
			writeFileSync(file, String(params['content']));
			peer.respond(id, {});
		}
		return false;
	});
}

function listOf(value: Record<string, unknown> | undefined, name: string): Record<string, unknown>[] {
	const list = value?.[name];
	return Array.isArray(list) ? (list as Record<string, unknown>[]) : assert.fail(`no ${name}`);
}

const isUserMessage = ({ sessionUpdate }: Record<string, unknown>): boolean =>
	sessionUpdate === 'user_message';

/** All that the agent said. */
function textOf({ updates }: RawPeer): string {
	return updates
		.filter(({ sessionUpdate }) => sessionUpdate === 'agent_message_chunk')
		.map(({ content }) => String((content as Record<string, unknown>)['text']))
		.join('');
}

/**
 * C and version 1 fit the newest schemas. A and B differ exactly where they are older (docs/protocol.md#turn-shapes).
 */
const older: Readonly<Record<Shape, readonly string[]>> = {
	v1: [],
	A: [
		'InitializeResponse',
		'Response session/load',
		'PromptResponse',
		'RequestPermissionRequest',
		'available_commands_update',
		'plan_update',
		'tool_call_update',
	],
	B: ['PromptResponse', 'available_commands_update'],
	C: [],
};

function assertShape(peer: RawPeer, shape: Shape): void {
	const wrong = wrongMessages(peer, shape === 'v1' ? 1 : 2);
	const unexpected = wrong.filter((line) => !older[shape].includes(line.split(':')[0] ?? ''));
	assert.deepEqual(unexpected, []);
	if (shape === 'v1' || shape === 'A') assert.deepEqual(peer.states, []);
}
