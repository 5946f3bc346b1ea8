/**
 * The folder in which npm looks for agents (hazard F10), in place of the workspace, whose packages, settings and
 * programs would go before the user's. What npm has found works in the workspace all the same: agents look for their
 * project there, and run their shells there.
 */
import { chmodSync, mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { AgentError, toError } from '../core/base/errors.ts';
import { type Sentence, sentence } from '../core/base/sentence.ts';
import { withoutRelativePlaces } from './childEnv.ts';
import { type CommandLine, explainCwd } from './spawnCommand.ts';

/** Npm's way up to a project ends here. */
const manifest = '{ "name": "acp-host-launch", "private": true }\n';

/**
 * Npm starts what it has found by this shell. From our folder it goes on in the folder of the agent, without the folders
 * that npm has put on the PATH for our folder and those above.
 */
const shell = `#!/bin/sh
if [ "$(pwd -P)" = "$ACP_HOST_LAUNCH_FOLDER" ]; then
	bin=$ACP_HOST_LAUNCH_FOLDER/node_modules/.bin
	case $PATH in *"$bin:"*) PATH=\${PATH%%"$bin:"*}$ACP_HOST_LAUNCH_PATH ;; esac
	cd "$ACP_HOST_LAUNCH_CWD" || exit 1
	export PATH INIT_CWD="$PWD" npm_config_local_prefix="$PWD"
	unset OLDPWD npm_config_script_shell npm_package_json npm_package_name
	unset ACP_HOST_LAUNCH_FOLDER ACP_HOST_LAUNCH_CWD ACP_HOST_LAUNCH_PATH
fi
exec /bin/sh "$@"
`;

/**
 * On Windows npm takes no shell but those it knows, and cmd.exe looks in the folder it runs in before the PATH. There
 * each script that npm starts loads this first.
 */
const preload = `const { env } = process;
const { ACP_HOST_LAUNCH_FOLDER: folder, ACP_HOST_LAUNCH_CWD: cwd, ACP_HOST_LAUNCH_OPTIONS: options } = env;
if (folder && cwd && require('path').relative(folder, process.cwd()) === '') {
	process.chdir(cwd);
	env.INIT_CWD = env.npm_config_local_prefix = cwd;
	if (options) env.NODE_OPTIONS = options;
	else delete env.NODE_OPTIONS;
	for (const name of ['npm_config_node_options', 'npm_package_json', 'npm_package_name']) delete env[name];
	for (const name of ['FOLDER', 'CWD', 'OPTIONS']) delete env['ACP_HOST_LAUNCH_' + name];
}
`;

const files = { 'package.json': manifest, shell, 'preload.cjs': preload };

/**
 * The same line, started in our folder.
 * @param folder absolute path; made if it is not there, for the user alone
 * Throws AgentError `spawn`: npm is never started in the workspace instead.
 */
export function launchApart(
	line: CommandLine,
	folder: string,
	platform: NodeJS.Platform = process.platform,
): CommandLine {
	const fail = (why: Sentence, cause?: unknown): AgentError =>
		new AgentError('spawn', sentence('Could not start "{0}": {1}', line.command, why), { cause });
	const badCwd = explainCwd(line.cwd);
	if (badCwd !== undefined) throw fail(badCwd);
	try {
		const place = prepare(folder);
		return { ...line, cwd: place, env: { ...line.env, ...launchEnv(line, place, platform) } };
	} catch (error) {
		throw fail(
			sentence('the folder in which it looks for the agent cannot be made: {0}', toError(error).message),
			error,
		);
	}
}

function prepare(folder: string): string {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	// Another user may have made it, or it was made with another mask.
	chmodSync(folder, 0o700);
	// As the system spells it: the shell compares.
	const place = realpathSync.native(folder);
	for (const [name, text] of Object.entries(files)) keepFile(path.join(place, name), text);
	return place;
}

/** Two windows may do this at once: each name is a whole file at any time. */
function keepFile(file: string, text: string): void {
	try {
		if (readFileSync(file, 'utf8') === text) return;
	} catch {
		// It is not there yet.
	}
	const temporary = `${file}.${process.pid}`;
	writeFileSync(temporary, text, { mode: 0o700 });
	renameSync(temporary, file);
}

function launchEnv(
	{ env, cwd }: CommandLine,
	folder: string,
	platform: NodeJS.Platform,
): Readonly<Record<string, string>> {
	const pathName = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
	const searched = withoutRelativePlaces(env, platform)[pathName] ?? '';
	const shared = { [pathName]: searched, ACP_HOST_LAUNCH_FOLDER: folder, ACP_HOST_LAUNCH_CWD: cwd };
	if (platform !== 'win32') {
		return {
			...shared,
			ACP_HOST_LAUNCH_PATH: searched,
			npm_config_script_shell: path.join(folder, 'shell'),
		};
	}
	const own = env['NODE_OPTIONS'] ?? '';
	const preloaded = path.join(folder, 'preload.cjs').replaceAll('\\', '/');
	return {
		...shared,
		ACP_HOST_LAUNCH_OPTIONS: own,
		npm_config_node_options: `${own} --require "${preloaded}"`.trim(),
	};
}
