import type { Message, NotificationMessage } from 'vscode-jsonrpc/node';

/** Notifications of one run at most: so many are handled before the event loop turns again. */
const maxCount = 64;
/** … and so many characters of their lines, the last one not counted. */
const maxChars = 256 * 1024;

/**
 * Notifications that came one right after the other. They pass through the queue of vscode-jsonrpc as one message,
 * because it takes a turn of the event loop for each, and an agent that writes word by word sends many thousands.
 */
export class NotificationRun implements Message {
	readonly jsonrpc = '2.0';
	readonly method = 'run of notifications';
	readonly notifications: NotificationMessage[] = [];
	#chars = 0;

	get isFull(): boolean {
		return this.notifications.length >= maxCount || this.#chars >= maxChars;
	}

	/** @param chars length of the line that it came in */
	add(notification: NotificationMessage, chars: number): void {
		this.notifications.push(notification);
		this.#chars += chars;
	}
}

/** What a message of the queue stands for: itself, or all of a run. */
export function messagesOf(message: Message): readonly Message[] {
	return message instanceof NotificationRun ? message.notifications : [message];
}
