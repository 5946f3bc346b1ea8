import type { ViewEntry, ViewToolContent } from '../../core/view/viewEntry.ts';

/** What a folded entry holds and does not show, as text to look into. */
export function foldedText(entry: ViewEntry): string {
	if (entry.type === 'message') return entry.role === 'thought' ? entry.content.map(partText).join('\n') : '';
	if (entry.type !== 'tool_call') return '';
	return [...entry.content.map(itemText), ...entry.locations.map(({ label }) => label)].join('\n');
}

function itemText(item: ViewToolContent): string {
	switch (item.type) {
		case 'content':
			return partText(item.content);
		case 'terminal':
			// Colours may stand inside of words.
			// oxlint-disable-next-line no-control-regex -- escape sequences begin with one
			return `${item.label}\n${item.output.replaceAll(/\u001B\[[\d;]*m/gu, '')}`;
		case 'diff':
		case 'file_change':
			return [item.label, ...item.preview].join('\n');
	}
}

function partText(content: Extract<ViewToolContent, { type: 'content' }>['content']): string {
	return content.type === 'text' ? content.text : '';
}
