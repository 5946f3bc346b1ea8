import type { Command } from './terminal.ts';

/** Prints a coloured line every now and then. Runs under `node -e`; `process.argv` holds count and pause. */
const source = `
const [count, pause] = process.argv.slice(1).map(Number);
const colours = [31, 33, 32, 36, 34, 35];
let line = 0;
const print = () => {
	line++;
	console.log('\\u001b[' + colours[line % 6] + 'm' + '\\u25cf'.repeat(1 + (line % 6)) + '\\u001b[0m line ' + line + ' of ' + count);
	if (line < count) setTimeout(print, pause);
};
print();
`;

export function colouredLines(count: number, pause: number): Command {
	return nodeCommand(`Print ${count} coloured lines`, '-e', source.trim(), String(count), String(pause));
}

/** Our own program again, as one that builds. @param pause milliseconds between two lines */
export function pretendedBuild(pause: number): Command {
	return nodeCommand('Build the demo project', process.argv[1] ?? '', '--build', String(pause));
}

/** Writes a line at the end of a file of its directory. @param name of the file */
export function appendLine(name: string): Command {
	const append = "require('node:fs').appendFileSync(process.argv[1], 'The demo agent ran a command.\\n')";
	return nodeCommand(`Write a line into ${name}`, '-e', append, name);
}

/** A command that exists wherever this agent runs: our own node, as an argument vector. */
function nodeCommand(title: string, ...args: string[]): Command {
	return {
		title,
		command: process.execPath,
		args,
		// Where our node is Electron, it needs to be told to be node.
		env: process.versions['electron'] ? [{ name: 'ELECTRON_RUN_AS_NODE', value: '1' }] : [],
	};
}
