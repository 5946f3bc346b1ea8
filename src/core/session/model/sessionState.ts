/**
 * What a session is: its transcript, and what stands around it. The turn is a state, not a promise. Values here change
 * only in the reducer.
 */
import type { AuthMethod, LoginAttempt } from './auth.ts';
import type { AgentCapabilities } from './capabilities.ts';
import type { ConfigOption, OptionLists, PendingChoice } from './config.ts';
import type { Content } from './content.ts';
import type { Entry, EntryId } from './entry.ts';
import type { QuotaWindow } from './quota.ts';
import type { TerminalState } from './terminalState.ts';
import type {
	AgentWork,
	BackgroundItem,
	QueuedPrompt,
	QueuePause,
	TurnEnd,
	TurnPrompt,
	TurnState,
} from './turnState.ts';

export interface SessionState extends OptionLists {
	/** Our own id: stable across restarts of the agent and across reloads of the window. */
	readonly key: string;
	/** The agent's id of the session, once it gave one. */
	readonly sessionId: string | undefined;
	/** The agent's id of the session that this one began as a copy of (unstable). */
	readonly forkOf?: string;
	/** Name of the agent in the settings, and the name people see. */
	readonly agentName: string;
	readonly agentTitle: string;
	/** Absolute path. */
	readonly cwd: string;
	/** As the agent named it. */
	readonly title: string;
	/** As the user named it, which counts more. */
	readonly localTitle?: string;
	/** What its first prompt says, in short: its name while neither the agent nor the user gives it one. */
	readonly promptTitle?: string;
	/** When the agent last changed it, in its own words: ISO 8601. */
	readonly updatedAt?: string;
	readonly agent: AgentState;
	readonly turn: TurnState;
	/** What the agent says of its work, where it does. */
	readonly work: AgentWork;
	/** The prompts that the turn answers, oldest first. */
	readonly turnPrompts: readonly TurnPrompt[];
	/** Prompts that wait for their turn, first in line first. */
	readonly queue: readonly QueuedPrompt[];
	/** What waits here goes out only when the user says so. Undefined when it goes out in turn. */
	readonly queuePause: QueuePause | undefined;
	/** Number of prompts ever queued: the source of their ids. */
	readonly queueCount: number;
	/** The agent takes prompts while it works, and holds them until their turn. Known once it did. */
	readonly agentQueuesPrompts: boolean;
	/** Number of things that the agent has ever said: who waits for a word of it compares. */
	readonly heardCount: number;
	/** Epoch milliseconds of the last change, showing that nothing happens aside. */
	readonly happenedAt: number;
	/** What runs on when the turn is over; undefined when the agent does not say. */
	readonly background: readonly BackgroundItem[] | undefined;
	/** How the last turn ended that has ended. Undefined before that. */
	readonly lastEnd: TurnEnd | undefined;
	readonly turnCount: number;
	readonly entries: ReadonlyMap<EntryId, Entry>;
	/** Number of entries ever made: the source of their ids. */
	readonly entryCount: number;
	/** Entries whose changes are not in the files any more: these went back to how they were before. */
	readonly undone: ReadonlySet<EntryId>;
	/** True while the agent replays its history. */
	readonly isReplaying: boolean;
	/** What counted in an earlier window, of the options that the agent offered there. */
	readonly earlierChoices?: readonly PendingChoice[];
	/** What stood here before the replay: at its end, what only this side knows of that is put in its place. */
	readonly replaced: ReplacedHistory | undefined;
	/** The transcript began as what this side had kept of it; the agent has not sent its own. */
	readonly isFromStore: boolean;
	/** The message that an unnamed chunk of the same role continues (acp C53). */
	readonly openMessage: EntryId | undefined;
	/** A prompt that was refused for want of a login, to be sent after the login (acp C30). */
	readonly promptAwaitingLogin: readonly Content[] | undefined;
	/** The user's prompts that the agent may still repeat, by entry id, and what is left of their text. */
	readonly expectedEchoes: ReadonlyMap<EntryId, string>;
	/** The prompt that an unnamed chunk repeats: the last one, until the agent says anything else. */
	readonly unnamedEcho: EntryId | undefined;
	/** Tool call id to entry id. */
	readonly toolCalls: ReadonlyMap<string, EntryId>;
	/** Plan id to entry id. */
	readonly plans: ReadonlyMap<string, EntryId>;
	/** `role:messageId` to entry id. */
	readonly messages: ReadonlyMap<string, EntryId>;
	/** Compaction id to entry id. */
	readonly compactions: ReadonlyMap<string, EntryId>;
	/** The work of turns that is tried again: the agent's name of it, or an empty one, to entry id. */
	readonly attempts: ReadonlyMap<string, EntryId>;
	/** Child session id to entry id. */
	readonly subagents: ReadonlyMap<string, EntryId>;
	readonly terminals: ReadonlyMap<string, TerminalState>;
	/** Entry ids of permissions that the rules are evaluated for: the user has not been asked yet. */
	readonly permissionsAwaitingRules: readonly EntryId[];
	/** Entry ids of pending permissions, oldest first. */
	readonly pendingPermissions: readonly EntryId[];
	/** Entry ids of questions that wait for the user, oldest first. */
	readonly pendingElicitations: readonly EntryId[];
	readonly commands: readonly SlashCommand[];
	/** What the user can choose, in the order to show it: what counts of the three lists. */
	readonly options: readonly ConfigOption[];
	/** Choices that the agent has not answered yet, oldest first. */
	readonly pendingChoices: readonly PendingChoice[];
	readonly usage: SessionUsage | undefined;
	/** As the agent told them last, in its order, at most `limits.quotaWindows`. */
	readonly quota: readonly QuotaWindow[];
	/** Newest last, at most `limits.agentNotices`. */
	readonly agentNotices: readonly AgentNotice[];
	readonly noticeCount: number;
	readonly capabilities: AgentCapabilities;
	readonly createdAt: number;
}

export interface ReplacedHistory {
	readonly entries: readonly Entry[];
	readonly terminals: ReadonlyMap<string, TerminalState>;
}

export type AgentState =
	/** The command line has not been approved yet (hazard F3). `isRemote`: it is an address, with its headers. */
	| { readonly type: 'unapproved'; readonly commandLine: string; readonly isRemote?: true }
	/** `isRemote`: nothing starts here, a connection to its address is made. */
	| { readonly type: 'starting'; readonly since: number; readonly isRemote?: true }
	| { readonly type: 'ready' }
	/** It answered that the user has to log in first (acp C30). What failed is done again afterwards. */
	| {
			readonly type: 'login_required';
			readonly reason: string;
			readonly methods: readonly AuthMethod[];
			readonly attempt?: LoginAttempt;
	  }
	/**
	 * Nothing runs: it ended, or it never started. The next prompt starts a fresh one. `retry`: so does time, because the
	 * line to its address broke.
	 */
	| { readonly type: 'exited'; readonly retry?: Retry };

/** The next try to get back to an agent at an address. */
export interface Retry {
	/** From 1. */
	readonly attempt: number;
	/** When it begins, in epoch milliseconds. */
	readonly at: number;
}

export interface SlashCommand {
	readonly name: string;
	readonly description: string;
	/** What to type after it. */
	readonly hint?: string;
}

/** How full the agent's context is, in tokens, and what the session has cost so far. */
export interface SessionUsage {
	readonly used: number;
	/** 0 when the agent does not know. */
	readonly size: number;
	readonly cost?: {
		readonly amount: number;
		/** ISO 4217, or a unit such as `credits`. */
		readonly currency: string;
	};
}

/** Something an agent wants noticed now. Never part of the conversation (acp C69). */
export interface AgentNotice {
	/** Made by us. */
	readonly id: string;
	readonly severity: 'info' | 'warning' | 'error';
	readonly title: string;
	readonly description?: string;
}
