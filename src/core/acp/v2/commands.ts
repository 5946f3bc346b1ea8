import * as limits from '../../base/limits.ts';
import type { SlashCommand } from '../../session/model/sessionState.ts';
import { isJsonObject, objectAt, stringAt } from '../../base/json.ts';
import { toCommand } from '../shared/sessionFacts.ts';
import { typeCommandInput } from './shims.ts';

/**
 * The whole list. A command of a type we do not know is a plain command; what an input of a type we do not know is
 * made of is not shown (acp C265).
 * @param raw the list; null reads like omitted (acp C222)
 * @returns undefined when there is no list
 */
export function decodeCommands(raw: unknown): SlashCommand[] | undefined {
	if (!Array.isArray(raw)) return undefined;
	const taken = raw.slice(0, limits.offeredItems);
	return taken.flatMap((item: unknown) => toCommand(withoutUnknownInput(typeCommandInput(item))));
}

function withoutUnknownInput(item: unknown): unknown {
	if (!isJsonObject(item)) return item;
	const input = objectAt(item, 'input');
	return input !== undefined && stringAt(input, 'type') === 'text' ? item : { ...item, input: null };
}
