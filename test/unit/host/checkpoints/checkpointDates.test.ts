/** When a checkpoint was made is said in the language of VS Code, whatever that of the machine is. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTranslations } from '../../../../src/core/base/l10n.ts';
import type { FilePlaces } from '../../../../src/host/common/filePlaces.ts';
import type {
	CheckpointSummary,
	RestorePoint,
} from '../../../../src/node/changes/checkpoints/checkpointEngine.ts';
import { useVscode } from '../fakeVscode.ts';
import { only } from '../../only.ts';

const { pickCheckpoint } = await import('../../../../src/host/checkpoints/checkpointPicks.ts');
const { changeItem } = await import('../../../../src/host/review/changesTreeItems.ts');

const at = Date.UTC(2026, 2, 31, 12);

describe('the date of a checkpoint', () => {
	beforeEach(() => setTranslations({}, 'de'));
	afterEach(() => setTranslations({}));

	it('is in the language of VS Code in the list of checkpoints', async () => {
		const details: string[] = [];
		const showQuickPick = (items: readonly { readonly detail: string }[]): Promise<undefined> => {
			details.push(...items.map(({ detail }) => detail));
			return Promise.resolve(undefined);
		};
		useVscode({ window: { showQuickPick } });
		await pickCheckpoint([only<CheckpointSummary>({ at, type: 'restore' })], () => '', {
			title: '',
			placeHolder: '',
		});
		assert.deepEqual(details, [new Date(at).toLocaleString('de')]);
	});

	it('is in the language of VS Code in the tree of changes', () => {
		const restore = only<RestorePoint>({ at, session: 's', id: 'r' });
		const node = { type: 'restore', acpHostSession: 's', acpHostPrompt: 'r', restore } as const;
		const item = changeItem(node, only<FilePlaces>({}));
		assert.equal(item.description, new Date(at).toLocaleString('de'));
	});
});
