/** Changes that wait, for tests of the view. */
import type { ToView } from '../../src/core/view/toView.ts';
import type { ViewChangedFile, ViewChanges, ViewFileReview } from '../../src/core/view/viewChanges.ts';
import type { ViewToolContent } from '../../src/core/view/viewEntry.ts';
import { sampleMessage, sampleToolCall, snapshot } from './samples.ts';

export const sampleChangedFile = (name: string, fields: Partial<ViewChangedFile> = {}): ViewChangedFile => ({
	path: `/ws/${name}`,
	label: name,
	kind: 'modified',
	added: 4,
	removed: 1,
	isUndoable: true,
	remarks: [],
	...fields,
});

export const fiveFiles = ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/d.ts', 'src/e.ts'].map((name) =>
	sampleChangedFile(name),
);

/** All of it waits. */
export const waitingChanges = (
	files: readonly ViewChangedFile[],
	fields: Partial<ViewChanges> = {},
	isWithSnapshot = false,
): ToView => ({
	type: 'changes',
	...(isWithSnapshot ? { isWithSnapshot } : {}),
	changes: {
		revision: 7,
		count: files.length,
		added: 80,
		removed: 12,
		undeclared: 0,
		ofOthers: 0,
		files,
		gaps: [],
		...fields,
	},
});

/** A changed file of a call, and what became of it. */
export const sampleDiff = (index: number, review?: ViewFileReview): ViewToolContent => ({
	type: 'diff',
	index,
	path: `/ws/src/f${index}.ts`,
	label: `src/f${index}.ts`,
	kind: 'modify',
	added: 6,
	removed: 2,
	preview: ['-old', '+new'],
	isPreviewCut: false,
	...(review === undefined ? {} : { review }),
});

export const waitsOf = (index: number, fields: Partial<Extract<ViewFileReview, { type: 'waits' }>> = {}) => ({
	type: 'waits' as const,
	path: `/real/src/f${index}.ts`,
	added: 6,
	removed: 2,
	isUndoable: true,
	reach: 'call' as const,
	...fields,
});

const edit = { title: 'Tidy up', kind: 'edit' } as const;

/** One of each: cards of files that wait and that were answered, the strip with all that it can say, the chip. */
export const richReview: readonly ToView[] = [
	snapshot([
		sampleMessage('u', 'Rename the option', { role: 'user' }),
		sampleToolCall('t', { ...edit, content: [sampleDiff(0, waitsOf(0)), sampleDiff(1, waitsOf(1))] }),
		sampleToolCall('k', { ...edit, content: [sampleDiff(2, { type: 'kept' })] }),
		sampleToolCall('n', { ...edit, content: [sampleDiff(3, { type: 'undone' })] }),
		sampleToolCall('b', { ...edit, content: [sampleDiff(4, { type: 'kept_and_undone' })] }),
	]),
	{
		type: 'draft',
		text: '',
		replaces: '',
		attachments: [
			{ type: 'undone', id: 'undone:1', name: 'Undone: 2 changes in src/a.ts', text: 'The words.' },
		],
	},
	waitingChanges(
		[
			sampleChangedFile('src/options.ts'),
			sampleChangedFile('src/a/deep/folder/with/a/long/name.ts', {
				kind: 'created',
				remarks: ['new file', 'not told by any tool call'],
			}),
			sampleChangedFile('package.json', { kind: 'deleted', added: 0, removed: 30, remarks: ['deleted'] }),
			sampleChangedFile('logo.png', {
				added: 0,
				removed: 0,
				isUndoable: false,
				remarks: ['cannot be undone: no copy of what was there'],
			}),
		],
		{ count: 25, undeclared: 2, ofOthers: 1, gaps: ['Not watched: ignored by Git (3)'] },
	),
];

/** What the page remembers of it: the first two cards are unfolded. */
export const richReviewState = { sessionKey: 'session-1', expanded: { t: true, k: true } };
