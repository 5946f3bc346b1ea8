import { t } from '../base/l10n.ts';
import * as limits from '../base/limits.ts';

/** A text of an agent as far as it is shown in one place, with the count of what is left out. */
export function clippedText(text: string): string {
	const cut = text.length - limits.toolOutputChars;
	return cut <= 0 ? text : `${text.slice(0, limits.toolOutputChars)}\n${t('… {0} more characters', cut)}`;
}
