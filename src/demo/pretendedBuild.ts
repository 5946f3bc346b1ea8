/** `--build`: prints what a build might print. A command to watch, with everything in it that a terminal can colour. */
import { setTimeout as delay } from 'node:timers/promises';

const modules = ['base', 'protocol', 'session', 'view', 'host', 'webview', 'demo', 'extension'];

/** @param pause milliseconds between two lines */
export async function printBuild(pause: number): Promise<void> {
	for (const line of lines()) {
		process.stdout.write(`${line}\n`);
		await delay(pause);
	}
}

function lines(): string[] {
	return [
		`${paint('1', 'demo-project@1.0.0')}${paint('2', '  build')}`,
		'',
		...modules.flatMap(compiled),
		`${paint('33;1', 'warning')} ${paint('4', 'src/view/colours.ts:12')} nobody uses ${paint('35', 'beige')}`,
		'',
		`${paint('7', ' TESTS ')} ${paint('32', '128 passed')}${paint('2', ', 0 failed, 1 skipped')}`,
		...modules.map(bar),
		'',
		`${paint('32;1', 'Done')} in ${paint('38;2;255;140;0', '4.2 s')}`,
	];
}

function compiled(name: string, index: number): string[] {
	const time = paint('2', `  ${120 + index * 37} ms`);
	return [`${paint('36', '▸')} compiling ${paint('1', name)}`, `  ${paint('32', '✔')} ${name}${time}`];
}

/** How large a module has become, in one of the 256 colours. */
function bar(name: string, index: number): string {
	return `${paint(`38;5;${39 + index * 6}`, '█'.repeat(4 + index * 3))} ${name}.js`;
}

function paint(codes: string, text: string): string {
	return `\u001B[${codes}m${text}\u001B[0m`;
}
