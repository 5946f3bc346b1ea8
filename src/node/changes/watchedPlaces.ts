/** Where a path belongs: what is looked at of itself, what agents may name, and what is neither. */
import path from 'node:path';
import * as limits from '../../core/base/limits.ts';
import { type Evidence, goneHash } from '../../core/changes/attribution.ts';
import { placeToLook } from '../pathGuard.ts';
import { isBelow } from '../pathRules.ts';
import { isFolder } from './scannedFile.ts';
import type { Snapshots } from './snapshots.ts';

type Saved = Extract<Evidence, { readonly type: 'save' }>;

interface WatchedPlacesParts {
	/** Folders of the workspace, absolute, without links. */
	readonly roots: readonly string[];
	/** Also as they were named. */
	readonly named: readonly string[];
	/** Those of them in which only files that are named are looked at. */
	readonly unwalked: readonly string[];
	readonly snapshots: Pick<Snapshots, 'isAbsent' | 'isAllowed' | 'isWatched' | 'goneBelow'>;
}

export class WatchedPlaces {
	readonly #parts: WatchedPlacesParts;

	constructor(parts: WatchedPlacesParts) {
		this.#parts = parts;
	}

	/** In what is walked. */
	isWithin(file: string): boolean {
		const isIn = (root: string): boolean => isBelow(root, file);
		return this.#parts.roots.some(isIn) && !this.#parts.unwalked.some(isIn);
	}

	/** Of the workspace, or allowed by the user, and not in what is left out. */
	isInside(file: string): boolean {
		const { roots, snapshots } = this.#parts;
		const isOfRoot = roots.some((root) => isBelow(root, file));
		return (isOfRoot || snapshots.isAllowed(file)) && snapshots.isWatched(file);
	}

	/** As `placeToLook`, of a path as an editor or an agent has it. */
	placeOf(file: string): Promise<string | undefined> {
		return placeToLook(file, this.#parts.named);
	}

	/** Each with its path as a look at the disk has it. What lies elsewhere stays as it is written. */
	placed(evidence: readonly Evidence[]): Promise<readonly Evidence[]> {
		return Promise.all(
			evidence.map(async (one, index) => {
				if (!('path' in one)) return one;
				// Where the user has saved, moved or pasted many, all are theirs.
				const isLookedAt = one.type === 'save' || index < limits.unrequestedPaths;
				const place = isLookedAt ? await this.placeOf(one.path) : undefined;
				return { ...one, path: place ?? path.normalize(one.path) };
			}),
		);
	}

	/** Of folders that the user deleted or renamed: the files that went with them, and where they are now. */
	wentWith(all: readonly Evidence[]): readonly Saved[] {
		const saves = all.filter((one) => one.type === 'save');
		const folders = saves.filter(({ path: folder, hash }) => hash === undefined && isFolder(folder));
		return saves.flatMap((one) => {
			const isGone = one.hash === goneHash;
			if (!this.isWithin(one.path) || (!isGone && folders.length === 0)) return [];
			// What is still there did not go anywhere, and its place is not looked up among all files.
			if (!isGone && !this.#parts.snapshots.isAbsent(one.path)) return [];
			return this.#parts.snapshots.goneBelow(one.path).flatMap(([file, hash], index) => {
				const gone = { ...one, path: file };
				if (isGone) return gone;
				const places = folders.map((folder) => folder.path + file.slice(one.path.length));
				const to = places.find((place) => !this.#parts.snapshots.isAbsent(place));
				if (to === undefined) return [];
				// Of the others it is known that they went.
				if (index >= limits.unrequestedPaths || !this.isWithin(to)) return gone;
				return [gone, { ...one, path: to, ...(hash === undefined ? {} : { hash }) }];
			});
		});
	}
}
