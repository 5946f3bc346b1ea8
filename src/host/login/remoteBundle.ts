/** What the extension loads with the first agent at an address (`lazyBundle.ts`): reads its entry, asks about it. */
export { setTranslations } from '../../core/base/l10n.ts';
export { parseEndpoint } from '../settings/parseEndpoint.ts';
export { RemoteAccess } from './remoteAccess.ts';
