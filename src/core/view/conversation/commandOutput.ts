import { t } from '../../base/l10n.ts';
import * as limits from '../../base/limits.ts';
import type { TerminalState } from '../../session/model/terminalState.ts';
import { AnsiFilter } from '../ansiFilter.ts';

/** What a command wrote, as text: the newest part, without colours, and lines that were overwritten as they ended. */
export function commandOutput({ output, isTruncated }: TerminalState): {
	readonly text: string;
	readonly isCut: boolean;
} {
	const isCut = output.length > limits.toolOutputChars;
	const lines: string[] = [];
	let line: string[] = [];
	let isReturned = false;
	for (const piece of new AnsiFilter().push(isCut ? output.slice(-limits.toolOutputChars) : output)) {
		if (piece.type === 'return') isReturned = true;
		else if (piece.type === 'newline') {
			lines.push(line.join(''));
			line = [];
			isReturned = false;
		} else if (piece.type === 'text') {
			if (isReturned) line = [];
			isReturned = false;
			line.push(piece.text);
		}
	}
	return { text: [...lines, line.join('')].join('\n').trimEnd(), isCut: isCut || isTruncated };
}

/** How it ended, in words; undefined while it runs. */
export function commandEnd({ exit }: TerminalState): string | undefined {
	if (exit === undefined) return undefined;
	if (exit.exitCode !== null) return t('exit code {0}', exit.exitCode);
	return exit.signal === null ? t('ended') : t('ended by {0}', exit.signal);
}
