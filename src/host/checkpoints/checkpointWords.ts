/** Checkpoints and plans in words. Pure. */
import { t } from '../../core/base/l10n.ts';
import type { BlockedReason, PlannedFile } from '../../core/changes/checkpoints/checkpoint.ts';
import type { CheckpointSummary } from '../../node/changes/checkpoints/checkpointEngine.ts';

/** What has changed since, as `4 files +80 −12`. */
export function countsText({
	files,
	added,
	removed,
}: Pick<CheckpointSummary, 'files' | 'added' | 'removed'>): string {
	if (files === 0) return t('nothing has changed since');
	const count = files === 1 ? t('1 file') : t('{0} files', files);
	return `${count} +${added} −${removed}`;
}

/** What a restore does with a file, and why that is or is not ticked. */
export function fileText({ state, parts, isHeld }: PlannedFile, isUnsaved: boolean): string {
	const what = actionText(parts, state.type === 'unknown');
	const why = stateText(state);
	const held = isHeld ? t('its content may be there only: it goes with the file that it belongs to') : '';
	return [what, why, held, isUnsaved ? t('has unsaved text') : ''].filter((text) => text !== '').join(' · ');
}

/** @param isUnknown nothing tells who made it */
function actionText(parts: PlannedFile['parts'], isUnknown: boolean): string {
	const [first] = parts;
	if (first === undefined) return '';
	if (parts.length > 1) return t('is moved back');
	if (first.target.type === 'absent') return isUnknown ? t('is removed') : t('is removed: an agent made it');
	if (first.now.type === 'absent') return t('comes back');
	const isSameContent = 'hash' in first.now && 'hash' in first.target && first.now.hash === first.target.hash;
	return isSameContent ? t('gets its mode back') : t('gets its lines back');
}

function stateText(state: PlannedFile['state']): string {
	switch (state.type) {
		case 'agent':
			return '';
		case 'merged':
			return t('what others changed stays');
		case 'conflict':
			return t('others changed it in the same places: that goes');
		case 'unknown':
			return t('nothing tells who changed it');
		case 'blocked':
			return t('cannot be put back: {0}', reasonText(state.reason));
	}
}

function reasonText(reason: BlockedReason): string {
	switch (reason) {
		case 'not_copied':
			return t('its content was not copied, or is not kept any more');
		case 'secret':
			return t('secrets, by their name');
		case 'too_large':
			return t('too large');
		case 'special':
			return t('pipes and devices');
		case 'folder':
			return t('a folder stands in its place');
		case 'outside':
			return t('it is out of the folders that are open');
	}
}
