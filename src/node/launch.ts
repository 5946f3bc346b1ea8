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
	/^(?:bazel(?:isk)?|bunx?|cabal|cargo|clj|clojure|cmd|deno|devbox|devenv|direnv|docker-compose|dotenvx?|flox|flutter|gradle|hatch|jbang|just|lein|make|mise|mix|mvn|nix-shell|nodemon|nox|npm|pdm|pipenv|pixi|pnp?[mx]|poetry|rake|rebar3|rscript|rushx|rye|sbt|scala-cli|task|tox|uvx?|vite-node|yarn(?:pkg)?)$/u;
const withWord: Readonly<Record<string, RegExp>> = {
	asdf: /^exec$/u,
	bundle: /^exec$/u,
	composer: /^exec$/u,
	conda: /^run$/u,
	docker: /^compose$/u,
	dotnet: /^run$/u,
	go: /^run$/u,
	guix: /^(?:environment|shell)$/u,
	nix: /^(?:develop|run|shell)$/u,
	opam: /^exec$/u,
	pipx: /^run$/u,
	podman: /^compose$/u,
	stack: /^(?:exec|run|runghc|runhaskell)$/u,
	swift: /^run$/u,
	volta: /^run$/u,
	zig: /^(?:build|run)$/u,
};
const python = /^(?:python[\d.]*w?|pypy[\d.]*|py)$/u;
const shell = /^(?:(?:ba|z|da|k|c|tc|fi|a|pw)?sh|powershell|nu)$/u;
/** Programs that start the program among their arguments. */
const starter =
	/^(?:bwrap|caffeinate|chroot|chrt|dbus-run-session|doas|env|firejail|flock|g?timeout|gnice|ionice|nice|nohup|proxychains4?|setarch|setsid|stdbuf|strace|sudo|systemd-inhibit|systemd-run|taskset|time|unbuffer|unshare|winpty|wsl|xargs|xvfb-run)$/u;
const interpreter =
	/^(?:dart|dotnet|elixir|groovy|guile|java|julia|lua(?:jit|[\d.]+)?|node|nodejs|perl|php|racket|ruby|scala|tclsh|ts-node|tsx)$/u;
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
	return wrappedIn(args, startsAnother(name));
}

/**
 * The first line of another program among the words.
 * @param isText they are the text of a shell, as are those behind a shell and behind what starts another program
 */
function wrappedIn(args: readonly string[], isText: boolean): string | undefined {
	const start = isText ? 0 : args.findIndex((arg) => startsAnother(programName(arg)));
	const plain = start === -1 ? args : args.slice(0, start);
	const words = [...plain, ...args.slice(plain.length).flatMap(wordsOf)];
	for (const [at, word] of words.entries()) {
		const isProgram = words[at - 1] === '--' && isRelativePath(word);
		const isHere = isProgram || (at >= plain.length && isOfFolder(word, words[at - 1]));
		const found = isHere ? said(word) : ofFolder(programName(word), words.slice(at + 1));
		if (found !== undefined) return found;
	}
	return undefined;
}

/** A word may be a whole document. */
function said(word: string): string {
	return word.length > 60 ? `${word.slice(0, 59)}…` : word;
}

function startsAnother(name: string): boolean {
	return shell.test(name) || starter.test(name);
}

/** Of the text of a shell, without its quotes: `"a"/b` is one word. */
function wordsOf(text: string): readonly string[] {
	return (
		text
			// The text that `env` splits may stand in the option.
			.replace(/^(?:-\w*S|--split-string=)/u, '')
			// A path whose beginning another program prints.
			.replace(/[)`](?=[\\/])/gu, ' …')
			.replace(/\\?["']/gu, '')
			.split(/[\s`;|&()<>]+/u)
			.filter(Boolean)
	);
}

/** An address, or a path that means the same file in each folder. */
const fixed = /^(?:[a-z]:[\\/]|[a-z][a-z+.-]+:\/\/|\/|\\\\|~\w*[\\/]|\$(?:HOME|\{HOME\})[\\/])/iu;
/** All of it a variable whose value does not follow the folder. */
const variable = /^\$\{?(?!(?:old)?pwd\b)\w+\}?$/iu;

/**
 * The word of a shell may lead to a file of the folder. Arguments are not told from programs: a script that is read runs
 * as well, and so does what a variable leads to.
 */
function isOfFolder(word: string, before: string | undefined): boolean {
	// Shells look in the folder, too, for a script by its bare name.
	if (/^(?:\.|source)$/u.test(before ?? '')) return !fixed.test(word);
	if (word.startsWith('-')) return false;
	const [, name = '', value = word] = /^(\w+)\+?=(.*)$/u.exec(word) ?? [];
	if (/^[a-z][a-z+.-]+:\/\//iu.test(value)) return false;
	const parts = value.split(/(?<!^[a-z]):/iu);
	if (name.toUpperCase() === 'PATH') return !parts.every((part) => fixed.test(part) || variable.test(part));
	return parts.some((part) => /[\\/]/u.test(part) && !fixed.test(part));
}

/** The program's name, where it takes what it runs from the folder. */
function ofFolder(name: string, args: readonly string[]): string | undefined {
	const word = Object.hasOwn(withWord, name) ? withWord[name] : undefined;
	const isMeant =
		ofTheFolder.test(name) ||
		// One of the first words may belong to an option.
		(word !== undefined && firstWords(args, 3).some((first) => word.test(first))) ||
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
