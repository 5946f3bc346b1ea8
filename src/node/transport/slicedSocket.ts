/**
 * A socket that writes in slices. Node tells of a write when all of it is done, and the slices tell how far a large one
 * is.
 */
import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

const sliceBytes = 64 * 1024;

type Done = (error?: Error | null) => void;

export class SlicedSocket extends Duplex {
	readonly #socket: Socket;
	#bytesSent = 0;

	/** @param socket connected, and nothing was read of it; belongs to this one from here on */
	constructor(socket: Socket) {
		super({ allowHalfOpen: false });
		this.#socket = socket;
		socket.on('data', (chunk: Buffer) => {
			if (!this.push(chunk)) socket.pause();
		});
		// What came before is read before this ends.
		socket.on('end', () => this.push(null));
		socket.on('error', (error) => this.destroy(error));
		socket.on('close', () => {
			if (!socket.readableEnded) this.destroy();
		});
	}

	/** Bytes that the system has taken. */
	get bytesSent(): number {
		return this.#bytesSent;
	}

	override _read(): void {
		this.#socket.resume();
	}

	override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done): void {
		this.#send(slicesOf([chunk]), done);
	}

	override _writev(chunks: readonly { readonly chunk: Buffer }[], done: Done): void {
		this.#send(slicesOf(chunks.map(({ chunk }) => chunk)), done);
	}

	/** Each slice waits until the one before is taken: what Node has several of, it writes at once. */
	#send(slices: Iterator<Buffer, void>, done: Done): void {
		const { value: slice } = slices.next();
		if (slice === undefined) return done();
		this.#socket.write(slice, (error) => {
			if (error !== null && error !== undefined) return done(error);
			this.#bytesSent += slice.length;
			this.#send(slices, done);
		});
	}

	override _final(done: Done): void {
		// Where the other side has ended, it may be gone already.
		if (this.#socket.destroyed) done();
		else this.#socket.end(() => done());
	}

	override _destroy(error: Error | null, done: Done): void {
		this.#socket.destroy();
		done(error);
	}
}

/** The same bytes: what is large in parts of that size, what is small together. */
function* slicesOf(chunks: readonly Buffer[]): Generator<Buffer, void> {
	let [small, bytes]: [Buffer[], number] = [[], 0];
	for (const chunk of chunks) {
		if (bytes > 0 && bytes + chunk.length > sliceBytes) {
			yield Buffer.concat(small);
			[small, bytes] = [[], 0];
		}
		if (chunk.length > sliceBytes) {
			for (let at = 0; at < chunk.length; at += sliceBytes) yield chunk.subarray(at, at + sliceBytes);
		} else {
			small.push(chunk);
			bytes += chunk.length;
		}
	}
	if (bytes > 0) yield Buffer.concat(small);
}
