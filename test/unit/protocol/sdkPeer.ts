/** An agent of the SDK's as a child process, negotiated with, and what is needed to watch it. Its wire is not ours. */
import { fileURLToPath } from 'node:url';
import type { InitializedAgent } from '../../../src/core/acp/connect.ts';
import type { JsonObject } from '../../../src/core/base/json.ts';
import { negotiate } from '../../../src/core/acp/negotiate.ts';
import type { ProtocolVersion } from '../../../src/core/acp/protocolChoice.ts';
import type { AuthStatus } from '../../../src/core/session/model/auth.ts';
import type { ElicitationRequest } from '../../../src/core/session/model/elicitation.ts';
import { AgentConnection } from '../../../src/node/connection.ts';
import { StreamTransport } from '../../../src/node/transport/streamTransport.ts';
import { AgentProcess } from '../../../src/node/agentProcess.ts';
import { childEnv } from '../../../src/node/childEnv.ts';
import { negotiateOptions } from '../core/acp/negotiateOptions.ts';
import { allUnstable, FakeTarget } from '../core/acp/support.ts';
import { tempDir } from '../node/support.ts';
import type { Seen } from './peer.ts';

export class SdkPeer {
	readonly seen: Seen;
	readonly logged: readonly string[];
	readonly target = new FakeTarget();
	/** What it asked before there was any session; each is answered. */
	readonly loginQuestions: readonly ElicitationRequest[];
	readonly statuses: AuthStatus[] = [];
	readonly agent: InitializedAgent;
	readonly version: ProtocolVersion;
	readonly #running: AgentProcess;

	private constructor(
		running: AgentProcess,
		{ version, agent }: { readonly version: ProtocolVersion; readonly agent: InitializedAgent },
		{ seen, logged, loginQuestions }: Pick<SdkPeer, 'seen' | 'logged' | 'loginQuestions'>,
	) {
		this.#running = running;
		this.version = version;
		this.agent = agent;
		this.seen = seen;
		this.logged = logged;
		this.loginQuestions = loginQuestions;
		agent.onAuthStatus((status) => this.statuses.push(status));
	}

	/** @param want the version that is asked for */
	static async start(args: readonly string[], want: ProtocolVersion): Promise<SdkPeer> {
		const [program = '', ...rest] = args;
		const file = fileURLToPath(new URL(`../../agents/${program}`, import.meta.url));
		const command = { command: process.execPath, args: [file, ...rest] };
		const running = await AgentProcess.start({ ...command, cwd: tempDir(), env: childEnv(process.env) });
		const seen: Seen = { out: [], in: [] };
		const logged: string[] = [];
		const loginQuestions: ElicitationRequest[] = [];
		const log = (line: string): void => void logged.push(line);
		const connection = new AgentConnection({
			transport: new StreamTransport({ input: running.stdout, output: running.stdin }),
			log,
			tap: (direction, message) => void seen[direction].push(message as JsonObject),
		});
		const options = negotiateOptions({
			log,
			unstable: allUnstable,
			elicit: (request) => {
				loginQuestions.push(request);
				return Promise.resolve({ type: 'accept', content: { name: 'Ada' } });
			},
			mcp: ({ serverId, method }) => Promise.resolve({ tools: [], from: `${serverId} ${method}` }),
		});
		const result = await negotiate(connection, options, want);
		if (result.type !== 'connected') {
			await running.stop();
			throw result.reason;
		}
		return new SdkPeer(running, result, { seen, logged, loginQuestions });
	}

	stop(): Promise<unknown> {
		return this.#running.stop();
	}
}
