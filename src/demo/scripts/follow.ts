import { readFile } from 'node:fs/promises';
import type { ToolCallLocation } from '@agentclientprotocol/sdk';
import { findFiles, nameOf } from '../files.ts';
import type { Script } from '../script.ts';

const stops = 4;
/** Chunks that could be streamed at each stop: 400 ms at the usual pace. */
const stopChunks = 20;

export const follow: Script = {
	name: 'follow',
	description: 'Walks through your files, so that you can follow',
	hint: 'attach files, or the small ones of the folder are taken',
	async run(turn) {
		const files = (await findFiles(turn.session.cwd, turn.prompt)).slice(0, stops);
		if (files.length === 0) {
			await turn.say('I found no small text file to walk through. Attach one, or try `/create`.');
			return;
		}
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
	const text = await readFile(path, 'utf8').catch(() => '');
	return text.replace(/\n$/, '').split('\n').length;
}
