/** Raw input and output of tool calls: as text, and what names in an input stand for, whatever tool it is. */
import { t } from '../base/l10n.ts';

/** Levels of nesting that are indented: of deeper ones the blanks alone would take the square of their number. */
const maxIndentedLevels = 64;

/**
 * Any JSON as indented text. Never throws: a value that cannot be written as JSON becomes a sentence that says so
 * (hazard A11).
 */
export function formatRaw(value: unknown, indent = 2): string {
	if (value === undefined) return '';
	return typeof value === 'string' ? value : json(value, isDeeper(value, maxIndentedLevels) ? 0 : indent);
}

function json(value: unknown, indent: number): string {
	try {
		return JSON.stringify(value, undefined, indent);
	} catch {
		return t('Nested too deeply to be shown');
	}
}

function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((item) => isDeeper(item, levels - 1));
}

/** The command in the input of a tool with all that it is given, as agents use to name it. */
export function commandOf(rawInput: unknown): string | undefined {
	if (typeof rawInput !== 'object' || rawInput === null || !('command' in rawInput)) return undefined;
	const { command } = rawInput;
	const args = 'args' in rawInput && Array.isArray(rawInput.args) ? rawInput.args : [];
	if (typeof command === 'string') return [command, ...quoted(args)].join(' ');
	return Array.isArray(command) ? quoted([...command, ...args]).join(' ') : undefined;
}

function quoted(words: readonly unknown[]): readonly string[] {
	return words.map((word) => json(word, 0));
}

/** True when the input of a tool has nothing beside the command. */
export function isOnlyCommand(rawInput: unknown): boolean {
	return typeof rawInput === 'object' && rawInput !== null && Object.keys(rawInput).length === 1;
}

/** A field with the variables of an environment. */
export function namesEnvironment(field: string): boolean {
	return /^env(?:ironment)?(?:_?var(?:iable)?s)?$/iu.test(field);
}

/** True for a value that says nothing. */
export function isNothing(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return true;
	return typeof value === 'object' && Object.keys(value).length === 0;
}
