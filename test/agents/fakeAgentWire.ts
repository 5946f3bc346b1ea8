/** Reads and writes lines of JSON for the fake agent. Written apart from src/node, so that it cannot share its faults. */
import { appendFileSync, writeSync } from 'node:fs';
import type { JsonObject } from './fakeAgentScript.ts';

export interface WireMessage {
	readonly id?: string | number;
	readonly method?: string;
	readonly params?: JsonObject;
	readonly result?: unknown;
	readonly error?: unknown;
}

/** What the fake agent speaks over. */
export interface AgentWire {
	/** False: it lives in the process of a test, which it must not end, nor keep from ending. */
	readonly isProcess: boolean;
	write(bytes: Uint8Array): void;
	/** Calls back for each message, and once at the end of them. */
	read(onMessage: (message: WireMessage) => void, onEnd: () => void): void;
	exit(code: number): void;
	kill(signal: NodeJS.Signals): void;
}

/** The pipes of this process. */
export const stdio: AgentWire = {
	isProcess: true,
	write: (bytes) => void writeBytes(bytes),
	read: readMessages,
	exit: (code) => process.exit(code),
	kill: (signal) => void process.kill(process.pid, signal),
};

/**
 * Writes bytes to stdout and returns when the pipe took them all, so that nothing is lost on exit.
 * @returns false when the reader is gone
 */
export function writeBytes(bytes: Uint8Array, to: 1 | 2 = 1): boolean {
	for (let offset = 0; offset < bytes.length;) {
		try {
			offset += writeSync(to, bytes, offset);
		} catch (error) {
			const { code } = error as NodeJS.ErrnoException;
			// The pipe is full: wait a little, then try again.
			if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
			else if (code === 'EPIPE' || code === 'EBADF') return false;
			else throw error;
		}
	}
	return true;
}

/** Writes so many bytes without a newline, as long as the reader is there. */
export function writeEndless(bytes: number): void {
	const piece = Buffer.alloc(1024 * 1024, 'x');
	for (let left = bytes; left > 0 && writeBytes(piece.subarray(0, left)); left -= piece.length);
}

/** Writes so many bytes of lines to stderr. */
export function floodStderr(bytes: number): void {
	const piece = Buffer.from('a line of an agent that logs a lot\n'.repeat(2000));
	for (let left = bytes; left > 0 && writeBytes(piece.subarray(0, left), 2); left -= piece.length);
}

export function writeMessage(message: object, wire: AgentWire = stdio): void {
	wire.write(Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n'));
}

/** Calls back for each line of stdin, and once at its end. Each line is recorded to FAKE_AGENT_RECORD first. */
export function readMessages(onMessage: (message: WireMessage) => void, onEnd: () => void): void {
	const record = process.env['FAKE_AGENT_RECORD'];
	let rest = '';
	process.stdin.setEncoding('utf8');
	process.stdin.on('data', (chunk: string) => {
		const lines = (rest + chunk).split('\n');
		rest = lines.pop() ?? '';
		for (const line of lines) {
			if (record !== undefined) appendFileSync(record, JSON.stringify({ pid: process.pid, line }) + '\n');
			const message = parse(line);
			if (message !== undefined) onMessage(message);
		}
	});
	process.stdin.on('end', onEnd);
	process.stdin.on('error', onEnd);
}

export function parse(line: string): WireMessage | undefined {
	try {
		const value: unknown = JSON.parse(line);
		if (typeof value === 'object' && value !== null) return value;
	} catch {
		// Reported below.
	}
	process.stderr.write(`fake agent: not a message: ${line.slice(0, 200)}\n`);
	return undefined;
}
