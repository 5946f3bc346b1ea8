/**
 * What makes documents of conversations. A bundle of its own (`conversationDocuments.cjs`), which loads with the first
 * document instead of with the window.
 */
export { conversationExcerpt } from './conversationExcerpt.ts';
export { setTranslations } from '../../core/base/l10n.ts';
export { contentSource } from '../../core/view/conversation/contentMarkdown.ts';
export { conversationMarkdown } from '../../core/view/conversation/conversationMarkdown.ts';
export { conversationText } from '../../core/view/conversation/conversationText.ts';
