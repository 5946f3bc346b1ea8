import { setTranslations, type Translations } from '../core/base/l10n.ts';
import type { ToView } from '../core/view/toView.ts';
import { ChatView } from './chatView.ts';
import { Api } from './page/api.ts';

/** The entry of the chat view: runs once per life of the webview. */
function main(): void {
	const root = document.getElementById('app');
	if (root === null) throw new Error('The page has no #app');
	usePageLanguage();
	document.body.dataset['acpView'] = '';
	const api = new Api();
	const view = new ChatView(root, api);
	// Only the host can post here: the frame has no other script, and nothing it shows can run.
	window.addEventListener('message', (event: MessageEvent<ToView | undefined>) => {
		if (typeof event.data?.type === 'string') view.receive(event.data);
	});
	api.postForView({ type: 'ready', clientId: randomId(), ...view.place });
}

/** From now on everything is said in the language of the page: the host has put its translations beside us. */
function usePageLanguage(): void {
	const data = document.getElementById('translations')?.textContent;
	if (data !== undefined) setTranslations(JSON.parse(data) as Translations, document.documentElement.lang);
}

function randomId(): string {
	return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
}

main();
