/**
 * The handshake of the first draft of version 2 (shape A, docs/protocol.md#turn-shapes): who the agent is stands under the name of
 * version 1, each request beyond the first few has a capability of its own, and histories and logins have the requests
 * of version 1.
 */
import { type JsonObject, objectAt } from '../../base/json.ts';

/** Methods of a session that the draft has capabilities for, and the newest shape takes for granted. */
const ownCapabilities = ['load', 'resume', 'list', 'close'] as const;
/** A request of a session that has a capability of its own in the first draft. */
export type DraftedMethod = (typeof ownCapabilities)[number];

/** True when an answer to `initialize` is of the first draft: it lacks the newest name, and has something only the draft had. */
export function isFirstDraft(answer: JsonObject): boolean {
	if (objectAt(answer, 'info') !== undefined) return false;
	const capabilities = objectAt(answer, 'capabilities') ?? {};
	const session = objectAt(capabilities, 'session') ?? {};
	const auth = objectAt(capabilities, 'auth') ?? {};
	return (
		objectAt(answer, 'agentInfo') !== undefined ||
		objectAt(auth, 'logout') !== undefined ||
		ownCapabilities.some((name) => objectAt(session, name) !== undefined)
	);
}
