/** What a session asks the user's rules for, and what it tells the log of permissions. */
import type { Event } from '../../base/emitter.ts';
import type { PermissionEntry, ToolCallEntry } from './entry.ts';
import type { PermissionState, PermissionSubject, RuleMark } from './permission.ts';

/** A permission that waits, with all that is known of it now. Entities are never edited, so this does not change. */
export interface PermissionContext {
	/** Ours. */
	readonly sessionKey: string;
	readonly agentName: string;
	/** Of the session. Absolute path. */
	readonly cwd: string;
	readonly entry: PermissionEntry;
	/** What it is about, where that is a tool call. */
	readonly call: ToolCallEntry | undefined;
}

/** The rules of the user. They decide before the user is asked, and again whenever what is asked about changes. */
export interface PermissionRules {
	/** False while no rule could ever answer: then requests do not wait for `answerFor`. */
	readonly isInForce: boolean;
	/**
	 * Never rejects.
	 * @returns one of the options that the agent offered, and the rule that chose it; undefined to ask the user
	 */
	answerFor(context: PermissionContext): Promise<RuleAnswer | undefined>;
	/** Rules were made or revoked: permissions that wait are evaluated anew. */
	readonly onDidChange: Event<void>;
}

export interface RuleAnswer {
	readonly optionId: string;
	readonly rule: RuleMark;
}

/** Keeps what permissions were answered with. */
export interface PermissionLog {
	record(answer: PermissionRecord): void;
}

/** One answer that an agent got, for the log of the user. */
export interface PermissionRecord {
	readonly sessionKey: string;
	readonly agentName: string;
	/** Of the session, as the user sees it. */
	readonly sessionTitle: string;
	readonly title: string;
	readonly subject: PermissionSubject;
	readonly call: ToolCallEntry | undefined;
	readonly by: PermissionAnswerer;
	readonly state: Exclude<PermissionState, { type: 'pending' }>;
}

/** Who settled a permission: the user in one of the two views, a rule, Stop, the agent's own withdrawal, its end. */
export type PermissionAnswerer = 'picker' | 'card' | 'rule' | 'stop' | 'agent' | 'exit';
