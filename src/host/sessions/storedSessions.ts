/** What of a session survives the window, and the check of what is found stored (hazard G4). Pure. */
import {
	boolean,
	either,
	itemsOf,
	number,
	object,
	read,
	text,
	type TypeOf,
	where,
	withDefault,
} from '../../core/base/shape.ts';
import { storedDraft } from './storedDraft.ts';

const count = where(number, Number.isSafeInteger);

const choice = object({ optionId: text, value: either(text, boolean) });

/** Without the first three nothing can be brought back; of the others, one of another shape is as if it were missing. */
const storedSession = object({
	key: text,
	agentName: text,
	cwd: text,
	sessionId: withDefault(text, undefined),
	/** As the agent named it. */
	title: withDefault(text, ''),
	/** As the user named it. */
	localTitle: withDefault(text, undefined),
	/** As the first prompt names it. */
	promptTitle: withDefault(text, undefined),
	updatedAt: withDefault(text, undefined),
	/** The agent's id of the session it begins as a copy of; only until it is open. */
	forkOf: withDefault(text, undefined),
	createdAt: withDefault(number, 0),
	/** The agent can bring the session back, with or without its history. */
	canLoad: withDefault(boolean, false),
	/** What counted of the agent's options, for an agent that forgets it. */
	choices: withDefault(itemsOf(choice), undefined),
	/** A turn was running when it was stored. */
	wasRunning: withDefault(boolean, false),
	draft: storedDraft,
	/** Changes of the draft so far. */
	draftRevision: withDefault(count, undefined),
	/** Number of times that it was stored. */
	draftCount: withDefault(count, undefined),
});
export type StoredSession = TypeOf<typeof storedSession>;

/** Reads what is stored; entries of another shape are dropped. */
export function parseStoredSessions(raw: unknown): readonly StoredSession[] {
	return read(itemsOf(storedSession), raw) ?? [];
}
