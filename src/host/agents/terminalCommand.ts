/**
 * How a login is started in a terminal. In the bundle of the agents, which is loaded with the first agent and so before
 * a login.
 */
import { childEnv, withoutRelativePlaces } from '../../node/childEnv.ts';
import type { Launch } from '../../node/launch.ts';
import { launchApart } from '../../node/launchFolder.ts';
import { reportingExit, resolveCommand } from '../../node/spawnCommand.ts';
import type { SpawnCommand } from '../../node/windowsCommand.ts';

export interface LoginProgram {
	/** What the terminal's tab says. */
	readonly title: string;
	readonly command: string;
	readonly args: readonly string[];
	/** Added to the environment; the user's own, whose values are not shown. */
	readonly env: Readonly<Record<string, string>>;
	/** The same, chosen by the agent: it counts more. */
	readonly chosenEnv: Readonly<Record<string, string>>;
	/** Absolute path. */
	readonly cwd: string;
	readonly launch: Launch;
	/** Absolute path: where npm looks for what it runs, in place of the workspace (hazard F10). */
	readonly launchFolder: string;
}

interface TerminalCommand extends SpawnCommand {
	/** Absolute path. */
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
}

/** Throws AgentError `spawn` for a command that cannot be run on this platform. */
export function terminalCommand(program: LoginProgram): TerminalCommand {
	const { command, args, cwd, launch, launchFolder } = program;
	const env = withoutRelativePlaces(childEnv(process.env, { ...program.env, ...program.chosenEnv }));
	const asked = { command, args, cwd, env };
	const line = launch.type === 'apart' ? launchApart(asked, launchFolder) : asked;
	return { ...reportingExit(resolveCommand(line)), cwd: line.cwd, env: line.env };
}
