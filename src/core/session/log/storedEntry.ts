/**
 * What of an entry is kept on the disk: all that the transcript shows, in bounded size. Left out are the agent's
 * `_meta`, the fields of forms, and what is too large, of which a mark stays.
 */
import * as limits from '../../base/limits.ts';
import { type Content, cutMark } from '../model/content.ts';
import type { AskedCall, Entry, ToolCallEntry } from '../model/entry.ts';
import type { TerminalState } from '../model/terminalState.ts';
import type { ToolContent } from '../model/toolContent.ts';

export function storedEntry(entry: Entry): Entry {
	switch (entry.type) {
		case 'message':
			return { ...entry, content: entry.content.map(storedContent) };
		case 'tool_call':
			return storedToolCall(entry);
		case 'compaction':
			return { ...entry, summary: entry.summary.map(storedContent) };
		case 'elicitation': {
			const { mode } = entry;
			if (mode.type === 'url') return entry;
			const title = mode.title === undefined ? {} : { title: mode.title };
			return { ...entry, mode: { type: 'form', ...title, fields: [] } };
		}
		case 'permission':
			return entry.asked === undefined ? entry : { ...entry, asked: storedAsked(entry.asked) };
		case 'plan':
		case 'subagent':
		case 'attempt':
		case 'notice':
			return entry;
	}
}

/** With the newest part of its output. */
export function storedTerminal(terminal: TerminalState): TerminalState {
	const excess = Math.max(0, terminal.output.length - limits.storedOutputChars);
	if (excess === 0) return terminal;
	return {
		...terminal,
		output: terminal.output.slice(excess),
		dropped: terminal.dropped + excess,
		isTruncated: true,
	};
}

export function storedText(text: string): string {
	return text.length <= limits.storedTextChars ? text : text.slice(0, limits.storedTextChars) + cutMark;
}

function storedToolCall({ meta: _meta, ...call }: ToolCallEntry): ToolCallEntry {
	return {
		...call,
		content: call.content.map(storedToolContent),
		...(call.rawInput === undefined ? {} : { rawInput: storedRaw(call.rawInput) }),
		...(call.rawOutput === undefined ? {} : { rawOutput: storedRaw(call.rawOutput) }),
	};
}

/** What was asked about as it is stored: of changes only where they are, since the texts stand with the call. */
function storedAsked({ kind, title, content, locations, rawInput }: AskedCall): AskedCall {
	const changed = content.flatMap((item) => (item.type === 'diff' ? [{ path: item.path }] : []));
	const others = content.filter((item) => item.type !== 'diff');
	return {
		kind,
		title: storedText(title),
		content: others.map(storedToolContent),
		locations: [...changed, ...locations],
		...(rawInput === undefined ? {} : { rawInput: storedRaw(rawInput) }),
	};
}

function storedToolContent(item: ToolContent): ToolContent {
	if (item.type === 'content') return { ...item, content: storedContent(item.content) };
	if (item.type !== 'diff') return item;
	const { path, oldText, newText } = item;
	// A diff that is cut would say something else: that there was one is kept.
	if ((oldText?.length ?? 0) + (newText?.length ?? 0) <= limits.storedTextChars) return item;
	const operation = oldText === null ? 'add' : newText === null ? 'delete' : 'modify';
	return { type: 'file_change', operation, path };
}

function storedContent(content: Content): Content {
	switch (content.type) {
		case 'text':
			return { ...content, text: storedText(content.text) };
		case 'resource':
			return content.text === undefined ? content : { ...content, text: storedText(content.text) };
		case 'image':
		case 'audio':
			if (content.data.length <= limits.storedMediaChars) return content;
			return { type: 'unknown', kind: content.type };
		case 'resource_link':
		case 'unknown':
			return content;
	}
}

/** What is nested too deeply cannot be written as JSON, and would keep all else from being stored (hazard A11). */
function storedRaw(raw: unknown): unknown {
	if (typeof raw === 'string') return storedText(raw);
	const isTooMuch = isDeeper(raw, limits.storedDepth) || sizeOf(raw) > limits.storedTextChars;
	return isTooMuch ? cutMark.trim() : raw;
}

/** In characters. What is too deep to be written down is too large (hazard A11). */
function sizeOf(raw: unknown): number {
	try {
		return JSON.stringify(raw)?.length ?? 0;
	} catch {
		return Infinity;
	}
}

function isDeeper(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((item: unknown) => isDeeper(item, levels - 1));
}
