/** The connection over a real process and real pipes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { AgentError } from '../../../src/core/base/errors.ts';
import { limits } from '../../../src/core/base/limits.ts';
import { type RunningAgent, startFake, tempDir, until } from './support.ts';

const dir = tempDir();

async function openSession({ connection }: RunningAgent): Promise<string> {
	await connection.request('initialize', { protocolVersion: 1 });
	const { sessionId } = (await connection.request('session/new', { cwd: dir, mcpServers: [] })) as {
		sessionId: string;
	};
	return sessionId;
}

/** Numbers in front of the texts of the message chunks, in the order of their arrival. */
function collectChunks({ connection }: RunningAgent): number[] {
	const numbers: number[] = [];
	connection.onNotification((_method, params) => {
		const { update } = params as { update: { content: { text: string } } };
		numbers.push(Number.parseInt(update.content.text, 10));
	});
	return numbers;
}

const isInOrder = (numbers: readonly number[]): boolean => numbers.every((value, index) => value === index);

it('[hazard A7] a flood of 50,000 updates arrives whole, in order, before the answer, within the bound', async () => {
	const agent = await startFake({ on: { 'session/prompt': [{ flood: { count: 50_000 } }] } });
	const sessionId = await openSession(agent);
	const chunks = collectChunks(agent);
	const answer = await agent.connection.request('session/prompt', { sessionId, prompt: [] });
	assert.deepEqual(answer, { stopReason: 'end_turn' });
	assert.equal(chunks.length, 50_000);
	assert.ok(isInOrder(chunks));
	assert.ok(agent.connection.peakUndispatched <= limits.inboundHighWater);
	await agent.process.stop();
});

it('[hazard A7] a cancel sent in the middle of a flood ends it', async () => {
	const agent = await startFake({ on: { 'session/prompt': [{ flood: { count: 10_000_000 } }] } });
	const sessionId = await openSession(agent);
	const chunks = collectChunks(agent);
	const answer = agent.connection.request('session/prompt', { sessionId, prompt: [] });
	await until(() => chunks.length > 2000);
	agent.connection.notify('session/cancel', { sessionId });
	assert.deepEqual(await answer, { stopReason: 'cancelled' });
	await agent.process.stop();
});

it('[hazard A8] an agent that reads nothing fails the connection at the bound, while it floods us', async () => {
	const agent = await startFake({ ignoreStdin: true, start: [{ flood: { count: 20_000 } }] });
	const chunks = collectChunks(agent);
	const pending = agent.connection.request('session/prompt', {});
	const text = 'x'.repeat(1024 * 1024);
	for (let n = 0; n < 200; n++) agent.connection.notify('fill', { text });
	await assert.rejects(pending, (error) => AgentError.is(error, 'notReading'));
	assert.ok(isInOrder(chunks));
	agent.process.kill();
	await agent.process.exited;
});

it('[hazard B8] what was written before the exit is handed out before the connection ends', async () => {
	const steps = [{ flood: { count: 10_000 } }, { respond: { stopReason: 'end_turn' } }, { die: { code: 0 } }];
	for (let run = 0; run < 3; run++) {
		const agent = await startFake({ on: { 'session/prompt': steps } });
		const sessionId = await openSession(agent);
		const chunks = collectChunks(agent);
		const answer = await agent.connection.request('session/prompt', { sessionId, prompt: [] });
		assert.deepEqual(answer, { stopReason: 'end_turn' });
		assert.equal(chunks.length, 10_000);
		await agent.process.exited;
	}
});

it('a crash fails what is pending with the code and the last words', async () => {
	const agent = await startFake({
		on: { 'session/prompt': [{ stderr: 'panic: \u001b[31mno memory\u001b[0m\n' }, { die: { code: 7 } }] },
	});
	const sessionId = await openSession(agent);
	const closed = new Promise<AgentError>((resolve) => agent.connection.onClose(resolve));
	const answer = agent.connection.request('session/prompt', { sessionId, prompt: [] });
	await assert.rejects(answer, {
		reason: 'exited',
		message: 'Fake ended with exit code 7.\npanic: no memory',
	});
	assert.match((await closed).message, /code 7/);
});

it('closing stdout alone ends the connection although the process lives', async () => {
	const agent = await startFake({
		ignoreEof: true,
		on: { 'session/prompt': [{ closeStdout: true }, { sleep: 60_000 }] },
	});
	const sessionId = await openSession(agent);
	const answer = agent.connection.request('session/prompt', { sessionId, prompt: [] });
	await assert.rejects(answer, (error) => AgentError.is(error, 'exited'));
	agent.process.kill();
	await agent.process.exited;
});

it('half a line at the exit is dropped', async () => {
	const agent = await startFake({
		start: [{ raw: '{"method":"a"}\n{"method":"b","params":{"text":"é' }, { die: { code: 0 } }],
	});
	const methods: string[] = [];
	agent.connection.onNotification((method) => methods.push(method));
	await agent.process.exited;
	await until(() => agent.connection.closeReason !== undefined);
	assert.deepEqual(methods, ['a']);
});

describe('[hazard A9] an agent that exits between any two of our writes', () => {
	it('causes no unhandled rejection and leaves nothing pending, 20 runs', async () => {
		const runs = Array.from({ length: 20 }, async (_item, run) => {
			const agent = await startFake({ on: { [`_write#${(run % 5) + 1}`]: [{ die: { code: 0 } }] } });
			const answers: Promise<unknown>[] = [];
			for (let n = 0; n < 10; n++) {
				answers.push(agent.connection.request('_write', { n }).catch((error: unknown) => error));
				agent.connection.notify('_note', { n });
				if (run % 2 === 0) await new Promise((resolve) => setTimeout(resolve, run));
			}
			const results = await Promise.all(answers);
			assert.ok(results.every((result) => AgentError.is(result)));
			assert.ok(results.some((result) => AgentError.is(result, 'exited')));
			agent.connection.notify('_late', {});
			await agent.process.exited;
		});
		await Promise.all(runs);
	});
});

it('[acp C4] JSON on stderr is not dispatched, but kept for the log', async () => {
	const line = '{"jsonrpc":"2.0","method":"session/update","params":{}}';
	const agent = await startFake({ start: [{ stderr: `${line}\n` }] });
	agent.connection.onNotification(() => assert.fail('dispatched'));
	await agent.connection.request('initialize', {});
	await until(() => agent.process.stderrTail === line);
	await agent.process.stop();
});

it('[acp C1] [acp C3] [acp C8] the agent receives only messages, and its ids back', async () => {
	const record = join(dir, 'record.jsonl');
	const agent = await startFake(
		{
			on: {
				'session/prompt': [
					{ raw: 'noise\n{"id":7,"method":"_seven"}\n{"id":"7","method":"_seven"}\n' },
					{ request: { method: 'fs/read_text_file', params: { path: '/x' } }, as: 'file' },
					{ text: 'read ${result.file.content}' },
				],
			},
		},
		record,
	);
	const sessionId = await openSession(agent);
	const texts: unknown[] = [];
	agent.connection.onNotification((_method, params) =>
		texts.push((params as { update: { content: unknown } }).update.content),
	);
	agent.connection.onRequest(async (method) => ({ content: method }));
	await agent.connection.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'a\nb' }] });
	await agent.process.stop();
	assert.deepEqual(texts, [{ type: 'text', text: 'read fs/read_text_file' }]);
	const lines = readFileSync(record, 'utf8')
		.trimEnd()
		.split('\n')
		.map((line) => (JSON.parse(line) as { line: string }).line);
	const messages = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
	assert.ok(messages.every((message) => message['jsonrpc'] === '2.0'));
	assert.deepEqual(
		messages.slice(0, 3).map((message) => message['method']),
		['initialize', 'session/new', 'session/prompt'],
	);
	const answers = messages.slice(3).map(({ id, result }) => [id, (result as { content: string }).content]);
	assert.deepEqual(answers, [
		[7, '_seven'],
		['7', '_seven'],
		[0, 'fs/read_text_file'],
	]);
});
