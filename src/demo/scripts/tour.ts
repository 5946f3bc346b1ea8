import { colouredLines } from '../actions/nodeCommand.ts';
import { readFile } from '../actions/readFile.ts';
import { runCommand } from '../actions/terminal.ts';
import { writeFiles } from '../actions/writeFiles.ts';
import { findFiles, markVisit, nameOf } from '../files.ts';
import { tourSummary } from '../sampleMarkdown.ts';
import type { Script } from '../script.ts';
import type { Turn } from '../turn.ts';
import { newNotes } from './files.ts';

const thought =
	'Somebody wants to see what an agent can do in here. I will read a file, ask before I change it, ' +
	'run something harmless in a terminal and tell what happened.';

const welcome =
	'Hello! I am the **demo agent** that comes with ACP Host. I need no key and no network, ' +
	'and everything I do goes through the same protocol that real agents use.\n\n';

export const tour: Script = {
	name: 'tour',
	description: 'A short tour: plan, file, permission, diff, terminal, Markdown',
	isMentionable: true,
	async run(turn) {
		const [path] = await findFiles(turn.session.cwd, turn.prompt);
		const name = path ? nameOf(path) : 'a new file';
		const steps = [
			path ? `Read ${name}` : 'Look for a file',
			`Change ${name}, with your permission`,
			'Run a command in a terminal',
			'Tell what happened',
		];
		await turn.think(thought);
		await turn.plan(steps, 0);
		await turn.say(welcome);

		const text = path ? await readFile(turn, path) : undefined;
		await turn.plan(steps, 1);
		const edit = await change(turn, path, text);
		if (edit === 'rejected')
			return turn.say(`Understood: I left ${name} as it was, and stop here. Ask me for \`/tour\` any time.`);
		await turn.plan(steps, 2);
		const command = await runCommand(turn, colouredLines(6, turn.pace * 8));
		await turn.plan(steps, 3);
		await turn.say(
			tourSummary({ name, wasRead: text !== undefined, edit, exitCode: command?.exitStatus?.exitCode }),
		);
		await turn.plan(steps, steps.length);
	},
};

/** Marks the file that was read; a workspace without a file gets a new one. */
async function change(turn: Turn, path: string | undefined, text: string | undefined) {
	if (!path) return writeFiles(turn, 'Create demo-notes.md', [await newNotes(turn)]);
	// Without its text we would overwrite a file that we have not seen.
	if (text === undefined) return 'failed';
	return writeFiles(turn, `Edit ${nameOf(path)}`, [{ path, oldText: text, newText: markVisit(path, text) }]);
}
