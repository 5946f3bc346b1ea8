/** Changes files in the three ways of real agents: through the client, by itself, and by a command. */
import { writeFile } from 'node:fs/promises';
import { appendLine } from '../actions/nodeCommand.ts';
import { isAllowed } from '../actions/permission.ts';
import { readFile } from '../actions/readFile.ts';
import { runCommand } from '../actions/terminal.ts';
import { type FileChange, writeFiles } from '../actions/writeFiles.ts';
import { findFiles, markPlaces, nameOf, newFilePath } from '../files.ts';
import type { Script } from '../script.ts';
import type { Turn } from '../turn.ts';

const logName = 'demo-log.txt';

export const changes: Script = {
	name: 'changes',
	description: 'Changes files in three ways, for you to keep or undo',
	hint: 'attach a file, or the README is taken',
	async run(turn) {
		const edited = await editInPlaces(turn);
		const written = await writeUntold(turn);
		const ran = written === undefined ? undefined : await runCommand(turn, appendLine(logName));
		const told = [
			...(edited === undefined ? [] : [`- \`${edited}\`, in up to three places, through your editor`]),
			...(written === undefined ? [] : [`- \`${written}\`, by myself, and no tool call says so`]),
			...(ran === undefined ? [] : [`- \`${logName}\`, by a command`]),
		];
		await turn.say(
			told.length === 0
				? 'Understood: I changed nothing.'
				: `I changed:\n\n${told.join('\n')}\n\nKeep what you like and undo the rest: above the box where you write, in the **Changes** view, or in the files.`,
		);
	},
};

/** @returns the name of the file; undefined where nothing was written */
async function editInPlaces(turn: Turn): Promise<string | undefined> {
	const [path] = await findFiles(turn.session.cwd, turn.prompt);
	const text = path === undefined ? undefined : await readFile(turn, path);
	if (path === undefined || text === undefined) return undefined;
	const change: FileChange = { path, oldText: text, newText: markPlaces(path, text) };
	const outcome = await writeFiles(turn, `Edit ${nameOf(path)} in places`, [change]);
	return outcome === 'written' ? nameOf(path) : undefined;
}

/** Writes as agents do that have tools of their own. The call names no file, so only the disk tells. */
async function writeUntold(turn: Turn): Promise<string | undefined> {
	const path = await newFilePath(turn.session.cwd);
	const call = {
		title: 'Take notes and log them',
		kind: 'other' as const,
		status: 'pending' as const,
		rawInput: { files: [nameOf(path), logName] },
	};
	const toolCallId = await turn.startTool(call);
	if (turn.session.isReadOnly || !(await isAllowed(turn, { toolCallId, ...call }))) {
		await turn.updateTool(toolCallId, { status: 'failed' });
		return undefined;
	}
	await writeFile(path, '# Notes of the demo agent\n\n- No tool call told of this file.\n');
	await turn.updateTool(toolCallId, { status: 'completed' });
	return nameOf(path);
}
