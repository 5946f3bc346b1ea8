/** An agent at an address through all that a program goes through, too: permissions, files, Stop, and its end. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pruneSchemas } from '../../../../build/pruneSchemas.ts';
import { AgentError } from '../../../../src/core/base/errors.ts';
import { openRemoteLine } from '../../../../src/host/agents/remoteLine.ts';
import { RunningAgent, type StartOptions } from '../../../../src/host/agents/runningAgent.ts';
import { Redactor } from '../../../../src/node/redact.ts';
import { noProxySettings } from '../../../../src/node/transport/proxy.ts';
import { fakeAgentCommand } from '../../../agents/fakeAgentCommand.ts';
import type { FakeAgentScript } from '../../../agents/fakeAgentScript.ts';
import { serveBySdk } from '../../../agents/sdkServer.ts';
import { serveByWebSocket, type WebSocketAgent } from '../../../agents/webSocketAgent.ts';
import { clientInfo, fullOffer } from '../../core/acp/support.ts';
import { transcript } from '../../core/session/driver/transcript.ts';
import { tempDir, until } from '../../node/support.ts';
import { only } from '../../only.ts';
import { startSession } from '../../protocol/sessionPeer.ts';

const schemaFolder = tempDir();
pruneSchemas(schemaFolder);

async function start(
	{ url }: Pick<WebSocketAgent, 'url'>,
	headers: Record<string, string> = {},
	signal = new AbortController().signal,
) {
	const log: string[] = [];
	const write = (line: string): void => void log.push(line);
	const running = await RunningAgent.start({
		definition: only<StartOptions['definition']>({ type: 'remote', name: 'Far', url, headers }),
		openLine: (options, redactor) => openRemoteLine({ url, headers }, noProxySettings, options, redactor),
		folder: '/work',
		clientInfo,
		schemaFolder,
		launchFolder: '/launch',
		ask: 1,
		signal,
		log: only<StartOptions['log']>({ info: write, warn: write, error: write }),
		redactor: only<NonNullable<StartOptions['redactor']>>({
			text: (text: string) => text.replaceAll('hidden', '…'),
		}),
		offer: fullOffer,
		unstable: new Set(),
	});
	return { running, log };
}

/** A session with the scriptable agent behind a plain WebSocket. */
async function open(script: FakeAgentScript, parts: Parameters<typeof startSession>[1] = {}) {
	const served = await serveByWebSocket(script);
	const { running, log } = await start(served);
	const peer = { agent: running.port, connection: { onClose: running.onExit } };
	const started = await startSession(peer, parts, async () => {
		await running.stop();
		await served.stop();
	});
	return { ...started, served, log };
}

describe('an agent at an address', () => {
	it('asks for permission and for files, and hears the answers', async () => {
		const files = { readTextFile: async () => 'the content', writeTextFile: async () => undefined };
		const { session, say, close } = await open(
			{
				on: {
					'session/prompt': [
						{
							request: { method: 'fs/read_text_file', params: { sessionId: '$session', path: '/work/a' } },
							as: 'file',
						},
						{
							request: {
								method: 'session/request_permission',
								params: {
									sessionId: '$session',
									toolCall: { toolCallId: 't1', title: 'Do it' },
									options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }],
								},
							},
							as: 'answer',
						},
						{ text: '${result.file.content}, ${result.answer.outcome.optionId}' },
					],
				},
			},
			{ backend: { files: only(files) } },
		);
		const turn = say('Go');
		await until(() => session.state.pendingPermissions.length === 1);
		session.permissions.answer(session.state.pendingPermissions[0] ?? '', 'yes');
		await turn;
		assert.match(transcript(session.state).join('\n'), /agent: the content, yes/u);
		await close();
	});

	it('stops when it is told to', async () => {
		const { session, say, close } = await open({
			on: { 'session/prompt': [{ text: 'Working' }, { waitCancel: true }] },
		});
		const turn = say('Go');
		await until(() => transcript(session.state).some((line) => line.includes('Working')));
		session.stop();
		assert.equal(await turn, 'done');
		assert.equal(session.state.lastEnd?.reason, 'cancelled');
		await close();
	});

	it('is let go of in good order: it hears the end, and nothing is told of it as a failure', async () => {
		const served = await serveByWebSocket({});
		const { running, log } = await start(served);
		const exits: AgentError[] = [];
		running.onExit((error) => exits.push(error));
		const closed = new Promise<number>((resolve) => served.sockets[0]?.on('close', resolve));
		await running.stop();
		assert.equal(await closed, 1000);
		assert.deepEqual(
			exits.map(({ reason, message }) => [reason, message]),
			[['exited', 'The connection was closed']],
		);
		assert.deepEqual(log.at(-1), 'The connection was closed');
		await served.stop();
	});

	it('that repeats a secret in its last words shows it to nobody [hazard F5]', async () => {
		const served = await serveByWebSocket({});
		const { running, log } = await start(served, { Authorization: 'hidden' });
		const exit = new Promise<AgentError>((resolve) => running.onExit(resolve));
		served.sockets[0]?.close(1008, 'hidden is no good');
		const { message } = await exit;
		assert.match(message, /… is no good/u);
		assert.doesNotMatch(log.join('\n'), /hidden/u);
		await running.stop();
		await served.stop();
	});

	it('that does not answer is given up at once, by either carrier', async () => {
		const script = { on: { initialize: [{ sleep: 600_000 }] } };
		const served = await serveByWebSocket(script);
		const sdk = await serveBySdk(fakeAgentCommand(script));
		for (const [url, isThere] of [
			[served.url, () => served.sockets.length > 0],
			[sdk.httpUrl, () => sdk.headers.length > 0],
		] as const) {
			const abort = new AbortController();
			const starting = start({ url }, {}, abort.signal);
			until(isThere).then(
				() => abort.abort(),
				() => undefined,
			);
			await assert.rejects(starting, (error) => AgentError.is(error));
		}
		await served.stop();
		await sdk.stop();
	});

	it('that is given up while it connects is gone', async () => {
		const served = await serveByWebSocket({ ignoreStdin: true });
		const abort = new AbortController();
		const log = only<StartOptions['log']>({ info: () => {} });
		const opening = openRemoteLine(
			{ url: served.url, headers: {} },
			noProxySettings,
			{ signal: abort.signal, log },
			new Redactor(),
		);
		abort.abort();
		await assert.rejects(opening, (error) => AgentError.is(error, 'cancelled'));
		await served.stop();
	});
});
