import type { SessionModeState } from '@agentclientprotocol/sdk/unstable';
import type { ModeState } from '../../session/model.ts';

/** The modes of a session; undefined when the agent has none. */
export function toModes(modes: SessionModeState | null | undefined): ModeState | undefined {
	if (!modes) return undefined;
	const available = modes.availableModes.map(({ id, name, description }) => ({
		id,
		name,
		...(typeof description === 'string' ? { description } : {}),
	}));
	return { currentModeId: modes.currentModeId, available };
}
