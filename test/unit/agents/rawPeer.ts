/** A test agent as a child process, spoken to by hand: none of our client's code. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { FakeAgentCommand } from '../../agents/fakeAgentCommand.ts';

export interface RawMessage {
	readonly id?: unknown;
	readonly method?: string;
	readonly params?: Record<string, unknown>;
	readonly result?: Record<string, unknown>;
	readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export class RawPeer {
	/** All that the agent sent. */
	readonly received: RawMessage[] = [];
	/** Methods of the requests that were sent, by id. */
	readonly methods = new Map<unknown, string>();
	readonly #child: ChildProcess;
	readonly #waiting: (() => void)[] = [];
	#nextId = 1;

	constructor({ command, args, env }: FakeAgentCommand) {
		this.#child = spawn(command, args, {
			env: { ...process.env, ...env },
			stdio: ['pipe', 'pipe', 'inherit'],
		});
		let rest = '';
		this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
			const lines = (rest + text).split('\n');
			rest = lines.pop() ?? '';
			for (const line of lines) this.received.push(JSON.parse(line) as RawMessage);
			for (const wake of this.#waiting.splice(0)) wake();
		});
	}

	/** Kind of each update, in order. */
	get updates(): Record<string, unknown>[] {
		return this.received.flatMap(({ method, params }) =>
			method === 'session/update' ? [params?.['update'] as Record<string, unknown>] : [],
		);
	}

	/** The states that were told. */
	get states(): string[] {
		return this.updates.flatMap(({ state }) => (typeof state === 'string' ? [state] : []));
	}

	/** @returns its id */
	send(method: string, params: object): number {
		const id = this.#nextId++;
		this.methods.set(id, method);
		this.#write({ id, method, params });
		return id;
	}

	notify(method: string, params: object): void {
		this.#write({ method, params });
	}

	respond(id: unknown, result: object): void {
		this.#write({ id, result });
	}

	async request(method: string, params: object): Promise<RawMessage> {
		return this.answer(this.send(method, params));
	}

	answer(id: number): Promise<RawMessage> {
		return this.find((message) => message.method === undefined && message.id === id);
	}

	/** The first message of this kind, once it is there. */
	async find(matches: (message: RawMessage) => boolean): Promise<RawMessage> {
		for (;;) {
			const found = this.received.find(matches);
			if (found !== undefined) return found;
			await new Promise<void>((resolve) => this.#waiting.push(resolve));
		}
	}

	/** Opens a session and returns its id. */
	async open(cwd: string, protocolVersion: number): Promise<string> {
		await this.request('initialize', { protocolVersion });
		const { result } = await this.request('session/new', { cwd, mcpServers: [] });
		return String(result?.['sessionId']);
	}

	prompt(sessionId: string, text: string): number {
		return this.send('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
	}

	async stop(): Promise<number | null> {
		this.#child.stdin?.end();
		return this.exit();
	}

	async exit(): Promise<number | null> {
		if (this.#child.exitCode === null) await once(this.#child, 'exit');
		return this.#child.exitCode;
	}

	#write(message: object): void {
		this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
	}
}
