/** A whole session, reducer and all, with a scripted agent as a real child process. */
import type { PromptOutcome } from '../../../src/core/session/promptSender.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ConnectOptions } from '../acp/connectV1.ts';
import { toDisposable } from '../../../src/core/base/disposable.ts';
import { ServiceError } from '../../../src/core/base/serviceError.ts';
import type { McpServer } from '../../../src/core/session/mcp.ts';
import type { Entry } from '../../../src/core/session/model.ts';
import type { AgentPort, Clock } from '../../../src/core/session/ports.ts';
import type { AgentConnection } from '../../../src/node/connection.ts';
import { Session, type SessionBackend } from '../../../src/core/session/session.ts';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { closePeer, connectPeer, type Peer } from './peer.ts';

export interface SessionPeer {
	readonly session: Session;
	/** What the agent says, once it was started by `session.start()` or a prompt. */
	readonly peer: Peer;
	/** Sends a prompt and waits for the end of its turn. */
	readonly say: (text: string) => Promise<PromptOutcome>;
	/** Ends both and checks the wire. */
	readonly close: () => Promise<void>;
}

export interface SessionParts {
	readonly mcpServers?: readonly McpServer[] | undefined;
	readonly backend?: Partial<SessionBackend> | undefined;
	/** Of a session that the agent knows: it is loaded. */
	readonly sessionId?: string | undefined;
}

export type SessionPeerOptions = Partial<ConnectOptions> & SessionParts;

/** Starts the agent and opens a session with it. */
export async function openSession(
	script: FakeAgentScript | string,
	options: SessionPeerOptions = {},
): Promise<SessionPeer> {
	const { mcpServers, backend, sessionId, ...connect } = options;
	const peer = await connectPeer(script, connect);
	const session = sessionOver(peer, { mcpServers, backend, sessionId });
	await session.start();
	return {
		session,
		peer,
		say: (text) => session.prompt([{ type: 'text', text }]),
		close: async () => {
			session.dispose();
			await closePeer(peer);
		},
	};
}

/** A session that is not started yet, with an agent that is there. */
export function sessionOver(
	{ agent, connection }: { readonly agent: AgentPort; readonly connection: AgentConnection },
	{ mcpServers = [], backend = {}, sessionId }: SessionParts = {},
): Session {
	return new Session(
		{
			key: 's1',
			agentName: 'fake',
			agentTitle: 'Fake Agent',
			cwd: '/work',
			title: '',
			createdAt: 0,
			sessionId,
		},
		{
			clock: realClock,
			provide: () => Promise.resolve({ additionalDirectories: [], mcpServers, problems: [] }),
			source: {
				commandLine: () => 'fake',
				isApproved: () => true,
				acquire: () => Promise.resolve({ port: agent, onExit: connection.onClose, dispose: () => undefined }),
			},
			createBackend: () => ({ ...emptyBackend, ...backend }),
		},
	);
}

/** Entries of a session of one type. */
export function entriesOf<T extends Entry['type']>(
	{ state }: Session,
	type: T,
): Extract<Entry, { type: T }>[] {
	return [...state.entries.values()].filter(
		(entry): entry is Extract<Entry, { type: T }> => entry.type === type,
	);
}

/** All text that the agent said. */
export function spokenText(session: Session): string {
	return entriesOf(session, 'message')
		.filter(({ role }) => role === 'agent')
		.flatMap(({ content }) => content.map((part) => (part.type === 'text' ? part.text : '')))
		.join('');
}

const realClock: Clock = {
	now: () => Date.now(),
	setTimer: (ms, run) => {
		const controller = new AbortController();
		const { signal } = controller;
		void sleep(ms, undefined, { signal }).then(run, () => undefined);
		return toDisposable(() => controller.abort());
	},
};

const missing = (id: string): never => {
	throw new ServiceError('notFound', `${id} does not exist.`, id);
};

/** No files, no terminals. */
const emptyBackend: SessionBackend = {
	files: { readTextFile: async (path) => missing(path), writeTextFile: async () => undefined },
	terminals: {
		create: async () => missing('program'),
		output: missing,
		waitForExit: async (id) => missing(id),
		kill: missing,
		release: missing,
	},
	killCommands: () => undefined,
	releaseCommands: () => undefined,
	dispose: () => undefined,
};
