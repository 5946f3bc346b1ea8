import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDecoder } from '../../../../src/core/acp/decoder.ts';
import { isJsonObject, type JsonObject } from '../../../../src/core/base/json.ts';
import type { Offer } from '../../../../src/core/acp/shared/initialized.ts';
import type { V1Types } from '../../../../src/core/acp/v1/types.ts';
import type { V1Agent } from '../../../../src/core/acp/v1/v1Agent.ts';
import { type ConnectOptions, connectV1 } from './connectV1.ts';
import { type UnstableFeature, unstableFeatures } from '../../../../src/core/session/model/capabilities.ts';
import type {
	ElicitationOutcome,
	ElicitationRequest,
} from '../../../../src/core/session/model/elicitation.ts';
import type { AgentEvent } from '../../../../src/core/session/model/agentEvents.ts';
import type { SessionSetup } from '../../../../src/core/session/model/agentPort.ts';
import type { PermissionOutcome, PermissionRequest } from '../../../../src/core/session/model/permission.ts';
import type {
	ElicitationPort,
	PermissionPort,
	SessionTarget,
	TerminalExit,
	TerminalRequest,
} from '../../../../src/core/session/model/sessionTarget.ts';
import { prunedSchemaV1 } from '../../../../build/pruneSchemas.ts';
import { MemoryWire } from './memoryWire.ts';

/** The decoder as it is shipped. */
export const decoder = createDecoder<V1Types>(prunedSchemaV1());

export const clientInfo = { name: 'acp-host', title: 'ACP Host', version: '0.1.0' };

/** Everything is offered. */
export const fullOffer: Offer = {
	files: true,
	terminals: true,
	terminalLogin: true,
	forms: true,
	urls: true,
};

/** Every draft is switched on. */
export const allUnstable: ReadonlySet<UnstableFeature> = new Set(unstableFeatures);

/** Who is logged in, as the agent says it: personal data. */
export const account = {
	label: 'Work account',
	active: true,
	name: 'Ada Lovelace',
	email: 'ada@example.com',
	organization: 'Analytical Engines',
};

/** A session in a directory, without anything else. */
export const setup = (cwd: string): SessionSetup => ({ cwd, additionalDirectories: [], mcpServers: [] });

/** A session that writes down what it hears and answers what it is told to. */
export class FakeTarget implements SessionTarget {
	readonly events: AgentEvent[] = [];
	readonly calls: unknown[][] = [];
	readonly asked: PermissionRequest[] = [];
	readonly questions: ElicitationRequest[] = [];
	readonly completed: string[] = [];
	outcome: () => Promise<PermissionOutcome> = async () => ({ type: 'cancelled' });
	answer: () => Promise<ElicitationOutcome> = async () => ({ type: 'cancel' });
	run: (name: string) => unknown = () => undefined;
	exit: TerminalExit | undefined;
	/** Of the last request that had one. */
	signal: AbortSignal | undefined;

	onEvent(event: AgentEvent): void {
		this.events.push(event);
	}

	readonly permissions: PermissionPort = {
		ask: (request) => {
			this.asked.push(request);
			return this.outcome();
		},
	};

	readonly elicitations: ElicitationPort = {
		ask: (request) => {
			this.questions.push(request);
			return this.answer();
		},
		complete: (elicitationId) => void this.completed.push(elicitationId),
	};

	readonly files = {
		readTextFile: async (...args: unknown[]): Promise<string> => String(await this.#call('read', args)),
		writeTextFile: async (...args: unknown[]): Promise<void> => void (await this.#call('write', args)),
	};

	readonly terminals = {
		create: async (request: TerminalRequest): Promise<string> =>
			String(await this.#call('create', [request])),
		output: (id: string) => {
			this.#call('output', [id]);
			return { output: 'out', isTruncated: false, ...(this.exit === undefined ? {} : { exit: this.exit }) };
		},
		waitForExit: async (id: string): Promise<TerminalExit> => {
			await this.#call('wait', [id]);
			return { exitCode: 0, signal: null };
		},
		kill: (id: string): void => void this.#call('kill', [id]),
		release: (id: string): void => void this.#call('release', [id]),
	};

	#call(name: string, args: unknown[]): unknown {
		this.signal = args.find((arg) => arg instanceof AbortSignal) ?? this.signal;
		this.calls.push([name, ...args.filter((arg) => arg !== undefined && !(arg instanceof AbortSignal))]);
		return this.run(name);
	}
}

export interface Connected {
	readonly wire: MemoryWire;
	readonly agent: V1Agent;
	readonly logged: string[];
}

/** An initialised agent that opens session `s1`. */
export async function connected(
	initializeAnswer: object = {},
	options: Partial<ConnectOptions> = {},
): Promise<Connected> {
	const wire = new MemoryWire((options.unstable?.size ?? 0) === 0 ? 'stable' : 'unstable');
	const logged: string[] = [];
	wire.answers.set('initialize', () => ({ protocolVersion: 1, ...initializeAnswer }));
	wire.answers.set('session/new', () => ({ sessionId: 's1' }));
	wire.answers.set('session/load', () => null);
	wire.answers.set('session/prompt', () => ({ stopReason: 'end_turn' }));
	const agent = await connectV1(wire, {
		clientInfo,
		decoder,
		offer: fullOffer,
		unstable: new Set(),
		log: (line) => logged.push(line),
		...options,
	});
	return { wire, agent, logged };
}

/** The same with session `s1` attached. */
export async function attached(
	initializeAnswer: object = {},
	options: Partial<ConnectOptions> = {},
): Promise<Connected & { target: FakeTarget }> {
	const connection = await connected(initializeAnswer, options);
	await connection.agent.newSession(setup('/work'));
	const target = new FakeTarget();
	connection.agent.attach('s1', target);
	return { ...connection, target };
}

/** Events that one update becomes. */
export async function eventsOf(update: object, options: Partial<ConnectOptions> = {}): Promise<AgentEvent[]> {
	const { wire, target } = await attached({}, options);
	wire.update('s1', update);
	return target.events;
}

const trafficRoot = join(import.meta.dirname, '../../../traffic');

export interface Recording {
	readonly name: string;
	/** Whole JSON-RPC messages, in order. */
	readonly messages: readonly { readonly dir: string; readonly msg: JsonObject }[];
}

/**
 * What real agents said (docs/agents-in-the-wild.md).
 * @param folder where test/traffic/README.md says; version 1 if absent
 */
export function recordings(folder: '' | 'v2' | 'init' = ''): Recording[] {
	const root = join(trafficRoot, folder);
	return readdirSync(root)
		.filter((file) => file.endsWith('.jsonl'))
		.map((file) => ({
			name: file.replace('.jsonl', ''),
			messages: readFileSync(join(root, file), 'utf8').split('\n').filter(Boolean).map(parseLine),
		}));
}

function parseLine(line: string): { dir: string; msg: JsonObject } {
	const entry: unknown = JSON.parse(line);
	if (!isJsonObject(entry) || !isJsonObject(entry['msg'])) throw new Error(`not a record: ${line}`);
	return { dir: String(entry['dir']), msg: entry['msg'] };
}
