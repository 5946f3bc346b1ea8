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

	override _write(chunk: Buffer, encoding: BufferEncoding, done: Done): void {
		const slice = chunk.subarray(0, sliceBytes);
		this.#socket.write(slice, (error) => {
			if (error !== null && error !== undefined) return done(error);
			this.#bytesSent += slice.length;
			if (slice.length === chunk.length) done();
			else this._write(chunk.subarray(sliceBytes), encoding, done);
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
