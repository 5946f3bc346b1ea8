/** What the tree of sessions consists of: agents, their sessions here, and what they keep themselves. Pure. */
import type { ListedSession } from '../../core/session/model/agentPort.ts';
import type { AgentCapabilities } from '../../core/session/model/capabilities.ts';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import type { Listing } from './agentSessions.ts';

export type SessionNode =
	/** `agent` is the argument of that name of "New Session". */
	| { readonly type: 'agent'; readonly agent: string; readonly hasSessions: boolean }
	/** A session of this window. */
	| { readonly type: 'hosted'; readonly agent: string; readonly key: string }
	/** A session that the agent keeps and that is not open here. */
	| { readonly type: 'listed'; readonly agent: string; readonly listed: ListedSession }
	| { readonly type: 'showEarlier' | 'loading' | 'more' | 'none'; readonly agent: string }
	| { readonly type: 'failed'; readonly agent: string; readonly error: string };

/** The agents: those of the settings in their order, then those that are gone from there but have sessions. */
export function agentNodes(configured: readonly string[], sessions: readonly SessionState[]): SessionNode[] {
	const names = new Set([...configured, ...sessions.map(({ agentName }) => agentName)]);
	return [...names].map((agent) => ({
		type: 'agent',
		agent,
		hasSessions: sessions.some(({ agentName }) => agentName === agent),
	}));
}

/** Sessions of an agent in this window, newest first. */
export function inOrder<T extends SessionState>(sessions: readonly T[]): T[] {
	return sessions.toSorted((a, b) => b.createdAt - a.createdAt);
}

export interface AgentContent {
	readonly agent: string;
	/** Sessions of this window, of any agent. */
	readonly sessions: readonly SessionState[];
	readonly listing: Listing;
	/** Undefined while the agent does not run. */
	readonly capabilities: AgentCapabilities | undefined;
	/** False for an agent that is gone from the settings: it cannot be asked. */
	readonly isConfigured: boolean;
}

/** What stands below an agent. */
export function sessionNodesOf(content: AgentContent): SessionNode[] {
	const { agent, listing } = content;
	const own = inOrder(content.sessions.filter(({ agentName }) => agentName === agent));
	const here = new Set(own.map(({ sessionId }) => sessionId));
	const hosted = own.map(({ key }): SessionNode => ({ type: 'hosted', agent, key }));
	const listed = listing.sessions
		.filter(({ sessionId }) => !here.has(sessionId))
		.map((session): SessionNode => ({ type: 'listed', agent, listed: session }));
	const nodes = [...hosted, ...listed, ...restOf(content)];
	return nodes.length === 0 ? [{ type: 'none', agent }] : nodes;
}

function restOf({ agent, listing, capabilities, isConfigured }: AgentContent): SessionNode[] {
	switch (listing.type) {
		case 'unknown':
			// An agent that runs and can list is asked by itself; of one that does not run it is not known.
			return isConfigured && capabilities === undefined ? [{ type: 'showEarlier', agent }] : [];
		case 'loading':
			return [{ type: 'loading', agent }];
		case 'failed':
			return [{ type: 'failed', agent, error: listing.error ?? '' }];
		case 'listed':
			return listing.hasMore ? [{ type: 'more', agent }] : [];
	}
}

/** What can be done with a session, as words for `viewItem` in the conditions of menus. */
export function sessionFlags(session: {
	readonly isHosted: boolean;
	/** The agent has given it an id. */
	readonly isKnown: boolean;
	readonly isArchived: boolean;
	readonly capabilities: AgentCapabilities | undefined;
}): string {
	const { isHosted, isKnown, isArchived, capabilities: can } = session;
	const flags: readonly (readonly [string, boolean | undefined])[] = [
		['hosted', isHosted],
		['listed', !isHosted],
		['canOpen', isHosted || can === undefined || canOpen(can)],
		['canRename', isHosted || can?.setTitle],
		['canDelete', isKnown && can?.deleteSession],
		['canFork', isKnown && can?.forkSession],
		['canArchive', isKnown && !isArchived && can?.archiveSession],
		['canUnarchive', isArchived && can?.archiveSession],
	];
	return ['session', ...flags.flatMap(([flag, isSet]) => (isSet === true ? [flag] : []))].join(';');
}

/** The agent can bring a session back in one way or the other. */
export function canOpen({ loadSession, resumeSession }: AgentCapabilities): boolean {
	return loadSession || resumeSession;
}
