/**
 * Hands out what the agent sent in the order of the wire. vscode-jsonrpc takes a turn of the event loop for each message
 * in its queue, and an agent that writes word by word sends many thousands. So notifications go to their handler from
 * here, many in one turn. Requests and answers go through vscode-jsonrpc one at a time: what comes after one waits until
 * it was dispatched there.
 */
import {
	AbstractMessageReader,
	type DataCallback,
	type Disposable,
	Message,
	type NotificationMessage,
} from 'vscode-jsonrpc/node';
import { Emitter } from '../core/base/emitter.ts';

/** So many notifications are handled before the event loop turns again … */
const maxCount = 64;
/** … and so many characters of their lines, the last one not counted. */
const maxChars = 256 * 1024;

interface Waiting {
	readonly message: Message;
	/** Length of the line that it came in. */
	readonly chars: number;
}

export class InboundQueue extends AbstractMessageReader {
	readonly #handle: (notification: NotificationMessage) => void;
	readonly #together: (handleAll: () => void) => void;
	readonly #dispatched = new Emitter<void>();
	readonly #waiting: Waiting[] = [];
	#callback: DataCallback = () => undefined;
	/** What vscode-jsonrpc was given and has not dispatched. */
	#passedOn: Message | undefined;
	#turn: NodeJS.Immediate | undefined;
	#peak = 0;
	#isDisposed = false;

	/**
	 * @param handle called for each notification; must not throw
	 * @param together calls its argument, which calls `handle` for each that is handled in one turn
	 */
	constructor(
		handle: (notification: NotificationMessage) => void,
		together: (handleAll: () => void) => void = (handleAll) => handleAll(),
	) {
		super();
		this.#handle = handle;
		this.#together = together;
	}

	/** Fires when messages left the queue and their handlers were called. */
	readonly onDispatched = this.#dispatched.event;

	/** Messages that were not dispatched yet, that in vscode-jsonrpc included. */
	get length(): number {
		return this.#waiting.length + (this.#passedOn === undefined ? 0 : 1);
	}

	/** The greatest length so far. */
	get peak(): number {
		return this.#peak;
	}

	/** For vscode-jsonrpc. */
	override listen(callback: DataCallback): Disposable {
		this.#callback = callback;
		return { dispose: () => undefined };
	}

	/** @param chars length of the line that the message came in */
	add(message: Message, chars: number): void {
		this.#waiting.push({ message, chars });
		this.#peak = Math.max(this.#peak, this.length);
		this.#goOn();
	}

	/** To be called after a message left the queue of vscode-jsonrpc and its handler was called. */
	noteDispatched(message: Message): void {
		if (message !== this.#passedOn) return;
		this.#passedOn = undefined;
		this.#goOn();
		this.#dispatched.fire();
	}

	override dispose(): void {
		this.#isDisposed = true;
		clearImmediate(this.#turn);
		this.#waiting.length = 0;
		this.#dispatched.dispose();
		super.dispose();
	}

	/** Sees to it that the first of those that wait is on its way. */
	#goOn(): void {
		const message = this.#waiting[0]?.message;
		if (message === undefined || this.#passedOn !== undefined || this.#turn !== undefined) return;
		if (Message.isNotification(message)) {
			this.#turn = setImmediate(() => this.#takeTurn());
			return;
		}
		this.#waiting.shift();
		this.#passedOn = message;
		try {
			this.#callback(message);
		} catch (error) {
			this.fireError(error);
		}
	}

	#takeTurn(): void {
		this.#turn = undefined;
		this.#together(() => this.#handleSome());
		if (this.#isDisposed) return;
		this.#goOn();
		this.#dispatched.fire();
	}

	#handleSome(): void {
		const waiting = this.#waiting;
		let chars = 0;
		let count = 0;
		const isNext = (next = waiting[count]): boolean =>
			next !== undefined && Message.isNotification(next.message);
		while (count < maxCount && chars < maxChars && isNext()) chars += waiting[count++]?.chars ?? 0;
		for (const { message } of waiting.splice(0, count)) {
			if (Message.isNotification(message)) this.#handle(message);
			if (this.#isDisposed) return;
		}
	}
}
