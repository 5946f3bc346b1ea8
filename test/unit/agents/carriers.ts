/** What carries the messages of an agent that is tested by all of them: the same agent, whatever it is reached by. */
import { startProcess, type AgentLine } from '../../../src/host/agents/agentLine.ts';
import type { StartOptions } from '../../../src/host/agents/runningAgent.ts';
import { Redactor } from '../../../src/node/redact.ts';
import type { FakeAgentCommand } from '../../agents/fakeAgentCommand.ts';
import { serveBySdk } from '../../agents/sdkServer.ts';
import { serveCommandByWebSocket } from '../../agents/webSocketAgent.ts';
import { only } from '../only.ts';
import { openLineTo, silentLog } from './openLine.ts';

/** `socket` is a plain WebSocket; the other two are the SDK's own servers. */
export const carriers = ['stdio', 'socket', 'sdk socket', 'sdk http'] as const;
export type CarrierName = (typeof carriers)[number];

export interface Carrier {
	/** Opens a line to the agent. @param cwd where its process starts, if that is ours to say */
	open(cwd: string): Promise<AgentLine>;
	stop(): Promise<void>;
}

/** Nothing runs before the first line is opened. */
export function carrierOf(name: CarrierName, command: FakeAgentCommand): Carrier {
	if (name === 'stdio')
		return {
			open: (cwd) => startProcess(optionsFor(command, cwd), new Redactor([])),
			stop: async () => undefined,
		};
	let serving: Promise<{ readonly url: string; stop(): Promise<void> }> | undefined;
	return {
		open: async () => {
			serving ??= serve(name, command);
			const { url } = await serving;
			return openLineTo(url);
		},
		stop: async () => (await serving)?.stop(),
	};
}

async function serve(
	name: Exclude<CarrierName, 'stdio'>,
	command: FakeAgentCommand,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
	if (name === 'socket') return serveCommandByWebSocket(command);
	const server = await serveBySdk(command);
	const url = name === 'sdk socket' ? server.webSocketUrl : server.httpUrl;
	return { url, stop: () => server.stop() };
}

function optionsFor({ command, args, env }: FakeAgentCommand, cwd: string): StartOptions {
	return only<StartOptions>({
		definition: {
			...{ type: 'program', name: 'Scenario Agent', command, args, env, protocol: 'auto', isBuiltIn: false },
		},
		folder: cwd,
		launchFolder: cwd,
		log: silentLog,
	});
}
