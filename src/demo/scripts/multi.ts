import { readFile } from '../actions/readFile.ts';
import { type FileChange, writeFiles } from '../actions/writeFiles.ts';
import { findFiles, markVisit, nameOf } from '../files.ts';
import type { Script } from '../script.ts';
import type { Turn } from '../turn.ts';
import { newNotes } from './create.ts';

export const multi: Script = {
	name: 'multi',
	description: 'Changes two files in one tool call with one permission',
	async run(turn) {
		const changes = await twoChanges(turn);
		const outcome = await writeFiles(
			turn,
			`Edit ${changes.map(({ path }) => nameOf(path)).join(' and ')}`,
			changes,
		);
		await turn.say(outcome === 'written' ? `Changed ${changes.length} files.` : 'No file was changed.');
	},
};

/** Two files that can be read; a new one takes the place of what is missing. */
async function twoChanges(turn: Turn): Promise<FileChange[]> {
	const changes: FileChange[] = [];
	for (const path of (await findFiles(turn.session.cwd, turn.prompt)).slice(0, 2)) {
		const oldText = await readFile(turn, path);
		if (oldText !== undefined) changes.push({ path, oldText, newText: markVisit(path, oldText) });
	}
	if (changes.length < 2) changes.push(await newNotes(turn));
	return changes;
}
