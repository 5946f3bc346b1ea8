/** Numbered chunks of a message, as the fake agent floods them. */
import type { RunningAgent } from './support.ts';

/** Makes a session with an agent; its id. */
export async function openSession({ connection }: Pick<RunningAgent, 'connection'>): Promise<string> {
	await connection.request('initialize', { protocolVersion: 1 });
	const { sessionId } = (await connection.request('session/new', { cwd: '/work', mcpServers: [] })) as {
		sessionId: string;
	};
	return sessionId;
}

/** Numbers in front of the texts of the message chunks, in the order of their arrival. */
export function collectChunks({ connection }: RunningAgent): number[] {
	const numbers: number[] = [];
	connection.onNotification((_method, params) => {
		const { update } = params as { update: { content: { text: string } } };
		numbers.push(Number.parseInt(update.content.text, 10));
	});
	return numbers;
}

/** True for 0, 1, 2 … */
export function isInOrder(numbers: readonly number[]): boolean {
	return numbers.every((value, index) => value === index);
}
