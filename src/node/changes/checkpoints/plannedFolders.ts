/** Folders in a plan to go back: only those that no file of it brings back or takes away. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import {
	isFolderPart,
	type PlannedFile,
	type PlannedPart,
} from '../../../core/changes/checkpoints/checkpoint.ts';
import type { Track } from '../../../core/changes/checkpoints/replay.ts';
import type { FileState } from '../../../core/changes/record.ts';
import { isBelow } from '../../pathRules.ts';
import { foldersUpTo } from './restoreFiles.ts';

const absent: FileState = { type: 'absent' };

/**
 * Where a folder took the place of a file, or a file that of a folder, only the file is told.
 * @returns nothing where the file is not the session's alone: it stays
 */
export function ofOneKind(track: Track): readonly Track[] {
	const { target, now, isShared } = track;
	const then = target.type === 'state' ? target.state.type : 'file';
	const isNothing = (type: FileState['type']): boolean => type === 'folder' || type === 'absent';
	if (then === 'folder' && !isNothing(now.type))
		return isShared ? [] : [{ ...track, target: { type: 'state', state: absent } }];
	return [now.type === 'folder' && !isNothing(then) ? { ...track, now: absent } : track];
}

/** A folder that stood there at the checkpoint goes with no file, although it went in between and came again with one. */
export function withFoldersThen(tracks: readonly Track[]): readonly Track[] {
	const then = tracks.flatMap(({ path: folder, target }) =>
		target.type === 'state' && target.state.type === 'folder' ? [folder] : [],
	);
	if (then.length === 0) return tracks;
	const wasThere = (folder: string): boolean => then.some((one) => isBelow(folder, one));
	return tracks.map((track) => {
		const { newFolder, ...rest } = track;
		if (newFolder === undefined) return track;
		const all = foldersUpTo(track.path, [newFolder]);
		const kept = all.findIndex(wasThere);
		const first = all[(kept === -1 ? all.length : kept) - 1];
		return first === undefined ? rest : { ...rest, newFolder: first };
	});
}

/** It is a folder, or is to be one again. */
export function isFolderTrack({ target, now }: Track): boolean {
	return now.type === 'folder' || (target.type === 'state' && target.state.type === 'folder');
}

/** Leaves out folders that come and go with what is in them, and those in which something stays. */
export function withoutImpliedFolders(files: readonly PlannedFile[]): readonly PlannedFile[] {
	const parts = files.flatMap((file) => file.parts);
	if (!parts.some(isFolderPart)) return files;
	const brought = foldersAbove(
		parts.filter(({ target }) => target.type !== 'absent').map((part) => part.path),
	);
	// What is not ticked is not meant to go.
	const going = files
		.filter(({ isTicked }) => isTicked)
		.flatMap((file) => file.parts.filter(({ target }) => target.type === 'absent'));
	const removed = removedFolders(going, brought);
	return files.filter(({ parts: [part] }) => {
		if (part === undefined || !isFolderPart(part)) return true;
		return part.target.type === 'folder' ? !brought.has(part.path) : removed.has(part.path);
	});
}

/**
 * @param brought folders into which something comes
 * @returns folders of these in which nothing stays, and that do not go because something goes that came with them
 */
function removedFolders(going: readonly PlannedPart[], brought: ReadonlySet<string>): ReadonlySet<string> {
	const files = going.filter((part) => !isFolderPart(part));
	const folders = new Map(going.filter(isFolderPart).map((part) => [part.path, part]));
	const leaving = new Set(files.map((part) => part.path));
	const taken = new Set(foldersWith(files));
	const removed = new Set<string>();
	const all = new Set([...folders.keys(), ...foldersWith(going)]);
	for (const folder of [...all].toSorted((a, b) => b.length - a.length)) {
		const part = taken.has(folder) ? undefined : folders.get(folder);
		const isGoing = part !== undefined || taken.has(folder);
		if (!isGoing || brought.has(folder) || !isLeftEmpty(folder, leaving)) continue;
		leaving.add(folder);
		if (part === undefined) continue;
		removed.add(folder);
		for (const above of foldersWith([part])) taken.add(above);
	}
	return removed;
}

/** Those that came with these, from the first one above on. */
function foldersWith(parts: readonly PlannedPart[]): readonly string[] {
	const made = [...new Set(parts.flatMap(({ newFolder }) => newFolder ?? []))];
	return parts.flatMap((part) => foldersUpTo(part.path, made));
}

function foldersAbove(all: readonly string[]): ReadonlySet<string> {
	const above = new Set<string>();
	for (const file of all)
		for (let folder = path.dirname(file); !above.has(folder); folder = path.dirname(folder))
			above.add(folder);
	return above;
}

function isLeftEmpty(folder: string, leaving: ReadonlySet<string>): boolean {
	try {
		return readdirSync(folder).every((name) => leaving.has(path.join(folder, name)));
	} catch {
		return false;
	}
}
