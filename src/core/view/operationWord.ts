import { t } from '../base/l10n.ts';
import type { FileChange } from '../session/model/toolContent.ts';

const words: Readonly<Record<FileChange['operation'], () => string>> = {
	add: () => t('add'),
	delete: () => t('delete'),
	modify: () => t('modify'),
	move: () => t('move'),
	copy: () => t('copy'),
	other: () => t('other'),
};

/** What happens to a file, as it stands before its name. */
export function operationWord(operation: FileChange['operation']): string {
	return words[operation]();
}
