import { readFile } from '../actions/readFile.ts';
import { writeFiles } from '../actions/writeFiles.ts';
import { findFiles, markVisit, nameOf } from '../files.ts';
import type { Script } from '../script.ts';

export const edit: Script = {
	name: 'edit',
	description: 'Reads a file and changes it, with your permission',
	hint: 'attach a file, or the README is taken',
	isMentionable: true,
	async run(turn) {
		const [path] = await findFiles(turn.session.cwd, turn.prompt);
		if (!path) {
			await turn.say('I found no small text file here. Attach one, or try `/create`.');
			return;
		}
		const oldText = await readFile(turn, path);
		if (oldText === undefined) {
			await turn.say('Without having read a file I change nothing.');
			return;
		}
		const name = nameOf(path);
		const outcome = await writeFiles(turn, `Edit ${name}`, [
			{ path, oldText, newText: markVisit(path, oldText) },
		]);
		if (outcome === 'written') await turn.say(`Done: \`${name}\` has a new line.`);
		if (outcome === 'rejected') await turn.say(`Understood: I left \`${name}\` as it was.`);
		if (outcome === 'failed') await turn.say(`\`${name}\` is unchanged.`);
	},
};
