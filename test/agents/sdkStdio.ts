import { Readable, Writable } from 'node:stream';
import { ndJsonStream, type Stream } from '@agentclientprotocol/sdk';

/** The two ends of this process, as the SDK takes them. */
export function stdioStream(): Stream {
	const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>;
	return ndJsonStream(Writable.toWeb(process.stdout), input);
}
