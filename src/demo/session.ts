import type { SessionModeState } from '@agentclientprotocol/sdk';
import type { Transcript } from './transcript.ts';

/** `ask` wants a permission for every change, `auto` takes it for granted. */
export type ModeId = 'ask' | 'auto';

export const modes: SessionModeState['availableModes'] = [
	{ id: 'ask', name: 'Ask', description: 'Asks before it changes a file' },
	{ id: 'auto', name: 'Auto', description: 'Changes files without asking' },
];

export function isModeId(value: string): value is ModeId {
	return modes.some((mode) => mode.id === value);
}

/** One conversation: where it works, how it asks, what was said, and the turn that runs. */
export class Session {
	readonly id: string;
	readonly cwd: string;
	readonly transcript: Transcript;
	mode: ModeId = 'ask';
	/** The user chose "Always allow" once in this session. */
	isAlwaysAllowed = false;
	isTitled: boolean;
	/** Aborting it cancels the running turn. */
	turn: AbortController | undefined;

	constructor(id: string, cwd: string, transcript: Transcript) {
		this.id = id;
		this.cwd = cwd;
		this.transcript = transcript;
		this.isTitled = !transcript.isEmpty;
	}

	get modeState(): SessionModeState {
		return { currentModeId: this.mode, availableModes: modes };
	}

	get mustAsk(): boolean {
		return this.mode === 'ask' && !this.isAlwaysAllowed;
	}
}
