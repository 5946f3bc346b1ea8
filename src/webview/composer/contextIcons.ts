import type { ViewMention } from '../../core/view/viewAttachment.ts';

/** Codicons of what can be attached. */
export const contextIcons: Readonly<Record<ViewMention['kind'], string>> = {
	file: 'file',
	folder: 'folder',
	range: 'list-selection',
	symbol: 'symbol-method',
	problems: 'warning',
	changes: 'git-compare',
	session: 'comment-discussion',
	terminal: 'terminal',
};
