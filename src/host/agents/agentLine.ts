/** The line to one agent while it lasts: what carries its messages, and how it is ended. */
import { type Disposable, DisposableStore } from '../../core/base/disposable.ts';
import type { Redactor } from '../../node/redact.ts';
import type { Transport } from '../../node/transport/transport.ts';
import type { StartOptions } from './runningAgent.ts';
import { AgentProcess, exitError } from '../../node/agentProcess.ts';
import { childEnv, withoutRelativePlaces } from '../../node/childEnv.ts';
import { launchApart } from '../../node/launchFolder.ts';
import { StreamTransport } from '../../node/transport/streamTransport.ts';

/** Ended with `stop` or `kill`; `dispose` ends it at once as well. */
export interface AgentLine extends Disposable {
	readonly transport: Transport;
	/** A prompt goes out: what is told of how the line ends is to be about this turn. */
	beginTurn(): void;
	/** Ends the agent in good order. Resolves when nothing of it is left here. */
	stop(): Promise<void>;
	/** Ends the agent at once. */
	kill(): void;
}

/** Opens a line to the agent of these options. Rejects with `AgentError`; then nothing is left of it. */
export type OpenLine = (options: StartOptions, redactor: Redactor) => Promise<AgentLine>;

/**
 * The line to an agent that is a program: its process, from the command line to the exit, and its stdio. Starts the
 * program. Rejects with AgentError `spawn`.
 */
export const startProcess: OpenLine = async (options, redactor) => {
	const { definition, folder, log, launchFolder, reaper } = options;
	if (definition.type !== 'program') {
		throw new Error('An agent at an address is no program.');
	}
	const { command, args, env } = definition;
	const cwd = definition.cwd ?? folder;
	const isApart = definition.launch?.type === 'apart';
	log.info(`Starting ${command} in ${cwd}${isApart ? `; it is looked for in ${launchFolder}` : ''}`);
	const line = { command, args, cwd, env: withoutRelativePlaces(childEnv(globalThis.process.env, env)) };
	const process = await AgentProcess.start(isApart ? launchApart(line, launchFolder) : line, {
		redact: (text) => redactor.text(text),
		reaper,
	});
	const transport = new StreamTransport({ input: process.stdout, output: process.stdin });
	const subscriptions = new DisposableStore();
	subscriptions.add(process.onStderr((text) => log.info(`[stderr] ${text}`)));
	subscriptions.add(process.onExit((exit) => transport.close(exitError(definition.name, exit))));
	return {
		transport,
		beginTurn: () => process.beginTurn(),
		stop: () => process.stop(),
		kill: () => process.kill(),
		dispose: () => {
			subscriptions.dispose();
			process.dispose();
		},
	};
};
