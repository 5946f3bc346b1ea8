/**
 * One prompt turn, as the scripts see it. Every wait in here ends at once when the turn is cancelled,
 * and everything that is sent is remembered for `session/load`.
 */
import { randomUUID } from 'node:crypto';
import type {
	ContentBlock,
	CreateElicitationResponse,
	ElicitationFormMode,
	ElicitationUrlMode,
	PermissionOption,
	PlanEntry,
	RequestPermissionResponse,
	SessionUpdate,
	ToolCall,
	ToolCallContent,
	ToolCallUpdate,
} from '@agentclientprotocol/sdk';
import { pause, untilAborted } from './abort.ts';
import type { Client } from './client.ts';
import type { Session } from './session.ts';

/** A question beside permissions. Which session it is about, the turn knows. */
type Elicitation = { readonly message: string } & (
	| ({ readonly mode: 'form' } & Pick<ElicitationFormMode, 'requestedSchema'>)
	| ({ readonly mode: 'url' } & Pick<ElicitationUrlMode, 'elicitationId' | 'url'>)
);

interface TurnContext {
	readonly session: Session;
	readonly client: Client;
	readonly prompt: readonly ContentBlock[];
	readonly pace: number;
	readonly signal: AbortSignal;
}

/** What a script uses to send updates, to ask the client for something, and to wait. */
export class Turn {
	readonly session: Session;
	readonly client: Client;
	readonly prompt: readonly ContentBlock[];
	readonly signal: AbortSignal;
	/** Milliseconds per streamed chunk. */
	readonly pace: number;

	constructor(context: TurnContext) {
		this.session = context.session;
		this.client = context.client;
		this.prompt = context.prompt;
		this.signal = context.signal;
		this.pace = context.pace;
	}

	/** Waits as long as `chunks` chunks take. */
	async pause(chunks = 1): Promise<void> {
		await pause(chunks * this.pace, this.signal);
	}

	/** Waits for the client, but not beyond a cancel. */
	until<T>(promise: Promise<T>): Promise<T> {
		return untilAborted(promise, this.signal);
	}

	async send(update: SessionUpdate): Promise<void> {
		this.signal.throwIfAborted();
		this.session.transcript.record(forReplay(update));
		await this.sendOnly(update);
	}

	/** Sends without remembering: for what makes no sense in a replay. */
	async sendOnly(update: SessionUpdate): Promise<void> {
		await this.client.update({ sessionId: this.session.id, update });
	}

	async say(markdown: string): Promise<void> {
		await this.#stream('agent_message_chunk', markdown);
	}

	async think(text: string): Promise<void> {
		await this.#stream('agent_thought_chunk', text);
	}

	/** Sends the whole plan with the steps before `current` completed and `current` in progress. */
	async plan(steps: readonly string[], current: number): Promise<void> {
		const entries = steps.map((content, index): PlanEntry => {
			const status = index < current ? 'completed' : index === current ? 'in_progress' : 'pending';
			return { content, priority: index === 0 ? 'high' : 'medium', status };
		});
		await this.send({ sessionUpdate: 'plan', entries });
		await this.pause(4);
	}

	async startTool(call: Omit<ToolCall, 'toolCallId'>): Promise<string> {
		const toolCallId = randomUUID();
		await this.send({ sessionUpdate: 'tool_call', toolCallId, ...call });
		await this.pause(4);
		return toolCallId;
	}

	async updateTool(toolCallId: string, change: Omit<ToolCallUpdate, 'toolCallId'>): Promise<void> {
		await this.send({ sessionUpdate: 'tool_call_update', toolCallId, ...change });
		await this.pause(4);
	}

	/** Asks, and returns the chosen option; undefined when the client answered without a choice. */
	async ask(toolCall: ToolCallUpdate, options: PermissionOption[]): Promise<PermissionOption | undefined> {
		const request = this.client.requestPermission({ sessionId: this.session.id, toolCall, options });
		return chosen(await this.until(request), options);
	}

	/** Asks for more than a permission. The question is taken back when the turn is cancelled. */
	async elicit(elicitation: Elicitation): Promise<CreateElicitationResponse> {
		const request = { sessionId: this.session.id, ...elicitation };
		const answer = await this.until(this.client.createElicitation(request, this.signal));
		// A client that stops the turn closes its questions as well; the stop may be on its way.
		if (answer.action === 'cancel') await this.pause();
		return answer;
	}

	async #stream(kind: 'agent_message_chunk' | 'agent_thought_chunk', text: string): Promise<void> {
		const messageId = randomUUID();
		for (const piece of text.match(/\s*\S+\s*/g) ?? []) {
			await this.send({ sessionUpdate: kind, messageId, content: { type: 'text', text: piece } });
			await this.pause();
		}
	}
}

function chosen(
	response: RequestPermissionResponse,
	options: PermissionOption[],
): PermissionOption | undefined {
	const outcome = response.outcome;
	if (outcome.outcome !== 'selected') return undefined;
	return options.find((option) => option.optionId === outcome.optionId);
}

/** A terminal is gone when the session is loaded again, so the record holds only what remains of it. */
function forReplay(update: SessionUpdate): SessionUpdate {
	if (update.sessionUpdate !== 'tool_call' && update.sessionUpdate !== 'tool_call_update') return update;
	if (!update.content?.some((item) => item.type === 'terminal')) return update;
	const lasting = update.content.filter((item) => item.type !== 'terminal');
	const { _meta: _terminal, ...rest } = update;
	return { ...rest, content: [...lasting, ...remains(update.rawOutput)] };
}

function remains(rawOutput: unknown): ToolCallContent[] {
	const output =
		typeof rawOutput === 'object' && rawOutput !== null && 'output' in rawOutput && rawOutput.output;
	if (typeof output !== 'string' || output === '') return [];
	return [textContent(`\`\`\`\n${withoutColours(output)}\n\`\`\``)];
}

function withoutColours(output: string): string {
	// oxlint-disable-next-line no-control-regex -- the escape character is what introduces a colour
	return output.replaceAll(/\u001B\[[\d;]*m/g, '').trimEnd();
}

export function textContent(text: string): ToolCallContent {
	return { type: 'content', content: { type: 'text', text } };
}
