/**
 * What is drawn of each thing that a turn gateway says, through the whole of the house: dialect, reducer, projection,
 * page. The golden is for people: `UPDATE_GOLDEN=1 node --test test/webview/gatewayRows.webviewTest.ts` writes it anew.
 */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { summarizeDiff } from '../../src/core/view/diffSummary.ts';
import type { AgentEvent } from '../../src/core/session/model/agentEvents.ts';
import { noCapabilities } from '../../src/core/session/model/capabilities.ts';
import { projectEntry } from '../../src/core/view/project.ts';
import { projectSession } from '../../src/core/view/projectSession.ts';
import { urlTarget } from '../../src/host/common/urlTarget.ts';
import { askedRows } from '../unit/core/turns/askedRows.ts';
import { factRows } from '../unit/core/turns/codexFactRows.ts';
import { itemRows, type Notification } from '../unit/core/turns/codexItemRows.ts';
import { inThread, openCodex } from '../unit/core/turns/gatewayWire.ts';
import { pioneerRows } from '../unit/core/turns/pioneerRows.ts';
import { begun } from '../unit/core/turns/pioneerRig.ts';
import { play, prompt } from '../unit/core/session/driver/play.ts';
import { isLongRun } from '../tools/sized.ts';
import { drawnLines } from './drawnLines.ts';
import { useHarness } from './harness.ts';
import { snapshot } from './samples.ts';

const file = new URL('golden/gatewayRows.txt', import.meta.url);
const isWriting = process.env['UPDATE_GOLDEN'] === '1';
const golden = new Map(
	(isWriting ? '' : readFileSync(file, 'utf8'))
		.split(/^## /mu)
		.slice(1)
		.map((part): [string, string] => {
			const [name = '', ...lines] = part.trimEnd().split('\n');
			return [name, lines.join('\n')];
		}),
);

const opened = {
	type: 'session_opened',
	sessionId: 's',
	capabilities: noCapabilities,
	options: {},
} as const;

async function codexEvents(notifications: readonly Notification[]): Promise<readonly AgentEvent[]> {
	const { wire, target } = await openCodex();
	for (const [method, fields] of notifications) wire.tell(method, inThread(fields));
	return target.events;
}

async function pioneerEvents(notifications: readonly Notification[]): Promise<readonly AgentEvent[]> {
	// What another client has said is shown: what was said from here stands there already.
	const { target, tellUndocumented } = await begun();
	for (const [method, fields] of notifications) {
		const isOthers = 'item' in fields && (fields.item as { type?: string }).type === 'userMessage';
		tellUndocumented(method, isOthers ? { ...fields, turn_id: 'of another' } : fields);
	}
	return target.events;
}

const rows = [
	...[...itemRows, ...factRows].map(([name, said]) => ({
		name: `Codex: ${name}`,
		events: () => codexEvents(said),
	})),
	...askedRows,
	...pioneerRows.map(([name, said]) => ({ name: `Pioneer: ${name}`, events: () => pioneerEvents(said) })),
];

describe('what is drawn of', () => {
	const harness = useHarness();
	const written: string[] = [];

	after(() => {
		if (isWriting) writeFileSync(file, `${written.join('\n\n')}\n`);
	});

	// Unit tests have what the others become; a fourth of them is drawn in each run.
	for (const { name, events } of rows.filter((_row, at) => isLongRun || isWriting || at % 4 === 0))
		it(name, async () => {
			const { state, entries } = play(opened, prompt('go'), ...(await events()));
			const view = await harness.open();
			const projector = { label: (path: string) => path, summarize: summarizeDiff, urlTarget };
			await view.standStillAt(1_699_999_000_000);
			await view.post(
				snapshot(
					entries.map((entry) => projectEntry(state, entry, projector)),
					projectSession(state),
				),
			);
			for (const fold of await view.page.locator('.entry [aria-expanded="false"]:visible').all())
				await fold.click();
			const isQuestion = entries.some(({ type }) => type === 'elicitation');
			if (isQuestion) await view.page.getByRole('radio').first().waitFor();
			// What is drawn by a script of its own comes when that is there.
			if (state.quota.length > 0) await view.page.getByRole('meter', { name: /Quota/u }).waitFor();
			await view.settled();
			const drawn = (await drawnLines(view.page)).join('\n');
			written.push(`## ${name}\n${drawn}`);
			if (!isWriting) assert.equal(drawn, golden.get(name));
		});

	it('each row, and no other', () => {
		if (!isWriting)
			assert.deepEqual(
				[...golden.keys()],
				rows.map(({ name }) => name),
			);
	});
});
