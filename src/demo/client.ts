/**
 * The client as the demo agent sees it: typed calls over the connection.
 * A turn never waits for a client that was told to cancel: that is up to `untilAborted` in `turn.ts`.
 */
import type {
	ClientCapabilities,
	CreateElicitationRequest,
	CreateElicitationResponse,
	CreateTerminalRequest,
	CreateTerminalResponse,
	ReadTextFileRequest,
	ReadTextFileResponse,
	RequestPermissionRequest,
	RequestPermissionResponse,
	SessionNotification,
	TerminalOutputResponse,
	WaitForTerminalExitResponse,
	WriteTextFileRequest,
} from '@agentclientprotocol/sdk';

/** What the transport offers. `src/demo/serve.ts` makes one from a JSON-RPC connection. */
export interface Transport {
	/** @param signal withdraws the request with `$/cancel_request`; the promise still waits for the answer */
	request<Result>(method: string, params: object, signal?: AbortSignal): Promise<Result>;
	/** Resolves once the message is handed to the pipe. */
	notify(method: string, params: object): Promise<void>;
}

export interface TerminalRef {
	readonly sessionId: string;
	readonly terminalId: string;
}

export class Client {
	readonly #transport: Transport;
	/** What the client said about itself in `initialize`. */
	capabilities: ClientCapabilities = {};

	constructor(transport: Transport) {
		this.#transport = transport;
	}

	get canRead(): boolean {
		return this.capabilities.fs?.readTextFile === true;
	}

	get canWrite(): boolean {
		return this.capabilities.fs?.writeTextFile === true;
	}

	get canRunTerminals(): boolean {
		return this.capabilities.terminal === true;
	}

	get canLogInInTerminal(): boolean {
		return this.capabilities.auth?.terminal === true;
	}

	/** Knows options that are on or off. */
	get drawsBooleans(): boolean {
		return isThere(this.capabilities.session?.configOptions?.boolean);
	}

	get showsNotices(): boolean {
		return isThere(this.capabilities.session?.notices);
	}

	get showsCompaction(): boolean {
		return isThere(this.capabilities.session?.compaction);
	}

	get showsForms(): boolean {
		return isThere(this.capabilities.elicitation?.form);
	}

	get opensUrls(): boolean {
		return isThere(this.capabilities.elicitation?.url);
	}

	/** Shows the output of commands that the agent runs itself (docs/protocol.md#output-in-_meta). */
	get showsAgentTerminals(): boolean {
		return this.capabilities._meta?.['terminal_output'] === true;
	}

	update(params: SessionNotification): Promise<void> {
		return this.#transport.notify('session/update', params);
	}

	requestPermission(
		params: RequestPermissionRequest,
		withdraw?: AbortSignal,
	): Promise<RequestPermissionResponse> {
		return this.#transport.request('session/request_permission', params, withdraw);
	}

	/** @param withdraw takes the question back */
	createElicitation(
		params: CreateElicitationRequest,
		withdraw: AbortSignal,
	): Promise<CreateElicitationResponse> {
		return this.#transport.request('elicitation/create', params, withdraw);
	}

	completeElicitation(elicitationId: string): Promise<void> {
		return this.#transport.notify('elicitation/complete', { elicitationId });
	}

	readTextFile(params: ReadTextFileRequest): Promise<ReadTextFileResponse> {
		return this.#transport.request('fs/read_text_file', params);
	}

	async writeTextFile(params: WriteTextFileRequest): Promise<void> {
		await this.#transport.request('fs/write_text_file', params);
	}

	createTerminal(params: CreateTerminalRequest): Promise<CreateTerminalResponse> {
		return this.#transport.request('terminal/create', params);
	}

	terminalOutput(terminal: TerminalRef): Promise<TerminalOutputResponse> {
		return this.#transport.request('terminal/output', terminal);
	}

	waitForExit(terminal: TerminalRef): Promise<WaitForTerminalExitResponse> {
		return this.#transport.request('terminal/wait_for_exit', terminal);
	}

	async killTerminal(terminal: TerminalRef): Promise<void> {
		await this.#transport.request('terminal/kill', terminal);
	}

	async releaseTerminal(terminal: TerminalRef): Promise<void> {
		await this.#transport.request('terminal/release', terminal);
	}
}

function isThere(capability: unknown): boolean {
	return typeof capability === 'object' && capability !== null;
}
