/**
 * What the files of a session would be without what it has changed since a checkpoint: each file as it was there, with
 * every later change that is not the session's put on it again, line by line where it is text. Pure.
 */
import { merged } from '../segments.ts';
import { type ChangeRecord, type FileState, contentsOf, isSameState } from '../record.ts';

/** What a file is to be: a state that is known, or a text that was merged. */
export type TargetState =
	| { readonly type: 'state'; readonly state: FileState }
	| { readonly type: 'text'; readonly text: string; readonly mode: number };

/** One file on its way from the checkpoint to now. */
export interface Track {
	readonly path: string;
	readonly target: TargetState;
	/** As it was seen last. */
	readonly now: FileState;
	readonly isSessions: boolean;
	readonly isUnknown: boolean;
	/** The user, or another session, has a part in it. */
	readonly isShared: boolean;
	/** Places where what they changed could not be put on it. */
	readonly conflicts: number;
	/** The first folder above it that came with it. */
	readonly newFolder?: string;
	/** The session has moved it there: what others changed there is a part of this one. */
	readonly movedTo: readonly string[];
	/** Where its content went with moves of the session, also in the place of another file. */
	readonly carriedTo: readonly string[];
	/** Contents that belong here: the first, and all since then, or since others have a part in it. */
	readonly own: readonly string[];
	/** Contents that it was changed to. */
	readonly had: readonly string[];
}

/** @returns undefined for what is no text, is too long to be told line by line, or is not kept */
export type TextOf = (state: FileState) => string | undefined;

type Whose = 'session' | 'unknown' | 'others';
type Open = { -readonly [Key in keyof Track]: Track[Key] } & {
	readonly own: string[];
	readonly had: string[];
};

/**
 * Goes through the changes since a checkpoint.
 * @param records since then, in order
 * @param session whose changes are to be left out
 */
export class Replay {
	readonly #session: string;
	readonly #textOf: TextOf;
	readonly #tracks = new Map<string, Open>();
	/** Where files were at the checkpoint that the session has moved, by where they are. */
	readonly #origins = new Map<string, string>();
	/** As `#origins`, also where another file stood at the checkpoint. */
	readonly #sources = new Map<string, string>();

	constructor(session: string, textOf: TextOf) {
		this.#session = session;
		this.#textOf = textOf;
	}

	/** Files that the session, or an unknown author, has changed since. */
	get tracks(): readonly Track[] {
		const all = [...this.#tracks.values()].filter(({ isSessions, isUnknown }) => isSessions || isUnknown);
		// Another file may have come to that place since.
		const isThere = (track: Track, place: string): boolean => this.#origins.get(place) === track.path;
		const places = new Map<string, string[]>();
		for (const [place, source] of this.#sources) {
			const known = places.get(source);
			if (known === undefined) places.set(source, [place]);
			else known.push(place);
		}
		return all.map((track) => ({
			...track,
			carriedTo: places.get(track.path) ?? [],
			movedTo: track.movedTo.filter((place) => isThere(track, place)),
		}));
	}

	add(record: ChangeRecord): void {
		const { path, movedFrom, before, after, newFolder } = record;
		const whose = whoseIs(record, this.#session);
		if (movedFrom === undefined) return this.#change(path, before, after, whose, newFolder);
		this.#change(movedFrom, before, { type: 'absent' }, whose);
		this.#change(path, { type: 'absent' }, after, whose, newFolder);
		if (whose === 'session') this.#sources.set(path, this.#sources.get(movedFrom) ?? movedFrom);
		const source = this.#origins.get(movedFrom) ?? movedFrom;
		if (whose === 'session' && this.#isGone(path) && source !== path) {
			this.#origins.set(path, source);
			const track = this.#track(source, before);
			track.movedTo = [...new Set([...track.movedTo, path])];
		}
	}

	/** What the file is now, by whichever author: what no record tells is not the session's. */
	see(path: string, now: FileState): void {
		const track = this.#tracks.get(path);
		if (track !== undefined) this.#change(path, track.now, now, 'others');
	}

	#change(path: string, before: FileState, after: FileState, whose: Whose, newFolder?: string): void {
		const track = this.#track(path, before);
		// What came between two looks, or was not looked at, has an unknown author.
		if (!isSameState(track.now, before)) this.#putOn(path, track.now, before);
		track.now = after;
		if (whose === 'others') this.#putOn(path, before, after);
		track.had.push(...contentsOf(after));
		if (track.own.length > 0 || track.isShared) track.own.push(...contentsOf(after));
		if (whose === 'others') return;
		if (whose === 'session') track.isSessions = true;
		else track.isUnknown = true;
		// Brought back, it may have come with a folder further up, of which nothing else is told.
		if (newFolder !== undefined && newFolder.length < (track.newFolder?.length ?? Infinity))
			track.newFolder = newFolder;
	}

	#track(path: string, before: FileState): Open {
		const known = this.#tracks.get(path);
		if (known !== undefined) return known;
		const target: TargetState = { type: 'state', state: before };
		const track = {
			...{ path, target, now: before, conflicts: 0, movedTo: [], carriedTo: [] },
			own: [...contentsOf(before)],
			had: [],
			...{ isSessions: false, isUnknown: false, isShared: false },
		};
		this.#tracks.set(path, track);
		return track;
	}

	/** A change of others goes on the file as it was; on one that was moved it goes where that was. */
	#putOn(path: string, before: FileState, after: FileState): void {
		if (isSameState(before, after)) return;
		const source = this.#origins.get(path);
		const isMoved = source !== undefined && this.#isGone(path);
		const track = this.#tracks.get(isMoved ? source : path);
		if (track === undefined) return;
		track.isShared = true;
		const { target, conflicts } = putOn(track.target, before, after, this.#textOf);
		track.target = target;
		track.conflicts += conflicts;
	}

	#isGone(path: string): boolean {
		const target = this.#tracks.get(path)?.target;
		return target?.type === 'state' && target.state.type === 'absent';
	}
}

/** @returns the target with the change from `before` to `after`, and in how many places it had to be left out */
function putOn(
	target: TargetState,
	before: FileState,
	after: FileState,
	textOf: TextOf,
): { readonly target: TargetState; readonly conflicts: number } {
	if (target.type === 'state') {
		if (isSameState(target.state, before)) return { target: { type: 'state', state: after }, conflicts: 0 };
		if (isSameState(target.state, after)) return { target, conflicts: 0 };
	}
	const here = target.type === 'text' ? target : fileOf(target.state, textOf);
	const [old, now] = [fileOf(before, textOf), fileOf(after, textOf)];
	if (here === undefined || old === undefined || now === undefined) return { target, conflicts: 1 };
	const { text, conflicts } = merged(old.text, here.text, now.text);
	const isModeTheirs = here.mode === old.mode;
	const isModeLost = !isModeTheirs && now.mode !== old.mode && now.mode !== here.mode;
	return {
		target: { type: 'text', text, mode: isModeTheirs ? now.mode : here.mode },
		conflicts: conflicts.length + (isModeLost ? 1 : 0),
	};
}

function fileOf(
	state: FileState,
	textOf: TextOf,
): { readonly text: string; readonly mode: number } | undefined {
	const text = state.type === 'file' ? textOf(state) : undefined;
	return state.type === 'file' && text !== undefined ? { text, mode: state.mode } : undefined;
}

function whoseIs({ author, evidence, turn }: ChangeRecord, session: string): Whose {
	const isSessions = turn?.session === session;
	if (evidence.includes('restored')) return isSessions ? 'session' : 'others';
	if (author === 'user' || evidence.includes('outside_turns')) return 'others';
	if (turn !== undefined && !isSessions) return 'others';
	return author === 'agent' && isSessions ? 'session' : 'unknown';
}
