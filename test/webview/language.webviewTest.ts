/** That all of the view is said in the language of the window, and that German has room. */
import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import type { Translations } from '../../src/core/base/l10n.ts';
import type { ViewFileReview } from '../../src/core/view/viewChanges.ts';
import type { ViewSession } from '../../src/core/view/viewSession.ts';
import { messageCalls } from '../tools/messageCalls.ts';
import { readSources } from '../tools/sourceTree.ts';
import { foreignAgents, foreignEntries, foreignSession, foreignState } from './foreignEverything.ts';
import { useHarness, type ViewPage, type Words } from './harness.ts';
import { richEntries, richSession, richState } from './richTranscript.ts';
import { fiveFiles, sampleChangedFile, sampleDiff, waitingChanges, waitsOf } from './reviewSamples.ts';
import { delta, sampleSession, sampleToolCall, snapshot } from './samples.ts';

const keys = (await readSources('src/{core,webview}/**/*.ts'))
	.flatMap(messageCalls)
	.flatMap(({ key }) => key ?? []);
/** Each sentence in brackets of its own, and with what could end the block that it comes in. */
const pseudo: Words = {
	language: 'en',
	translations: Object.fromEntries([...keys, '</script>'].map((key) => [key, `⟦${key}⟧`])),
};
const german: Words = {
	language: 'de',
	translations: JSON.parse(
		await readFile(new URL('../../l10n/bundle.l10n.de.json', import.meta.url), 'utf8'),
	) as Translations,
};

const shots = new URL('../../test-results/webview/', import.meta.url);

/** What is the same in every language: amounts with their units, and the address of a question. */
const sameEverywhere = /\b\d[\d.]*k\b|https:\/\/x\b/gu;

/** What can be seen or heard and is written in Latin letters outside of a sentence of ours. */
async function unwrapped(view: ViewPage): Promise<string[]> {
	const texts = await view.page.evaluate(() => {
		const app = document.querySelector('#app');
		const attributes = ['aria-label', 'aria-valuetext', 'alt', 'label', 'placeholder', 'title'];
		const named = [...document.querySelectorAll('#app *')].flatMap((node) =>
			attributes.map((name) => node.getAttribute(name) ?? ''),
		);
		return [app?.textContent ?? '', ...named];
	});
	return texts.flatMap((text) => outside(text).match(/[A-Za-z][A-Za-z ,.…]*[A-Za-z]/gu) ?? []);
}

/** The text without sentences of ours, which may stand in each other. */
function outside(text: string): string {
	let left = text;
	for (let before = ''; before !== left;) {
		before = left;
		left = left.replaceAll(/⟦[^⟦⟧]*⟧/gu, '');
	}
	return left.replaceAll(sameEverywhere, '');
}

const session = (fields: Partial<ViewSession>): ReturnType<typeof sampleSession> =>
	sampleSession({ ...foreignSession, ...fields });

describe('the view in another language', () => {
	const harness = useHarness();
	const open = (state: unknown): Promise<ViewPage> => harness.open({ words: pseudo, state, height: 900 });

	it('is looked at closely enough: a sentence without a translation is found wherever it stands', async () => {
		const lacking = ['Changed lines', 'Ask the agent', 'Raw', '{0} asks', 'Stop {0}', 'Show'];
		const translations = Object.entries(pseudo.translations).filter(([key]) => !lacking.includes(key));
		const words = { ...pseudo, translations: Object.fromEntries(translations) };
		const view = await harness.open({ words, state: foreignState });
		await view.post(snapshot(foreignEntries, foreignSession));
		const found = await unwrapped(view);
		for (const key of lacking) {
			const said = key.replace('{0}', '').trim();
			assert.ok(
				found.some((text) => text.includes(said)),
				key,
			);
		}
	});

	it('says everything of its own in it: entries, cards, panels and controls', async () => {
		const view = await open(foreignState);
		await view.post(snapshot(foreignEntries, foreignSession, { olderCount: 3, draft: '' }));
		assert.ok(keys.length > 300);
		assert.deepEqual(await unwrapped(view), []);
		// What opens: raw data, the list of what runs, finding, the plan, groups.
		for (const name of ['.raw-fold', '.running-fold', '.tool-group > .card-head > .card-fold']) {
			const folds = view.page.locator(name);
			assert.ok((await folds.count()) > 0, name);
			for (const fold of await folds.all()) await fold.click();
		}
		assert.deepEqual(await unwrapped(view), []);
		await view.post({ type: 'raw', entryId: 'raw', input: 'είσοδος', output: 'έξοδος' });
		await view.page.keyboard.press('Control+f');
		await view.page.locator('.find-bar input').fill('ψψψ');
		await view.settled();
		assert.match((await view.page.locator('.find-count').textContent()) ?? '', /⟦No results⟧/u);
		assert.deepEqual(await unwrapped(view), []);
		assert.deepEqual(view.errors, []);
	});

	it('says what waits of changes, and what became of them', async () => {
		const view = await open({ sessionKey: 'session-1', expanded: { t: true } });
		const diff = (index: number, review: ViewFileReview) => ({
			...sampleDiff(index, review),
			path: '/α/β',
			label: 'α/β',
			preview: ['-α', '+β'],
		});
		const answered = (['kept', 'undone', 'kept_and_undone'] as const).map((type) => diff(2, { type }));
		const content = [diff(0, waitsOf(0)), diff(1, waitsOf(1, { isUndoable: false })), ...answered];
		const files = [
			sampleChangedFile('α', { path: '/α' }),
			sampleChangedFile('β', { path: '/β', isUndoable: false }),
		];
		await view.post(
			snapshot([sampleToolCall('t', { title: 'Εργασία', content })]),
			waitingChanges(files, { count: 5, undeclared: 2, ofOthers: 1 }),
		);
		await view.page.locator('.review-fold').click();
		const own = (await unwrapped(view)).filter((text) => !text.includes('Demo Agent'));
		assert.deepEqual(own, []);
		await view.post({ type: 'changes' });
		assert.match((await view.page.locator('[aria-live=polite]').textContent()) ?? '', /⟦No change waits/u);
	});

	it('says what is wrong with a form, and asks to check the answers', async () => {
		const view = await open(foreignState);
		await view.post(snapshot(foreignEntries, foreignSession));
		const form = view.page.locator('[data-entry-id="q"]');
		await view.page.waitForFunction(
			() => document.querySelector('[data-entry-id="q"] .button[aria-disabled]') === null,
		);
		await form.locator('.button.primary').click();
		assert.ok((await form.locator('.field-problem:visible').count()) >= 3);
		assert.deepEqual(await unwrapped(view), []);
		const [text, , number] = await form.locator('input.input').all();
		await text?.fill('αβγ');
		await number?.fill('5');
		await form.locator('select').selectOption({ index: 1 });
		await form.locator('[type="checkbox"]').last().check();
		await form.locator('.button.primary').click();
		assert.ok(await form.locator('.form-overview').isVisible());
		assert.deepEqual(await unwrapped(view), []);
	});

	it('says the state of the session and of its agent, whatever it is', async () => {
		const view = await open(foreignState);
		await view.post(snapshot([], foreignSession));
		let seq = 0;
		const show = async (fields: Partial<ViewSession>): Promise<void> => {
			await view.post(delta(++seq, { type: 'session', session: session(fields) }));
			assert.deepEqual(await unwrapped(view), []);
		};
		const quiet = { pendingPermissions: [], pendingElicitations: [] };
		await show({ ...quiet, turn: { type: 'idle' } });
		await show({ ...quiet, turn: { type: 'running', startedAt: 0 } });
		await show({ ...quiet, turn: { type: 'running', startedAt: 0, stateName: 'σκέφτεται' } });
		await show({ ...quiet, turn: { type: 'stopping', startedAt: 0, stopAt: 0 } });
		await show({ ...quiet, usage: { used: 850, size: 0 }, queuePause: 'login', running: [] });
		await show({ pendingPermissions: [] });
		for (const agent of foreignAgents) {
			await show({ ...quiet, agent, turn: { type: 'idle' } });
			assert.match((await view.page.locator('.status-state').textContent()) ?? '', /^⟦.+⟧$/u);
		}
	});

	it('says what the composer offers and refuses, and what stands there before the first session', async () => {
		const view = await open(foreignState);
		await view.post(
			snapshot([], foreignSession, { attachments: [{ type: 'file', id: 'α', name: 'α' }] }),
			{ type: 'attached', attachments: [{ type: 'file', id: 'β', name: 'β' }], problem: 'Όχι' },
			{ type: 'focusComposer' },
		);
		await view.page.keyboard.type('/');
		await view.settled();
		assert.equal(await view.page.getByRole('listbox').count(), 1);
		assert.deepEqual(await unwrapped(view), []);
		await view.post({
			type: 'empty',
			generation: -1,
			agents: [{ name: 'α', title: 'Α' }],
			problems: ['Πρόβλημα'],
		});
		assert.match((await view.page.locator('h2').textContent()) ?? '', /⟦Work with an agent⟧/u);
		assert.deepEqual(await unwrapped(view), []);
		assert.deepEqual(view.errors, []);
	});

	it('names its language, and writes numbers as it does', async () => {
		const view = await harness.open({ words: german });
		await view.post(snapshot(richEntries, { ...richSession, usage: { used: 1234, size: 200_000 } }));
		assert.equal(await view.page.evaluate(() => document.documentElement.lang), 'de');
		assert.match(await view.page.locator('.usage .usage-text').innerText(), /^1,2k \/ 200k$/u);
		await view.page.getByRole('textbox', { name: 'Nachricht' }).waitFor();
	});
});

describe('the view in German', () => {
	const harness = useHarness();

	for (const width of [300, 400]) {
		it(`has room for its words at ${width} px`, async () => {
			const view = await harness.open({ words: german, width, height: 1800, state: richState });
			await view.post(
				snapshot(richEntries, {
					...richSession,
					usage: { used: 12_345, size: 200_000 },
					running: [
						{
							type: 'terminal',
							id: 'a',
							terminalId: 'a',
							label: 'npm test',
							startedAt: Date.now(),
							canStop: true,
						},
					],
					queue: [{ id: '1', text: 'Danach bitte die Tests', place: 'here' }],
					queuePause: 'failure',
				}),
			);
			await view.post(waitingChanges(fiveFiles, { undeclared: 2, ofOthers: 1 }));
			await mkdir(shots, { recursive: true });
			await view.page.screenshot({ path: new URL(`german-${width}.png`, shots).pathname });
			assert.deepEqual(await cutOff(view), []);
		});
	}
});

/** Buttons and lines of ours whose words do not fit, or are broken apart. */
async function cutOff(view: ViewPage): Promise<string[]> {
	const broken = await view.page
		.locator('.status-show, .status-elapsed')
		.evaluateAll((all) =>
			all.filter((node) => node.clientHeight > 30).map((node) => `${node.textContent} is broken`),
		);
	const wide = await view.page.evaluate(() =>
		[
			...document.querySelectorAll(
				'html, .button, .status-line, .status-state, .queue-head, .running-fold > span, h2',
			),
		]
			.filter(
				(node) => node.checkVisibility() && node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0,
			)
			.map((node) => `${node.className} ${node.textContent} ${node.scrollWidth} > ${node.clientWidth}`),
	);
	return [...broken, ...wide];
}
