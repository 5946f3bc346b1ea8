/** What the extension loads with the first app-server of Codex (`lazyBundle.ts`). */
export { setTranslations } from '../../core/base/l10n.ts';
export { connectCodex as connectTurns } from '../../core/turns/connectTurns.ts';
