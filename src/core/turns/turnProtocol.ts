/** Families of turn gateways, by the names that the setting `protocol` of an agent takes. */
export const turnProtocols = ['codex', 'pioneer'] as const;

/** The name of a family of turn gateways. */
export type TurnProtocol = (typeof turnProtocols)[number];

/** True for one that is reached at an address only, and never started here. */
export function needsAddress(protocol: unknown): boolean {
	return protocol === 'pioneer';
}

/** True for the name of a family, as opposed to a version of ACP. */
export function isTurnProtocol(protocol: unknown): protocol is TurnProtocol {
	return turnProtocols.some((known) => known === protocol);
}
