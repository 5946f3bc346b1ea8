/** What a person would read in a session, for tests that compare whole transcripts. */
import { textOf } from '../../../../../src/core/session/model/content.ts';
import type { Entry } from '../../../../../src/core/session/model/entry.ts';
import type { SessionState } from '../../../../../src/core/session/model/sessionState.ts';
import { said } from '../../../../../src/core/view/sayings.ts';

/** A session, or what else has its entries. */
interface WithEntries {
	readonly state: Pick<SessionState, 'entries'>;
}

/** One line an entry, such as `user: hi`, `user (unsent): hi`, `tool t1: cancelled`, `notice: Stopped`. */
export function transcript({ entries }: Pick<SessionState, 'entries'>): readonly string[] {
	return [...entries.values()].map((entry) => {
		switch (entry.type) {
			case 'message':
				return `${entry.role}${entry.isUnsent === true ? ' (unsent)' : ''}: ${textOf(entry.content)}`;
			case 'tool_call':
				return `tool ${entry.toolCallId}: ${entry.status}`;
			case 'notice':
				return `notice: ${said(entry.title)}`;
			case 'permission':
			case 'elicitation':
				return `${entry.type}: ${entry.state.type}`;
			default:
				return entry.type;
		}
	});
}

/** The user's bubbles alone. */
export function bubbles(state: Pick<SessionState, 'entries'>): readonly string[] {
	return transcript(state).filter((line) => line.startsWith('user'));
}

/** Entries of one type, in order. */
export function entriesOf<T extends Entry['type']>(
	{ state }: WithEntries,
	type: T,
): Extract<Entry, { type: T }>[] {
	return [...state.entries.values()].filter(
		(entry): entry is Extract<Entry, { type: T }> => entry.type === type,
	);
}

/** All text that the agent said. */
export function spokenText(session: WithEntries): string {
	return entriesOf(session, 'message')
		.flatMap(({ role, content }) => (role === 'agent' ? [textOf(content)] : []))
		.join('');
}

/** Lets everything run that is on its way. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
