import * as vscode from 'vscode';
import type { SessionState } from '../../core/session/model/sessionState.ts';
import { lazyBundle } from '../common/lazyBundle.ts';
import type * as Documents from '../conversations/conversationDocuments.ts';

/** The conversation for an agent: as Markdown, in English whatever the language of the window is. */
export function conversationWords(state: SessionState, maxBytes: number): string {
	const documents = lazyBundle<typeof Documents>('./conversationDocuments.cjs');
	// Until the next use, which says the language again.
	documents.setTranslations({});
	return documents.conversationExcerpt(state, (path) => vscode.workspace.asRelativePath(path), maxBytes);
}
