/** What a tool does, in a word. */
import { t } from '../base/l10n.ts';
import type { ToolKind } from '../base/toolCall.ts';

/** A word for each, looked up when it is shown. */
const kindNames: Readonly<Record<ToolKind, () => string>> = {
	read: () => t('Read'),
	edit: () => t('Edit'),
	delete: () => t('Delete'),
	move: () => t('Move'),
	search: () => t('Search'),
	execute: () => t('Run'),
	think: () => t('Think'),
	fetch: () => t('Fetch'),
	switch_mode: () => t('Switch mode'),
	other: () => t('Tool'),
};

export function kindName(kind: ToolKind): string {
	return kindNames[kind]();
}
