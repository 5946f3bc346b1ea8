import { type FileChange, writeFiles } from '../actions/writeFiles.ts';
import { nameOf, newFilePath } from '../files.ts';
import type { Script } from '../script.ts';
import type { Turn } from '../turn.ts';

const notes = `# Notes of the demo agent

- This file was created through \`fs/write_text_file\`.
- Delete it whenever you like.
`;

/** A file that does not exist yet. */
export async function newNotes(turn: Turn): Promise<FileChange> {
	return { path: await newFilePath(turn.session.cwd), oldText: null, newText: notes };
}

export const create: Script = {
	name: 'create',
	description: 'Creates a new file, with your permission',
	isMentionable: true,
	async run(turn) {
		const change = await newNotes(turn);
		const name = nameOf(change.path);
		const outcome = await writeFiles(turn, `Create ${name}`, [change]);
		await turn.say(outcome === 'written' ? `\`${name}\` is there now.` : `\`${name}\` was not created.`);
	},
};
