/** What all dialects of turn gateways make of what they read. */
import type { JsonObject } from '../base/json.ts';
import { t } from '../base/l10n.ts';
import type { AgentEvent } from '../session/model/agentEvents.ts';
import type { ToolContent } from '../session/model/toolContent.ts';
import type { ThreadEvent } from './threadEvents.ts';

/** Events of the session itself, as a thread has them. */
export function facts(events: readonly AgentEvent[]): readonly ThreadEvent[] {
	return [{ type: 'facts', events }];
}

/** Text in a tool call. */
export function textContent(text: string): ToolContent {
	return { type: 'content', content: { type: 'text', text } };
}

/** Optional fields are absent or null: both mean the same. */
export function withoutNulls(fields: JsonObject): JsonObject {
	return Object.fromEntries(
		Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
	);
}

/** A command as its words: those with blanks are quoted, so that one sees where each ends. */
export function commandText(words: readonly string[]): string {
	return words
		.map((word) => (/^[\w@%+=:,./-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
		.join(' ');
}

/** Any value on one line, for a reader: a text as it is, all else as JSON. */
export function jsonText(value: unknown): string {
	if (typeof value === 'string') return value;
	try {
		return JSON.stringify(value);
	} catch {
		return t('Nested too deeply to be shown');
	}
}

/** A path of any system that names its place by itself. */
export function isAbsolute(path: string): boolean {
	return /^(?:\/|[a-z]:[\\/]|\\\\)/iu.test(path);
}

/** The path of a file on this machine; undefined for any other address. */
export function pathFromUri(uri: string): string | undefined {
	if (!uri.startsWith('file:///')) return undefined;
	const path = decodeURIComponent(uri.slice('file://'.length));
	return /^\/[a-z]:\//iu.test(path) ? path.slice(1) : path;
}
