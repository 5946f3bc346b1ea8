/** What the extension loads with the first Pioneer gateway (`lazyBundle.ts`). */
export { setTranslations } from '../../core/base/l10n.ts';
export {
	connectPioneer as connectTurns,
	findPioneerLogin as findLogin,
} from '../../core/turns/connectTurns.ts';
