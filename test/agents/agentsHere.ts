/** Agents of a test that are reached at addresses, in its own process, whatever carries their messages. */
import { FakeAgentPeer } from './fakeAgentPeer.ts';
import type { FakeAgentScript } from './fakeAgentScript.ts';
import { type AgentWire, parse } from './fakeAgentWire.ts';

export interface AgentsHere {
	/**
	 * An address at which each connection gets an agent of its own with this script.
	 * @param hear gets each message as it came
	 */
	urlOf(script: FakeAgentScript, hear?: Hear): string;
	/**
	 * An address at which each connection is an agent of the test.
	 * @param connected gets what writes lines, each of which goes out as one message
	 */
	urlFor(connected: (wire: AgentWire) => void, hear: Hear): string;
	stop(): void;
}

export type Hear = (text: string) => void;

/** One connection to an agent. */
export interface CarrierLine {
	/** Sends one message. */
	send(message: Buffer): void;
	/** Ends in good order. */
	end(): void;
	cut(): void;
	/** Calls back for each message, and once at the end of them. */
	listen(onMessage: Hear, onEnd: () => void): void;
}

/** What only a process has: pipes, an environment, children. A signal is a line that is cut, as it is for any server. */
const stepsOfProcess =
	/"(?:endless|stderrFlood|spawnTree|closeStdout|closeStdin|stderr|dumpEnv|ignoreStdin|ignoreTerm)":/u;

/** @param add makes an address of what is called with each connection there */
export function agentsHere(
	add: (connected: (line: CarrierLine) => void) => string,
	stop: () => void,
): AgentsHere {
	return {
		urlOf(script, hear) {
			// As text, so that the two sides share no object.
			const text = JSON.stringify(script);
			const [step] = stepsOfProcess.exec(text) ?? [];
			if (step !== undefined) throw new Error(`Only a process has a step ${step}`);
			return add((line) => {
				void new FakeAgentPeer(JSON.parse(text) as FakeAgentScript, wireOver(line, hear)).run();
			});
		},
		urlFor: (connected, hear) => add((line) => connected(wireOver(line, hear))),
		stop,
	};
}

function wireOver(line: CarrierLine, hear: Hear = () => undefined): AgentWire {
	let rest = Buffer.alloc(0);
	return {
		isProcess: false,
		write(bytes) {
			const all = Buffer.concat([rest, bytes]);
			let from = 0;
			for (let to = all.indexOf(10); to >= 0; to = all.indexOf(10, from)) {
				line.send(all.subarray(from, to));
				from = to + 1;
			}
			rest = all.subarray(from);
		},
		read(onMessage, onEnd) {
			line.listen((text) => {
				hear(text);
				const message = parse(text);
				if (message !== undefined) onMessage(message);
			}, onEnd);
		},
		exit() {
			if (rest.length > 0) line.send(rest);
			rest = Buffer.alloc(0);
			line.end();
		},
		kill: () => line.cut(),
	};
}
