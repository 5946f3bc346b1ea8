/**
 * Ids of terminals in the model. An agent may name its own terminals as it likes, so names of the wire and ids that are
 * made here are kept apart: no name of an agent's terminal is the id of one of ours, or of one of an earlier session.
 */

const hostPrefix = 'host:';
const namedPrefix = 'named:';
/** How ids begin that are made here. */
const reserved = /^(?:host:|named:|child:|retired:|kept-)/u;
/** Before the id of a child session and the name there: how long that id is, which may hold any character. */
const ofChild = /^child:(\d+):/u;

/** Id of a terminal that we run, by the name that the agent was told. */
export function hostTerminalId(name: string): string {
	return hostPrefix + name;
}

/**
 * Id of a terminal that the agent runs, by its own name for it.
 * @param subagentId the agent's id of the child session that runs it, which has names of its own
 */
export function agentTerminalId(name: string, subagentId?: string): string {
	if (subagentId !== undefined) return `child:${subagentId.length}:${subagentId}:${name}`;
	return reserved.test(name) ? namedPrefix + name : name;
}

/** Id of a terminal of an earlier session of the agent, which may use its name anew. */
export function retiredTerminalId(terminalId: string, count: number): string {
	return `retired:${count}:${terminalId}`;
}

interface TerminalName {
	readonly name: string;
	/** The agent's id of the child session that runs it. */
	readonly subagentId?: string;
}

/** What the terminal is called on the wire. */
export function terminalName(terminalId: string): TerminalName {
	const child = ofChild.exec(terminalId);
	if (child !== null) {
		const start = child[0].length;
		const end = start + Number(child[1]);
		return { name: terminalId.slice(end + 1), subagentId: terminalId.slice(start, end) };
	}
	const prefix = [hostPrefix, namedPrefix].find((known) => terminalId.startsWith(known)) ?? '';
	return { name: terminalId.slice(prefix.length) };
}
