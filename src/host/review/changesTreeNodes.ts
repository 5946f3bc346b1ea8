/** The rows of the changes that wait: by file, by prompt or by session. Made as they are unfolded. Pure. */
import { t } from '../../core/base/l10n.ts';
import type { TurnId } from '../../core/changes/record.ts';
import type { Hunk } from '../../core/changes/review.ts';
import type { RestorePoint } from '../../node/changes/checkpoints/checkpointEngine.ts';
import type { Gap } from '../../node/changes/gaps.ts';
import type { ChangedFile, TurnNames } from '../changes/changeReview.ts';
import { notKept, notWatched } from '../changes/reviewWords.ts';

/** More are in the list of checkpoints. */
const shownRestores = 5;

export const groupings = ['file', 'prompt', 'session'] as const;
export type Grouping = (typeof groupings)[number];

export type ChangeNode =
	| {
			readonly type: 'group';
			readonly id: string;
			readonly label: string;
			/** The session of a prompt. */
			readonly description: string;
			readonly files: readonly ChangedFile[];
			/** Of a session: its restores, newest first. */
			readonly restores: readonly RestorePoint[];
			/** What the commands of checkpoints read: absent where the session is not in the window, or this is no prompt. */
			readonly acpHostSession?: string;
			readonly acpHostPrompt?: string;
	  }
	| { readonly type: 'file'; readonly group: string; readonly file: ChangedFile }
	| {
			readonly type: 'hunk';
			readonly group: string;
			readonly file: ChangedFile;
			readonly hunk: Hunk;
			/** From 0. */
			readonly index: number;
	  }
	/** Where files went back to a checkpoint. */
	| {
			readonly type: 'restore';
			readonly acpHostSession: string;
			readonly acpHostPrompt: string;
			readonly restore: RestorePoint;
	  }
	/** What is not covered. */
	| { readonly type: 'gap'; readonly id: string; readonly text: string; readonly paths: readonly string[] };

export interface ShownChanges {
	readonly files: readonly ChangedFile[];
	readonly gaps: readonly Gap[];
	readonly restores: readonly RestorePoint[];
	readonly namesOf: (turn: TurnId) => TurnNames | undefined;
}

/** The rows that are not inside of another. What is not covered comes last. */
export function rootNodes(shown: ShownChanges, grouping: Grouping): ChangeNode[] {
	const { files, gaps } = shown;
	const rows = grouping === 'file' ? files.map(fileNodeIn('')) : groupsOf(shown, grouping);
	return [...rows, ...gapNodes(gaps)];
}

/** The rows inside of one. */
export function nodesIn(node: ChangeNode): ChangeNode[] {
	switch (node.type) {
		case 'group':
			return [
				...node.files.map(fileNodeIn(node.id)),
				...node.restores.map((restore) => restoreNode(restore)),
			];
		case 'file': {
			const { file, group } = node;
			return file.hunks.map((hunk, index) => ({ type: 'hunk', group, file, hunk, index }));
		}
		case 'hunk':
		case 'restore':
		case 'gap':
			return [];
	}
}

/** The same row keeps its id, so that VS Code keeps it unfolded and selected. */
export function nodeId(node: ChangeNode): string {
	switch (node.type) {
		case 'group':
		case 'gap':
			return node.id;
		case 'restore':
			return `restore\0${node.acpHostSession}\0${node.acpHostPrompt}`;
		case 'file':
			return `${node.group}\0${node.file.path}`;
		case 'hunk':
			return `${node.group}\0${node.file.path}\0${node.index}`;
	}
}

function fileNodeIn(group: string): (file: ChangedFile) => ChangeNode {
	return (file) => ({ type: 'file', group, file });
}

function restoreNode(restore: RestorePoint): ChangeNode {
	const { session, id } = restore;
	return { type: 'restore', acpHostSession: session, acpHostPrompt: id, restore };
}

interface Group {
	readonly id: string;
	readonly turn: TurnId | undefined;
	readonly files: ChangedFile[];
}

/** A file stands in each group that had a part in it. Those of no turn come last. */
function groupsOf({ files, restores, namesOf }: ShownChanges, grouping: 'prompt' | 'session'): ChangeNode[] {
	const groups = new Map<string, Group>();
	const put = (id: string, turn: TurnId | undefined, file: ChangedFile): void => {
		const group = groups.get(id) ?? { id, turn, files: [] };
		groups.set(id, group);
		if (group.files.at(-1) !== file) group.files.push(file);
	};
	for (const file of files) {
		for (const turn of file.turns) {
			put(grouping === 'session' ? turn.session : `${turn.session}\0${turn.turn}`, turn, file);
		}
	}
	const named = [...groups.values()].map((group, at) =>
		groupNode(group, grouping, at + 1, { restores, namesOf }),
	);
	const rest = files.filter(({ turns }) => turns.length === 0);
	if (rest.length === 0) return named;
	const label = t('Of no prompt');
	return [...named, { type: 'group', id: 'none', label, description: '', files: rest, restores: [] }];
}

function groupNode(
	{ id, turn, files }: Group,
	grouping: 'prompt' | 'session',
	number: number,
	{ restores, namesOf }: Pick<ShownChanges, 'restores' | 'namesOf'>,
): ChangeNode {
	const names = turn === undefined ? undefined : namesOf(turn);
	const [label, description] =
		grouping === 'session'
			? [names?.session || t('Session {0}', number), '']
			: [names?.prompt || t('Prompt {0}', number), names?.session ?? ''];
	const isSession = grouping === 'session';
	const own = isSession ? restores.filter(({ session }) => session === turn?.session).toReversed() : [];
	return {
		...{ type: 'group', id: `${grouping}\0${id}`, label, description, files },
		...(names === undefined || turn === undefined
			? { restores: [] }
			: { restores: own.slice(0, shownRestores), acpHostSession: turn.session }),
		...(names === undefined || turn === undefined || isSession ? {} : { acpHostPrompt: turn.turn }),
	};
}

function gapNodes(gaps: readonly Gap[]): ChangeNode[] {
	const paths = gaps.flatMap((gap) => gap.paths);
	return [notWatched(gaps), notKept(gaps)].flatMap((text, at) =>
		text === undefined ? [] : [{ type: 'gap', id: `gap\0${at}`, text, paths }],
	);
}
