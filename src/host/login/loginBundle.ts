/**
 * What the extension loads with the first login, or with the first agent at an address, whose entry it reads
 * (`lazyBundle.ts`).
 */
export { setTranslations } from '../../core/base/l10n.ts';
export { parseEndpoint } from '../settings/parseEndpoint.ts';
export { confirmLoginCommand, runInTerminal } from './loginTerminal.ts';
export { askForValues, overruledText } from './loginValues.ts';
export { RemoteAccess } from './remoteAccess.ts';
