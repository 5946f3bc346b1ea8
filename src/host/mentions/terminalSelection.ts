/** What is selected in a terminal, as something to attach. Pure but for the port to the clipboard. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { t } from '../../core/base/l10n.ts';
import * as limits from '../../core/base/limits.ts';
import { AnsiFilter } from '../../core/view/ansiFilter.ts';
import { formatBytes } from '../../core/view/quantities.ts';
import type { ViewContext } from '../../core/view/viewAttachment.ts';
import { terminalId } from './contextIds.ts';
import { newestOf } from './contextText.ts';
import { fingerprintOf } from './rangeText.ts';
import { shortened } from './candidates.ts';

/** Longest part of the text in the name of a chip, in characters. */
const nameChars = 40;

/** Reads of the clipboard after a copy, and the time between two of them in milliseconds. */
const reads = 6;
const pauseMs = 50;

/** The only way to the selection of a terminal: VS Code has no API for it, but copies it to the clipboard. */
interface SelectionSource {
	readonly clipboard: {
		readonly readText: () => PromiseLike<string>;
		readonly writeText: (text: string) => PromiseLike<void>;
	};
	/** Copies what is selected; nothing when nothing is. */
	readonly copySelection: () => PromiseLike<unknown>;
}

/**
 * What is selected; empty when nothing is. The text that the clipboard held is there again afterwards, also when it
 * fails. Whatever else it held, such as a picture, is lost, but only when something is selected.
 */
export async function copiedSelection({ clipboard, copySelection }: SelectionSource): Promise<string> {
	const before = await clipboard.readText();
	try {
		await copySelection();
		const copied = await changedFrom(before, clipboard);
		if (copied !== before || before === '') return copied;
		// Nothing was copied, or what was there already: a text that no terminal contains tells the two cases apart.
		const mark = `acp-host-${randomUUID()}`;
		await clipboard.writeText(mark);
		await copySelection();
		const again = await changedFrom(mark, clipboard);
		return again === mark ? '' : again;
	} finally {
		if ((await clipboard.readText()) !== before) await clipboard.writeText(before);
	}
}

/** What is there once it is something else. VS Code says that it has copied a moment before it has. */
async function changedFrom(before: string, { readText }: SelectionSource['clipboard']): Promise<string> {
	for (let tries = 1; ; tries++) {
		const now = await readText();
		if (now !== before || tries === reads) return now;
		await delay(pauseMs);
	}
}

/** The text with its first words as its name; undefined when there are none. */
export function terminalContext(selected: string): ViewContext | undefined {
	const plain = plainOutput(selected);
	const first = plain.split('\n').find((line) => line.trim() !== '');
	if (first === undefined) return undefined;
	return {
		type: 'terminal',
		id: terminalId(fingerprintOf(plain)),
		name: t('Terminal: {0}', shortened(first, nameChars)),
		text: bounded(plain),
	};
}

/** Without what only a terminal obeys, and without the blanks around it. */
function plainOutput(text: string): string {
	const pieces = new AnsiFilter().push(text).map((piece) => {
		if (piece.type === 'text') return piece.text;
		return piece.type === 'newline' ? '\n' : '';
	});
	return pieces
		.join('')
		.replace(/^(?:[ \t]*\n)+/u, '')
		.trimEnd();
}

function bounded(text: string): string {
	const most = limits.terminalSelectionBytes;
	const bytes = Buffer.byteLength(text);
	if (bytes <= most) return text;
	const note = `(Cut: only the end of ${formatBytes(bytes)} is here.)\n`;
	return note + newestOf(text, most - note.length);
}
