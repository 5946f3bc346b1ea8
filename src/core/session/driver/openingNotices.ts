/** What to say when a session opens in another way than the user may expect. */
import { firstOfEach } from '../../base/firstOfEach.ts';
import { t } from '../../base/l10n.ts';
import type { Notice } from './agentFailure.ts';
import type { AgentPort, Provided } from '../model/agentPort.ts';
import type { McpServer } from '../model/mcp.ts';
import type { SessionState } from '../model/sessionState.ts';

export function noHistoryNotice(): Notice {
	return {
		severity: 'info',
		title: t('The session is back, its history is not'),
		detail: t('The agent remembers the conversation, but did not send it again.'),
		actions: [],
	};
}

/**
 * True when the transcript has anything that a fresh agent does not know, besides prompts that are still to be sent.
 */
export function hasConversation(state: SessionState): boolean {
	return [...state.entries.values()].some((entry) => entry.type === 'message' && entry.origin !== 'user');
}

/** What to say when a session could not be taken up again. A session that never held anything is no loss. */
export function lossNotice(state: SessionState): Notice | undefined {
	const { agentTitle, title, updatedAt } = state;
	if (hasConversation(state)) {
		return {
			severity: 'info',
			title: t('{0} was started anew', agentTitle),
			detail: t('It does not remember the conversation above.'),
			actions: [],
			marks: 'new_session',
		};
	}
	if (title === '' && updatedAt === undefined) return undefined;
	return {
		severity: 'warning',
		title: t('{0} could not bring this session back', agentTitle),
		detail: t('Your next message starts a new conversation.'),
		actions: ['show_log'],
	};
}

export function noForkNotice(agentTitle: string): Notice {
	return {
		severity: 'warning',
		title: t('{0} cannot copy sessions', agentTitle),
		detail: t('This is a new conversation: it knows nothing of the other one.'),
		actions: [],
	};
}

/**
 * What to say when an agent has been silent for long.
 * @param noise what it printed that is no protocol, the first line of it
 */
export function slowNotice(agentTitle: string, noise: string | undefined): Notice {
	return {
		severity: 'info',
		title: t('{0} is taking long to start', agentTitle),
		detail:
			noise === undefined
				? t('Some agents download themselves on first use. The log shows what it says.')
				: t('It prints text that is no protocol, such as {0}. The log shows all of it.', noise),
		actions: ['show_log', 'restart'],
	};
}

/** What was configured and is not passed on, once for each opening (acp C43). Undefined when all of it is. */
export function leftOutNotice(
	agentTitle: string,
	{ problems, mcpServers }: Provided,
	port: AgentPort,
): Notice | undefined {
	// A server of this window is offered by us, not configured by the user.
	const refused = mcpServers.filter((server) => server.type !== 'acp' && !port.takesMcpServer(server));
	const names = refused.map(({ name, type }) => `${name} (${type})`);
	const leftOut =
		names.length === 0
			? []
			: [t('{0} does not take tool servers of this kind: {1}.', agentTitle, names.join(', '))];
	const sentences = [...leftOut, ...sameNames(mcpServers, port), ...problems];
	if (sentences.length === 0) return undefined;
	return {
		severity: 'warning',
		title: t('Some tool servers were left out'),
		detail: sentences.join('\n'),
		actions: problems.length === 0 ? ['open_settings'] : ['choose_mcp_servers', 'open_settings'],
	};
}

/** Of servers with one name only the first is passed on (acp C225). */
function sameNames(servers: readonly McpServer[], port: AgentPort): string[] {
	const taken = servers.filter((server) => port.takesMcpServer(server));
	const sent = firstOfEach(taken, ({ name }) => name);
	const names = new Set(taken.filter((server) => !sent.includes(server)).map(({ name }) => name));
	return [...names].map((name) =>
		t('Several tool servers are named {0}: only the first of them is used.', name),
	);
}
