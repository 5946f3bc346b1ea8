/**
 * An agent on the `agent()` API of the newest SDK: a peer whose wire is not ours. Run by plain node.
 * The prompt chooses: "wait" streams until it is cancelled, anything else edits `notes.txt` and runs a command.
 */
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import * as acp from '@agentclientprotocol/sdk';

const { session, fs } = acp.methods.client;

interface OpenSession {
	readonly cwd: string;
	turns: number;
	turn?: AbortController;
}

const sessions = new Map<string, OpenSession>();

acp
	.agent({ name: 'sdk-agent' })
	.onRequest('initialize', () => ({
		protocolVersion: acp.PROTOCOL_VERSION,
		agentInfo: { name: 'sdk-agent', title: 'SDK Agent', version: '2.4.0' },
		agentCapabilities: { loadSession: false },
	}))
	.onRequest('session/new', async ({ params, client }) => {
		const sessionId = crypto.randomUUID();
		sessions.set(sessionId, { cwd: params.cwd, turns: 0 });
		// Before the answer: the client must keep it for a session that it does not know yet.
		const availableCommands = [{ name: 'tidy-up', description: 'Tidies up' }];
		const update = { sessionUpdate: 'available_commands_update' as const, availableCommands };
		await client.notify(session.update, { sessionId, update });
		return { sessionId };
	})
	.onRequest('session/prompt', async ({ params, client }) => {
		const open = sessions.get(params.sessionId);
		if (open === undefined) throw acp.RequestError.resourceNotFound(params.sessionId);
		open.turn = new AbortController();
		open.turns++;
		const [first] = params.prompt;
		const turn = new Turn(client, params.sessionId, open, open.turn);
		await (first?.type === 'text' && first.text === 'wait' ? turn.wait() : turn.work());
		return { stopReason: open.turn.signal.aborted ? 'cancelled' : 'end_turn' };
	})
	.onNotification('session/cancel', ({ params }) => sessions.get(params.sessionId)?.turn?.abort())
	.connect(
		acp.ndJsonStream(
			Writable.toWeb(process.stdout),
			Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
		),
	);

/** One turn. Each turn has its own tool call ids, as the protocol asks. */
class Turn {
	readonly #client: acp.AgentContext;
	readonly #sessionId: string;
	readonly #prefix: string;
	readonly #notes: string;
	readonly #turn: AbortController;

	constructor(client: acp.AgentContext, sessionId: string, open: OpenSession, turn: AbortController) {
		this.#client = client;
		this.#sessionId = sessionId;
		this.#prefix = `turn${open.turns}`;
		this.#notes = path.join(open.cwd, 'notes.txt');
		this.#turn = turn;
	}

	async wait(): Promise<void> {
		for (let n = 0; !this.#turn.signal.aborted; n++) {
			await this.#say(`waiting ${n} `);
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
	}

	async work(): Promise<void> {
		await this.#plan('in_progress');
		const before = await this.#read();
		const wasWritten = await this.#edit(before, `${before.toUpperCase()}\nby the agent\n`);
		if (this.#turn.signal.aborted) return;
		if (wasWritten) await this.#run();
		await this.#plan('completed');
		for (const word of ['All ', 'is ', '**done**', '.']) await this.#say(word);
	}

	async #read(): Promise<string> {
		const toolCallId = `${this.#prefix}-read`;
		const locations = [{ path: this.#notes, line: 1 }];
		await this.#update({
			sessionUpdate: 'tool_call',
			toolCallId,
			title: 'Read notes',
			kind: 'read',
			status: 'in_progress',
			locations,
		});
		const content = await this.#readFile();
		const second = await this.#readFile(2, 1);
		await this.#update({
			sessionUpdate: 'tool_call_update',
			toolCallId,
			status: 'completed',
			content: [{ type: 'content', content: { type: 'text', text: content } }],
		});
		await this.#say(`The second line is “${second.trim()}”. `);
		return content;
	}

	async #readFile(line?: number, limit?: number): Promise<string> {
		const { content } = await this.#client.request(fs.readTextFile, {
			sessionId: this.#sessionId,
			path: this.#notes,
			...(line === undefined ? {} : { line }),
			...(limit === undefined ? {} : { limit }),
		});
		return content;
	}

	/** @returns true when the user allowed it */
	async #edit(oldText: string, newText: string): Promise<boolean> {
		const toolCall = {
			toolCallId: `${this.#prefix}-edit`,
			title: 'Edit notes',
			kind: 'edit' as const,
			locations: [{ path: this.#notes }],
			content: [{ type: 'diff' as const, path: this.#notes, oldText, newText }],
			rawInput: { file: 'notes.txt' },
		};
		const { toolCallId } = toolCall;
		await this.#update({ sessionUpdate: 'tool_call', status: 'pending', ...toolCall });
		// Only what identifies it: a client must merge this with what it knows.
		const { outcome } = await this.#client.request(session.requestPermission, {
			sessionId: this.#sessionId,
			toolCall: { toolCallId },
			options: [
				{ optionId: '1', name: 'Yes, edit', kind: 'allow_once' },
				{ optionId: '2', name: 'No, leave it', kind: 'reject_once' },
			],
		});
		if (outcome.outcome === 'cancelled') {
			// `session/cancel` may still be on its way.
			this.#turn.abort();
			return false;
		}
		const isAllowed = outcome.optionId === '1';
		if (isAllowed) {
			const params = { sessionId: this.#sessionId, path: this.#notes, content: newText };
			await this.#client.request(fs.writeTextFile, params);
		}
		const status = isAllowed ? 'completed' : 'failed';
		await this.#update({ sessionUpdate: 'tool_call_update', toolCallId, status });
		return isAllowed;
	}

	/** A command that never ends by itself, so that each of the five methods has something to do. */
	async #run(): Promise<void> {
		const toolCallId = `${this.#prefix}-run`;
		const terminal = await this.#client.createTerminal({
			sessionId: this.#sessionId,
			command: process.execPath,
			args: ['-e', 'console.log("pid and cwd", process.cwd()); setInterval(() => {}, 1000)'],
			env: [{ name: 'SDK_AGENT', value: '1' }],
			outputByteLimit: 10_000,
		});
		await this.#update({
			sessionUpdate: 'tool_call',
			toolCallId,
			title: 'Run a command',
			kind: 'execute',
			status: 'in_progress',
			content: [{ type: 'terminal', terminalId: terminal.id }],
		});
		while (!(await terminal.currentOutput()).output.includes('pid and cwd')) {
			await new Promise((resolve) => setTimeout(resolve, 20));
		}
		const exited = terminal.waitForExit();
		await terminal.kill();
		const { signal } = await exited;
		const { exitStatus } = await terminal.currentOutput();
		await terminal.release();
		await this.#say(`The command ended by ${signal}, and the output says ${exitStatus?.signal}. `);
		await this.#update({ sessionUpdate: 'tool_call_update', toolCallId, status: 'completed' });
	}

	#plan(status: acp.PlanEntryStatus): Promise<void> {
		const entries = ['Read the notes', 'Edit the notes', 'Run a command'].map((content) => {
			return { content, status, priority: 'medium' as const };
		});
		return this.#update({ sessionUpdate: 'plan', entries });
	}

	#say(text: string): Promise<void> {
		return this.#update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
	}

	#update(update: acp.SessionUpdate): Promise<void> {
		return this.#client.notify(session.update, { sessionId: this.#sessionId, update });
	}
}
