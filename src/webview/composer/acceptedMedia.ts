/** What can be told of an image or sound before it is read, and why one is not attached. */
import { t } from '../../core/base/l10n.ts';
import { kindOfName, type MediaKind } from '../../core/view/mediaKinds.ts';
import type { ViewSession } from '../../core/view/viewSession.ts';

/** Why something cannot be attached, as a sentence for the user. */
export class MediaRefusal extends Error {
	override readonly name = 'MediaRefusal';
}

/** What the agent takes. Nothing is known of one that is not there yet. */
export type Acceptance = Pick<ViewSession, 'accepts' | 'agentTitle' | 'agent'>;

/**
 * Asks before anything is read whether the agent takes this kind.
 * @throws MediaRefusal when it does not, or has not said so yet
 */
export function requireTaken(kind: MediaKind, { accepts, agent, agentTitle }: Acceptance): void {
	if (accepts[kind]) return;
	const isImage = kind === 'image';
	if (agent.type === 'ready')
		throw new MediaRefusal(
			isImage ? t('{0} does not take images.', agentTitle) : t('{0} does not take audio.', agentTitle),
		);
	throw new MediaRefusal(
		isImage
			? t('{0} is not ready, so it is not known whether it takes images. Try again once it is.', agentTitle)
			: t('{0} is not ready, so it is not known whether it takes audio. Try again once it is.', agentTitle),
	);
}

/** What a file claims to be: by its type, else by its name. */
export function claimedKind(file: Blob, name: string): MediaKind | undefined {
	if (file.type.startsWith('image/')) return 'image';
	if (file.type.startsWith('audio/')) return 'audio';
	return kindOfName(name);
}
