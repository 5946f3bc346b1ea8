/** `session/load`: the agent replays its history, which takes the place of the transcript once it is whole (acp C46). */
import type { Clock } from '../../base/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import { AgentError } from '../../base/errors.ts';
import { type AgentEvent, isHistory } from '../model/agentEvents.ts';
import type { LeasedAgent } from './leasedAgent.ts';
import type { OpenedSession, SessionSetup } from '../model/agentPort.ts';
import type { SessionEvent } from '../model/events.ts';
import { noHistoryNotice } from './openingNotices.ts';
import type { RequestBrokers } from './requestBrokers.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { Content } from '../model/content.ts';

/** The code of an error that says nothing more (docs/protocol.md#error-codes). */
const internalError = -32603;

interface HistoryLoadParts {
	readonly agent: LeasedAgent;
	readonly state: SessionState;
	readonly clock: Clock;
	readonly brokers: RequestBrokers;
	readonly dispatch: (event: SessionEvent) => void;
	/** Dispatches as long as the attempt counts. */
	readonly tell: (event: SessionEvent) => void;
	readonly attach: (onEvent: (event: AgentEvent) => void) => Disposable;
	/** Throws when the session was closed or has released the agent meanwhile. */
	readonly requireWanted: () => void;
	/** Called for each event that comes before the answer. */
	readonly onReplay: () => void;
}

/**
 * The old transcript stays until the agent has replayed all of its own.
 * Rejects with `AgentError`; then the agent's events go nowhere.
 * @param known the session with what it is known to offer: not every agent says it again
 */
export async function loadHistory(
	parts: HistoryLoadParts,
	known: OpenedSession,
	setup: SessionSetup,
): Promise<void> {
	const { agent, dispatch, tell } = parts;
	const { sessionId } = known;
	const replay: AgentEvent[] = [];
	let deliver = (event: AgentEvent): void => {
		parts.onReplay();
		replay.push(event);
	};
	const attached = parts.attach((event) => deliver(event));
	try {
		const { options, commands } = await askToLoad(agent, sessionId, setup, replay);
		parts.requireWanted();
		deliver = tell;
		dispatch({
			type: 'session_opened',
			capabilities: agent.port.capabilities,
			sessionId,
			options: Object.keys(options).length === 0 ? known.options : options,
			...(commands === undefined ? {} : { commands }),
		});
		if (replay.some(isHistory)) rebuild(parts, replay);
		else withoutHistory(parts, replay);
	} catch (error) {
		attached.dispose();
		throw error;
	}
}

/** Some agents fail now and then where a second try works (docs/agents-in-the-wild.md#replays). */
async function askToLoad(
	{ port }: LeasedAgent,
	sessionId: string,
	setup: SessionSetup,
	replay: AgentEvent[],
): Promise<OpenedSession> {
	try {
		return await port.loadSession(sessionId, setup);
	} catch (error) {
		if (!AgentError.is(error, 'answered') || error.code !== internalError) throw error;
		replay.length = 0;
		return port.loadSession(sessionId, setup);
	}
}

/** The cards that ask go with the old transcript; what can be asked anew comes back with the new one. */
function rebuild({ state, clock, brokers, dispatch }: HistoryLoadParts, replay: readonly AgentEvent[]): void {
	brokers.elicitations.cancelAll('agent');
	const revisions = brokers.permissions.revisions();
	rebuildTranscript(state, replay, dispatch, clock.now());
	brokers.permissions.showAgain(revisions);
}

/**
 * Puts the agent's replay in the place of the transcript (acp C46). A prompt that waited, for the agent or for a login,
 * is not in the agent's history yet: it comes after it.
 * @param now epoch milliseconds
 */
function rebuildTranscript(
	state: SessionState,
	replay: readonly AgentEvent[],
	dispatch: (event: SessionEvent) => void,
	now: number,
): void {
	const { turn: running, promptAwaitingLogin } = state;
	const prompt = running.type === 'idle' ? promptAwaitingLogin : lastPrompt(state);
	dispatch({ type: 'replay_started' });
	for (const event of replay) dispatch(event);
	dispatch({ type: 'replay_ended' });
	if (prompt === undefined) return;
	if (running.type === 'idle')
		return dispatch({ type: 'prompt_still_awaiting_login', content: prompt, at: now });
	dispatch({ type: 'prompt_submitted', content: prompt, isDelayed: true, at: running.startedAt });
	if (running.type === 'stopping') dispatch({ type: 'cancel_requested', at: running.stopAt });
}

function lastPrompt(state: SessionState): readonly Content[] | undefined {
	const prompt = [...state.entries.values()].findLast(
		(entry) => entry.type === 'message' && entry.origin === 'user',
	);
	return prompt?.type === 'message' ? prompt.content : undefined;
}

/** The agent said things about the session, and nothing of what happened in it. */
function withoutHistory({ state, dispatch, tell }: HistoryLoadParts, said: readonly AgentEvent[]): void {
	for (const event of said) tell(event);
	if (state.entries.size === 0) dispatch({ type: 'notice', notice: noHistoryNotice() });
}
