import { noCapabilities } from '../model/capabilities.ts';
import type { SessionDraft } from './draft.ts';
import type { SessionState } from '../model/sessionState.ts';

export type SessionSeed = Pick<
	SessionState,
	| 'key'
	| 'agentName'
	| 'agentTitle'
	| 'cwd'
	| 'title'
	| 'localTitle'
	| 'promptTitle'
	| 'updatedAt'
	| 'forkOf'
	| 'createdAt'
	| 'sessionId'
	| 'earlierChoices'
>;

/** A session in which nothing has happened yet. */
export function createSessionState(seed: SessionSeed): SessionState {
	const state: SessionDraft = {
		...seed,
		agent: { type: 'exited' },
		turn: { type: 'idle' },
		lastEnd: undefined,
		turnCount: 0,
		entries: new Map(),
		entryCount: 0,
		undone: new Set(),
		isReplaying: false,
		replaced: undefined,
		isFromStore: false,
		openMessage: undefined,
		promptAwaitingLogin: undefined,
		expectedEchoes: new Map(),
		unnamedEcho: undefined,
		work: { type: 'none' },
		turnPrompts: [],
		queue: [],
		queuePause: undefined,
		queueCount: 0,
		agentQueuesPrompts: false,
		heardCount: 0,
		happenedAt: 0,
		background: undefined,
		toolCalls: new Map(),
		plans: new Map(),
		messages: new Map(),
		compactions: new Map(),
		attempts: new Map(),
		subagents: new Map(),
		terminals: new Map(),
		permissionsAwaitingRules: [],
		pendingPermissions: [],
		pendingElicitations: [],
		commands: [],
		options: [],
		configOptions: undefined,
		modes: undefined,
		models: undefined,
		pendingChoices: [],
		usage: undefined,
		quota: [],
		agentNotices: [],
		noticeCount: 0,
		capabilities: noCapabilities,
	};
	return state;
}
