/** Surfaces of the chat. What makes them loads with the first: until then nothing of a conversation is on the screen. */
import type * as vscode from 'vscode';
import { lazyBundle } from '../common/lazyBundle.ts';
import type * as ChatBundle from './chatBundle.ts';
import type { ChatControllerParts } from './chatController.ts';
import type { NewSurface } from './chatSurface.ts';

export function chatBundle(): typeof ChatBundle {
	return lazyBundle<typeof ChatBundle>('./chat.cjs');
}

export function chatSurfaces(extensionUri: vscode.Uri, parts: ChatControllerParts): NewSurface {
	let newSurface: NewSurface | undefined;
	return (host) => (newSurface ??= chatBundle().createSurfaces(extensionUri, parts))(host);
}
