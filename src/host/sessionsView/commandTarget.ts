/** Which session a command is about. */
import { t } from '../../core/base/l10n.ts';
import { matches, object, oneOf, text } from '../../core/base/shape.ts';
import { sessionTitle } from '../../core/view/projectSession.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { SessionsTree } from './sessionsTree.ts';
import { shownTitle } from '../../core/view/projectSession.ts';
import type { SessionNode } from './sessionsTreeNodes.ts';

/** A session that a command is about: one of this window, or one that the agent keeps. */
export type CommandTarget =
	{ readonly type: 'hosted'; readonly hosted: HostedSession } | Extract<SessionNode, { type: 'listed' }>;

type AgentNode = Extract<SessionNode, { agent: string }>;

interface TargetPlaces {
	readonly sessions: Pick<Sessions, 'byKey'>;
	readonly panels: { readonly onShow: HostedSession | undefined };
	readonly tree: Pick<SessionsTree, 'focused'>;
}

/** The node of a menu, the one with the focus for a key pressed in the tree, else the session on show. */
export async function commandTargetOf(
	{ sessions, panels, tree }: TargetPlaces,
	argument: unknown,
): Promise<CommandTarget | undefined> {
	const node = Array.isArray(argument) ? await tree.focused(argument) : argument;
	if (isNode(node)) {
		if (node.type === 'listed') return node;
		const hosted = node.type === 'hosted' ? sessions.byKey(node.key) : undefined;
		return hosted === undefined ? undefined : { type: 'hosted', hosted };
	}
	const { onShow } = panels;
	return argument !== undefined || onShow === undefined ? undefined : { type: 'hosted', hosted: onShow };
}

const shapeOfNodes = object({
	type: oneOf<SessionNode['type']>(
		'agent',
		'hosted',
		'listed',
		'showEarlier',
		'loading',
		'more',
		'none',
		'failed',
	),
	agent: text,
});

/** Other extensions can call commands, too: anything that is no node of ours is none. */
export function isNode(value: unknown): value is AgentNode {
	return matches(shapeOfNodes, value);
}

export function identityOf(target: CommandTarget): {
	agent: string;
	sessionId: string | undefined;
	cwd: string;
} {
	if (target.type === 'listed') {
		const { sessionId, cwd } = target.listed;
		return { agent: target.agent, sessionId, cwd };
	}
	const { agentName, sessionId, cwd } = target.hosted.session.state;
	return { agent: agentName, sessionId, cwd };
}

export function titleOf(target: CommandTarget): string {
	return target.type === 'listed' ? (target.listed.title ?? '') : sessionTitle(target.hosted.session.state);
}

export function quotedTitle(target: CommandTarget): string {
	return t('“{0}”', shownTitle(titleOf(target)));
}
