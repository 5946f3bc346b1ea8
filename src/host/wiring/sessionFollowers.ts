import type { Attention } from '../attention/attention.ts';
import type { Baselines } from '../diffs/baselines.ts';
import type { ChatPanels } from '../chat/chatPanels.ts';
import type { DiffTabs } from '../diffs/diffTabs.ts';
import type { FollowAgent } from '../files/followAgent.ts';
import type { PermissionQueue } from '../permissions/permissionQueue.ts';
import type { WindowRules } from '../permissions/permissionRules.ts';
import type { SessionFollower } from '../sessions/sessions.ts';
import type { TerminalTabs } from '../terminals/terminalTabs.ts';

export interface FollowingParts {
	readonly permissions: PermissionQueue;
	readonly rules: WindowRules;
	readonly attention: Attention;
	readonly baselines: Baselines;
	readonly follower: FollowAgent;
	readonly diffs: DiffTabs;
	readonly terminalTabs: TerminalTabs;
	readonly panels: () => ChatPanels;
}

/** What watches a session while it lives, and what of it closes with it. */
export function sessionFollowers(parts: FollowingParts): readonly SessionFollower[] {
	const { permissions, rules, attention, baselines, follower, diffs, terminalTabs, panels } = parts;
	return [
		(hosted) => permissions.watch(hosted),
		(hosted) => rules.watch(hosted),
		(hosted) => attention.watch(hosted),
		(hosted) => baselines.watch(hosted),
		(hosted) => follower.watch(hosted),
		(hosted) => ({ dispose: () => permissions.forget(hosted) }),
		(hosted) => ({ dispose: () => diffs.closeSession(hosted) }),
		(hosted) => ({ dispose: () => panels().close(hosted) }),
		(hosted) => ({ dispose: () => terminalTabs.closeSession(hosted) }),
	];
}
