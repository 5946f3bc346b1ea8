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

/** Prints what a build might print, in colours: modules one by one, a warning, tests, sizes. */
const buildSource = `
const pause = Number(process.argv[1]);
const paint = (code, text) => '\\u001b[' + code + 'm' + text + '\\u001b[0m';
const modules = ['base', 'protocol', 'session', 'view', 'host', 'webview', 'demo', 'extension'];
const lines = [
	paint('1', 'demo-project@1.0.0') + paint('2', '  build'),
	'',
	...modules.flatMap((name, index) => [
		paint('36', '\\u25b8') + ' compiling ' + paint('1', name),
		paint('32', '  \\u2714') + ' ' + name + paint('2', '  ' + (120 + index * 37) + ' ms'),
	]),
	paint('33;1', 'warning') + ' ' + paint('4', 'src/view/colours.ts:12') + ' nobody uses ' + paint('35', 'beige'),
	'',
	paint('7', ' TESTS ') + ' ' + paint('32', '128 passed') + paint('2', ', 0 failed, 1 skipped'),
	...modules.map((name, index) => paint('38;5;' + (39 + index * 6), '\\u2588'.repeat(4 + index * 3)) + ' ' + name + '.js'),
	'',
	paint('32;1', 'Done') + ' in ' + paint('38;2;255;140;0', '4.2 s'),
];
const print = () => {
	console.log(lines.shift());
	if (lines.length > 0) setTimeout(print, pause);
};
print();
`;

export function colouredLines(count: number, pause: number): Command {
	return nodeCommand(`Print ${count} coloured lines`, source, count, pause);
}

/** @param pause milliseconds between two of its 31 lines */
export function buildOutput(pause: number): Command {
	return nodeCommand('Build the demo project', buildSource, pause);
}

/** A command that exists wherever this agent runs: our own node, as an argument vector. */
function nodeCommand(title: string, code: string, ...args: number[]): Command {
	return {
		title,
		command: process.execPath,
		args: ['-e', code.trim(), ...args.map(String)],
		// Where our node is Electron, it needs to be told to be node.
		env: process.versions['electron'] ? [{ name: 'ELECTRON_RUN_AS_NODE', value: '1' }] : [],
	};
}
