/** What to say when a session opens in another way than the user may expect. */
import { firstOfEach } from '../../base/firstOfEach.ts';
import { saying, type Words } from '../model/saying.ts';
import type { Notice } from './agentFailure.ts';
import type { AgentPort, Provided } from '../model/agentPort.ts';
import type { McpServer } from '../model/mcp.ts';
import type { SessionState } from '../model/sessionState.ts';

export function noHistoryNotice(): Notice {
	return {
		severity: 'info',
		title: saying('history_missing'),
		detail: saying('history_missing_hint'),
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
			title: saying('started_anew', agentTitle),
			detail: saying('started_anew_hint'),
			actions: [],
			marks: 'new_session',
		};
	}
	if (title === '' && updatedAt === undefined) return undefined;
	return {
		severity: 'warning',
		title: saying('not_brought_back', agentTitle),
		detail: saying('not_brought_back_hint'),
		actions: ['show_log'],
	};
}

export function noForkNotice(agentTitle: string): Notice {
	return {
		severity: 'warning',
		title: saying('cannot_copy', agentTitle),
		detail: saying('cannot_copy_hint'),
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
		title: saying('slow_start', agentTitle),
		detail: noise === undefined ? saying('slow_start_hint') : saying('slow_start_noise', noise),
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
	const leftOut = names.length === 0 ? [] : [saying('servers_not_taken', agentTitle, names.join(', '))];
	const sentences: readonly Words[] = [...leftOut, ...sameNames(mcpServers, port), ...problems];
	if (sentences.length === 0) return undefined;
	return {
		severity: 'warning',
		title: saying('servers_left_out'),
		detail: sentences,
		actions: problems.length === 0 ? ['open_settings'] : ['choose_mcp_servers', 'open_settings'],
	};
}

/** What to say of servers that are left out: only the first of each name is passed on (acp C225). */
function sameNames(servers: readonly McpServer[], port: AgentPort): Words[] {
	const taken = servers.filter((server) => port.takesMcpServer(server));
	const sent = firstOfEach(taken, ({ name }) => name);
	const names = new Set(taken.filter((server) => !sent.includes(server)).map(({ name }) => name));
	return [...names].map((name) => saying('servers_same_name', name));
}
