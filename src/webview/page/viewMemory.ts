import * as limits from '../../core/base/limits.ts';
import {
	boolean,
	number,
	object,
	read,
	record,
	text,
	type TypeOf,
	withDefault,
} from '../../core/base/shape.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import type { Api } from './api.ts';

/** Where the reader was: an entry and how far its top was above the top of the transcript. */
const scrollAnchor = object({ id: text, offset: number });
type ScrollAnchor = TypeOf<typeof scrollAnchor>;

/** What stands in the composer, and how often it has changed: by this it is told what is newer (hazard G2). */
const typedDraft = object({ text, revision: number });
type TypedDraft = TypeOf<typeof typedDraft>;

const noneExpanded: Readonly<Record<EntryId, boolean>> = {};
const remembered = object({
	sessionKey: text,
	/** By the ids of entries. */
	expanded: withDefault(record(withDefault(boolean, false)), noneExpanded),
	isPlanOpen: withDefault(boolean, false),
	/** Absent when the end was in sight. */
	anchor: withDefault(scrollAnchor, undefined),
	draft: withDefault(typedDraft, undefined),
});
type Remembered = TypeOf<typeof remembered>;
const nothing: Remembered = { sessionKey: '', expanded: noneExpanded, isPlanOpen: false };

/**
 * What the reader did to the view: what is unfolded, where it was scrolled to. Survives the view through VS Code's
 * state, for the session last shown. Nothing here is needed to rebuild the conversation.
 */
export class ViewMemory {
	readonly #api: Api;
	#state: Remembered;

	constructor(api: Api) {
		this.#api = api;
		this.#state = read(remembered, api.readState()) ?? nothing;
	}

	/** Forgets what belongs to another session. */
	useSession(sessionKey: string): void {
		if (this.#state.sessionKey !== sessionKey) this.#write({ ...nothing, sessionKey });
	}

	/** Of the session on show. */
	get sessionKey(): string {
		return this.#state.sessionKey;
	}

	/** Undefined until the reader chose. */
	isExpanded(id: EntryId): boolean | undefined {
		return Object.hasOwn(this.#state.expanded, id) ? this.#state.expanded[id] : undefined;
	}

	setExpanded(id: EntryId, isExpanded: boolean): void {
		this.#write({ ...this.#state, expanded: { ...this.#state.expanded, [id]: isExpanded } });
	}

	get isPlanOpen(): boolean {
		return this.#state.isPlanOpen;
	}

	setPlanOpen(isPlanOpen: boolean): void {
		this.#write({ ...this.#state, isPlanOpen });
	}

	get anchor(): ScrollAnchor | undefined {
		return this.#state.anchor;
	}

	setAnchor(anchor: ScrollAnchor | undefined): void {
		const { anchor: _old, ...rest } = this.#state;
		this.#write(anchor === undefined ? rest : { ...rest, anchor });
	}

	get draft(): TypedDraft | undefined {
		return this.#state.draft;
	}

	setDraft(draft: TypedDraft): void {
		if (draft.text.length <= limits.draftMemoryChars) this.#write({ ...this.#state, draft });
	}

	#write(state: Remembered): void {
		this.#state = state;
		this.#api.writeState(state);
	}
}
