import { setTranslations, type Translations } from '../../core/base/l10n.ts';

/** From now on everything is said in the language of the page: the host has put its translations beside us. */
export function usePageLanguage(): void {
	const data = document.getElementById('translations')?.textContent;
	if (data !== undefined) setTranslations(JSON.parse(data) as Translations, document.documentElement.lang);
}
