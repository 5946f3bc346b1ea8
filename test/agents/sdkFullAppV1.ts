/**
 * An agent on the `agent()` API of the newest SDK that answers every method of version 1 and, told so by the prompt,
 * calls every one of the client's. What it heard goes back as JSON in message chunks.
 */
import * as acp from '@agentclientprotocol/sdk/unstable';
import { everyCapability } from './everyCapability.ts';
import {
	aborted,
	allowOrReject,
	codeOf,
	form,
	loggedIn,
	modelChoice,
	pageOfSessions,
	providers,
	sessionId,
} from './sdkFullParts.ts';

const { client: theirs } = acp.methods;

const modes: acp.SessionModeState = {
	currentModeId: 'ask',
	availableModes: [
		{ id: 'ask', name: 'Ask' },
		{ id: 'code', name: 'Code' },
	],
};
const optionsWith = (model: string, isFast: boolean): acp.SessionConfigOption[] => [
	{ id: 'model', ...modelChoice(model) },
	{ id: 'fast', name: 'Fast', type: 'boolean', currentValue: isFast },
];
const models = {
	currentModelId: 'm1',
	availableModels: [
		{ modelId: 'm1', name: 'One' },
		{ modelId: 'm2', name: 'Two' },
	],
};

let turn: AbortController | undefined;
/** Everything the agent was told, for the prompt "heard". */
const heard: unknown[] = [];

function note(method: string, params: unknown): void {
	heard.push([method, params]);
}

/** Calls of the client, by the text of the prompt. */
const calls: Readonly<Record<string, (client: acp.AgentContext) => Promise<unknown>>> = {
	files: async (client) => {
		await client.request(theirs.fs.writeTextFile, { sessionId, path: '/work/a', content: 'x' });
		return client.request(theirs.fs.readTextFile, { sessionId, path: '/work/a', line: 2, limit: 3 });
	},
	terminals: async (client) => {
		const terminal = await client.createTerminal({ sessionId, command: 'make', args: ['-k'], cwd: '/work' });
		const output = await terminal.currentOutput();
		const exit = await terminal.waitForExit();
		await terminal.kill();
		await terminal.release();
		return { id: terminal.id, output, exit };
	},
	permission: (client) => client.request(theirs.session.requestPermission, question),
	form: (client) =>
		client.request(theirs.elicitation.create, {
			sessionId,
			message: 'Your name?',
			mode: 'form',
			requestedSchema: form,
		}),
	url: async (client) => {
		const params = {
			sessionId,
			message: 'Go',
			mode: 'url',
			elicitationId: 'e1',
			url: 'https://a.test/',
		} as const;
		const answer = await client.request(theirs.elicitation.create, params);
		await client.notify(theirs.elicitation.complete, { elicitationId: 'e1' });
		return answer;
	},
	mcp: (client) =>
		client.request(theirs.mcp.message, { serverId: 'd1', requestId: 'q1', method: 'tools/list', params: {} }),
	withdraw: async (client) => {
		const controller = new AbortController();
		const asked = client.request(theirs.session.requestPermission, question, {
			cancellationSignal: controller.signal,
		});
		// Its answer says that the question before it was heard: one that is withdrawn unheard is answered by an error.
		void client
			.request('_vendor/unknown', {})
			.catch(codeOf)
			.then(() => controller.abort());
		return asked;
	},
	'unknown method': (client) => client.request('_vendor/unknown', {}).catch(codeOf),
	status: async (client) => {
		await client.notify(theirs.auth.statusUpdate, { state: 'authenticated', accounts: [] });
		return {};
	},
	heard: () => Promise.resolve(heard),
	wait: async (client) => {
		await say(client, 'waiting');
		if (turn !== undefined) await aborted(turn.signal);
		return {};
	},
};

const question: acp.RequestPermissionRequest = {
	sessionId,
	toolCall: { toolCallId: 'c1', title: 'Edit' },
	options: allowOrReject,
};

async function say(client: acp.AgentContext, value: unknown): Promise<void> {
	const content = { type: 'text' as const, text: JSON.stringify(value) };
	await client.notify(theirs.session.update, {
		sessionId,
		update: { sessionUpdate: 'agent_message_chunk', content },
	});
}

/** Serves each connection that it is connected to. */
export const fullAppV1: acp.AgentApp = acp
	.agent({ name: 'sdk-full-agent' })
	.onRequest('initialize', () => ({
		protocolVersion: acp.PROTOCOL_VERSION,
		agentInfo: { name: 'sdk-full-agent', version: '2.4.0' },
		agentCapabilities: everyCapability,
		authMethods: [
			{ id: 'web', name: 'In the browser' },
			{ id: 'never', name: 'Never ends' },
		],
	}))
	.onRequest('authenticate', async ({ params, client, signal, requestId }) => {
		note('authenticate', params);
		if (params.methodId === 'never') {
			await aborted(signal);
			throw acp.RequestError.requestCancelled();
		}
		// About the login that is under way, before there is any session.
		const ask = { requestId, message: 'Your name?', mode: 'form', requestedSchema: form } as const;
		note('asked at login', await client.request(theirs.elicitation.create, ask));
	})
	.onRequest('logout', ({ params }) => note('logout', params))
	.onRequest('auth/status', () => loggedIn)
	.onRequest('providers/list', () => ({ providers }))
	.onRequest('providers/set', ({ params }) => note('providers/set', params))
	.onRequest('providers/disable', ({ params }) => note('providers/disable', params))
	.onRequest('session/new', ({ params }) => {
		note('session/new', params);
		return { sessionId, modes, configOptions: optionsWith('small', false), models };
	})
	.onRequest('session/load', async ({ params, client }) => {
		note('session/load', params);
		await say(client, 'replayed');
		return { modes };
	})
	.onRequest('session/resume', ({ params }) => {
		note('session/resume', params);
		return {};
	})
	.onRequest('session/fork', ({ params }) => {
		note('session/fork', params);
		return { sessionId: 'copy' };
	})
	.onRequest('session/list', ({ params }) => pageOfSessions(params.cursor))
	.onRequest('session/delete', ({ params }) => note('session/delete', params))
	.onRequest('session/close', ({ params }) => note('session/close', params))
	.onRequest('session/archive', ({ params }) => note('session/archive', params))
	.onRequest('session/unarchive', ({ params }) => note('session/unarchive', params))
	.onRequest('session/status', () => ({ status: 'open' }))
	.onRequest('session/set_title', ({ params }) => ({ title: params.title.toUpperCase() }))
	.onRequest('session/set_mode', ({ params }) => note('session/set_mode', params))
	.onRequest(
		'session/set_model',
		(params) => params,
		({ params }) => {
			note('session/set_model', params);
			return {};
		},
	)
	.onRequest('session/set_config_option', ({ params }) => {
		const isFast = 'type' in params && params.type === 'boolean' && params.value;
		return { configOptions: optionsWith(typeof params.value === 'string' ? params.value : 'small', isFast) };
	})
	.onRequest('session/prompt', async ({ params, client }) => {
		turn = new AbortController();
		const [first] = params.prompt;
		const call = first?.type === 'text' ? calls[first.text] : undefined;
		if (call === undefined) note('session/prompt', params.prompt);
		await say(client, await call?.(client));
		return { stopReason: turn.signal.aborted ? 'cancelled' : 'end_turn' };
	})
	.onNotification('session/cancel', () => turn?.abort());
