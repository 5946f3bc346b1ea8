import * as limits from '../../core/base/limits.ts';
import type { EntryId } from '../../core/session/model/entry.ts';
import type { Api } from './api.ts';

/** Where the reader was: an entry and how far its top was above the top of the transcript. */
export interface ScrollAnchor {
	readonly id: EntryId;
	readonly offset: number;
}

interface Remembered {
	readonly sessionKey: string;
	readonly expanded: Readonly<Record<EntryId, boolean>>;
	readonly isPlanOpen: boolean;
	/** Absent when the end was in sight. */
	readonly anchor?: ScrollAnchor;
	readonly draft?: TypedDraft;
}

/** What stands in the composer, and how often it has changed: by this it is told what is newer (hazard G2). */
export interface TypedDraft {
	readonly text: string;
	readonly revision: number;
}

/**
 * What the reader did to the view: what is unfolded, where it was scrolled to. Survives the view through VS Code's
 * state, for the session last shown. Nothing here is needed to rebuild the conversation.
 */
export class ViewMemory {
	readonly #api: Api;
	#state: Remembered;

	constructor(api: Api) {
		this.#api = api;
		this.#state = parse(api.readState());
	}

	/** Forgets what belongs to another session. */
	useSession(sessionKey: string): void {
		if (this.#state.sessionKey !== sessionKey) this.#write({ sessionKey, expanded: {}, isPlanOpen: false });
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

function parse(raw: unknown): Remembered {
	const nothing: Remembered = { sessionKey: '', expanded: {}, isPlanOpen: false };
	if (!isFields(raw) || typeof raw['sessionKey'] !== 'string') return nothing;
	const expanded = isFields(raw['expanded']) ? raw['expanded'] : {};
	const { anchor, draft } = raw;
	return {
		sessionKey: raw['sessionKey'],
		expanded: Object.fromEntries(Object.entries(expanded).map(([id, value]) => [id, value === true])),
		isPlanOpen: raw['isPlanOpen'] === true,
		...(isAnchor(anchor) ? { anchor } : {}),
		...(isDraft(draft) ? { draft } : {}),
	};
}

function isAnchor(raw: unknown): raw is ScrollAnchor {
	return isFields(raw) && typeof raw['id'] === 'string' && typeof raw['offset'] === 'number';
}

function isDraft(raw: unknown): raw is TypedDraft {
	return isFields(raw) && typeof raw['text'] === 'string' && typeof raw['revision'] === 'number';
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === 'object' && value !== null;
}
