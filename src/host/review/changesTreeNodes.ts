/** The rows of the changes that wait: by file, by prompt or by session. Made as they are unfolded. Pure. */
import { t } from '../../core/base/l10n.ts';
import type { TurnId } from '../../core/changes/record.ts';
import type { Hunk } from '../../core/changes/review.ts';
import type { Gap } from '../../node/changes/gaps.ts';
import type { ChangedFile, TurnNames } from '../changes/changeReview.ts';
import { notKept, notWatched } from './reviewWords.ts';

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
	/** What is not covered. */
	| { readonly type: 'gap'; readonly id: string; readonly text: string; readonly paths: readonly string[] };

export interface ShownChanges {
	readonly files: readonly ChangedFile[];
	readonly gaps: readonly Gap[];
	readonly namesOf: (turn: TurnId) => TurnNames | undefined;
}

/** The rows that are not inside of another. What is not covered comes last. */
export function rootNodes({ files, gaps, namesOf }: ShownChanges, grouping: Grouping): ChangeNode[] {
	const rows = grouping === 'file' ? files.map(fileNodeIn('')) : groupsOf(files, grouping, namesOf);
	return [...rows, ...gapNodes(gaps)];
}

/** The rows inside of one. */
export function nodesIn(node: ChangeNode): ChangeNode[] {
	switch (node.type) {
		case 'group':
			return node.files.map(fileNodeIn(node.id));
		case 'file': {
			const { file, group } = node;
			return file.hunks.map((hunk, index) => ({ type: 'hunk', group, file, hunk, index }));
		}
		case 'hunk':
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
		case 'file':
			return `${node.group}\0${node.file.path}`;
		case 'hunk':
			return `${node.group}\0${node.file.path}\0${node.index}`;
	}
}

function fileNodeIn(group: string): (file: ChangedFile) => ChangeNode {
	return (file) => ({ type: 'file', group, file });
}

interface Group {
	readonly id: string;
	readonly turn: TurnId | undefined;
	readonly files: ChangedFile[];
}

/** A file stands in each group that had a part in it. Those of no turn come last. */
function groupsOf(
	files: readonly ChangedFile[],
	grouping: 'prompt' | 'session',
	namesOf: ShownChanges['namesOf'],
): ChangeNode[] {
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
	const named = [...groups.values()].map((group, at) => groupNode(group, grouping, at + 1, namesOf));
	const rest = files.filter(({ turns }) => turns.length === 0);
	if (rest.length === 0) return named;
	return [...named, { type: 'group', id: 'none', label: t('Of no prompt'), description: '', files: rest }];
}

function groupNode(
	{ id, turn, files }: Group,
	grouping: 'prompt' | 'session',
	number: number,
	namesOf: ShownChanges['namesOf'],
): ChangeNode {
	const names = turn === undefined ? undefined : namesOf(turn);
	const [label, description] =
		grouping === 'session'
			? [names?.session || t('Session {0}', number), '']
			: [names?.prompt || t('Prompt {0}', number), names?.session ?? ''];
	return { type: 'group', id: `${grouping}\0${id}`, label, description, files };
}

function gapNodes(gaps: readonly Gap[]): ChangeNode[] {
	const paths = gaps.flatMap((gap) => gap.paths);
	return [notWatched(gaps), notKept(gaps)].flatMap((text, at) =>
		text === undefined ? [] : [{ type: 'gap', id: `gap\0${at}`, text, paths }],
	);
}
