/**
 * Ids of terminals in the model. An agent may name its own terminals as it likes, so names of the wire and ids that are
 * made here are kept apart: no name of an agent's terminal is the id of one of ours, or of one of an earlier session.
 */

const hostPrefix = 'host:';
const namedPrefix = 'named:';
/** How ids begin that are made here. */
const reserved = /^(?:host:|named:|retired:|kept-)/u;

/** Id of a terminal that we run, by the name that the agent was told. */
export function hostTerminalId(name: string): string {
	return hostPrefix + name;
}

/** Id of a terminal that the agent runs, by its own name for it. */
export function agentTerminalId(name: string): string {
	return reserved.test(name) ? namedPrefix + name : name;
}

/** Id of a terminal of an earlier session of the agent, which may use its name anew. */
export function retiredTerminalId(terminalId: string, count: number): string {
	return `retired:${count}:${terminalId}`;
}

/** What the terminal is called on the wire. */
export function terminalName(terminalId: string): string {
	const prefix = [hostPrefix, namedPrefix].find((known) => terminalId.startsWith(known)) ?? '';
	return terminalId.slice(prefix.length);
}
