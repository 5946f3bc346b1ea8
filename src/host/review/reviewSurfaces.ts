/** What shows changes that wait in the sidebar and in editors, and answers them. Loaded with the first of them. */
import * as vscode from 'vscode';
import { DisposableStore } from '../../core/base/disposable.ts';
import { registerInner } from '../common/guardedCommand.ts';
import { BaseDocuments } from './baseDocuments.ts';
import { ChangeBadges } from './changeBadges.ts';
import type { ChangeReview } from '../changes/changeReview.ts';
import { ChangesTree } from './changesTree.ts';
import { FilePlaces } from '../common/filePlaces.ts';
import { HunkDecorations } from './hunkDecorations.ts';
import { registerHunkHints } from './hunkHints.ts';
import { HunkLenses } from './hunkLenses.ts';
import { PendingContext } from './pendingContext.ts';
import { runReviewCommand } from './reviewActions.ts';
import { reviewCommand, type ReviewCommandId } from './reviewCommands.ts';

/** Changes come in bursts, such as one for each file of a commit: all that came in this time is drawn at once. */
const burstMs = 50;

/**
 * Shows a review wherever VS Code lets us, until it is disposed of.
 * @param context keeps how the tree is grouped, with the workspace
 */
export function registerReviewSurfaces(
	review: ChangeReview,
	context: vscode.ExtensionContext,
): vscode.Disposable {
	const store = new DisposableStore();
	const places = store.add(new FilePlaces());
	const bases = store.add(new BaseDocuments(review, places));
	const tree = store.add(new ChangesTree(review, places, context.workspaceState));
	const pending = store.add(new PendingContext({ review, places, bases }));
	const badges = store.add(new ChangeBadges(review, places));
	const decorations = store.add(new HunkDecorations(review, places));
	const lenses = store.add(new HunkLenses({ review, places, bases }));
	store.add(registerHunkHints(review, places));
	const parts = { review, bases, places, tree };
	store.add(
		registerInner(reviewCommand, (id, argument, selected) =>
			runReviewCommand(parts, id as ReviewCommandId, { argument, selected }),
		),
	);
	// Each by itself: none of them holds up keys for longer than it takes alone.
	const steps: readonly Redraw[] = [
		() => lenses.refresh(),
		(paths) => decorations.repaint(paths),
		() => pending.refresh(),
		() => tree.refresh(),
		(paths) => badges.refresh(paths),
		(paths) => bases.refresh(paths),
	];
	store.add(inBursts(review, steps));
	return store;
}

type Redraw = (paths: ReadonlySet<string>) => void;

/** Does the steps one after the other with all paths of a burst, at its end. */
function inBursts(review: ChangeReview, steps: readonly Redraw[]): vscode.Disposable {
	let paths = new Set<string>();
	let timer: NodeJS.Timeout | undefined;
	let isDisposed = false;
	const redraw = (changed: ReadonlySet<string>, [step, ...rest]: readonly Redraw[]): void => {
		if (step === undefined || isDisposed) return;
		step(changed);
		setImmediate(() => redraw(changed, rest));
	};
	const due = (): void => {
		const changed = paths;
		[paths, timer] = [new Set(), undefined];
		redraw(changed, steps);
	};
	const subscription = review.onDidChange((changed) => {
		for (const path of changed) paths.add(path);
		timer ??= setTimeout(due, burstMs);
	});
	return new vscode.Disposable(() => {
		isDisposed = true;
		clearTimeout(timer);
		subscription.dispose();
	});
}
