/** What an agent asks permission for, what it offers to answer, and what became of it. */
import type { ToolCallPatch } from './toolContent.ts';

/** As the agent asks it, or the host in its own name. */
export interface PermissionRequest {
	readonly title?: string;
	readonly description?: string;
	readonly subject: PermissionSubject;
	/** The child session it comes from (unstable). */
	readonly subagentId?: string;
	/** What it says of its tool call, where it is about one. */
	readonly fields?: ToolCallPatch;
	readonly options: readonly PermissionOption[];
}

export type PermissionOutcome =
	{ readonly type: 'selected'; readonly optionId: string } | { readonly type: 'cancelled' };

export type PermissionSubject =
	/** An entry of the same session, which is the parent of the permission. */
	| { readonly type: 'tool_call'; readonly toolCallId: string }
	| {
			readonly type: 'command';
			readonly command: string;
			/** Absolute path. */
			readonly cwd?: string;
			readonly toolCallId?: string;
			readonly terminalId?: string;
	  }
	/**
	 * A file that the agent wants through us, asked by the host: no tool call, and nothing the agent says changes it. `text`:
	 * what would be written, up to `limits.toolOutputChars`.
	 */
	| {
			readonly type: 'file';
			readonly purpose: 'read' | 'write';
			readonly path: string;
			readonly text?: string;
	  }
	/**
	 * Something we do not know, or nothing was named (`kind` is empty then). `isDescribed`: the title and the description say
	 * all that there is to it.
	 */
	| { readonly type: 'other'; readonly kind: string; readonly isDescribed?: boolean };

export interface PermissionOption {
	readonly optionId: string;
	readonly name: string;
	readonly kind: PermissionOptionKind;
}

export type PermissionOptionKind = 'allow_once' | 'allow_always' | 'reject_once' | 'reject_always' | 'other';

export type PermissionState =
	/**
	 * `isAwaitingRules`: the rules of the user are evaluated first; the user has not been asked yet. `staleAnswerAt`:
	 * the revision at which an answer to an earlier one came, which did not count.
	 */
	| { readonly type: 'pending'; readonly isAwaitingRules?: true; readonly staleAnswerAt?: number }
	/** `rule`: the rule of the user that answered, in words. `by`: where the user did, where that is known. */
	| {
			readonly type: 'answered';
			readonly option: PermissionOption;
			readonly rule?: RuleMark;
			readonly by?: 'picker' | 'card';
	  }
	/** Settled without a choice: the turn was cancelled, the agent withdrew it, or the agent is gone. */
	| { readonly type: 'cancelled'; readonly by: 'user' | 'agent' | 'exit' };

/** Which rule of the user answered, and what it said then: it may have been revoked since. */
export interface RuleMark {
	readonly id: string;
	readonly text: string;
}
