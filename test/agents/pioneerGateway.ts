/**
 * A Pioneer gateway with threads and turns. What it says of a turn is a script: without one it follows from the words of
 * the message, `slow` runs until it is stopped, `fail` fails, any other is answered after a thought and a command.
 */
import { isJsonObject, type JsonObject, objectAt, objectsIn, stringAt } from '../../src/core/base/json.ts';
import { PioneerServer, type PioneerClient, Refusal, refusals, type Served } from './pioneerServer.ts';
import type { PioneerServerOptions } from './pioneerServer.ts';
import { demoTurn } from './pioneerDemoTurn.ts';
import { blocksPage, itemsOf, itemsPage } from './pioneerPages.ts';
import { PioneerThread, type PlayedTurn, workspaceId } from './pioneerThread.ts';

export interface PioneerOptions extends PioneerServerOptions {
	/** The bearer that lets clients in; anybody comes in without one. */
	readonly token?: string;
	/** Says what happens in each turn. */
	readonly play?: (turn: PlayedTurn) => void;
	/** Answers a method in place of the gateway; what it gives undefined for, the gateway answers. */
	readonly serve?: (client: PioneerClient, method: string, params: JsonObject) => Served | undefined;
	readonly heardBytes?: (client: PioneerClient, bytes: Buffer) => void;
	/** What stopping a turn does; it ends interrupted, before the answer, if absent. */
	readonly stopTurn?: (turn: PlayedTurn, reason: string) => Omit<Served, 'result'>;
}

/** Methods that a client finds out by whether a gateway has them: it may ask in vain. */
export const probes: ReadonlySet<string> = new Set([
	'turn/timeline',
	'thread/timeline/page',
	'artifact/capabilities',
]);

export class PioneerGateway extends PioneerServer {
	/** By their ids. */
	readonly threads: Map<string, PioneerThread>;

	static async start(options: PioneerOptions = {}): Promise<PioneerGateway> {
		const gateway = new PioneerGateway(options);
		await gateway.listen();
		return gateway;
	}

	private constructor(options: PioneerOptions) {
		const { token } = options;
		const threads = new Map<string, PioneerThread>();
		super(
			{
				serve: (client, method, params) =>
					options.serve?.(client, method, params) ?? serve(client, method, params),
				...(options.heardBytes === undefined ? {} : { heardBytes: options.heardBytes }),
				left: (client) => {
					for (const { subscribers } of threads.values()) subscribers.delete(client);
				},
			},
			{ ...(token === undefined ? {} : { admits: (bearer) => bearer === token }), ...options },
		);
		this.threads = threads;

		function serve(client: PioneerClient, method: string, params: JsonObject): Served {
			switch (method) {
				case 'workspace/default':
					return { result: { workspace: home } };
				case 'provider/list':
					return { result: { providers: [{ name: 'scripted' }] } };
				case 'provider/models/list':
					return { result: { provider: params['provider'], models: [{ id: 'small', name: 'Small' }] } };
				case 'thread/start':
					return openThread(client, params);
				case 'thread/tree': {
					const shown = [...threads.values()].map((thread) => thread.shown());
					return {
						result: { workspace_id: workspaceId, threads: shown, folders: [], placements: [] },
					};
				}
				case 'thread/history': {
					const { id, events } = threadOf(params['thread_id']);
					return { result: { workspace_id: workspaceId, thread_id: id, events } };
				}
				case 'thread/unsubscribe': {
					const thread = threads.get(String(params['threadId']));
					const wasOne = thread?.subscribers.delete(client);
					const status = wasOne === true ? 'unsubscribed' : 'notSubscribed';
					return { result: { status: thread === undefined ? 'notLoaded' : status } };
				}
				case 'turn/start':
					return startTurn(params);
				case 'turn/cancel':
					return cancel(client, params);
				case 'turn/get':
					return { result: { ...place(params), turn: turnOf(params).turn } };
				case 'turn/timeline':
					return { result: timelineOf(params) };
				case 'turn/items':
					return { result: itemsOf(turnOf(params)) };
				case 'turn/items/page':
					return { result: itemsPage(turnOf(params), params) };
				case 'thread/timeline/page':
					if (params['threadId'] === '')
						throw new Refusal(refusals.invalidParams, 'invalid params: `thread_id` is required');
					return { result: blocksPage(threadOf(params['threadId']), params) };
				case 'artifact/capabilities':
					throw new Refusal(refusals.methodNotFound, 'method `artifact/capabilities` not found');
				default:
					throw new Refusal(refusals.invalidRequest, `\`${method}\` failed`);
			}
		}

		function openThread(client: PioneerClient, params: JsonObject): Served {
			if (params['workspace_id'] !== workspaceId)
				throw new Refusal(refusals.invalidParams, 'wrong workspace');
			const id = String(params['thread_id']);
			const thread = threads.get(id) ?? new PioneerThread(id, stringAt(params, 'mode') ?? 'Agent');
			threads.set(id, thread);
			thread.subscribers.add(client);
			return {
				result: { thread: thread.shown(), sandbox: { mode: 'FullAccess' } },
				afterwards: () => client.notify('thread/started', { thread: thread.shown() }),
			};
		}

		function startTurn(params: JsonObject): Served {
			const thread = threadOf(params['thread_id']);
			const id = String(params['turn_id']);
			if (thread.turns.has(id)) throw new Refusal(refusals.invalidRequest, 'failed to start turn: it exists');
			if (thread.isRunning)
				throw new Refusal(refusals.invalidRequest, 'failed to start turn: another one is running');
			const turn = thread.begin(id, objectsIn(params['input']));
			const { play = demoTurn } = options;
			// The first word comes before the answer, as a gateway's may.
			if (options.play === undefined) turn.tell('item/started', { item: turn.thought('') });
			return { result: { turn: { ...turn.turn } }, afterwards: () => play(turn) };
		}

		/** A cancelled turn ends before its cancelling is answered; one that has ended stays as it is. */
		function cancel(client: PioneerClient, params: JsonObject): Served {
			const thread = threadOf(params['thread_id']);
			if (!thread.subscribers.has(client))
				throw new Refusal(refusals.invalidRequest, `connection is not subscribed to thread \`${thread.id}\``);
			const turn = turnOf(params);
			const reason = stringAt(params, 'reason') ?? 'turn cancelled by user';
			const { stopTurn = endAtOnce } = options;
			const rest = turn.turn.status === 'InProgress' ? stopTurn(turn, reason) : {};
			return { result: { ...place(params), turn: turn.turn }, ...rest };
		}

		/** What the turn itself did: no task of it works in another thread. */
		function timelineOf({ threadId, turnId }: JsonObject): object {
			if (threadId === '' || turnId === '')
				throw new Refusal(refusals.invalidParams, 'invalid params for `turn/timeline`: empty id');
			const { events } = turnOf({ thread_id: threadId, turn_id: turnId }).thread;
			const ofTurn = events.filter((event) => event['turn_id'] === turnId);
			return {
				...{ threadId, workspaceId, turnId, items: ofTurn.flatMap(parentEntry) },
				lastSequence: ofTurn.length,
			};
		}

		function threadOf(id: unknown): PioneerThread {
			const thread = threads.get(String(id));
			if (thread === undefined)
				throw new Refusal(refusals.invalidRequest, `thread \`${String(id)}\` was not found`);
			return thread;
		}

		function turnOf(params: JsonObject): PlayedTurn {
			const turn = threadOf(params['thread_id']).turns.get(String(params['turn_id']));
			if (turn === undefined) throw new Refusal(refusals.invalidRequest, 'turn was not found');
			return turn;
		}
	}
}

const home = {
	id: workspaceId,
	name: 'Home',
	is_active: true,
	is_current: true,
	created_at: 0,
	updated_at: 0,
};

/** An event of a turn, as its composed timeline has it; that a turn begins and ends is none of its entries. */
function parentEntry({ sequence, created_at, payload }: JsonObject): readonly object[] {
	const event = isJsonObject(payload) ? payload : {};
	if (stringAt(event, 'type')?.startsWith('item') !== true) return [];
	const itemId = stringAt(event, 'itemId') ?? stringAt(objectAt(event, 'item') ?? {}, 'id') ?? 'turn';
	return [
		{
			id: `parent:${itemId}:${String(sequence)}`,
			origin: { kind: 'parent_turn', originSequence: sequence, occurredAt: created_at, lane: 'parent' },
			payload: { kind: 'turn_item_event', event: { sequence, created_at, payload } },
		},
	];
}

function endAtOnce(turn: PlayedTurn, reason: string): Omit<Served, 'result'> {
	turn.end('Interrupted', reason);
	return {};
}

function place(params: JsonObject): object {
	return { thread_id: params['thread_id'], workspace_id: workspaceId };
}
