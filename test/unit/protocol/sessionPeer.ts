/** A whole session, reducer and all, with a scripted agent as a real child process. */
import type { PromptOutcome } from '../../../src/core/session/driver/promptSender.ts';
import type { ConnectOptions } from '../core/acp/connectV1.ts';
import type { McpServer } from '../../../src/core/session/model/mcp.ts';
import type { AgentPort } from '../../../src/core/session/model/agentPort.ts';
import type { PermissionRules } from '../../../src/core/session/model/permissionPorts.ts';
import type { AgentConnection } from '../../../src/node/connection.ts';
import { Session } from '../../../src/core/session/driver/session.ts';
import type { SessionBackend } from '../../../src/core/session/model/sessionTarget.ts';
import { systemClock } from '../../../src/host/common/systemClock.ts';
import type { FakeAgentScript } from '../../agents/fakeAgentScript.ts';
import { emptyBackend } from '../core/session/driver/backends.ts';
import { closePeer, connectPeer, type Peer } from './peer.ts';

/** A session that was started, with its agent. */
export interface StartedSession<P> {
	readonly session: Session;
	/** What the agent says, once it was started by `session.start()` or a prompt. */
	readonly peer: P;
	/** Sends a prompt and waits for what becomes of it. */
	readonly say: (text: string) => Promise<PromptOutcome>;
	/** Ends both and checks the wire. */
	readonly close: () => Promise<void>;
}

export type SessionPeer = StartedSession<Peer>;

export interface SessionParts {
	readonly mcpServers?: readonly McpServer[] | undefined;
	readonly backend?: Partial<SessionBackend> | undefined;
	/** Of a session that the agent knows: it is loaded. */
	readonly sessionId?: string | undefined;
	/** Absolute path. */
	readonly cwd?: string | undefined;
	readonly permissionRules?: PermissionRules | undefined;
}

interface AgentPeer {
	readonly agent: AgentPort;
	readonly connection: Pick<AgentConnection, 'onClose'>;
}

export type SessionPeerOptions = Partial<ConnectOptions> & SessionParts;

/** Starts the agent and opens a session with it. */
export async function openSession(
	script: FakeAgentScript | string,
	options: SessionPeerOptions = {},
): Promise<SessionPeer> {
	const { mcpServers, backend, sessionId, cwd, permissionRules, ...connect } = options;
	const peer = await connectPeer(script, connect);
	const parts = { mcpServers, backend, sessionId, cwd, permissionRules };
	return startSession(peer, parts, () => closePeer(peer));
}

/** @param end ends the agent and checks the wire */
export async function startSession<P extends AgentPeer>(
	peer: P,
	parts: SessionParts,
	end: () => Promise<void>,
): Promise<StartedSession<P>> {
	const session = sessionOver(peer, parts);
	await session.start();
	return {
		session,
		peer,
		say: (text) => session.prompt([{ type: 'text', text }]),
		close: async () => {
			session.dispose();
			await end();
		},
	};
}

/** A session that is not started yet, with an agent that is there. */
function sessionOver(
	{ agent, connection }: AgentPeer,
	{ mcpServers = [], backend = {}, sessionId, cwd = '/work', permissionRules }: SessionParts = {},
): Session {
	return new Session(
		{
			key: 's1',
			agentName: 'fake',
			agentTitle: 'Fake Agent',
			cwd,
			title: '',
			createdAt: 0,
			sessionId,
		},
		{
			clock: systemClock,
			provide: () => Promise.resolve({ additionalDirectories: [], mcpServers, problems: [] }),
			source: {
				commandLine: () => 'fake',
				isApproved: () => true,
				acquire: () => Promise.resolve({ port: agent, onExit: connection.onClose, dispose: () => undefined }),
			},
			createBackend: () => ({ ...emptyBackend, ...backend }),
			...(permissionRules === undefined ? {} : { permissionRules }),
		},
	);
}
