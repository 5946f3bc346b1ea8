/** Where the work of the agent stands: its turn, the prompts that this answers, and those that wait for theirs. */
import type { Content } from './content.ts';
import type { EntryId } from './entry.ts';

/** A prompt of the transcript that the turn answers. */
export interface TurnPrompt {
	readonly entryId: EntryId;
	/** It has gone out: what the agent said before that is not about it. */
	readonly isSent: boolean;
	/** The agent has taken it up, as far as it said. */
	readonly isTaken: boolean;
	/** The agent has said by which name it knows the message: until then one that it names may be this. */
	readonly isNamed: boolean;
	/** Its request is answered, and the answer was not the end of the turn. */
	readonly isAnswered?: true;
	/** It went into a turn that ran already: the agent may repeat it later, when it comes to it. */
	readonly isSteered?: true;
	/** Since it was sent the agent has begun to work, or has been at work and is done. */
	readonly work?: 'begun' | 'done';
}

export type StopReason =
	| 'end_turn'
	| 'max_tokens'
	| 'max_turn_requests'
	| 'refusal'
	| 'cancelled'
	/** It needs something before it can go on. */
	| 'blocked'
	/** The work failed; the agent says why. */
	| 'error'
	/** It ended, and the agent did not say why. */
	| 'not_reported'
	/** A reason that we do not know. */
	| 'other';

export interface TurnEnd {
	readonly reason: StopReason;
	/** The agent's own word for a reason that is `other`. */
	readonly name?: string;
	/** What failed, in the agent's own words; absent where it said none. What is said in their place is a `Saying`. */
	readonly message?: string;
	/** Of one that is `blocked`: what it needs, a line each, in the agent's own words. */
	readonly needs?: readonly string[];
	/** Of one that is `blocked`: how it goes on, where it can. */
	readonly resume?: TurnResume;
	/** The agent is asked to go on, and has not answered. */
	readonly isResuming?: boolean;
	/** The line to the agent ended: it may know more of the turn than came through. */
	readonly isCut?: true;
}

/** How a turn goes on that is blocked: the agent is told by the id that it gave, or by a prompt. */
export type TurnResume =
	| { readonly type: 'request'; readonly resumeId: string }
	| { readonly type: 'prompt'; readonly text: string };

/**
 * What an agent that reports its work said last. `none`: nothing yet, as agents that only answer prompts. `other`: a
 * word we do not know, which is not idle (acp C233).
 */
export type AgentWork =
	| { readonly type: 'none' | 'idle' | 'running' | 'requires_action' }
	| { readonly type: 'other'; readonly name: string };

/** Something that the agent goes on with when its turn is over. */
export type BackgroundItem =
	| { readonly type: 'terminal'; readonly terminalId: string }
	| { readonly type: 'tool_call'; readonly toolCallId: string }
	| { readonly type: 'subagent'; readonly sessionId: string }
	/** A kind we do not know: something runs. */
	| { readonly type: 'other'; readonly kind: string };

export type TurnState =
	| { readonly type: 'idle' }
	/** `stateName`: the agent says that it is in a state which we do not know. `isSilent`: nothing happens for long. */
	| {
			readonly type: 'running';
			readonly startedAt: number;
			readonly stateName?: string;
			readonly isSilent?: boolean;
	  }
	/** Waits for the user: a permission or a question is pending, or the agent says so. */
	| { readonly type: 'requires_action'; readonly startedAt: number }
	/** Stop was asked for; only the agent's answer or its end finishes the turn (acp C51, C60). */
	| { readonly type: 'stopping'; readonly startedAt: number; readonly stopAt: number };

/**
 * A prompt that waits for its turn: here, or at an agent that takes several. It becomes a message of the transcript
 * the moment the agent takes it up.
 */
export interface QueuedPrompt {
	/** Made by us, unique in the session. */
	readonly id: string;
	readonly content: readonly Content[];
	/**
	 * `withdrawing`: the agent was asked to give it back, and has not answered. `steering`: it was sent into the turn that
	 * runs, and the agent has not answered. `steered`: the agent has it in the turn, and will name it when it comes to it.
	 */
	readonly place: 'here' | 'agent' | 'withdrawing' | 'steering' | 'steered';
	/** The user wants it to be sent as soon as the turn has stopped, or is over. */
	readonly isNext?: true;
	/** It waits here, and may be with the agent as well, which did not say whether it took it into its turn. */
	readonly isDoubtful?: true;
	/** The user has stopped it as well: when the agent gives it back, that is no news. */
	readonly isRecalled?: true;
}

/**
 * Why no prompt of the queue is sent by itself: a turn failed, an agent wants a login first, or it may have one of them
 * already.
 */
export type QueuePause = 'failure' | 'login' | 'doubt';
