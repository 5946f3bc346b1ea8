/**
 * An agent on the draft API of the newest SDK that answers every method of version 2 and, told so by the prompt, calls
 * every one of the client's. What it heard goes back as JSON in a message.
 */
import * as acp from '@agentclientprotocol/sdk/experimental/v2/unstable';
import { everyCapabilityV2 } from './everyCapability.ts';
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

const optionsWith = (model: string, isFast: boolean): acp.SessionConfigOption[] => [
	{ configId: 'model', ...modelChoice(model) },
	{ configId: 'fast', name: 'Fast', type: 'boolean', currentValue: isFast },
];
const availableCommands: acp.AvailableCommand[] = [
	{ type: 'command', name: 'tidy', description: 'Tidies up' },
];
const question: acp.RequestPermissionRequest = {
	sessionId,
	title: 'Edit a file',
	description: 'One line',
	subject: { type: 'tool_call', toolCall: { toolCallId: 'c1', title: 'Edit' } },
	options: allowOrReject,
};

/** Everything the agent was told, for the prompt "heard". */
const heard: unknown[] = [];
/** The work that runs, and those who wait for its end. */
let work: AbortController | undefined;
let workDone: Promise<void> | undefined;
let messages = 0;

function note(method: string, params: unknown): void {
	heard.push([method, params]);
}

/** Calls of the client, by the text of the prompt. */
const calls: Readonly<Record<string, (client: acp.AgentContext) => Promise<unknown>>> = {
	permission: (client) => client.request(theirs.session.requestPermission, question),
	command: (client) =>
		client.request(theirs.session.requestPermission, {
			sessionId,
			title: 'Run make',
			subject: { type: 'command', command: 'make', cwd: '/work' },
			options: question.options,
		}),
	form: (client) =>
		client.request(theirs.elicitation.create, {
			sessionId,
			message: 'Your name?',
			mode: 'form',
			requestedSchema: form,
		}),
	url: async (client) => {
		const address = { mode: 'url', elicitationId: 'e1', url: 'https://a.test/' } as const;
		const answer = await client.request(theirs.elicitation.create, { sessionId, message: 'Go', ...address });
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
	/** A tool call and a terminal that can be stopped by themselves. */
	stoppable: async (client) => {
		const capabilities = { cancel: {} };
		await update(client, {
			sessionUpdate: 'terminal_update',
			terminalId: 't1',
			command: 'make',
			capabilities,
		});
		const content: acp.ToolCallContent[] = [{ type: 'terminal', terminalId: 't1' }];
		const call = { toolCallId: 'c2', title: 'Make', content, capabilities } as const;
		await update(client, { sessionUpdate: 'tool_call_update', status: 'in_progress', ...call });
		return {};
	},
	wait: async (client) => {
		await say(client, 'waiting');
		if (work !== undefined) await aborted(work.signal);
		return {};
	},
};

async function update(client: acp.AgentContext, content: acp.SessionUpdate): Promise<void> {
	await client.notify(theirs.session.update, { sessionId, update: content });
}

async function say(client: acp.AgentContext, value: unknown): Promise<void> {
	const content: acp.ContentBlock[] = [{ type: 'text', text: JSON.stringify(value) }];
	await update(client, { sessionUpdate: 'agent_message', messageId: `agent-${++messages}`, content });
}

/** The work for one prompt, after it was taken up. */
async function runWork(client: acp.AgentContext, prompt: readonly acp.ContentBlock[]): Promise<void> {
	const controller = new AbortController();
	work = controller;
	await update(client, { sessionUpdate: 'state_update', state: 'running', background: [] });
	const [first] = prompt;
	const text = first?.type === 'text' && 'text' in first ? String(first.text) : '';
	const call = Object.hasOwn(calls, text) ? calls[text] : undefined;
	if (call === undefined) note('session/prompt', prompt);
	await say(client, await call?.(client));
	const background: acp.BackgroundWork[] = [];
	const idle = { sessionUpdate: 'state_update', state: 'idle', background } as const;
	if (controller.signal.aborted) await update(client, { ...idle, stopReason: 'cancelled' });
	else await update(client, { ...idle, stopReason: 'end_turn' });
}

/** Serves each connection that it is connected to. */
export const fullAppV2: acp.AgentApp = acp
	.agent({ name: 'sdk-v2-agent' })
	.onRequest('initialize', () => ({
		protocolVersion: acp.PROTOCOL_VERSION,
		info: { name: 'sdk-v2-agent', version: '2.4.0' },
		capabilities: everyCapabilityV2,
		authMethods: [
			{ type: 'agent', methodId: 'web', name: 'In the browser' },
			{ type: 'agent', methodId: 'never', name: 'Never ends' },
		],
	}))
	.onRequest('auth/login', async ({ params, client, signal, requestId }) => {
		note('auth/login', params);
		if (params.methodId === 'never') {
			await aborted(signal);
			throw acp.RequestError.requestCancelled();
		}
		// About the login that is under way, before there is any session.
		const asked = {
			requestId: requestId ?? 0,
			message: 'Your name?',
			mode: 'form',
			requestedSchema: form,
		} as const;
		note('asked at login', await client.request(theirs.elicitation.create, asked));
	})
	.onRequest('auth/logout', ({ params }) => note('auth/logout', params))
	.onRequest('auth/status', () => loggedIn)
	.onRequest('providers/list', () => ({ providers }))
	.onRequest('providers/set', ({ params }) => note('providers/set', params))
	.onRequest('providers/disable', ({ params }) => note('providers/disable', params))
	.onRequest('session/new', ({ params }) => {
		note('session/new', params);
		return { sessionId, configOptions: optionsWith('small', false), availableCommands };
	})
	.onRequest('session/resume', async ({ params, client }) => {
		note('session/resume', params);
		const toOld = (content: acp.SessionUpdate): Promise<void> =>
			client.notify(theirs.session.update, { sessionId: params.sessionId, update: content });
		if (params.replayFrom !== undefined && params.replayFrom !== null) {
			const content: acp.ContentBlock[] = [{ type: 'text', text: 'replayed' }];
			await toOld({ sessionUpdate: 'agent_message', messageId: 'old-1', content });
		}
		await toOld({ sessionUpdate: 'state_update', state: 'idle', background: [] });
		return { configOptions: optionsWith('small', false) };
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
	.onRequest('session/status', () => ({ status: 'open', state: { state: 'idle' } }))
	.onRequest('session/set_title', ({ params }) => ({ title: params.title.toUpperCase() }))
	.onRequest('session/set_config_option', ({ params }) => {
		note('session/set_config_option', params);
		const isFast = params.type === 'boolean' && params.value === true;
		return { configOptions: optionsWith(typeof params.value === 'string' ? params.value : 'small', isFast) };
	})
	.onRequest('tool_call/cancel', async ({ params, client }) => {
		note('tool_call/cancel', params);
		const { toolCallId } = params;
		await update(client, {
			sessionUpdate: 'tool_call_update',
			toolCallId,
			status: 'cancelled',
			capabilities: null,
		});
	})
	.onRequest('terminal/cancel', async ({ params, client }) => {
		note('terminal/cancel', params);
		const { terminalId } = params;
		await update(client, {
			sessionUpdate: 'terminal_update',
			terminalId,
			exitStatus: {},
			capabilities: null,
		});
	})
	.onRequest('session/prompt', async ({ params, client, signal }) => {
		// Held until the work before it has ended, or until it is taken back.
		await Promise.race([workDone, aborted(signal)]);
		if (signal.aborted) throw acp.RequestError.requestCancelled();
		const messageId = `user-${++messages}`;
		await update(client, { sessionUpdate: 'user_message', messageId, content: params.prompt });
		workDone = new Promise((resolve) => {
			setImmediate(() => void runWork(client, params.prompt).then(resolve));
		});
		return { messageId };
	})
	.onNotification('session/cancel', ({ params }) => {
		note('session/cancel', params);
		work?.abort();
	});
