/** What a command of the review is about: rows of the tree, buttons of an editor, and what another extension may pass. */
import { boolean, either, list, number, object, oneOf, read, text } from '../../core/base/shape.ts';
import type { Hunk } from '../../core/changes/review.ts';

/** A change, or files as a whole. */
export type ChangeTarget =
	| { readonly type: 'hunk'; readonly path: string; readonly hunk: Hunk }
	| { readonly type: 'files'; readonly paths: readonly string[] };

const hunk = object({
	baseStart: number,
	removed: list(text),
	liveStart: number,
	added: list(text),
	hasUserEdits: boolean,
	isLineEndsOnly: boolean,
});
const file = object({ path: text });

const shapeOfTargets = either(
	object({ type: oneOf('hunk'), path: text, hunk }),
	object({ type: oneOf('files'), paths: list(text) }),
);
/** What is needed of a row of the tree (`ChangeNode`). */
const shapeOfNodes = either(
	object({ type: oneOf('hunk'), file, hunk }),
	object({ type: oneOf('file'), file }),
	object({ type: oneOf('group'), files: list(file) }),
);

/**
 * Any command can be called with anything: what is neither a target nor a row of the tree is undefined. Whether the
 * change is still there is for the review to say.
 */
export function changeTargetOf(value: unknown): ChangeTarget | undefined {
	const node = read(shapeOfNodes, value);
	switch (node?.type) {
		case 'hunk':
			return { type: 'hunk', path: node.file.path, hunk: node.hunk };
		case 'file':
			return { type: 'files', paths: [node.file.path] };
		case 'group':
			return { type: 'files', paths: node.files.map(({ path }) => path) };
		case undefined:
			return read(shapeOfTargets, value);
	}
}

/**
 * Several targets in the order in which they can be answered: a change of a file that is answered as a whole is no
 * target of its own, and of several changes in a file the last comes first, since an answer moves what stands below.
 */
export function inOrder(targets: readonly ChangeTarget[]): readonly ChangeTarget[] {
	const paths = [...new Set(targets.flatMap((target) => (target.type === 'files' ? target.paths : [])))];
	const hunks = targets
		.filter((target) => target.type === 'hunk')
		.filter((target) => !paths.includes(target.path))
		.toSorted((left, right) => right.hunk.liveStart - left.hunk.liveStart);
	return paths.length === 0 ? hunks : [...hunks, { type: 'files', paths }];
}
