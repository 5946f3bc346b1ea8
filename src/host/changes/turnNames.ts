import type { TurnId } from '../../core/changes/record.ts';
import { writtenText } from '../../core/view/projectContent.ts';
import { sessionTitle } from '../../core/view/projectSession.ts';
import type { HostedSession } from '../sessions/hostedSession.ts';
import type { TurnNames } from './changeReview.ts';
import { isPromptOf } from './entryNames.ts';

/** More of a prompt is in the conversation. */
const promptChars = 200;

/** How people know a turn of a session that is in the window. The prompt is empty where it is not at hand. */
export function turnNames({ session: { state } }: HostedSession, { turn }: TurnId): TurnNames {
	const turns = new Set([turn]);
	const entry = [...state.entries.values()].find((one) => isPromptOf(one, turns));
	const prompt = entry?.type === 'message' ? writtenText(entry.content).trim() : '';
	return { session: sessionTitle(state) || state.agentTitle, prompt: prompt.slice(0, promptChars) };
}
