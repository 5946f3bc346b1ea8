/** The bounds of what is kept of changes, as the settings say. What is no number that they can take is left out and said. */
import * as vscode from 'vscode';
import * as limits from '../../core/base/limits.ts';
import { t } from '../../core/base/l10n.ts';
import type { EngineBounds } from '../../node/changes/changeEngine.ts';
import { messageText } from '../common/displayText.ts';

export type ChangeBounds = Pick<
	EngineBounds,
	'maxStoreBytes' | 'maxFileBytes' | 'maxCheckpoints' | 'maxCheckpointMs'
>;

interface BoundSetting {
	readonly name: string;
	readonly bound: keyof ChangeBounds;
	/** What one of its units is for the engine: bytes, pieces, milliseconds. */
	readonly unit: number;
	/** In units. */
	readonly usual: number;
	readonly least: number;
	readonly most: number;
}

const mib = 1024 * 1024;
const day = 24 * 60 * 60_000;

/** They stand in package.json as well. */
export const boundSettings: readonly BoundSetting[] = [
	{
		name: 'acpHost.changes.maxStoreMiB',
		bound: 'maxStoreBytes',
		unit: mib,
		usual: limits.changeStoreBytes / mib,
		least: 16,
		most: 65_536,
	},
	{
		name: 'acpHost.changes.maxFileMiB',
		bound: 'maxFileBytes',
		unit: mib,
		usual: limits.changeFileBytes / mib,
		least: 1,
		most: limits.mostChangeFileBytes / mib,
	},
	{
		name: 'acpHost.checkpoints.maxPerSession',
		bound: 'maxCheckpoints',
		unit: 1,
		usual: limits.changeCheckpoints,
		least: 1,
		most: 1000,
	},
	{
		name: 'acpHost.checkpoints.maxDays',
		bound: 'maxCheckpointMs',
		unit: day,
		usual: limits.changeCheckpointMs / day,
		least: 1,
		most: 365,
	},
];

/** @returns the bounds, and a sentence for each setting that is left out */
export function parseBounds(valueOf: (name: string) => unknown): {
	readonly bounds: ChangeBounds;
	readonly problems: readonly string[];
} {
	const problems: string[] = [];
	const all = boundSettings.map(({ name, bound, unit, usual, least, most }) => {
		const value = valueOf(name) ?? usual;
		const isRight = Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
		if (!isRight) {
			problems.push(
				t('{0} has to be a whole number from {1} to {2}. Until it is, {3} counts.', name, least, most, usual),
			);
		}
		return [bound, (isRight ? Number(value) : usual) * unit] as const;
	});
	// There is one for each bound.
	return { bounds: Object.fromEntries(all) as unknown as ChangeBounds, problems };
}

const said = new Set<string>();

/** Reads the settings, and says once for a window what of them does not count. */
export function changeBounds(): ChangeBounds {
	const { bounds, problems } = parseBounds((name) => vscode.workspace.getConfiguration().get<unknown>(name));
	const text = problems.join(' ');
	if (text !== '' && !said.has(text)) {
		said.add(text);
		const open = t('Open Settings');
		void vscode.window.showWarningMessage(messageText(text), open).then(async (choice) => {
			const [first] = boundSettings.filter(({ name }) => text.includes(name));
			if (choice === open)
				await vscode.commands.executeCommand('workbench.action.openSettings', first?.name ?? '');
		});
	}
	return bounds;
}
