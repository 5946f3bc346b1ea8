/** What a command is given beside its words: nothing that decides what runs may stay unsaid. */
import { t } from '../base/l10n.ts';
import type { ToolKind } from '../session/model/toolContent.ts';
import { visibleText } from './hostileText.ts';
import { formatRaw } from './rawText.ts';

const isPlaceName = /^(?:cwd|dir(?:ectory)?|work(?:ing)?_?dir(?:ectory)?)$/iu;
const isEnvName = /^env(?:ironment)?(?:_?var(?:iable)?s)?$/iu;

/** Of more things than anybody reads it is shown as it came: one by one they would cost too much (hazard A11). */
const mostThings = 1_000;

/**
 * The rest of the input of a tool that runs a command, one line for each thing, so that no value can pass for another.
 * Left out is what says nothing, which a "false" does not.
 * @param label how to show an absolute path
 */
export function commandInput(
	rawInput: unknown,
	kind: ToolKind,
	label: (path: string) => string,
): readonly string[] {
	if (typeof rawInput !== 'object' || rawInput === null) return [];
	if (isTooMuch(rawInput)) return [compact(rawInput)];
	return Object.entries(rawInput).flatMap(([name, value]: [string, unknown]) => {
		const isWords = name === 'command' || (name === 'args' && Array.isArray(value));
		// What the model says of its command decides nothing, and stands in the card of the call.
		const isRemark = kind === 'execute' && name === 'description' && typeof value === 'string';
		if (isWords || isRemark || isNothing(value)) return [];
		if (isPlaceName.test(name) && typeof value === 'string')
			return [t('Directory: {0}', visibleText(label(value)))];
		if (isEnvName.test(name)) return [t('Environment: {0}', environment(value))];
		return [`${visibleText(name)}: ${compact(value)}`];
	});
}

function isNothing(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return true;
	return typeof value === 'object' && Object.keys(value).length === 0;
}

function isTooMuch(value: object): boolean {
	return Object.keys(value).length > mostThings;
}

/** As people write it, `NAME=value`, whichever of the usual shapes the agent gives it. */
function environment(value: unknown): string {
	if (typeof value !== 'object' || value === null || isTooMuch(value)) return compact(value);
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
	return `${visibleText(name)}=${/^[^\s"']*$/u.test(text) ? text : JSON.stringify(text)}`;
}

function compact(value: unknown): string {
	if (typeof value === 'string') return visibleText(value);
	return visibleText(formatRaw(value, 0));
}
