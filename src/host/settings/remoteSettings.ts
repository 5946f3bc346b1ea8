/** What the extension loads with the first agent at an address (`lazyBundle.ts`), to read its entry. */
export { setTranslations } from '../../core/base/l10n.ts';
export { parseEndpoint } from './parseEndpoint.ts';
