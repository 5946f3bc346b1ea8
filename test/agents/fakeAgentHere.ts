/** The fake agent in the process of a test, for what its messages come to: nothing has to start, and nothing to end. */
import { readFileSync } from 'node:fs';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { FakeAgentPeer } from './fakeAgentPeer.ts';
import type { FakeAgentScript } from './fakeAgentScript.ts';
import { type AgentWire, parse, type WireMessage } from './fakeAgentWire.ts';

/** The client's side of an agent that runs here. */
export interface AgentHere {
	readonly stdin: Writable;
	readonly stdout: Readable;
	/** With the code, once it has ended. */
	readonly exited: Promise<number>;
	/** Ends it as the end of its input does. */
	stop(): Promise<void>;
}

/** What only a process can do. */
const stepsOfProcess =
	/"(?:endless|stderrFlood|spawnTree|signal|closeStdout|closeStdin|stderr|dumpEnv|ignoreStdin|ignoreEof|ignoreTerm)":/u;

/** @param script the script itself, or the path of a JSON file that holds it */
export function readScript(script: FakeAgentScript | string): FakeAgentScript {
	return typeof script === 'string' ? (JSON.parse(readFileSync(script, 'utf8')) as FakeAgentScript) : script;
}

/** False for a script that ends in signals, closes pipes or starts programs. */
export function canRunHere(script: FakeAgentScript): boolean {
	return !stepsOfProcess.test(JSON.stringify(script));
}

/** @param hear gets each line that the agent is told */
export function startAgentHere(
	script: FakeAgentScript,
	hear: (line: string) => void = () => undefined,
): AgentHere {
	const [stdin, stdout] = [new PassThrough(), new PassThrough()];
	const exited = Promise.withResolvers<number>();
	const wire: AgentWire = {
		isProcess: false,
		write: (bytes) => void (stdout.writableEnded || stdout.write(bytes)),
		read: (onMessage, onEnd) => readLines(stdin, hear, onMessage, onEnd),
		exit: (code) => {
			stdout.end();
			exited.resolve(code);
		},
		// Its script has no step that comes to this (`canRunHere`).
		kill: () => undefined,
	};
	// As text, so that the two share no object.
	void new FakeAgentPeer(JSON.parse(JSON.stringify(script)) as FakeAgentScript, wire).run();
	return {
		stdin,
		stdout,
		exited: exited.promise,
		stop: async () => {
			stdin.end();
			await exited.promise;
		},
	};
}

function readLines(
	input: Readable,
	hear: (line: string) => void,
	onMessage: (message: WireMessage) => void,
	onEnd: () => void,
): void {
	let rest = '';
	input.setEncoding('utf8');
	input.on('data', (chunk: string) => {
		const lines = (rest + chunk).split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) {
			hear(line);
			const message = parse(line);
			if (message !== undefined) onMessage(message);
		}
	});
	input.on('end', onEnd);
}
