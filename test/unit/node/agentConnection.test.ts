/** The connection over a real process and real pipes. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AgentError } from '../../../src/core/base/errors.ts';
import * as limits from '../../../src/core/base/limits.ts';
import { AgentProcess, exitError } from '../../../src/node/agentProcess.ts';
import { childEnv } from '../../../src/node/childEnv.ts';
import { AgentConnection } from '../../../src/node/connection.ts';
import { StreamTransport } from '../../../src/node/transport/streamTransport.ts';
import { it } from '../protocol/eachCarrier.ts';
import { startScripted } from '../protocol/scriptedAgent.ts';
import { collectChunks, isInOrder, openSession } from './chunks.ts';
import { startFake, tempDir, until } from './support.ts';

const dir = tempDir();

test('[hazard A7] a flood of 50,000 updates arrives whole, in order, before the answer, within the bound', async () => {
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

test('[hazard A7] a cancel sent in the middle of a flood ends it', async () => {
	const agent = await startFake({ on: { 'session/prompt': [{ flood: { count: 10_000_000 } }] } });
	const sessionId = await openSession(agent);
	const chunks = collectChunks(agent);
	const answer = agent.connection.request('session/prompt', { sessionId, prompt: [] });
	await until(() => chunks.length > 2000);
	agent.connection.notify('session/cancel', { sessionId });
	assert.deepEqual(await answer, { stopReason: 'cancelled' });
	await agent.process.stop();
});

test('[hazard A8] an agent that reads nothing, asks for 200 MiB and floods us fails at the bound; nothing blocks', async () => {
	const agent = await startFake({
		ignoreStdin: true,
		start: [
			{ flood: { count: 10_000 } },
			{
				repeat: 200,
				steps: [
					{ request: { method: 'fs/read_text_file', params: { path: '/work/a' } }, isAsync: true },
					{ flood: { count: 50 } },
				],
			},
			{ flood: { count: 10_000 } },
		],
	});
	const content = 'x'.repeat(1024 * 1024);
	let asked = 0;
	agent.connection.onRequest(() => {
		asked++;
		return Promise.resolve({ content });
	});
	const chunks = collectChunks(agent);
	const pending = agent.connection.request('session/prompt', {});
	await assert.rejects(pending, (error) => AgentError.is(error, 'notReading'));
	// Each answer is a little more than a MiB; the pipe itself takes some.
	const bound = limits.unsentBytes / 2 ** 20;
	assert.ok(asked >= bound && asked <= 200, `${asked} answers of 1 MiB`);
	assert.ok(chunks.length >= 10_000, `${chunks.length} updates`);
	agent.process.kill();
	await agent.process.exited;
});

test('[hazard A9] a request that cannot be written fails with the reason for which the connection ends, told once', async () => {
	const agent = await startFake({ ignoreEof: true, on: { _deaf: [{ closeStdin: true }, { text: 'deaf' }] } });
	const reasons: AgentError[] = [];
	agent.connection.onClose((reason) => reasons.push(reason));
	const chunks = collectChunks(agent);
	agent.connection.notify('_deaf', {});
	await until(() => chunks.length === 1);
	const failures = await Promise.all(
		[1, 2, 3].map((n) => agent.connection.request('_n', { n }).catch((error: unknown) => error)),
	);
	assert.equal(reasons.length, 1);
	for (const failure of failures) assert.equal(failure, reasons[0]);
	assert.ok(AgentError.is(reasons[0], 'exited'));
	agent.process.kill();
	await agent.process.exited;
});

test('a crash fails what is pending with the code and the last words', async () => {
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

test('closing stdout alone ends the connection although the process lives', async () => {
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

test('half a line at the exit is dropped', async () => {
	const agent = await startFake({
		start: [{ raw: '{"method":"a"}\n{"method":"b","params":{"text":"é' }, { die: { code: 0 } }],
	});
	const methods: string[] = [];
	agent.connection.onNotification((method) => methods.push(method));
	await agent.process.exited;
	await until(() => agent.connection.closeReason !== undefined);
	assert.deepEqual(methods, ['a']);
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
	const heard: string[] = [];
	const agent = await startScripted(
		{
			on: {
				'session/prompt': [
					{ raw: 'noise\n{"id":7,"method":"_seven"}\n{"id":"7","method":"_seven"}\n' },
					{ request: { method: 'fs/read_text_file', params: { path: '/x' } }, as: 'file' },
					{ text: 'read ${result.file.content}' },
				],
			},
		},
		{ hear: (text) => heard.push(text) },
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
	const messages = heard.map((line) => JSON.parse(line) as Record<string, unknown>);
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

test('[hazard B8] a process that leaves a descendant with its stderr is told by its exit code, not by its closed pipe', async () => {
	const pidFile = join(dir, 'descendant');
	const code = `
		const { pid } = require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'],
			{ detached: true, stdio: ['ignore', 'ignore', 'inherit'] });
		require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(pid));
		require('fs').closeSync(1);
		setTimeout(() => process.exit(7), 20);`;
	const line = { command: process.execPath, args: ['-e', code], cwd: dir, env: childEnv(process.env) };
	const agent = await AgentProcess.start(line);
	const transport = new StreamTransport({ input: agent.stdout, output: agent.stdin });
	const connection = new AgentConnection({ transport });
	agent.onExit((exit) => connection.close(exitError('Fake', exit)));
	try {
		const reason = await new Promise<AgentError>((resolve) => connection.onClose(resolve));
		assert.equal(reason.message, 'Fake ended with exit code 7.');
	} finally {
		process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
		await agent.stop();
	}
});
