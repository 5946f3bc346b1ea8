/** Which of the agent's commands fit what is typed, and what to type after one. */
import type { SlashCommand } from '../../core/session/model/sessionState.ts';
import { visibleText } from '../../core/view/hostileText.ts';

/** How well a name fits: the lower the better. */
function rank(name: string, typed: string): number | undefined {
	const at = name.indexOf(typed);
	if (at === 0) return 0;
	// The beginning of a part of the name, as `report` in `git:report`.
	if (at > 0) return /[^\p{L}\p{N}]/u.test(name.charAt(at - 1)) ? 1 : 2;
	return isSpread(name, typed) ? 3 : undefined;
}

/** True when all letters come in this order, as `crv` in `code-review`. */
function isSpread(name: string, typed: string): boolean {
	let at = -1;
	for (const letter of typed) {
		at = name.indexOf(letter, at + 1);
		if (at === -1) return false;
	}
	return true;
}

/**
 * The commands that fit `text`, the best first, else in the agent's order. None unless the text is `/` and the
 * beginning of one word.
 */
export function matchingCommands(commands: readonly SlashCommand[], text: string): readonly SlashCommand[] {
	const typed = /^\/(\S*)$/u.exec(text)?.[1]?.toLowerCase();
	if (typed === undefined) return [];
	const ranks: SlashCommand[][] = [[], [], [], []];
	for (const command of commands) {
		const found = rank(command.name.toLowerCase(), typed);
		if (found !== undefined) ranks[found]?.push(command);
	}
	return ranks.flat();
}

/** What to type after the command that `text` is, as long as nothing is typed there. */
export function argumentHint(commands: readonly SlashCommand[], text: string): string | undefined {
	const name = /^\/(\S+)\s+$/u.exec(text)?.[1];
	const hint = name === undefined ? undefined : commands.find((command) => command.name === name)?.hint;
	return hint === undefined || hint === '' ? undefined : visibleText(`/${name} ${hint}`);
}
