/**
 * Which command lines take what they run from the folder they run in, and whether that can be kept away from the
 * workspace. A launcher such as npx looks first at that folder: packages, settings and programs there go before what the
 * user named; so do modules for Python, and a path that is relative means another file in each folder. Pure.
 */
import path from 'node:path';

/** What a command line runs, as far as its words tell. */
export type Launch =
	/** The program is what the line says. */
	| { readonly type: 'direct' }
	/** Of npm: it looks in a folder of ours, and what it has found runs where the agent is to work (`launchFolder.ts`). */
	| { readonly type: 'apart' }
	/** Files of that folder can run in place of what the line says. */
	| { readonly type: 'exposed'; readonly launcher: string; readonly folder: string };

interface Line {
	readonly command: string;
	readonly args: readonly string[];
	/** Absolute path, when the user names one. */
	readonly cwd?: string | undefined;
}

/** @param folder absolute path of the workspace folder that the line starts for */
export function launchOf({ command, args, cwd }: Line, folder: string): Launch {
	// Elsewhere is where the user wants it to look.
	if (cwd !== undefined && !isInside(folder, cwd)) return { type: 'direct' };
	const found = isRelativePath(command)
		? command
		: (npmLaunch(programName(command), args) ?? otherLauncher(command, args));
	if (found === undefined) return { type: 'direct' };
	return found === 'apart' ? { type: 'apart' } : { type: 'exposed', launcher: found, folder: cwd ?? folder };
}

function isInside(folder: string, place: string): boolean {
	const way = path.relative(folder, place);
	return way !== '..' && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}

function programName(command: string): string {
	const base = command.split(/[\\/]/u).at(-1) ?? command;
	return base.toLowerCase().replace(/\.(?:exe|cmd|bat|ps1)$/u, '');
}

/** Options of npm that do not change where it looks. */
const harmlessFlag =
	/^(?:-[yqs]+|--(?:yes|no|no-install|quiet|silent|offline|prefer-offline|prefer-online|ignore-scripts)(?:=.*)?)$/u;
const harmlessOption = /^(?:-p|-c|--(?:package|call|registry|loglevel))$/u;
const harmlessAssignment = /^--(?:package|registry|loglevel)=/u;
/** What npm reads from a place that depends on the folder it runs in. */
const relative =
	/(?:^|[@=+])(?:file:(?!\/|[a-z]:)|\.{1,2}(?:[\\/]|$))|^(?!\/|[a-z]:|[a-z+]+:\/)[^@]*\.(?:tgz|tar|tar\.gz)$/iu;

/** The launcher's name when it has to look in the workspace. */
function npmLaunch(name: string, args: readonly string[]): 'apart' | 'npx' | 'npm' | undefined {
	if (name !== 'npx' && name !== 'npm') return undefined;
	if (name === 'npx') return isApart(args) ? 'apart' : 'npx';
	if (/^(?:init|innit|create)$/u.test(firstWords(args, 1)[0] ?? '')) return 'npm';
	const at = args.findIndex((arg) => /^(?:x|ex|exe|exec)$/u.test(arg));
	if (at === -1 || /^(?:run|run-script|start|test|t)$/u.test(firstWords(args, 1)[0] ?? '')) return undefined;
	const own = args.slice(at + 1);
	const rest = own.slice(own.findIndex((arg) => !arg.startsWith('-')) + 1);
	// Unlike npx, npm takes options for its own up to the dashes, also behind the package.
	const trailing = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : rest.length);
	const isHarmless = [...args.slice(0, at), ...trailing.filter((arg) => arg.startsWith('-'))].every(
		(arg) => (harmlessFlag.test(arg) || harmlessAssignment.test(arg)) && !relative.test(arg),
	);
	return isHarmless && isApart(own) ? 'apart' : 'npm';
}

/** What follows the package is the agent's. */
function isApart(args: readonly string[]): boolean {
	for (let at = 0; at < args.length; at++) {
		const arg = args[at] ?? '';
		if (relative.test(arg)) return false;
		if (arg === '--') return !relative.test(args[at + 1] ?? '');
		if (!arg.startsWith('-')) return true;
		if (harmlessOption.test(arg)) {
			const value = args[++at] ?? '';
			if (relative.test(value) || (/^-(?:c|-call)$/u.test(arg) && wrappedIn([value], true) !== undefined))
				return false;
		} else if (!harmlessFlag.test(arg) && !harmlessAssignment.test(arg)) return false;
	}
	return true;
}

/**
 * Programs that take what they run from the folder they run in: launchers, what runs the scripts or the environment of a
 * project, and cmd.exe, which looks there before the PATH. Others do with one of these words.
 */
const ofTheFolder =
	/^(?:bunx?|cargo|cmd|deno|devbox|direnv|docker-compose|flox|gradle|hatch|just|make|mise|mix|mvn|nodemon|nox|npm|pdm|pipenv|pixi|pnp?[mx]|poetry|rake|rscript|rye|sbt|task|tox|uvx?|vite-node|yarn(?:pkg)?)$/u;
const withWord: Readonly<Record<string, string>> = {
	asdf: 'exec',
	bundle: 'exec',
	composer: 'exec',
	conda: 'run',
	docker: 'compose',
	dotnet: 'run',
	go: 'run',
	nix: 'run',
	pipx: 'run',
	podman: 'compose',
	stack: 'exec',
	swift: 'run',
};
const python = /^(?:python[\d.]*w?|pypy[\d.]*|py)$/u;
const shell = /^(?:(?:ba|z|da|k|c|tc|fi|a|pw)?sh|powershell|nu)$/u;
const interpreter =
	/^(?:dotnet|elixir|groovy|guile|java|julia|lua(?:jit|[\d.]+)?|node|nodejs|perl|php|racket|ruby|scala|tclsh|ts-node|tsx)$/u;
/** What an interpreter loads before its file, or where it looks for that, but for an absolute path. */
const loaded =
	/^(?:-[ep]|-[rIM](?![\\/]).*|--(?:require|import|eval|(?:experimental-)?loader|env-file(?:-if-exists)?)(?:=[^\\/].*)?|-javaagent:[^\\/].*)$/u;
/** The same with letters that mean something else to other interpreters. */
const loadedBy: Readonly<Record<string, RegExp>> = { lua: /^-l/u, php: /^-[dz]/u };
/** The launcher among the words of a command that starts it, such as `env` or a shell. */
const wrapped =
	/(?:^|[\s"'`;|&(\\/])(npx(?:-cli\.js)?|bunx|uvx|pnpx|npm(?:-cli\.js|\.cmd)?\s+(?:exec|x)|(?:pnpm|yarn)\s+dlx|bun\s+x|uv\s+tool\s+run)(?=$|[\s"'`;|&).])/iu;

function otherLauncher(command: string, args: readonly string[]): string | undefined {
	const name = programName(command);
	const launcher = wrapped.exec(args.join(' '))?.[1] ?? ofFolder(name, args);
	// What follows its file is the file's.
	if (launcher !== undefined || python.test(name) || interpreter.test(name)) return launcher;
	return wrappedIn(args, shell.test(name));
}

/**
 * The first line of another program among the words.
 * @param isText they are the text of a shell
 */
function wrappedIn(args: readonly string[], isText: boolean): string | undefined {
	const words = isText ? args.flatMap((arg) => arg.split(/[\s"'`;|&()]+/u)).filter(Boolean) : args;
	for (const [at, word] of words.entries()) {
		const isHere = isText && /^\.{1,2}[\\/]/u.test(word);
		const found = isHere ? word : ofFolder(programName(word), words.slice(at + 1));
		if (found !== undefined) return found;
	}
	return undefined;
}

/** The program's name, where it takes what it runs from the folder. */
function ofFolder(name: string, args: readonly string[]): string | undefined {
	const word = Object.hasOwn(withWord, name) ? withWord[name] : undefined;
	const isMeant =
		ofTheFolder.test(name) ||
		// One of the first words may belong to an option.
		(word !== undefined && firstWords(args, 3).includes(word)) ||
		(python.test(name) && runsModuleOfFolder(args)) ||
		((interpreter.test(name) || shell.test(name)) && runsFileOfFolder(name, args));
	return isMeant ? name : undefined;
}

/** It is given a file by a relative path, or loads a module before it, which it looks for in that folder. */
function runsFileOfFolder(name: string, args: readonly string[]): boolean {
	const script = args.findIndex((arg) => !arg.startsWith('-'));
	const options = args.slice(0, script === -1 ? args.length : script);
	// The text of a shell is searched for other programs.
	if (shell.test(name) && options.some((arg) => /^-\w*c/iu.test(arg))) return false;
	const own = loadedBy[/^(?:lua|php)/u.exec(name)?.[0] ?? ''];
	return (
		!isAbsolute(args[script] ?? '') || options.some((arg) => loaded.test(arg) || own?.test(arg) === true)
	);
}

/** Python has the folder among those of its modules, unless it is told otherwise. */
function runsModuleOfFolder(args: readonly string[]): boolean {
	let isIsolated = false;
	for (let at = 0; at < args.length; at++) {
		const arg = args[at] ?? '';
		isIsolated ||= /^-[^-cmWX]*[IP]/u.test(arg);
		if (/^-[^-WX]*[cm]/u.test(arg)) return !isIsolated;
		if (/^-[^-]*[WX]$/u.test(arg)) at++;
		else if (!arg.startsWith('-')) return !isAbsolute(arg);
	}
	return true;
}

function isRelativePath(command: string): boolean {
	return /[\\/]/u.test(command) && !isAbsolute(command);
}

function isAbsolute(text: string): boolean {
	return /^(?:[a-z]:)?[\\/]/iu.test(text);
}

function firstWords(args: readonly string[], count: number): readonly string[] {
	return args.filter((arg) => !arg.startsWith('-')).slice(0, count);
}
