/** The sessions of this window: what each is given, what follows it while it lives, and where it is kept. */
import type { Provided } from '../../core/session/model/agentPort.ts';
import type { AgentService } from '../agents/agentService.ts';
import { windowServer } from '../agents/windowTools.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import { systemClock } from '../common/systemClock.ts';
import { otherFolders } from '../common/workspaceFolders.ts';
import { createConversationLogs } from '../conversations/createConversationLogs.ts';
import type { WindowChanges } from '../changes/windowChanges.ts';
import type { DiffTabs } from '../diffs/diffTabs.ts';
import type { FollowAgent } from '../files/followAgent.ts';
import type { OwnEdits } from '../files/ownEdits.ts';
import type { McpServers } from '../mcp/mcpServers.ts';
import type { RememberedOptions } from '../options/rememberedOptions.ts';
import { type SessionFollower, Sessions } from '../sessions/sessions.ts';
import type { TerminalTabs } from '../terminals/terminalTabs.ts';
import type { WindowBase } from './agents.ts';
import type { UserRequests } from './userRequests.ts';
import type * as SessionBundle from './createSession.ts';

/** What follows a session, and what sessions are made with. */
interface CreateSessionsParts extends WindowBase, UserRequests {
	readonly agents: AgentService;
	readonly mcp: McpServers;
	readonly remembered: RememberedOptions;
	readonly ownEdits: OwnEdits;
	readonly follower: FollowAgent;
	readonly changes: WindowChanges;
	readonly diffs: DiffTabs;
	readonly terminalTabs: TerminalTabs;
}

export function createSessions(parts: CreateSessionsParts): Sessions {
	const { context, agents, remembered, rules, ownEdits, changes, log } = parts;
	const sessions = new Sessions(
		context.workspaceState,
		(seed) =>
			lazyBundle<typeof SessionBundle>('./session.cjs').createSession(seed, {
				source: agents.sourceFor(seed.agentName, seed.cwd),
				clock: systemClock,
				remembered: remembered.of(seed.agentName),
				...rules.forSessions,
				provide: () => provideSetup(parts, seed.agentName, seed.cwd),
				ownEdits,
				changes,
				reaper: agents.reaper,
			}),
		followersOf(parts),
		createConversationLogs(context, parts, log),
	);
	context.subscriptions.push(sessions);
	return sessions;
}

/**
 * What a session is given: the workspace's other folders, the tool servers, instructions of the user.
 * @param cwd absolute path of the session's directory
 */
async function provideSetup(
	{ agents, settings, mcp }: CreateSessionsParts,
	agentName: string,
	cwd: string,
): Promise<Provided> {
	const { servers, problems } = await mcp.forSession(agentName, cwd);
	agents.give(agentName, servers);
	const { systemPrompt, unstable } = settings;
	return {
		additionalDirectories: otherFolders(cwd),
		mcpServers: unstable.has('mcpOverAcp') ? [...servers, windowServer] : servers,
		...(systemPrompt === undefined ? {} : { systemPrompt }),
		problems,
	};
}

/** What watches a session while it lives, and what of it closes with it. */
function followersOf(parts: CreateSessionsParts): readonly SessionFollower[] {
	const { permissions, rules, attention, changes, follower, diffs, terminalTabs, panels } = parts;
	return [
		(hosted) => permissions.watch(hosted),
		(hosted) => rules.watch(hosted),
		(hosted) => attention.watch(hosted),
		(hosted) => changes.watch(hosted),
		(hosted) => follower.watch(hosted),
		(hosted) => lazyBundle<typeof SessionBundle>('./session.cjs').watchEmptyTurns(hosted),
		(hosted) => ({ dispose: () => permissions.forget(hosted) }),
		(hosted) => ({ dispose: () => diffs.closeSession(hosted) }),
		(hosted) => ({ dispose: () => panels().close(hosted) }),
		(hosted) => ({ dispose: () => terminalTabs.closeSession(hosted) }),
	];
}
