import { t } from '../base/l10n.ts';
import * as limits from '../base/limits.ts';

/** A text of an agent as far as it is shown in one place, with the count of what is left out. */
export function clippedText(text: string, maxChars: number = limits.toolOutputChars): string {
	const cut = text.length - maxChars;
	return cut <= 0 ? text : `${text.slice(0, maxChars)}\n${t('… {0} more characters', cut)}`;
}
