/** How a login is started in a terminal. In the bundle of the agents: who logs in has started one. */
import { childEnv } from '../../node/childEnv.ts';
import { launchApart } from '../../node/launchFolder.ts';
import { reportingExit, resolveCommand } from '../../node/spawnCommand.ts';
import type { SpawnCommand } from '../../node/windowsCommand.ts';
import type { LoginProgram } from './loginTerminal.ts';

interface TerminalCommand extends SpawnCommand {
	/** Absolute path. */
	readonly cwd: string;
	readonly env: Readonly<Record<string, string>>;
}

/** Throws AgentError `spawn` for a command that cannot be run on this platform. */
export function terminalCommand(program: LoginProgram): TerminalCommand {
	const { command, args, cwd, launch, launchFolder } = program;
	const env = childEnv(process.env, { ...program.env, ...program.chosenEnv });
	const asked = { command, args, cwd, env };
	const line = launch.type === 'apart' ? launchApart(asked, launchFolder) : asked;
	return { ...reportingExit(resolveCommand(line)), cwd: line.cwd, env: line.env };
}
