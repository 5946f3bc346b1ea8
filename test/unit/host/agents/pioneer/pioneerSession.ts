/** Whole sessions with the Pioneer gateway of the tests, over a socket. */
import { terminalOfCall } from '../../../../../src/core/base/ofSession.ts';
import type { Entry } from '../../../../../src/core/session/model/entry.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import { connectPioneer } from '../../../../../src/core/turns/connectTurns.ts';
import { openRemoteLine } from '../../../../../src/host/agents/remoteLine.ts';
import { RunningAgent, type StartOptions } from '../../../../../src/host/agents/runningAgent.ts';
import { noProxySettings } from '../../../../../src/node/transport/proxy.ts';
import { PioneerGateway, type PioneerOptions } from '../../../../agents/pioneerGateway.ts';
import type { PlayedTurn } from '../../../../agents/pioneerThread.ts';
import { only } from '../../../only.ts';
import { type SessionParts, startSession } from '../../../protocol/sessionPeer.ts';
import { clientInfo, fullOffer } from '../../../core/acp/support.ts';

export interface Line {
	readonly bearer?: string;
	/** Of a conversation that the gateway knows. */
	readonly sessionId?: string | undefined;
	/** Gets every line of the log. */
	readonly log?: string[];
	readonly backend?: SessionParts['backend'];
}

/** One agent, for any number of sessions. */
export async function connect(
	url: string,
	{ bearer = 'none', log = [] }: Line = {},
	openLine?: StartOptions['openLine'],
): Promise<RunningAgent> {
	const endpoint = { url, headers: { Authorization: `Bearer ${bearer}` } };
	const write = (...words: readonly unknown[]): void => void log.push(words.join(' '));
	return RunningAgent.start({
		definition: {
			type: 'remote',
			name: 'Gateway',
			...endpoint,
			headerVariables: new Map(),
			protocol: 'pioneer',
			isBuiltIn: false,
		},
		openLine:
			openLine ?? ((options, redactor) => openRemoteLine(endpoint, noProxySettings, options, redactor)),
		connectTurns: connectPioneer,
		folder: '/work',
		clientInfo,
		schemaFolder: '/nowhere',
		launchFolder: '/nowhere',
		ask: 1,
		signal: new AbortController().signal,
		log: only<StartOptions['log']>({ info: write, warn: write, error: write }),
		offer: fullOffer,
		unstable: new Set(),
	});
}

/** A session of its own line. */
export async function start(url: string, line: Line = {}): Promise<Started> {
	const running = await connect(url, line);
	return sessionOf(running, line, () => running.stop());
}

/** One more session of an agent. */
export function sessionOf(
	running: RunningAgent,
	{ sessionId, backend }: Line = {},
	end: () => Promise<void> = () => Promise.resolve(),
) {
	const peer = { agent: running.port, connection: { onClose: running.onExit } };
	return startSession(peer, { sessionId, backend }, end);
}

export type Started = Awaited<ReturnType<typeof sessionOf>>;

/** A gateway that plays this, with a session; both end after `use`. Fails with what no document describes. */
export async function played(
	options: PioneerOptions | ((turn: PlayedTurn) => void),
	use: (started: Started, gateway: PioneerGateway) => Promise<void>,
): Promise<void> {
	const gateway = await PioneerGateway.start(typeof options === 'function' ? { play: options } : options);
	const started = await start(gateway.url);
	try {
		await use(started, gateway);
	} finally {
		await started.close();
		await gateway.stop();
	}
	gateway.assertClean();
}

/** What a reader sees, a line for each entry. Lines of ours are left out. */
export function shown({ session: { state } }: Pick<Started, 'session'>): readonly string[] {
	return [...state.entries.values()]
		.filter(({ type }) => type !== 'notice')
		.map((entry) => lineOf(entry, state));
}

function lineOf(entry: Entry, state: SessionState): string {
	switch (entry.type) {
		case 'message':
			return `${entry.role}: ${entry.content.map((part) => (part.type === 'text' ? part.text : part.type)).join('')}`;
		case 'tool_call': {
			const { title, status, attempts } = entry;
			const output = state.terminals.get(terminalOfCall(state, entry))?.output;
			const tried = attempts === undefined ? [] : [`attempt ${attempts.number} ${attempts.state}`];
			const said = output === undefined ? [] : [JSON.stringify(output)];
			return `call: ${[title, status, ...said, ...tried].join(', ')}`;
		}
		case 'subagent':
			return `${entry.kind ?? 'child'}: ${entry.title}, ${entry.state}`;
		default:
			return entry.type;
	}
}

/** Notices above the conversation, but for those that it begins with. */
export function notices({ session: { state } }: Pick<Started, 'session'>): readonly string[] {
	return state.agentNotices
		.map(({ severity, title }) => `${severity}: ${title}`)
		.filter((line) => !/folder is open|in a sandbox/u.test(line));
}
