/** The same things said in each shape: text, tool calls, diffs, plans, questions. One per session. */
import type { JsonObject } from './fakeAgentScript.ts';
import { gitPatch } from './gitPatch.ts';
import type { Shape } from './promptTurns.ts';

export interface PlanStep {
	readonly content: string;
	readonly status: 'pending' | 'in_progress' | 'completed';
}

export interface PermissionTexts {
	readonly title: string;
	readonly description: string;
}

const options = [
	{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
	{ optionId: 'always', name: 'Always Allow', kind: 'allow_always' },
	{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

export const textContent = (text: string): JsonObject => ({ type: 'text', text });

/** An item of a tool call's content. */
export const textItem = (text: string): JsonObject => ({ type: 'content', content: textContent(text) });

/** Of this process alone: a session may live on in another one. */
const own = crypto.randomUUID().slice(0, 8);
let ids = 0;

/** An id that no other thing has. */
export function newId(name: string): string {
	return `${name}-${own}-${++ids}`;
}

export class ShapedUpdates {
	readonly #shape: Shape;
	readonly #send: (update: JsonObject) => void;
	readonly #calls = new Map<string, readonly JsonObject[]>();

	constructor(shape: Shape, send: (update: JsonObject) => void) {
		this.#shape = shape;
		this.#send = send;
	}

	id(name: string): string {
		return newId(name);
	}

	/** More text of a message. Version 1 has the id as an option. */
	say(messageId: string, text: string): void {
		this.#send({ sessionUpdate: 'agent_message_chunk', messageId, content: textContent(text) });
	}

	think(messageId: string, text: string): void {
		this.#send({ sessionUpdate: 'agent_thought_chunk', messageId, content: textContent(text) });
	}

	/** A whole message, which takes the place of what it was. Version 1 cannot: there it is said only once. */
	message(messageId: string, text: string): void {
		if (this.#shape === 'v1') return this.say(messageId, text);
		this.#send({ sessionUpdate: 'agent_message', messageId, content: [textContent(text)] });
	}

	/** A draft of a message that is replaced later: nothing in version 1. */
	draft(messageId: string, text: string): void {
		if (this.#shape !== 'v1') this.say(messageId, text);
	}

	/** A tool call, or what is new of it. */
	toolCall(toolCallId: string, fields: JsonObject): void {
		const isNew = !this.#calls.has(toolCallId);
		const content = fields['content'] as readonly JsonObject[] | undefined;
		this.#calls.set(toolCallId, content ?? this.#calls.get(toolCallId) ?? []);
		const sessionUpdate = isNew && this.#shape === 'v1' ? 'tool_call' : 'tool_call_update';
		this.#send({ sessionUpdate, toolCallId, ...fields });
	}

	/** One more item of content. */
	addContent(toolCallId: string, item: JsonObject): void {
		const content = [...(this.#calls.get(toolCallId) ?? []), item];
		if (this.#shape === 'v1') return this.toolCall(toolCallId, { content });
		this.#calls.set(toolCallId, content);
		this.#send({ sessionUpdate: 'tool_call_content_chunk', toolCallId, content: item });
	}

	/** A change of a file, as content of a tool call: texts in version 1 and A, a patch since. */
	diff(path: string, oldText: string | null, newText: string): JsonObject {
		if (this.#shape === 'v1' || this.#shape === 'A') return { type: 'diff', path, oldText, newText };
		const operation = oldText === null ? 'add' : 'modify';
		return {
			type: 'diff',
			changes: [{ operation, path, fileType: 'text' }],
			patch: { format: 'git_patch', text: gitPatch(path, oldText, newText) },
		};
	}

	/** Parameters of a permission request, apart from the session. */
	permission({ title, description }: PermissionTexts, toolCallId: string, fields: JsonObject): JsonObject {
		const toolCall = { toolCallId, ...fields };
		if (this.#shape === 'v1' || this.#shape === 'A') return { toolCall, options };
		return { title, description, subject: { type: 'tool_call', toolCall }, options };
	}

	plan(steps: readonly PlanStep[]): void {
		const entries = steps.map((step) => ({ ...step, priority: 'medium' }));
		if (this.#shape === 'v1') return this.#send({ sessionUpdate: 'plan', entries });
		const id = this.#shape === 'A' ? { id: 'plan-1' } : { planId: 'plan-1' };
		this.#send({ sessionUpdate: 'plan_update', plan: { type: 'items', ...id, entries } });
	}

	/** What is new of a terminal of the agent's own. Version 1 has terminals of the client's. */
	terminal(terminalId: string, fields: JsonObject): void {
		this.#send({ sessionUpdate: 'terminal_update', terminalId, ...fields });
	}

	output(terminalId: string, bytes: Uint8Array): void {
		const data = Buffer.from(bytes).toString('base64');
		this.#send({ sessionUpdate: 'terminal_output_chunk', terminalId, data });
	}

	usage(used: number, size: number): void {
		this.#send({ sessionUpdate: 'usage_update', used, size, cost: { amount: 0.05, currency: 'USD' } });
	}

	title(title: string): void {
		this.#send({ sessionUpdate: 'session_info_update', title });
	}

	commands(commands: readonly { readonly name: string; readonly description: string }[]): void {
		// The type came with C.
		const type = this.#shape === 'C' ? { type: 'command' } : {};
		const availableCommands = commands.map((command) => ({ ...type, ...command }));
		this.#send({ sessionUpdate: 'available_commands_update', availableCommands });
	}
}
