import type { Session } from '../core/session/session.ts';
import type { ViewAttachment } from '../core/view/messages.ts';

/** A session with what the host keeps beside the conversation. */
export interface HostedSession {
	readonly session: Session;
	/** What the composer holds: survives hiding, reloading and failed prompts (hazard G2). */
	draft: Draft;
	/** The agent said that it can bring this session back. */
	canLoad: boolean;
	/** A turn was running when the window was reloaded, and nobody has said so yet. */
	wasInterrupted: boolean;
}

export interface Draft {
	readonly text: string;
	readonly attachments: readonly ViewAttachment[];
}

export const emptyDraft: Draft = Object.freeze({ text: '', attachments: [] });
