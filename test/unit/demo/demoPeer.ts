import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { PassThrough, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import {
	type AnyMessage,
	client,
	type ClientCapabilities,
	type ClientConnection,
	type ClientContext,
	type CreateElicitationRequest,
	type CreateElicitationResponse,
	type InitializeResponse,
	methods,
	ndJsonStream,
	type ContentBlock,
	type PermissionOptionKind,
	type PromptRequest,
	type RequestPermissionRequest,
	type RequestPermissionResponse,
	type SessionUpdate,
	type Stream,
} from '@agentclientprotocol/sdk';
import { DemoAgent } from '../../../src/demo/demoAgent.ts';
import { readOptions } from '../../../src/demo/options.ts';
import { serve } from '../../../src/demo/serve.ts';
import { allCapabilities } from './capabilities.ts';
import { SchemaCheck } from './schemaCheck.ts';
import { TestTerminals } from './testTerminals.ts';

export const mainPath = fileURLToPath(new URL('../../../src/demo/main.ts', import.meta.url));

export interface PeerOptions {
	readonly capabilities?: ClientCapabilities;
	readonly env?: Record<string, string>;
	/** The program itself, in a process of its own: for what ends it, writes past it, or starts it again. */
	readonly isProcess?: boolean;
	/** Answers permission requests; by default nothing is answered. */
	readonly onPermission?: (
		request: RequestPermissionRequest,
		signal: AbortSignal,
	) => Promise<RequestPermissionResponse>;
	/** Answers forms and addresses; by default nothing is answered. */
	readonly onElicitation?: (request: CreateElicitationRequest) => CreateElicitationResponse;
}

/** The agent's end of the conversation. */
interface AgentEnd {
	readonly input: Writable;
	readonly output: Readable;
	/** What it says beside the protocol. */
	readonly errors?: Readable;
	readonly exitCode: Promise<number | null>;
}

/** The demo agent, with a client of the SDK on the other end. */
export class DemoPeer {
	readonly agent: ClientContext;
	readonly initialized: Promise<InitializeResponse>;
	readonly exitCode: Promise<number | null>;
	readonly updates: SessionUpdate[] = [];
	readonly permissions: RequestPermissionRequest[] = [];
	readonly elicitations: CreateElicitationRequest[] = [];
	/** `withdrawn`, or the id that the agent said to be complete. */
	readonly elicitationEnds: string[] = [];
	readonly terminals = new TestTerminals();
	readonly schema = new SchemaCheck();
	readonly #connection: ClientConnection;
	readonly #input: Writable;
	readonly #waiting = new Set<() => void>();
	stderr = '';

	constructor(options: PeerOptions = {}) {
		const env = { ...process.env, ACP_HOST_DEMO_PACE: '0', NODE_NO_WARNINGS: '1', ...options.env };
		const end = options.isProcess === true ? startProcess(env) : startHere(env);
		this.#input = end.input;
		this.exitCode = end.exitCode;
		end.errors?.on('data', (data: Buffer) => (this.stderr += data.toString()));
		const stream = ndJsonStream(
			Writable.toWeb(end.input),
			Readable.toWeb(end.output) as ReadableStream<Uint8Array>,
		);
		this.#connection = this.#client(options).connect(tapped(stream, this.schema));
		this.agent = this.#connection.agent;
		this.initialized = this.agent.request(methods.agent.initialize, {
			protocolVersion: 1,
			clientCapabilities: options.capabilities ?? allCapabilities,
		});
	}

	async newSession(cwd: string): Promise<string> {
		await this.initialized;
		return (await this.agent.request(methods.agent.session.new, { cwd, mcpServers: [] })).sessionId;
	}

	/** Sends a prompt and returns its stop reason. */
	async prompt(sessionId: string, text: string, ...attached: ContentBlock[]): Promise<string> {
		const params: PromptRequest = { sessionId, prompt: [{ type: 'text', text }, ...attached] };
		return (await this.agent.request(methods.agent.session.prompt, params)).stopReason;
	}

	async cancel(sessionId: string): Promise<void> {
		await this.agent.notify(methods.agent.session.cancel, { sessionId });
	}

	/** Waits until what has arrived fulfils `condition`. */
	async until(condition: () => boolean): Promise<void> {
		while (!condition()) await new Promise<void>((resolve) => this.#waiting.add(resolve));
	}

	ofKind<Kind extends SessionUpdate['sessionUpdate']>(
		kind: Kind,
	): Extract<SessionUpdate, { sessionUpdate: Kind }>[] {
		return this.updates.filter(
			(update): update is Extract<SessionUpdate, { sessionUpdate: Kind }> => update.sessionUpdate === kind,
		);
	}

	/** What the agent said so far. */
	get said(): string {
		const chunks = this.ofKind('agent_message_chunk');
		return chunks.map(({ content }) => (content.type === 'text' ? content.text : '')).join('');
	}

	/** The last status of each tool call, by title. */
	get tools(): Record<string, string | undefined> {
		const byId = new Map<string, { title: string; status: string | undefined }>();
		for (const update of this.updates) {
			if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') continue;
			const known = byId.get(update.toolCallId);
			const title = update.title ?? known?.title ?? '';
			byId.set(update.toolCallId, { title, status: update.status ?? known?.status });
		}
		return Object.fromEntries([...byId.values()].map(({ title, status }) => [title, status]));
	}

	/** Closes the pipe; the agent is expected to end by itself. */
	async close(): Promise<number | null> {
		this.#input.end();
		const code = await this.exitCode;
		this.#connection.close();
		await this.terminals.ended();
		return code;
	}

	#client(options: PeerOptions) {
		const terminals = this.terminals;
		const { session, fs, terminal, elicitation } = methods.client;
		return client({ name: 'test' })
			.onNotification(session.update, ({ params }) => {
				this.updates.push(params.update);
				this.#wake();
			})
			.onRequest(session.requestPermission, ({ params, signal }) => {
				this.permissions.push(params);
				this.#wake();
				return options.onPermission?.(params, signal) ?? new Promise(() => undefined);
			})
			.onRequest(elicitation.create, ({ params, signal }) => {
				this.elicitations.push(params);
				signal.addEventListener('abort', () => this.#endElicitation('withdrawn'));
				this.#wake();
				return options.onElicitation?.(params) ?? new Promise(() => undefined);
			})
			.onNotification(elicitation.complete, ({ params }) => this.#endElicitation(params.elicitationId))
			.onRequest(fs.readTextFile, async ({ params }) => ({ content: await readFile(params.path, 'utf8') }))
			.onRequest(fs.writeTextFile, async ({ params }) => {
				await writeFile(params.path, params.content);
				return {};
			})
			.onRequest(terminal.create, ({ params }) => terminals.create(params))
			.onRequest(terminal.output, ({ params }) => terminals.output(params.terminalId))
			.onRequest(terminal.waitForExit, ({ params }) => terminals.wait(params.terminalId))
			.onRequest(terminal.kill, ({ params }) => terminals.kill(params.terminalId))
			.onRequest(terminal.release, ({ params }) => terminals.release(params.terminalId));
	}

	#endElicitation(how: string): void {
		this.elicitationEnds.push(how);
		this.#wake();
	}

	#wake(): void {
		const waiting = [...this.#waiting];
		this.#waiting.clear();
		for (const resolve of waiting) resolve();
	}
}

function startProcess(env: NodeJS.ProcessEnv): AgentEnd {
	const child = spawn(process.execPath, [mainPath], { env, stdio: 'pipe' });
	// An agent that crashes takes the pipe with it.
	child.stdin.on('error', () => undefined);
	const exitCode = new Promise<number | null>((resolve) => child.on('close', resolve));
	return { input: child.stdin, output: child.stdout, errors: child.stderr, exitCode };
}

/** As `src/demo/main.ts` does it, in this process. */
function startHere(env: NodeJS.ProcessEnv): AgentEnd {
	const [input, output] = [new PassThrough(), new PassThrough()];
	const exitCode = new Promise<number>((resolve) => {
		serve(new DemoAgent(readOptions(env)), input, output, () => {
			output.end();
			resolve(0);
		});
	});
	return { input, output, exitCode };
}

/** Chooses the first option of a kind. */
export function choose(kind: PermissionOptionKind) {
	return async ({ options }: RequestPermissionRequest): Promise<RequestPermissionResponse> => {
		const optionId = options.find((option) => option.kind === kind)?.optionId;
		return { outcome: optionId ? { outcome: 'selected', optionId } : { outcome: 'cancelled' } };
	};
}

function tapped(stream: Stream, check: SchemaCheck): Stream {
	const received = new TransformStream<AnyMessage, AnyMessage>({
		transform(message, controller) {
			check.received(message);
			controller.enqueue(message);
		},
	});
	const sent = new TransformStream<AnyMessage, AnyMessage>({
		transform(message, controller) {
			check.sent(message);
			controller.enqueue(message);
		},
	});
	sent.readable.pipeTo(stream.writable).catch(() => undefined);
	return { readable: stream.readable.pipeThrough(received), writable: sent.writable };
}
