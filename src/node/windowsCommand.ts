/**
 * Runs a program on Windows without `shell: true` (hazard B10). Since CVE-2024-27980 Node refuses to spawn batch
 * files, and `npm install -g` makes one for every command. So an npm shim is resolved to the script behind it, and
 * only any other batch file goes through cmd.exe, quoted for cmd's own rules (those of Rust's standard library). That
 * cmd.exe looks in no workspace for what a batch file names is in the environment (`withoutRelativePlaces`).
 */
import { win32 } from 'node:path';
import { AgentError } from '../core/base/errors.ts';
import { sentence } from '../core/base/sentence.ts';

/** What is asked of the system, so that the rules can be tested on any. */
export interface WindowsContext {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd: string;
	readonly isFile: (path: string) => boolean;
	/** Text of a file, empty when it cannot be read. */
	readonly readText: (path: string) => string;
}

/** Arguments for `spawn`. */
export interface SpawnCommand {
	readonly file: string;
	readonly args: readonly string[];
	/** The arguments are one ready command line; Node must not quote them again. */
	readonly isVerbatim: boolean;
}

/** Throws AgentError `spawn` for what is not on the PATH, and for an argument that no batch file can be given safely. */
export function windowsCommand(
	command: string,
	args: readonly string[],
	context: WindowsContext,
): SpawnCommand {
	const path = findProgram(command, context);
	if (path === undefined) {
		// A path that leads nowhere: spawn says so in its own way. For a bare name it would look in the working directory.
		if (isPath(command)) return { file: command, args, isVerbatim: false };
		throw notFound(command);
	}
	if (!/\.(?:cmd|bat)$/i.test(path)) return { file: path, args, isVerbatim: false };
	const shim = readShim(path, context);
	if (shim !== undefined) return { file: shim.node, args: [...shim.args, ...args], isVerbatim: false };
	const line = [`"${path}"`, ...args.map(quoteForBatch)].join(' ');
	return {
		file: cmdPath(context),
		args: ['/e:ON', '/v:OFF', '/d', '/s', '/c', `"${line}"`],
		isVerbatim: true,
	};
}

/** A whole shell line, through cmd.exe and exactly as it is. */
export function windowsShellLine(line: string, context: Pick<WindowsContext, 'env'>): SpawnCommand {
	return { file: cmdPath(context), args: ['/d', '/s', '/c', `"${line}"`], isVerbatim: true };
}

/** One argument for a batch file: quoted, with `%` kept from expanding. Throws AgentError `spawn` for line ends. */
export function quoteForBatch(argument: string): string {
	if (/[\r\n\0]/.test(argument)) {
		throw new AgentError(
			'spawn',
			sentence('A batch file cannot take an argument with a line break or a NUL'),
		);
	}
	const body = argument
		// Backslashes before a quote, or before the closing one, would escape it for the program behind.
		.replace(/(\\*)("|$)/g, (_all, slashes: string, quote: string) =>
			quote === '' ? slashes + slashes : `${slashes}${slashes}""`,
		)
		// `%cd:~,%` is an empty part of a variable that always exists, so no %NAME% can form.
		.replace(/%/g, '%%cd:~,%');
	return `"${body}"`;
}

function cmdPath(context: Pick<WindowsContext, 'env'>): string {
	return win32.join(lookUp(context.env, 'SystemRoot') ?? 'C:\\Windows', 'System32', 'cmd.exe');
}

/** Looks along PATH with PATHEXT, but unlike cmd.exe not in the working directory, which may be a repository. */
function findProgram(command: string, context: WindowsContext): string | undefined {
	const extensions = (lookUp(context.env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean);
	const names = [
		...(win32.extname(command) === '' ? [] : [command]),
		...extensions.map((ext) => command + ext),
	];
	for (const folder of isPath(command) ? [context.cwd] : searchedFolders(context)) {
		for (const name of names) {
			const path = win32.resolve(folder, name);
			if (context.isFile(path)) return path;
		}
	}
	return undefined;
}

function notFound(command: string): AgentError {
	return new AgentError(
		'spawn',
		sentence('Could not start "{0}": {1}', command, sentence('command not found on PATH')),
	);
}

function isPath(command: string): boolean {
	return /[\\/:]/.test(command);
}

/** A relative place would be one of the working directory. */
function searchedFolders({ env }: WindowsContext): readonly string[] {
	const places = (lookUp(env, 'PATH') ?? '').split(';').map((place) => place.replace(/^"|"$/g, ''));
	return places.filter((place) => /^(?:[a-z]:)?[\\/]/i.test(place));
}

/** What the shims of npm, pnpm and yarn run for Node: `"…\node.exe" [flags] "%~dp0\…\script" %*`. */
function readShim(path: string, context: WindowsContext): { node: string; args: string[] } | undefined {
	const call =
		/(?:"%_prog%"|(?<![\w-])node(?:\.exe)?"?)[ \t]+((?:--?[\w=.-]+[ \t]+)*)"%(?:~dp0|dp0%)\\?([^"%]+)"[ \t]+%\*/i;
	const text = context.readText(path);
	const [, flags, script] = call.exec(text) ?? [];
	// Scripts of other runtimes have such shims, too.
	if (script === undefined || /"_prog=(?!(?:[^"]*\\)?node(?:\.exe)?")/i.test(text)) return undefined;
	const folder = win32.dirname(path);
	const file = win32.join(folder, script);
	if (!context.isFile(file)) return undefined;
	const ownNode = win32.join(folder, 'node.exe');
	const node = context.isFile(ownNode) ? ownNode : findProgram('node.exe', context);
	// The batch file would look for it in the working directory.
	if (node === undefined) throw notFound('node.exe');
	return { node, args: [...(flags ?? '').split(/[ \t]+/).filter(Boolean), file] };
}

function lookUp(env: WindowsContext['env'], name: string): string | undefined {
	const key = Object.keys(env).find((candidate) => candidate.toUpperCase() === name.toUpperCase());
	return key === undefined ? undefined : env[key];
}
