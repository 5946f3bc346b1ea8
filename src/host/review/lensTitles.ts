/** What stands above a change in an editor. Pure. */
import { t } from '../../core/base/l10n.ts';
import type { Hunk } from '../../core/changes/review.ts';
import { escapeIcons } from '../common/displayText.ts';
import type { ChangedFile } from '../changes/changeReview.ts';
import { factsOf } from '../changes/reviewWords.ts';

/** A button above a change; without a command it is a text. */
export interface LensTitle {
	readonly title: string;
	readonly tooltip?: string;
	readonly command?:
		'acpHost.keepChange' | 'acpHost.undoChange' | 'acpHost.compareChange' | 'acpHost.nextChange';
}

/**
 * `Keep · Undo · Before (-3) · 2/7`. The tooltip of each says which change it is about: those who listen have only that.
 * @param index of the change in its file, from 0
 */
export function hunkLensTitles(file: ChangedFile, hunk: Hunk, index: number): readonly LensTitle[] {
	const { removed, hasUserEdits } = hunk;
	const [number, count] = [index + 1, file.hunks.length];
	return [
		{
			title: t('Keep'),
			tooltip: t('Accept change {0} of {1}', number, count),
			command: 'acpHost.keepChange',
		},
		...undoLens(
			file,
			hasUserEdits ? t('Undo (with your edits)') : t('Undo'),
			t('Undo change {0} of {1}: bring back what was here before', number, count),
		),
		{
			title: removed.length === 0 ? t('Before') : t('Before (-{0})', removed.length),
			tooltip: t('Compare the file with what you have accepted'),
			command: 'acpHost.compareChange',
		},
		{
			title: `${number}/${count}`,
			tooltip: t('This is change {0} of {1}. Go to the next one', number, count),
			command: 'acpHost.nextChange',
		},
	];
}

/** For a file that is kept and undone as a whole. */
export function fileLensTitles(file: ChangedFile, nameOf: (path: string) => string): readonly LensTitle[] {
	const words = factsOf(file, nameOf).join(' · ');
	// A CodeLens draws icons, unlike a tooltip.
	const shown = escapeIcons(words);
	return [
		{ title: t('Keep File'), tooltip: t('Accept this file as it is'), command: 'acpHost.keepChange' },
		...undoLens(file, t('Undo File'), t('Bring back the file as it was before')),
		...(shown === '' ? [] : [{ title: shown }]),
	];
}

function undoLens({ isUndoable }: ChangedFile, title: string, tooltip: string): readonly LensTitle[] {
	return isUndoable ? [{ title, tooltip, command: 'acpHost.undoChange' }] : [];
}
