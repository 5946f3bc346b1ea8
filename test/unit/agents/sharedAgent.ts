/** The scenario agent for whole sessions: process, connection, negotiation and codec. */
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { negotiate } from '../../../src/core/acp/negotiate.ts';
import type { Disposable } from '../../../src/core/base/disposable.ts';
import { Emitter } from '../../../src/core/base/emitter.ts';
import type { AgentError } from '../../../src/core/base/errors.ts';
import type { AgentLease } from '../../../src/core/session/model/agentPort.ts';
import type { AgentLine } from '../../../src/host/agents/agentLine.ts';
import { AgentConnection } from '../../../src/node/connection.ts';
import type { Shape } from '../../agents/promptTurns.ts';
import { scenarioAgentCommand, type ScenarioAgentSetup } from '../../agents/scenarioAgentCommand.ts';
import { negotiateOptions } from '../core/acp/negotiateOptions.ts';
import { tempDir } from '../node/support.ts';
import { type Carrier, carrierOf, type CarrierName } from './carriers.ts';
import type { ScenarioPlace } from './scenarioSession.ts';

/** One agent for many sessions, one after the other: started when it is first asked for, and again when it has ended. */
export class SharedAgent implements ScenarioPlace {
	readonly shape: Shape;
	readonly newFolder = tempDir;
	/** Folder in which gates are opened. */
	readonly gates = tempDir();
	/** What the connections said since the last `rest`. */
	readonly logged: string[] = [];
	readonly #carrier: Carrier;
	#running: Promise<RunningAgent> | undefined;

	constructor(setup: ScenarioAgentSetup, carrier: CarrierName = 'stdio') {
		this.shape = setup.shape;
		const command = scenarioAgentCommand({ store: tempDir(), gates: this.gates, ...setup });
		this.#carrier = carrierOf(carrier, command);
	}

	/** @param cwd where the agent starts, if it does not run */
	async acquire(cwd: string): Promise<AgentLease> {
		this.#running ??= this.#start(cwd);
		const { port, onExit } = await this.#running;
		return { port, onExit, dispose: () => undefined };
	}

	/** Between two tests: no gate is open, nothing was said. */
	rest(): void {
		for (const gate of readdirSync(this.gates)) rmSync(path.join(this.gates, gate));
		this.logged.length = 0;
	}

	async stop(): Promise<void> {
		const running = await this.#running;
		running?.port.dispose();
		await running?.line.stop();
		await this.#carrier.stop();
	}

	async #start(cwd: string): Promise<RunningAgent> {
		const line = await this.#carrier.open(cwd);
		const log = (text: string): void => void this.logged.push(text);
		const connection = new AgentConnection({ transport: line.transport, log });
		const onExit = new Emitter<AgentError>();
		connection.onClose((error) => {
			this.#running = undefined;
			onExit.fire(error);
		});
		const want = this.shape === 'v1' ? 1 : 2;
		const result = await negotiate(connection, negotiateOptions({ log }), want);
		if (result.type !== 'connected') throw result.reason;
		return { line, port: result.agent, onExit: onExit.event };
	}
}

interface RunningAgent {
	readonly line: AgentLine;
	readonly port: AgentLease['port'] & Disposable;
	readonly onExit: AgentLease['onExit'];
}
