/**
 * The items of one thread, folded into events of a session. A gateway says what an item holds twice: in pieces while it
 * grows, and as a whole when it is complete. Of the whole only what is missing is passed on, so a turn that was followed
 * live and one that is read from history come to the same transcript.
 *
 * What comes for an item that is complete changes nothing: pieces may be late, and messages may come twice.
 */
import { BoundedMap } from '../base/boundedMap.ts';
import * as limits from '../base/limits.ts';
import type { AgentEvent } from '../session/model/agentEvents.ts';
import type { CommandRun, ThreadEvent, ThreadItem } from './threadEvents.ts';

/** What has been passed on of an item that is not complete. */
interface OpenItem {
	/** The text, or the output of the command. */
	shown: string;
	/** There is more output than is compared with the whole of it: the pieces count. */
	isLong: boolean;
	/** The paragraph that the text is in. */
	part: number;
	/** The call, or the compaction, has been announced. */
	isAnnounced: boolean;
}

type ItemEvent = Exclude<ThreadEvent, { readonly type: 'turn_started' | 'turn_ended' | 'facts' }>;
type TextDelta = ThreadEvent & { readonly type: 'text_delta' };
type OutputDelta = ThreadEvent & { readonly type: 'output_delta' };
type Text = ThreadItem & { readonly type: 'text' };
type Call = ThreadItem & { readonly type: 'tool_call' };

type Names = { has(name: string): boolean };

const betweenParts = '\n\n';

/** One for each thread. */
export class ThreadItems {
	readonly #open = new BoundedMap<string, OpenItem>({ maxCount: limits.completeItems });
	/** Ids of items that are complete. */
	readonly #complete = new BoundedMap<string, true>({ maxCount: limits.completeItems });
	#ownMessages: Names;

	/** @param ownMessages names of messages that this side has sent: their echo is left out */
	constructor(ownMessages: Names = new Set()) {
		this.#ownMessages = ownMessages;
	}

	/** From now on the echo of these messages is left out: history says them, what is live repeats them. */
	follow(ownMessages: Names): void {
		this.#ownMessages = ownMessages;
	}

	/** What is new by it, in the order to apply it. Never throws. */
	read(event: ItemEvent): readonly AgentEvent[] {
		const id = 'item' in event ? event.item.id : event.itemId;
		if (this.#complete.has(id)) return [];
		switch (event.type) {
			case 'item_started':
				return this.#said(event.item, false);
			case 'item_completed': {
				const events = this.#said(event.item, true);
				this.#open.delete(id);
				this.#complete.set(id, true);
				return events;
			}
			case 'text_delta':
				return this.#continueText(event);
			case 'plan_delta': {
				const item = this.#item(id);
				item.shown += event.text;
				return [planOf(id, item.shown)];
			}
			case 'output_delta':
				return this.#continueOutput(this.#item(id), event);
			case 'call_update':
				return [{ type: 'tool_call_update', toolCallId: id, fields: event.fields }];
		}
	}

	/** True for an item of which anything was passed on. */
	knows(id: string): boolean {
		return this.#open.has(id) || this.#complete.has(id);
	}

	/** The turn is over: what is not complete never will be. */
	endTurn(): void {
		for (const [id] of this.#open) this.#complete.set(id, true);
		this.#open.clear();
	}

	#said(item: ThreadItem, isComplete: boolean): readonly AgentEvent[] {
		switch (item.type) {
			case 'user_message':
				return isComplete ? this.#userMessage(item) : [];
			case 'text':
				return this.#wholeText(item, isComplete);
			case 'tool_call':
				return this.#call(item);
			case 'plan':
				return item.text === '' ? [] : [planOf(item.id, item.text)];
			case 'compaction':
				return [
					{
						type: 'compaction',
						compactionId: item.id,
						status: isComplete ? 'completed' : 'in_progress',
					},
				];
			case 'facts':
				return isComplete ? item.events : [];
		}
	}

	#userMessage({
		id,
		content,
		clientId,
	}: ThreadItem & { readonly type: 'user_message' }): readonly AgentEvent[] {
		if (clientId !== undefined && this.#ownMessages.has(clientId)) return [];
		return [{ type: 'message', role: 'user', messageId: id, content }];
	}

	/** A text that was said otherwise in pieces is replaced by the whole of it. */
	#wholeText({ id, role, parts }: Text, isComplete: boolean): readonly AgentEvent[] {
		const item = this.#item(id);
		const text = parts.filter((part) => part !== '').join(betweenParts);
		const { shown } = item;
		if (text === shown || (!isComplete && text === '')) return [];
		item.shown = text;
		const content = { type: 'text', text: text.slice(shown.length) } as const;
		if (text.startsWith(shown)) return [{ type: 'message_chunk', role, messageId: id, content }];
		return text === '' ? [] : [{ type: 'message', role, messageId: id, content: [{ type: 'text', text }] }];
	}

	#continueText(event: TextDelta): readonly AgentEvent[] {
		const { itemId, role, part } = event;
		const item = this.#item(itemId);
		const text = part !== item.part && item.shown !== '' ? `${betweenParts}${event.text}` : event.text;
		item.part = part;
		if (text === '') return [];
		item.shown += text;
		return [{ type: 'message_chunk', role, messageId: itemId, content: { type: 'text', text } }];
	}

	#continueOutput(item: OpenItem, { itemId, text }: OutputDelta): readonly AgentEvent[] {
		item.isLong ||= item.shown.length + text.length > limits.comparedOutputChars;
		item.shown = item.isLong ? '' : item.shown + text;
		return [{ type: 'terminal_output', terminalId: itemId, data: text }];
	}

	#call({ id, fields, command, events = [] }: Call): readonly AgentEvent[] {
		const item = this.#item(id);
		const isNew = !item.isAnnounced;
		item.isAnnounced = true;
		const terminal = command === undefined ? [] : this.#terminal(id, item, command, isNew);
		return [
			{ type: isNew ? 'tool_call' : 'tool_call_update', toolCallId: id, fields },
			...terminal,
			...events,
		];
	}

	#terminal(terminalId: string, item: OpenItem, run: CommandRun, isNew: boolean): readonly AgentEvent[] {
		const { label, cwd, output, exitCode } = run;
		const events: AgentEvent[] = [];
		if (isNew)
			events.push({
				type: 'terminal_started',
				terminalId,
				fields: { label, ...(cwd === undefined ? {} : { cwd }) },
			});
		if (output !== undefined && !item.isLong && output !== item.shown) {
			const isMore = output.startsWith(item.shown);
			events.push(
				isMore
					? { type: 'terminal_output', terminalId, data: output.slice(item.shown.length) }
					: { type: 'terminal_replaced', terminalId, output },
			);
			item.shown = output;
		}
		if (exitCode !== undefined) events.push({ type: 'terminal_exited', terminalId, exitCode, signal: null });
		return events;
	}

	/** Pieces may come before the item that they are of. */
	#item(id: string): OpenItem {
		const known = this.#open.get(id);
		if (known !== undefined) return known;
		const item: OpenItem = { shown: '', isLong: false, part: 0, isAnnounced: false };
		// One too many ends the oldest: nothing is told of it any more.
		for (const oldest of this.#open.set(id, item)) this.#complete.set(oldest, true);
		return item;
	}
}

function planOf(planId: string, text: string): AgentEvent {
	return { type: 'plan', planId, items: [], document: { type: 'markdown', text } };
}
