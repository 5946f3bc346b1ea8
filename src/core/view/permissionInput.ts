/** What the input of a tool says besides its command or its content, in lines that people can read. */
import { t } from '../base/l10n.ts';
import * as limits from '../base/limits.ts';
import type { ToolKind } from '../base/toolCall.ts';
import { clippedText, visibleText } from './visibleText.ts';
import { isNothing, namesEnvironment, formatRaw } from './rawText.ts';

type Label = (path: string) => string;

const isPlaceName = /^(?:cwd|dir(?:ectory)?|work(?:ing)?_?dir(?:ectory)?)$/iu;
const isFileName = /^(?:(?:absolute_?|file_?|notebook_?|plan_?(?:file_?)?)?path|file(?:_?name)?)$/iu;
const isAddressName = /^(?:url|uri|address)$/iu;
const isQueryName = /^(?:query|pattern|regex|search(?:_?term)?)$/iu;
const wireName =
	/^(?:(?:tool_?)?call|turn|request|item|thread|message|conversation|event|approval)_?ids?$|^(?:started|created|requested)_?at(?:_?ms)?$|^timestamp$|^available_?decisions$/iu;

/** An input of too many fields is shown as it came: drawing them one by one would cost too much (hazard A11). */
const mostThings = 1_000;

/**
 * The rest of the input of a tool that runs a command: nothing that decides what runs may stay unsaid. One line for each
 * thing, so that no value can pass for another.
 * Left out is what says nothing, which a "false" does not, and what says the command again.
 * @param command as it is shown
 * @param label how to show an absolute path
 */
export function commandInput(
	rawInput: unknown,
	kind: ToolKind,
	command: string,
	label: Label,
): readonly string[] {
	if (typeof rawInput !== 'object' || rawInput === null) return [];
	if (isTooMuch(rawInput)) return [compact(rawInput)];
	return readableLines(Object.entries(rawInput), (name, value) => {
		const isWords = name === 'command' || (name === 'args' && Array.isArray(value));
		// What the model says of its command decides nothing, and stands in the card of the call.
		const isRemark = kind === 'execute' && name === 'description' && typeof value === 'string';
		if (isWords || isRemark || isOfWire(name) || isCommandAgain(value, command)) return [];
		return fieldLine(name, value, label);
	});
}

/**
 * The input of any other tool, one line for each thing, where at least one is of a kind that people know.
 * @param shown texts that are shown already: what is found in one of them is not said again
 * @param isKnown whatever its fields are called
 * @returns undefined for an input of which no field is known
 */
export function namedInput(
	rawInput: unknown,
	shown: readonly string[],
	label: Label,
	isKnown = false,
): readonly string[] | undefined {
	if (typeof rawInput !== 'object' || rawInput === null || Array.isArray(rawInput) || isTooMuch(rawInput))
		return undefined;
	const fields = Object.entries(rawInput) as readonly [string, unknown][];
	const said = new Set(shown.flatMap(linesOf));
	const isSaid = (value: unknown): boolean =>
		typeof value === 'string' && value.trim() !== '' && linesOf(value).every((line) => said.has(line));
	if (!isKnown && !fields.some(([name, value]) => hasMeaning(name, value) || isSaid(value))) return undefined;
	return readableLines(fields, (name, value) =>
		isOfWire(name) || isSaid(value) ? [] : fieldLine(name, value, label),
	);
}

/** By these two texts are compared: to look for one long text within another takes too long (hazard A11). */
export function linesOf(text: string): readonly string[] {
	return text
		.trim()
		.split('\n')
		.map((line) => line.trimEnd());
}

/** The lines of each field; those beyond the bound are only counted. */
function readableLines(
	fields: readonly (readonly [string, unknown])[],
	linesOf: (name: string, value: unknown) => readonly string[],
): readonly string[] {
	let left: number = limits.toolOutputChars;
	return fields.flatMap(([name, value], at) => {
		if (left === 0) return [];
		const lines = linesOf(name, value);
		left -= lines.reduce((sum, line) => sum + line.length, 0);
		if (left > 0 || at === fields.length - 1) return lines;
		left = 0;
		return [...lines, t('… {0} more fields', fields.length - 1 - at)];
	});
}

/** The plan in the input of a call that asks to approve one. */
export function planIn(rawInput: unknown): string | undefined {
	if (typeof rawInput !== 'object' || rawInput === null || !('plan' in rawInput)) return undefined;
	return typeof rawInput.plan === 'string' ? rawInput.plan : undefined;
}

function hasMeaning(name: string, value: unknown): boolean {
	return (
		typeof value === 'string' &&
		[isPlaceName, isFileName, isAddressName, isQueryName].some((is) => is.test(name))
	);
}

function fieldLine(name: string, value: unknown, label: Label): readonly string[] {
	if (isNothing(value)) return [];
	if (namesEnvironment(name)) return [t('Environment: {0}', environment(value))];
	if (typeof value === 'string') {
		if (isPlaceName.test(name)) return [t('Directory: {0}', compact(label(value)))];
		if (isFileName.test(name)) return [t('Path: {0}', compact(label(value)))];
		if (isAddressName.test(name)) return [t('Address: {0}', compact(value))];
		if (isQueryName.test(name)) return [t('Query: {0}', compact(value))];
	}
	return [`${compact(name)}: ${compact(value)}`];
}

/** What agents name and count their own messages by: it decides nothing, and stands in the raw input. */
function isOfWire(name: string): boolean {
	return wireName.test(name);
}

/** Some agents say the command twice, the second time as a list. */
function isCommandAgain(value: unknown, command: string): boolean {
	if (value === command) return true;
	return (
		Array.isArray(value) &&
		value.length > 0 &&
		(value.join(' ') === command || value.every((item) => item === command))
	);
}

function isTooMuch(value: object): boolean {
	return Object.keys(value).length > mostThings;
}

/** As people write it, `NAME=value`, whichever of the usual shapes the agent gives it. */
function environment(value: unknown): string {
	if (typeof value !== 'object' || value === null || isTooMuch(value)) return compact(value);
	if (formatRaw(value, 0).length > limits.toolOutputChars) return compact(value);
	return Object.entries(value)
		.map(([name, item]: [string, unknown]) => (Array.isArray(value) ? listed(item) : assigned(name, item)))
		.join(' ');
}

function listed(item: unknown): string {
	const isNamed = typeof item === 'object' && item !== null && 'name' in item && 'value' in item;
	return isNamed ? assigned(compact(item.name), item.value) : compact(item);
}

function assigned(name: string, value: unknown): string {
	const text = compact(value);
	return `${compact(name)}=${/^[^\s"']*$/u.test(text) ? text : JSON.stringify(text)}`;
}

function compact(value: unknown): string {
	return visibleText(clippedText(typeof value === 'string' ? value : formatRaw(value, 0)));
}
