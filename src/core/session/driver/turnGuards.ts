/** The questions that the decisions of a turn ask, each answered from the state and from what has just happened. */
import type { AgentEvent } from '../model/agentEvents.ts';
import type { SteeringOutcome } from '../model/agentPort.ts';
import type { EntryId } from '../model/entry.ts';
import type { SessionState } from '../model/sessionState.ts';
import type { QueuedPrompt } from '../model/turnState.ts';
import { endsTurn, isAnswered, isQuiescent, isBusy, isOfTurn, resumeOf } from '../reducer/turnFacts.ts';

/** What has happened, as far as a decision needs it. */
export interface DecisionFacts {
	readonly state: SessionState;
	/** The session is open with an agent that is there. */
	readonly isOpen?: boolean;
	/** The user has approved the command line. */
	readonly isApproved?: boolean;
	/** The prompt that it is about, by its message. */
	readonly entryId?: EntryId;
	/** The same, while it waits in the queue. */
	readonly queued?: QueuedPrompt | undefined;
	/** What the agent reports. */
	readonly work?: Extract<AgentEvent, { type: 'work' }>;
	/** The answer to the prompt says that the turn is over. */
	readonly isEnd?: boolean;
	/** The agent says nothing of its work, and has spoken since the prompt went out. */
	readonly hasSpoken?: boolean;
	/** The agent began to work after the prompt went out, spoke, and then failed its request. */
	readonly isBegun?: boolean;
	/** The error says that a login is needed, that nothing of the prompt has arrived, that it was taken back. */
	readonly wantsLogin?: boolean;
	readonly isUnsent?: boolean;
	readonly isWithdrawn?: boolean;
	/** The user wants it to go out now. */
	readonly isUrgent?: boolean;
	/** What the agent says of a prompt that was sent into its turn. */
	readonly steering?: SteeringOutcome;
	/** The agent does not know what it was asked. */
	readonly isMissing?: boolean;
	/** The turn, or the stop, is still the one that it was about. */
	readonly isSame?: boolean;
	/** The agent has said something since. */
	readonly isHeard?: boolean;
	/** What waits for the end of the turn can go on. */
	readonly isWell?: boolean;
}

type Guard = (facts: DecisionFacts) => boolean;

/**
 * The prompt that may be sent by itself: of what waits here the first that the user wants now, else the first unless the
 * queue is paused. None while one is on its way into the turn, which may come back and go out first.
 */
export function nextDue({ queue, queuePause }: SessionState): QueuedPrompt | undefined {
	if (queue.some(isSteering)) return undefined;
	const here = queue.filter(({ place }) => place === 'here');
	return here.find(({ isNext }) => isNext) ?? (queuePause === undefined ? here[0] : undefined);
}

const isSteering = ({ place }: QueuedPrompt): boolean => place === 'steering';
const awaitsLogin = ({ state }: DecisionFacts): boolean => state.promptAwaitingLogin !== undefined;
const isAbout = ({ state, entryId = '' }: DecisionFacts): boolean => isOfTurn(state, entryId);

/**
 * The answer to another prompt has named the message that stands for this one: agents that repeat prompts in pieces may
 * let the beginning of one be taken for another. What becomes of this one says nothing about the turn.
 */
const standsForOther = ({ state, entryId }: DecisionFacts): boolean =>
	state.turnPrompts.some((prompt) => prompt.entryId === entryId && prompt.isAnswered === true);

export const guards = {
	awaits_login: awaitsLogin,
	agent_queues: ({ state, isOpen }) =>
		isOpen === true &&
		state.agentQueuesPrompts &&
		state.turn.type !== 'stopping' &&
		state.turnPrompts.every(({ isSent }) => isSent) &&
		state.queue.every(({ place }) => place !== 'here' && place !== 'steering'),
	urgent: ({ isUrgent }) => isUrgent === true,
	steering: ({ state }) => state.queue.some(isSteering),
	unapproved: ({ isOpen, isApproved }) => isOpen !== true && isApproved !== true,
	cannot_hurry: (facts) => facts.queued?.place !== 'here' || awaitsLogin(facts),
	can_steer: ({ state, isOpen, queued }) =>
		isOpen === true &&
		state.capabilities.steering &&
		queued?.isDoubtful !== true &&
		state.turnPrompts.every(({ isSent }) => isSent),
	out_of_queue: ({ queued }) => queued === undefined,
	recalled: ({ queued }) => queued?.isRecalled === true,
	names_later: ({ state, steering }) => steering === 'injected' && state.agentQueuesPrompts,
	injected: ({ steering }) => steering === 'injected' || steering === 'began',
	began: ({ steering }) => steering === 'began',
	unclear: ({ steering }) => steering === 'unknown',
	missing: ({ isMissing }) => isMissing === true,
	ends: ({ state, work }) => work !== undefined && endsTurn(state, work),
	left_turn: (facts) => !isAbout(facts),
	answer_ends: ({ isEnd }) => isEnd === true,
	says_no_more: ({ state, entryId, hasSpoken }) => {
		const prompt = state.turnPrompts.find((one) => one.entryId === entryId);
		return (prompt?.work === 'done' && !isBusy(state.work)) || hasSpoken === true;
	},
	begun: ({ isBegun }) => isBegun === true,
	wants_login: ({ wantsLogin }) => wantsLogin === true,
	wants_login_later: (facts) => facts.wantsLogin === true && !isAbout(facts),
	other_taken_back: (facts) => facts.isWithdrawn === true && standsForOther(facts),
	other_failed: standsForOther,
	taken_back: ({ isUnsent, isWithdrawn }) => isUnsent === true && isWithdrawn === true,
	unsent: ({ isUnsent }) => isUnsent === true,
	of_turn: isAbout,
	closed_over: ({ state, isOpen, isSame }) =>
		isOpen !== true && (state.turn.type === 'idle' || isSame !== true),
	closed_login: ({ state, isOpen }) => isOpen !== true && state.agent.type === 'login_required',
	closed: ({ isOpen }) => isOpen !== true,
	goes_on: ({ state, isHeard }) => isHeard === true || !isQuiescent(state),
	other_stop: ({ isSame }) => isSame !== true,
	nothing_to_stop: ({ state }) => isAnswered(state) && isQuiescent(state),
	badly_login: (facts) => facts.isWell !== true && awaitsLogin(facts),
	badly: ({ isWell }) => isWell !== true,
	due: ({ state }) => nextDue(state) !== undefined,
	resumable: ({ state }) => resumeOf(state) !== undefined,
	not_paused: (facts) => facts.state.queuePause === undefined || awaitsLogin(facts),
	in_transcript: ({ queued }) => queued === undefined,
	wanted_back: ({ queued, isWithdrawn }) =>
		isWithdrawn === true || queued?.place === 'withdrawing' || queued?.isRecalled === true,
} as const satisfies Record<string, Guard>;

/** What each means, for the table that people read. */
export const guardWords = {
	awaits_login: 'a prompt waits for a login',
	agent_queues: 'the agent queues prompts, and none has to go out before this one',
	unapproved: 'the agent does not run, and its command line is not approved',
	cannot_hurry: 'it does not wait here, or a prompt before it waits for a login',
	urgent: 'it is to go out now',
	steering: 'another one is on its way into the turn that has run',
	can_steer: 'the agent takes prompts into its turn, has all of it, and the prompt is in no doubt',
	out_of_queue: 'the agent has named it, which made it a message, or it has gone out or back',
	recalled: 'the user has stopped it as well',
	names_later: 'the turn has it, and the agent names what it comes to',
	injected: 'the agent has it',
	began: 'the agent has begun a turn with it',
	unclear: 'it is not known whether the agent has it',
	missing: 'the agent does not know what it was asked',
	ends: 'the agent was at work or had taken up a prompt, and is idle now',
	left_turn: 'the turn is not about the prompt any more',
	answer_ends: 'the answer says so',
	says_no_more: 'the work on it is done already, or the agent reports no work and has spoken',
	begun: 'the agent had begun to work on it',
	wants_login: 'the error asks for a login',
	wants_login_later: 'the error asks for a login, and the turn that stops is about something else',
	other_taken_back: 'its message is that of another prompt by now, and it was taken back',
	other_failed: 'its message is that of another prompt by now',
	taken_back: 'nothing of it has arrived, because it was taken back',
	unsent: 'nothing of it has arrived',
	of_turn: 'the turn is about it',
	closed_over: 'the session did not open, and the turn of the prompt is over',
	closed_login: 'the session did not open, for want of a login',
	closed: 'the session did not open',
	goes_on: 'the agent has spoken meanwhile, or has told of something that goes on',
	other_stop: 'it is another stop',
	nothing_to_stop: 'its prompt is answered, and nothing that the agent has told of goes on',
	badly_login: 'it did not end well, and a prompt waits for a login',
	badly: 'it did not end well',
	due: 'a prompt waits here that may go out',
	resumable: 'the last turn is blocked, and the agent has said how it goes on',
	not_paused: 'the queue is not paused, or a prompt before it waits for a login',
	in_transcript: 'the agent had named it, which made it a message',
	wanted_back: 'the user or the agent has taken it back',
} as const satisfies Record<keyof typeof guards, string>;

export type GuardName = keyof typeof guards;
