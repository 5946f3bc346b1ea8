/** What the extension loads with the first turn gateway (`lazyBundle.ts`). */
export { setTranslations } from '../../core/base/l10n.ts';
export { connectTurns } from '../../core/turns/connectTurns.ts';
