/**
 * Whose a change is. The disk decides what changed, evidence decides whose it is: what an agent says it changed is no
 * change by itself, and what nothing speaks for is `unknown`. Pure.
 */
import type { Observed } from './observed.ts';
import {
	type Author,
	type ChangeRecord,
	type EvidenceName,
	type FileState,
	hashesOf,
	type TurnId,
} from './record.ts';

/** Times are in milliseconds since 1970; paths absolute, without links. */
export type Evidence =
	/** An agent's write through us, a diff or a patch. `hash` of what it would leave, where that is known. */
	| {
			readonly type: 'write' | 'diff' | 'patch';
			readonly turn: TurnId;
			readonly path: string;
			readonly at: number;
			readonly hash?: string;
	  }
	/** The user puts the file back as it was at a checkpoint of the turn's session: it is to have these bytes. */
	| {
			readonly type: 'restore';
			readonly turn: TurnId;
			readonly path: string;
			readonly at: number;
			readonly hash: string;
	  }
	/** A command of an agent, in our terminals or its own. It may outlive its turn; `to` is absent while it runs. */
	| {
			readonly type: 'command';
			/** A later word with the same id takes the place of this one: that it has ended. */
			readonly id: string;
			readonly turn: TurnId;
			readonly command: string;
			readonly from: number;
			readonly to?: number;
	  }
	| {
			readonly type: 'turn';
			readonly id: string;
			readonly turn: TurnId;
			readonly from: number;
			readonly to?: number;
	  }
	/** An editor saved, created, renamed or deleted the file for the user. Of what it deleted, a folder too, the hash is `goneHash`. */
	| { readonly type: 'save'; readonly path: string; readonly at: number; readonly hash?: string }
	/** A terminal or a task of the user ran a command. */
	| { readonly type: 'user_command'; readonly id: string; readonly from: number; readonly to?: number };

/** When a change can have been made. */
interface TimeSpan {
	readonly from: number;
	readonly to: number;
}

/** In the place of a hash where the file is to be gone. */
export const goneHash = '';
/** Of a command, in characters: it goes with each file that it changed. */
const commandChars = 1_000;
/** Clocks of file systems are this much coarser than ours, in milliseconds. */
const slackMs = 20;

type Verdict = Pick<ChangeRecord, 'author' | 'evidence' | 'turn' | 'command'>;

/**
 * @param observed as the disk shows it
 * @param between the snapshots before and after the change
 * @param evidence of that time
 */
export function attribute(
	observed: Observed,
	between: TimeSpan,
	evidence: readonly Evidence[],
): ChangeRecord {
	const span = spanOf(observed, between);
	const { path, movedFrom, before, after, newFolder } = observed;
	const verdict = byPath(observed, span, between, evidence) ?? byTime(span, evidence);
	return {
		path,
		...(movedFrom === undefined ? {} : { movedFrom }),
		before,
		after,
		...(newFolder === undefined ? {} : { newFolder }),
		at: between.to,
		...verdict,
	};
}

/** The system's time of the last change, where it is within the snapshots; a deleted file has none. */
function spanOf({ changedAt }: Observed, between: TimeSpan): TimeSpan {
	const isWithin =
		changedAt !== undefined && changedAt >= between.from - slackMs && changedAt <= between.to + slackMs;
	return isWithin ? { from: changedAt, to: changedAt } : between;
}

function byPath(
	{ path, movedFrom, after }: Observed,
	span: TimeSpan,
	between: TimeSpan,
	all: readonly Evidence[],
): Verdict | undefined {
	const named = all.filter((one) => 'path' in one && (one.path === path || one.path === movedFrom));
	const isSince = ({ at }: { readonly at: number }): boolean => at >= between.from - slackMs;
	const saves = named.filter((one) => one.type === 'save').filter(isSince);
	const claims = named.filter(isClaim);
	const isBytes = (one: { readonly hash?: string }): boolean => isOfBytes(one, after);
	const restored = named.find((one) => one.type === 'restore' && isBytes(one));
	if (restored?.type === 'restore') return { author: 'user', evidence: ['restored'], turn: restored.turn };
	// The user removed it where an editor says so.
	const saved = saves.filter((one) => isBytes(one) || (after.type === 'absent' && one.hash === undefined));
	// What an agent told before the look before was seen by then: what the user has saved since is no part of it.
	const fresh = saved.length > 0 ? claims.filter(isSince) : claims;
	const claimed = fresh.filter(isBytes);
	// A write of an agent through an editor is also a save of that editor: what wrote the bytes says whose they are.
	if (claimed.length > 0) {
		// The user saved something else meanwhile: nothing tells whether that is a part of what the agent wrote.
		const isMixed = saves.some((one) => one.hash !== undefined && !isBytes(one));
		// An agent can tell of what it has read, unsaved text as well: what the user saves is not the agent's by that.
		const toldAt = Math.min(...claimed.map(({ type, at }) => (type === 'write' ? at : Infinity)));
		const isSavedFirst = saves.some((one) => one.hash !== undefined && isBytes(one) && one.at < toldAt);
		return isMixed || isSavedFirst ? unknown(['bytes', 'saved']) : agent(claimed, claims, 'bytes');
	}
	if (saved.length > 0) {
		// The user saved over what an agent had written meanwhile: both have a part in it.
		return fresh.length > 0 ? unknown(['bytes', 'named']) : { author: 'user', evidence: ['bytes'] };
	}
	if (claims.length > 0) {
		if (saves.length > 0) return unknown(['named', 'saved']);
		// While no agent is at work a change is not the agent's, whatever file that names meanwhile.
		const isAtWork = all.some((one) => (one.type === 'turn' || one.type === 'command') && isIn(one, span));
		const isWritten = claims.some(({ type }) => type === 'write');
		return isAtWork || isWritten ? agent(claims, claims, 'named') : unknown(['named']);
	}
	if (saves.length === 0) return undefined;
	// Other bytes than were saved, and a command of an agent ran: it may have written them.
	const running = all.some((one) => one.type === 'command' && isIn(one, span));
	if (running) return unknown(['saved', 'command']);
	// It is known what was saved, and an agent at work may have written over it at once.
	const isOver = saves.every(({ hash }) => hash !== undefined);
	const isInTurn = all.some((one) => one.type === 'turn' && isIn(one, span));
	return isOver && isInTurn ? unknown(['saved', 'undeclared']) : { author: 'user', evidence: ['saved'] };
}

function byTime(span: TimeSpan, all: readonly Evidence[]): Verdict {
	const commands = all.filter((one) => one.type === 'command').filter((one) => isIn(one, span));
	const isUsers = all.some((one) => one.type === 'user_command' && isIn(one, span));
	const turns = all.filter((one) => one.type === 'turn').filter((one) => isIn(one, span));
	if (commands.length > 0) {
		const turn = onlyTurn(commands);
		const [last] = commands.toReversed();
		if (isUsers || turn === undefined)
			return unknown(['command', ...(isUsers ? ['user_command' as const] : [])]);
		const command =
			commands.length === 1 && last !== undefined ? { command: last.command.slice(0, commandChars) } : {};
		return { author: 'agent', evidence: ['command'], turn, ...command };
	}
	if (turns.length === 0)
		return isUsers ? { author: 'user', evidence: ['user_command'] } : unknown(['outside_turns']);
	const turn = onlyTurn(turns);
	const evidence: readonly EvidenceName[] = isUsers ? ['user_command', 'undeclared'] : ['undeclared'];
	return { ...unknown(evidence), ...(turn === undefined ? {} : { turn }) };
}

/** True where these are the bytes that the evidence is of. */
export function isOfBytes({ hash }: { readonly hash?: string }, state: FileState): boolean {
	if (state.type === 'absent') return hash === goneHash;
	return hashesOf(state).some((one) => one === hash);
}

type Claim = Extract<Evidence, { readonly type: 'write' | 'diff' | 'patch' }>;

function isClaim(one: Evidence): one is Claim {
	return one.type === 'write' || one.type === 'diff' || one.type === 'patch';
}

function agent(
	claims: readonly { readonly turn: TurnId }[],
	all: readonly { readonly turn: TurnId }[],
	name: EvidenceName,
): Verdict {
	// Two sessions wrote the same file: the bytes tell which was the last, names alone do not.
	const turn = onlyTurn(name === 'bytes' ? claims.slice(-1) : all);
	return { author: 'agent' satisfies Author, evidence: [name], ...(turn === undefined ? {} : { turn }) };
}

/** True where both the user and an agent may have written what is there: nothing tells their parts apart. */
export function isShared({ author, evidence }: ChangeRecord): boolean {
	return author === 'unknown' && (evidence.includes('saved') || evidence.includes('bytes'));
}

function unknown(evidence: readonly EvidenceName[]): Verdict {
	return { author: 'unknown', evidence };
}

/** The one turn that all name. */
function onlyTurn(all: readonly { readonly turn: TurnId }[]): TurnId | undefined {
	const [first, ...others] = all;
	const isOnly = others.every(
		({ turn }) => turn.session === first?.turn.session && turn.turn === first.turn.turn,
	);
	return isOnly ? first?.turn : undefined;
}

function isIn(
	{ from, to = Infinity }: { readonly from: number; readonly to?: number },
	span: TimeSpan,
): boolean {
	return from - slackMs <= span.to && span.from <= to + slackMs;
}
