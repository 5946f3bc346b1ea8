/** What it does with files: creates and changes them, with permission, and walks through them. */
import { type FileChange, writeFiles } from '../actions/writeFiles.ts';
import { findFiles, markVisit, nameOf, newFilePath } from '../files.ts';
import type { Script } from '../script.ts';
import type { Turn } from '../turn.ts';
import { readFile } from '../actions/readFile.ts';
import { readFile as readFromDisk } from 'node:fs/promises';
import type { ToolCallLocation } from '@agentclientprotocol/sdk';

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

export const edit: Script = {
	name: 'edit',
	description: 'Reads a file and changes it, with your permission',
	hint: 'attach a file, or the README is taken',
	isMentionable: true,
	async run(turn) {
		const [path] = await findFiles(turn.session.cwd, turn.prompt);
		if (!path) return turn.say('I found no small text file here. Attach one, or try `/create`.');
		const oldText = await readFile(turn, path);
		if (oldText === undefined) return turn.say('Without having read a file I change nothing.');
		const name = nameOf(path);
		const outcome = await writeFiles(turn, `Edit ${name}`, [
			{ path, oldText, newText: markVisit(path, oldText) },
		]);
		if (outcome === 'written') await turn.say(`Done: \`${name}\` has a new line.`);
		if (outcome === 'rejected') await turn.say(`Understood: I left \`${name}\` as it was.`);
		if (outcome === 'failed') await turn.say(`\`${name}\` is unchanged.`);
	},
};

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

const stops = 4;
/** Chunks that could be streamed at each stop: 400 ms at the usual pace. */
const stopChunks = 20;

export const follow: Script = {
	name: 'follow',
	description: 'Walks through your files, so that you can follow',
	hint: 'attach files, or the small ones of the folder are taken',
	async run(turn) {
		const files = (await findFiles(turn.session.cwd, turn.prompt)).slice(0, stops);
		if (files.length === 0)
			return turn.say('I found no small text file to walk through. Attach one, or try `/create`.');
		const route = await routeThrough(files);
		const toolCallId = await turn.startTool({
			title: 'Look around',
			kind: 'read',
			status: 'in_progress',
			locations: route.slice(0, 1),
		});
		for (const location of route) {
			await turn.updateTool(toolCallId, { locations: [location] });
			await turn.pause(stopChunks);
		}
		await turn.updateTool(toolCallId, { status: 'completed', locations: route });
		const names = [...new Set(route.map(({ path }) => nameOf(path)))].map((name) => `\`${name}\``);
		await turn.say(`I have been to ${route.length} places in ${names.join(', ')}.`);
	},
};

/** Four places; with fewer files, deeper and deeper in them. */
async function routeThrough(files: string[]): Promise<ToolCallLocation[]> {
	const rounds = Math.ceil(stops / files.length);
	const places: ToolCallLocation[] = [];
	for (let round = 0; round < rounds; round++) {
		for (const path of files) {
			const lines = await countLines(path);
			places.push({ path, line: 1 + Math.floor((lines * round) / rounds) });
		}
	}
	return places.slice(0, stops);
}

async function countLines(path: string): Promise<number> {
	// An attached file may be gone, or be nothing on a disk.
	const text = await readFromDisk(path, 'utf8').catch(() => '');
	return text.replace(/\n$/, '').split('\n').length;
}
