import { t } from '../base/l10n.ts';
import type { SubagentEntry } from '../session/model/entry.ts';

/** What kind of work it is that stands under one title. */
export function subagentName(kind: SubagentEntry['kind']): string {
	if (kind === undefined) return t('Subagent');
	return kind === 'task' ? t('Task') : t('Another turn');
}
