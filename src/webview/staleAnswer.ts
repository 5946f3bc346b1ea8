/** A card's answer to what the request said before it changed: it counted as none, and the user is told. */
import { t } from '../core/base/l10n.ts';
import type { ViewEntry } from '../core/view/viewEntry.ts';

/** The revision at which an answer came too late, if one did and the request still waits. */
export function staleAnswerAt(entry: ViewEntry | undefined): number | undefined {
	return entry?.type === 'permission' && entry.state.type === 'pending'
		? entry.state.staleAnswerAt
		: undefined;
}

export function staleAnswerText(): string {
	return t('Your answer did not count: the request changed before it arrived. Read it again, then answer.');
}
