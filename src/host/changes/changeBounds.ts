/** The bounds of what is kept of changes, as the settings say. What is no number that they can take is left out and said. */
import * as vscode from 'vscode';
import * as limits from '../../core/base/limits.ts';
import { t } from '../../core/base/l10n.ts';
import type { EngineBounds } from '../../node/changes/changeEngine.ts';
import { sayWithButton } from '../common/displayText.ts';

export type ChangeBounds = Pick<
	EngineBounds,
	'maxStoreBytes' | 'maxFileBytes' | 'maxCheckpoints' | 'maxCheckpointMs'
>;

interface BoundSetting {
	readonly name: string;
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
export const boundSettings: Readonly<Record<keyof ChangeBounds, BoundSetting>> = {
	maxStoreBytes: {
		name: 'acpHost.changes.maxStoreMiB',
		unit: mib,
		usual: limits.changeStoreBytes / mib,
		least: 16,
		most: 65_536,
	},
	maxFileBytes: {
		name: 'acpHost.changes.maxFileMiB',
		unit: mib,
		usual: limits.changeFileBytes / mib,
		least: 1,
		most: limits.mostChangeFileBytes / mib,
	},
	maxCheckpoints: {
		name: 'acpHost.checkpoints.maxPerSession',
		unit: 1,
		usual: limits.changeCheckpoints,
		least: 1,
		most: 1000,
	},
	maxCheckpointMs: {
		name: 'acpHost.checkpoints.maxDays',
		unit: day,
		usual: limits.changeCheckpointMs / day,
		least: 1,
		most: 365,
	},
};

interface BoundProblem {
	/** Of the setting. */
	readonly name: string;
	readonly text: string;
}

/** @returns the bounds, and a problem for each setting that is left out */
export function parseBounds(valueOf: (name: string) => unknown): {
	readonly bounds: ChangeBounds;
	readonly problems: readonly BoundProblem[];
} {
	const problems: BoundProblem[] = [];
	const bound = (key: keyof ChangeBounds): number => {
		const { name, unit, usual, least, most } = boundSettings[key];
		const value = valueOf(name) ?? usual;
		if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most)
			return value * unit;
		const text = t(
			'{0} has to be a whole number from {1} to {2}. Until it is, {3} counts.',
			name,
			least,
			most,
			usual,
		);
		problems.push({ name, text });
		return usual * unit;
	};
	const bounds = {
		maxStoreBytes: bound('maxStoreBytes'),
		maxFileBytes: bound('maxFileBytes'),
		maxCheckpoints: bound('maxCheckpoints'),
		maxCheckpointMs: bound('maxCheckpointMs'),
	};
	return { bounds, problems };
}

const said = new Set<string>();

/** Reads the settings, and says once for a window what of them does not count. */
export function changeBounds(): ChangeBounds {
	const { bounds, problems } = parseBounds((name) => vscode.workspace.getConfiguration().get<unknown>(name));
	const text = problems.map((one) => one.text).join(' ');
	const [first] = problems;
	if (first !== undefined && !said.has(text)) {
		said.add(text);
		sayWithButton(vscode.window.showWarningMessage, text, t('Open Settings'), () =>
			vscode.commands.executeCommand('workbench.action.openSettings', first.name),
		);
	}
	return bounds;
}
