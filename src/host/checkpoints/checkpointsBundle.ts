/** What going back to a checkpoint needs: a bundle of its own (`checkpoints.cjs`), loaded with the first of its commands. */
export { CheckpointActions } from './checkpointActions.ts';
export { setTranslations } from '../../core/base/l10n.ts';
