/** What a chat view shows and what the user does in it: a bundle of its own (`chat.cjs`), loaded with the first view. */
import type * as vscode from 'vscode';
import { ChatController, type ChatControllerParts } from './chatController.ts';
import { ChatSurface, type NewSurface } from './chatSurface.ts';
import { WorkspaceProjector } from './workspaceProjector.ts';

export { setTranslations } from '../../core/base/l10n.ts';
export { addEditor, addFiles, addProblem, addTerminalSelection } from '../prompt/addToChat.ts';
export { writeAgain } from '../prompt/editPrompt.ts';

/** What makes the surfaces of a window: they have one controller, and one place that knows what was shown. */
export function createSurfaces(extensionUri: vscode.Uri, parts: ChatControllerParts): NewSurface {
	const projector = new WorkspaceProjector(parts.changes);
	const controller = new ChatController(parts);
	return (host) => new ChatSurface(host, extensionUri, projector, controller);
}
