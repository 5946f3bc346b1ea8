/** Sessions that become visible: after a reload the agent is asked for the conversation only then. */
import type { HostedSession } from '../sessions/hostedSession.ts';
import { noteInterruptedTurn } from '../sessions/restoredSession.ts';
import { lostAttachmentsNotice } from '../sessions/storedDraft.ts';

export class ShownSessions {
	/** Sessions of an earlier window whose agent was asked for them; one that failed is not asked by itself again. */
	readonly #asked = new WeakSet<HostedSession>();

	onShown(hosted: HostedSession): void {
		if (hosted.restoreHistory === undefined) this.#startIfNeeded(hosted);
		else void hosted.restoreHistory().then(() => this.#startIfNeeded(hosted));
	}

	#startIfNeeded(hosted: HostedSession): void {
		const { session } = hosted;
		if (session.isOpen || session.state.agent.type !== 'exited') return;
		const { entries, isFromStore, sessionId } = session.state;
		const isOpenable = hosted.canLoad || sessionId === undefined;
		const isRestored = isOpenable && isFromStore && !this.#asked.has(hosted);
		this.#asked.add(hosted);
		if (entries.size === 0 || isRestored) void startShown(hosted);
		else tellLostAttachments(hosted);
	}
}

async function startShown(hosted: HostedSession): Promise<void> {
	await hosted.session.start();
	tellLostAttachments(hosted);
	// Once more: the agent's own history may have taken the place of what said so. A prompt that was sent meanwhile goes on
	// where that turn ended.
	if (hosted.session.state.turn.type === 'idle') noteInterruptedTurn(hosted);
	hosted.wasInterrupted = false;
}

/** Once, and not before the history is back: it would push the notice aside. */
function tellLostAttachments(hosted: HostedSession): void {
	const { lostAttachments, session } = hosted;
	if (lostAttachments.length === 0) return;
	hosted.lostAttachments = [];
	session.dispatch({ type: 'notice', notice: lostAttachmentsNotice(lostAttachments) });
}
