import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';

/**
 * What a conversation's file says in the end of each entry and each terminal, by their ids, and of all else, by its type.
 * It is read by none of the code that a window reads it with, so that a mistake there does not hide itself.
 */
export function lastWords(text: string): ReadonlyMap<string, unknown> {
	const words = new Map<string, JsonObject>();
	for (const line of text.split('\n').filter((one) => one !== '')) {
		const record = JSON.parse(line) as LogLine;
		if (record.type === 'reset') words.clear();
		else if (record.type === 'entry') words.set(record.entry.id, record.entry);
		else if (record.type === 'terminal') words.set(`terminal ${record.terminal.terminalId}`, record.terminal);
		else if (record.type === 'text') words.set(record.id, grown(words.get(record.id), record.text));
		else if (record.type === 'output') {
			const id = `terminal ${record.terminalId}`;
			const terminal = words.get(id);
			words.set(id, { ...terminal, output: `${String(terminal?.['output'])}${record.text}` });
		} else words.set(record.type, record);
	}
	return words;
}

type LogLine =
	| { readonly type: 'entry'; readonly entry: JsonObject & { readonly id: string } }
	| { readonly type: 'terminal'; readonly terminal: JsonObject & { readonly terminalId: string } }
	| { readonly type: 'text'; readonly id: string; readonly text: string }
	| { readonly type: 'output'; readonly terminalId: string; readonly text: string }
	| { readonly type: 'reset' | 'busy' | 'draft' | 'conversation' };

function grown(message: JsonObject | undefined, text: string): JsonObject {
	const content = message?.['content'];
	const parts: readonly unknown[] = Array.isArray(content) ? content : [];
	const last = parts.at(-1);
	const before = isJsonObject(last) ? String(last['text']) : '';
	return {
		...message,
		content: [...parts.slice(0, -1), { ...(isJsonObject(last) ? last : {}), text: before + text }],
	};
}
