/** The usual turn of the scripted Pioneer gateway. */
import type { PlayedTurn } from './pioneerThread.ts';

export function demoTurn(turn: PlayedTurn): void {
	const { id } = turn.turn;
	turn.start();
	turn.piece(`r-${id}`, 'think', 'generic');
	turn.tell('item/completed', { item: turn.thought('think') });
	if (turn.words.includes('slow')) return;
	if (turn.words.includes('fail')) return turn.end('Failed', 'the model is gone');
	const display = { kind: 'shell', aggregated_output: 'ok\n', exit_code: 0, truncated: false };
	turn.tell('item/started', { item: commandItem(`c-${id}`, { status: 'in_progress' }) });
	turn.piece(`c-${id}`, 'ok\n', 'stdout');
	turn.tell('item/completed', { item: commandItem(`c-${id}`, { display }) });
	turn.tell('item/started', { item: { type: 'agentMessage', id: `a-${id}`, text: '' } });
	for (const piece of ['All ', 'gre']) turn.piece(`a-${id}`, piece);
	turn.tell('item/completed', { item: { type: 'agentMessage', id: `a-${id}`, text: 'All green.' } });
	turn.end('Completed');
}

/** What may be seen of a call: all of it. */
export const shownPolicy = {
	llm: { mode: 'full', max_bytes: 2_097_152 },
	llmRetention: { mode: 'until_turn_terminal', max_bytes: 2_097_152 },
	timeline: { mode: 'full', max_bytes: 4_194_304 },
	storage: { mode: 'full', max_bytes: 4_194_304 },
	recovery: { mode: 'metadata_only' },
	deltas: { mode: 'persist_and_display', max_chunk_bytes: 65_536, max_total_bytes: 4_194_304 },
};

/** Any call, complete and with nothing to show, but for `fields`. */
export function callItem(type: string, id: string, fields: object = {}): object {
	return {
		type,
		id,
		toolName: 'tool',
		arguments: {},
		status: 'completed',
		outputPolicy: shownPolicy,
		display: { kind: 'hidden' },
		storage: { kind: 'none' },
		...fields,
	};
}

export function commandItem(id: string, fields: object = {}): object {
	return callItem('commandExecution', id, {
		toolName: 'exec_command',
		command: ['npm', 'test'],
		...fields,
	});
}
