/** Each stands in package.json. */
export const checkpointCommandIds = [
	'acpHost.restoreCheckpoint',
	'acpHost.compareCheckpoint',
	'acpHost.redoRestore',
	'acpHost.editAndSendAgain',
] as const;
export type CheckpointCommandId = (typeof checkpointCommandIds)[number];

/** Does any of them for a session; there as long as changes are watched. Its name hides it from the palette. */
export const checkpointCommand = '_acpHost.checkpoint';
