/** Threads and turns of a Pioneer gateway: what is told goes to who has subscribed, and is kept as its history has it. */
import { type JsonObject, stringAt } from '../../src/core/base/json.ts';
import type { PioneerClient } from './pioneerServer.ts';

export const workspaceId = 'ws_1';

interface Turn {
	readonly id: string;
	status: string;
	error?: string;
	prompt_manifest?: object;
}

/** What is kept of a message in another form than its name says; what is not kept has none. */
const keptAs: Readonly<Record<string, string | undefined>> = {
	'item/agent_message/delta': 'itemDelta',
	'item/command_execution/output_delta': 'itemDelta',
	'item/file_change/output_delta': 'itemDelta',
	'item/tool/progress': 'itemDelta',
};

export class PioneerThread {
	readonly id: string;
	readonly mode: string;
	/** Told by `thread/updated` when it is set there. */
	name: string | undefined;
	readonly turns = new Map<string, PlayedTurn>();
	readonly events: JsonObject[] = [];
	readonly subscribers = new Set<PioneerClient>();

	constructor(id: string, mode: string) {
		this.id = id;
		this.mode = mode;
	}

	get isRunning(): boolean {
		return [...this.turns.values()].some(({ turn }) => turn.status === 'InProgress');
	}

	begin(id: string, input: readonly JsonObject[]): PlayedTurn {
		const turn = new PlayedTurn(this, id, input);
		this.turns.set(id, turn);
		return turn;
	}

	/** As a gateway shows it. */
	shown(): object {
		return {
			workspace_id: workspaceId,
			id: this.id,
			...(this.name === undefined ? {} : { name: this.name }),
			preview: '',
			mode: this.mode,
			model: 'small',
			model_provider: 'scripted',
			created_at: 0,
			updated_at: 0,
			status: this.isRunning ? 'Active' : 'Idle',
			origin_kind: 'user',
			sidebar_visibility: 'visible',
			turns: [...this.turns.values()].map(({ turn }) => turn),
		};
	}

	/** Tells who has subscribed. */
	notify(method: string, params: object): void {
		for (const client of this.subscribers) client.notify(method, params);
	}

	/** Keeps an event as history has it. */
	keep(turnId: string, payload: JsonObject): void {
		// Of its turn. The first is 1: a client that asks for what is after 0 gets all.
		const sequence = this.events.filter(({ turn_id }) => turn_id === turnId).length + 1;
		const created_at = 1_700_000_000 + this.events.length;
		this.events.push(structuredClone({ turn_id: turnId, sequence, created_at, payload }));
	}
}

/** A turn, as a script speaks for it. */
export class PlayedTurn {
	readonly thread: PioneerThread;
	readonly turn: Turn;
	readonly input: readonly JsonObject[];

	constructor(thread: PioneerThread, id: string, input: readonly JsonObject[]) {
		this.thread = thread;
		this.turn = { id, status: 'InProgress' };
		this.input = input;
	}

	/** The words of the user. */
	get words(): string {
		return this.input.map((part) => stringAt(part, 'text') ?? '').join('\n');
	}

	get place(): { readonly workspace_id: string; readonly thread_id: string } {
		return { workspace_id: workspaceId, thread_id: this.thread.id };
	}

	/** Says that it begins, and repeats the message of the user, as every gateway does. */
	start(attachments?: readonly object[]): void {
		this.thread.notify('turn/started', { ...this.place, turn: this.turn });
		this.#keep('turnStarted', { turn: { ...this.turn }, input: this.input });
		const item = { type: 'userMessage', id: `u-${this.turn.id}`, text: this.words };
		this.whole(attachments === undefined ? item : { ...item, attachments });
	}

	/** Tells about the turn, and keeps what gateways keep. `fields` stand beside the ids. */
	tell(method: string, fields: object): void {
		const hasWorkspace = !method.startsWith('context/');
		const place = hasWorkspace ? this.place : { thread_id: this.thread.id };
		this.thread.notify(method, { ...place, turn_id: this.turn.id, ...fields });
		if (hasWorkspace) this.#keep(keptAs[method] ?? camel(method), { turn_id: this.turn.id, ...fields });
	}

	/** An item that begins and is complete in one. */
	whole(item: object): void {
		const open = 'toolName' in item ? { ...item, status: 'in_progress' } : item;
		this.tell('item/started', { item: open });
		this.tell('item/completed', { item });
	}

	/** A piece of an item, by the method that gateways choose for its stream. */
	piece(itemId: string, text: string, stream?: string): void {
		const fields = { item_id: itemId, delta: text, ...(stream === undefined ? {} : { stream }) };
		this.tell(methodFor(stream), fields);
	}

	end(status: 'Completed' | 'Failed' | 'Interrupted', error?: string): void {
		this.turn.status = status;
		if (error !== undefined) this.turn.error = error;
		const method = status === 'Completed' ? 'turn/completed' : 'turn/failed';
		this.thread.notify(method, { ...this.place, turn: { ...this.turn } });
		this.#keep(camel(method), { turn: { ...this.turn } });
	}

	thought(text: string): object {
		const id = `r-${this.turn.id}`;
		return { type: 'reasoning', id, summary: text === '' ? [] : [text], content: [] };
	}

	#keep(type: string, fields: object): void {
		const all = { ...this.place, ...fields };
		const camelFields = Object.entries(all).map(([key, value]) => [camel(key), value as unknown]);
		this.thread.keep(this.turn.id, { type, ...Object.fromEntries(camelFields) });
	}
}

function methodFor(stream: string | undefined): string {
	switch (stream) {
		case 'stdout':
		case 'stderr':
			return 'item/command_execution/output_delta';
		case 'file_change':
			return 'item/file_change/output_delta';
		case 'tool_progress':
			return 'item/tool/progress';
		default:
			return 'item/agent_message/delta';
	}
}

function camel(name: string): string {
	return name.replaceAll(/[/_](\w)/gu, (_all, letter: string) => letter.toUpperCase());
}
