/**
 * Which command lines fetch and run a package, and whether that can be kept away from the workspace. A launcher such as
 * npx looks first at the folder it runs in: packages, settings and programs there go before what the user named. Pure.
 */
import path from 'node:path';

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
	const name = programName(command);
	const found = npmLaunch(name, args) ?? otherLauncher(name, args);
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
const harmlessAssignment = /^--(?:package|call|registry|loglevel)=/u;
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
			if (relative.test(args[++at] ?? '')) return false;
		} else if (!harmlessFlag.test(arg) && !harmlessAssignment.test(arg)) return false;
	}
	return true;
}

/** Programs that are launchers themselves, or with one of these words. */
const launchers: Readonly<Record<string, readonly string[]>> = {
	bunx: [],
	uvx: [],
	pnpx: [],
	pnx: [],
	bun: ['x', 'create', 'c'],
	uv: ['tool'],
	pnpm: ['dlx', 'create'],
	yarn: ['dlx', 'create'],
	yarnpkg: ['dlx', 'create'],
	pipx: ['run'],
	deno: ['x', 'create'],
};
/** Programs that run another one, whose line may be a launcher's. */
const wrappers =
	/^(?:(?:ba|z|da|k|c|tc|fi)?sh|nu|cmd|powershell|pwsh|env|node|nodejs|corepack|mise|rtx|volta|fnm|nvm|asdf|direnv|nix|nice|time|sudo|wsl)$/u;
const wrapped =
	/(?:^|[\s"'`;|&(\\/])(npx(?:-cli\.js)?|bunx|uvx|pnpx|npm(?:-cli\.js|\.cmd)?\s+(?:exec|x)|(?:pnpm|yarn)\s+dlx|bun\s+x|uv\s+tool\s+run)(?=$|[\s"'`;|&).])/u;

function otherLauncher(name: string, args: readonly string[]): string | undefined {
	const words = Object.hasOwn(launchers, name) ? launchers[name] : undefined;
	// One of the first words may belong to an option.
	const isLauncher = words?.length === 0 || firstWords(args, 3).some((word) => words?.includes(word));
	if (isLauncher || (name === 'deno' && args.some((arg) => /^(?:npm|jsr):/u.test(arg)))) return name;
	return wrappers.test(name) ? wrapped.exec(args.join(' '))?.[1] : undefined;
}

function firstWords(args: readonly string[], count: number): readonly string[] {
	return args.filter((arg) => !arg.startsWith('-')).slice(0, count);
}
