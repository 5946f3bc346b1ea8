import type { StopReason } from '@agentclientprotocol/sdk';
import type { Turn } from './turn.ts';

/** One thing that the demo agent can do, offered as a slash command. */
export interface Script {
	readonly name: string;
	readonly description: string;
	/** Shown while the user has typed nothing after the command. */
	readonly hint?: string;
	/** The name anywhere in a prompt starts it ("please edit a file"), not only as the first word. */
	readonly isMentionable?: boolean;
	/** Answered with "log in first" as long as the user has not. */
	readonly needsLogin?: boolean;
	/** @param args what stood after the name. Returning nothing ends the turn with `end_turn`. */
	run(turn: Turn, args: string): Promise<StopReason | void>;
}

/** The first whole number in `args`. */
export function readCount(args: string, fallback: number): number {
	const digits = /\d+/.exec(args)?.[0];
	return digits === undefined ? fallback : Number(digits);
}
