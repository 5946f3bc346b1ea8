/** The environment a child gets (hazard F4): the user's, without what VS Code and Electron put there for themselves. */
import path from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** Would make a child run as Electron's Node, load our hooks, or talk to our VS Code. */
const denied = /^(?:ELECTRON_|VSCODE_|CHROME_|NODE_INSPECT|NODE_OPTIONS$)/i;

/**
 * Programs of VS Code that git would run; they work only with the variable of VS Code that is named beside, and fail
 * without. They are inherited by a VS Code that was started in a terminal of another one.
 */
const gitHelpers: Readonly<Record<string, string>> = {
	GIT_ASKPASS: 'VSCODE_GIT_ASKPASS_MAIN',
	SSH_ASKPASS: 'VSCODE_GIT_ASKPASS_MAIN',
	GIT_EDITOR: 'VSCODE_GIT_EDITOR_MAIN',
};

/**
 * @param inherited usually `process.env`
 * @param configured entries the user or the agent asked for; they pass even when their name is denied, and null
 *   takes a variable away
 * @param platform on Windows `Path` and `PATH` are one variable
 */
export function childEnv(
	inherited: Env,
	configured: Readonly<Record<string, string | null>> = {},
	platform: NodeJS.Platform = process.platform,
): Record<string, string> {
	const fold = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
	const entries = new Map<string, readonly [name: string, value: string]>();
	for (const [name, value] of Object.entries(inherited)) {
		if (value !== undefined && !denied.test(name) && !isGitHelper(name, value, inherited))
			entries.set(fold(name), [name, value]);
	}
	for (const [name, value] of Object.entries(configured)) {
		if (value === null) entries.delete(fold(name));
		else entries.set(fold(name), [entries.get(fold(name))?.[0] ?? name, value]);
	}
	return Object.fromEntries(entries.values());
}

/** While it is there, cmd.exe looks for a name without a path on the PATH alone, and not first in its folder. */
const pathOnly = 'NoDefaultCurrentDirectoryInExePath';

/**
 * The same for a program that starts in a folder which may be a repository: without the places on the PATH that depend
 * on that folder, where programs of the repository would go before those of the system (hazard F10). On Windows cmd.exe
 * is told not to look in that folder either.
 */
export function withoutRelativePlaces(
	env: Readonly<Record<string, string>>,
	platform: NodeJS.Platform = process.platform,
): Readonly<Record<string, string>> {
	const isWindows = platform === 'win32';
	const rules = isWindows ? path.win32 : path.posix;
	const entries = Object.entries(env).map(([name, value]) => {
		if (name.toUpperCase() !== 'PATH') return [name, value] as const;
		const places = value.split(rules.delimiter).filter((place) => rules.isAbsolute(place.replace(/^"/u, '')));
		return [name, places.join(rules.delimiter)] as const;
	});
	// An empty PATH would be read as the folder itself; without one the system has its own.
	const kept = entries.filter(([name, value]) => value !== '' || name.toUpperCase() !== 'PATH');
	if (!isWindows) return Object.fromEntries(kept);
	const others = kept.filter(([name]) => name.toUpperCase() !== pathOnly.toUpperCase());
	return Object.fromEntries([...others, [pathOnly, '1']]);
}

/** The user's own program for the same may stand there, too. */
function isGitHelper(name: string, value: string, inherited: Env): boolean {
	const needs = Object.hasOwn(gitHelpers, name) ? gitHelpers[name] : undefined;
	const main = needs === undefined ? undefined : inherited[needs];
	return main !== undefined && path.isAbsolute(main) && value.includes(path.dirname(main));
}
