import type { AgentPort, ListedSession } from '../../session/model/agentPort.ts';

const placeholder = /^(New|Child) session - \d{4}-\d\d-\d\dT[\d:.]+Z$/u;

/**
 * opencode lists a session that it has not named yet under the time of its making, by which all are called alike
 * (docs/agents-in-the-wild.md#titles; seen with 1.18.33). Such a session has no title.
 */
export function withoutPlaceholders(sessions: readonly ListedSession[]): readonly ListedSession[] {
	return sessions.map((session) => {
		if (session.title === undefined || !placeholder.test(session.title)) return session;
		const { title: _title, ...untitled } = session;
		return untitled;
	});
}

/** Whether it has this quirk, by what it said of itself in its answer to `initialize`. */
export function listsPlaceholders(info: AgentPort['info']): boolean {
	return info.name === 'OpenCode';
}
