import type { ToView } from '../core/view/toView.ts';
import { acquireApi } from './page/api.ts';
import { ChatView } from './chatView.ts';
import { usePageLanguage } from './page/pageLanguage.ts';

/** The entry of the chat view: runs once per life of the webview. */
function main(): void {
	const root = document.getElementById('app');
	if (root === null) throw new Error('The page has no #app');
	usePageLanguage();
	document.body.dataset['acpView'] = '';
	const api = acquireApi();
	const view = new ChatView(root, api);
	// Only the host can post here: the frame has no other script, and nothing it shows can run.
	window.addEventListener('message', (event: MessageEvent<ToView | undefined>) => {
		if (typeof event.data?.type === 'string') view.receive(event.data);
	});
	api.post({ type: 'ready', clientId: randomId() });
}

function randomId(): string {
	return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
}

main();
