import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ViewEntry } from '../../src/core/view/viewEntry.ts';
import { figure } from '../tools/figure.ts';
import { longTest } from '../tools/longTest.ts';
import { sized } from '../tools/sized.ts';
import { useHarness, type ViewPage, viewScripts, viewStyleSheet } from './harness.ts';
import { leaks, scripts } from './payloads.ts';
import {
	delta,
	sampleMessage,
	sampleNotice,
	samplePermission,
	sampleSession,
	sampleToolCall,
	snapshot,
} from './samples.ts';

/** All that the view ever draws. */
const allowed = new Set(
	(
		'a article blockquote br button code del details div em h1 h2 h3 h4 h5 h6 hr img label li main ol optgroup option p pre section ' +
		'select span strong summary table tbody td textarea th thead tr ul'
	).split(' '),
);
const allowedAttributes =
	/^(class|id|role|tabindex|title|type|hidden|start|open|alt|src|decoding|rows|label|placeholder|spellcheck|value|aria-[a-z]+|data-(entry-id|state|status|severity|kind|look|vscode-context))$/;

describe('text of a hostile agent', () => {
	const harness = useHarness({ ownProcess: true });

	it('has enough payloads', () =>
		assert.ok(scripts.length >= 150 && leaks.length >= 50, `${scripts.length}, ${leaks.length}`));

	it('runs nothing, draws nothing outside the list and asks for nothing, wherever it stands [hazard E1] [hazard E2]', async () => {
		const view = await harness.open({
			state: { sessionKey: 'session-1', expanded: expandAll(), isPlanOpen: true },
		});
		for (const batch of batches([...scripts, ...leaks], 25)) {
			await view.post(snapshot(batch.flatMap(everywhere), hostileSession(batch[0] ?? '')));
			await view.page.evaluate(() =>
				document.querySelectorAll('article').forEach((node) => node.scrollIntoView()),
			);
			await view.settled();
			await assertHarmless(view);
		}
		const places = everywhere('', 0).length;
		figure(
			'E1',
			`${scripts.length + leaks.length} payloads in ${places} kinds of entries: 0 scripts, 0 elements outside the list`,
		);
		figure(
			'E2',
			`${scripts.length + leaks.length} payloads, ${leaks.length} of them made to send: ${view.requests.length} requests`,
		);
	});

	it('is as harmless when it comes in pieces [hazard E1]', async () => {
		const view = await harness.open();
		await view.post(snapshot([sampleMessage('a', '', { isComplete: false })]));
		let seq = 0;
		for (const payload of [...scripts, ...leaks].filter((_one, at) => at % sized(1, 4) === 0)) {
			const pieces = payload.match(/[^]{1,40}/gu) ?? [];
			const ops = [...pieces, '\n\n'].map((text) => ({ type: 'text', id: 'a', text }) as const);
			const middle = Math.ceil(ops.length / 2);
			await view.post(delta(++seq, ...ops.slice(0, middle)), delta(++seq, ...ops.slice(middle)));
		}
		await assertHarmless(view);
	});

	it('cannot be clicked into anything but a message to the host [hazard E3]', async () => {
		const view = await harness.open({ height: 4000 });
		const links = [
			'https://example.com/a?b=1&amp;c=2',
			'src/a.ts:12',
			'command:x',
			'javascript:alert(1)',
			'vscode://x/y',
			'mailto:a@example.com',
			'data:text/html,x',
			'#x',
		];
		await view.post(
			snapshot([sampleMessage('a', links.map((href, index) => `[link ${index}](${href})`).join('\n\n'))]),
		);
		const drawn = view.page.getByRole('link');
		assert.deepEqual(await drawn.allInnerTexts(), ['link 0', 'link 1', 'link 5']);
		for (const link of await drawn.all()) await link.click();
		await drawn.first().click({ button: 'middle' });
		assert.deepEqual(
			(await view.sentOf('openLink')).map(({ href }) => href),
			['https://example.com/a?b=1&c=2', 'src/a.ts:12', 'mailto:a@example.com'],
		);
		assert.equal(
			await view.page
				.locator('[href]')
				.evaluateAll((nodes) => nodes.filter((node) => node.closest('body') !== null).length),
			0,
		);
		assert.equal(view.page.context().pages().length, 1);
		assert.deepEqual(view.requests, []);
		assert.equal(await drawn.first().getAttribute('title'), 'https://example.com/a?b=1&c=2');
		assert.match(await view.page.getByText('link 2').innerText(), /command:x/);
	});

	it('has pictures only of data, of four kinds, up to 5 MiB [hazard E2]', async () => {
		const view = await harness.open();
		const dot =
			'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
		await view.post(
			snapshot([
				sampleMessage(
					'a',
					`![dot](data:image/png;base64,${dot})\n\n![far](https://evil.example/a.png)\n\n![svg](data:image/svg+xml;base64,${dot})`,
				),
				sampleMessage('b', '', {
					content: [
						{ type: 'image', mimeType: 'image/png', data: dot },
						{ type: 'image', mimeType: 'image/svg+xml', data: dot },
						{ type: 'image', mimeType: 'image/png', data: 'A'.repeat(8 * 1024 * 1024) },
						{ type: 'audio', mimeType: 'audio/wav', bytes: 12_000 },
						{ type: 'unknown', kind: 'hologram' },
						{ type: 'resource', uri: 'file:///work/a.txt', text: '<b>text</b>' },
					],
				}),
			]),
		);
		assert.equal(await view.page.locator('img').count(), 2);
		await view.page.getByRole('link', { name: 'far' }).waitFor();
		const text = await view.page.getByRole('log').innerText();
		for (const expected of [
			/svg/,
			/image\/svg\+xml/,
			/too large/,
			/Audio \(audio\/wav, 12 KB\)/,
			/"hologram"/,
		])
			assert.match(text, expected);
		assert.deepEqual(view.requests, []);
	});

	it('is shown in full before it is allowed, with what it hides made visible [hazard C7]', async () => {
		const view = await harness.open();
		const command = `echo ok${' '.repeat(500)}; rm -rf ~ \u202E# ${'x'.repeat(100_000)} END`;
		await view.post(
			snapshot([samplePermission('p', { title: 'Run $(verified) \u202Esafe', details: command })]),
		);
		const card = view.page.getByRole('article', { name: 'Permission: Run $(verified) ⟨U+202E⟩safe' });
		const details = (await card.getByRole('group', { name: 'Details' }).textContent()) ?? '';
		assert.equal(details, `echo ok⟨500 blanks⟩; rm -rf ~ ⟨U+202E⟩# ${'x'.repeat(100_000)} END`);
		assert.equal(
			await view.page.evaluate(() => document.querySelector('.permission-details .hidden-char')?.textContent),
			'⟨500 blanks⟩',
		);
	});

	it('cannot keep the view from drawing for long [hazard E5]', async () => {
		const view = await harness.open();
		let slowest = 0;
		// One of each kind: emphasis, brackets, quotes and tables; the others are in the long run.
		const kinds = ['*a '.repeat(20_000), '![a](b'.repeat(10_000), '>'.repeat(20_000), '|a'.repeat(30_000)];
		const others = [
			'['.repeat(60_000),
			'_a_b'.repeat(15_000),
			'_a_b '.repeat(12_000),
			'a_'.repeat(30_000),
			'`a``'.repeat(15_000),
			'<a '.repeat(20_000),
			`${'- '.repeat(20_000)}x`,
			'1) '.repeat(20_000),
			'~'.repeat(60_000),
			'&#1;'.repeat(15_000),
		];
		for (const payload of [...kinds, ...sized(others, [])]) {
			const { all } = await view.work();
			const generation = 2 + Math.round(performance.now() * 1000);
			await view.post(snapshot([sampleMessage('a', payload)], {}, { generation }));
			const taken = (await view.work()).all - all;
			slowest = Math.max(slowest, taken);
			assert.ok(taken < 5000, `${payload.slice(0, 10)} took ${taken.toFixed(0)} ms`);
		}
		console.log(`slowest of the texts made to be slow: ${slowest.toFixed(0)} ms`);
	});

	// It measures frames by the clock, for which the lanes of the short run are too full.
	longTest('is drawn in slices, also where nothing breaks it [hazard E5]', async () => {
		const view = await harness.open();
		const slices: string[] = [];
		for (const piece of ['*a*b', 'x', ...sized(['_a_b', '`a``', '![a](b', '](data:image/', '&#1;'], [])]) {
			const longest = await longestOf(view, piece.repeat((unbrokenKib * 1024) / piece.length));
			slices.push(`${piece} ${longest.toFixed(0)} ms`);
			assert.ok(longest < mostFrameMs, slices.join(', '));
		}
		console.log(`longest frame of ${unbrokenKib} KiB without a blank: ${slices.join(', ')}`);
	});

	it('is drawn in slices, also as one list, one table or nothing but marks [hazard E5]', async () => {
		const view = await harness.open();
		const slices: string[] = [];
		const lists = ['- a\n', ...sized(['  - a\n', '1. a\n   1. b\n'], [])];
		for (const piece of [...lists, '|a|b|\n|-|-|\n|c|d|\n', '\u202e']) {
			const longest = await longestOf(view, piece.repeat((listKib * 1024) / piece.length));
			slices.push(`${JSON.stringify(piece)} ${longest.toFixed(0)} ms`);
			assert.ok(longest < mostFrameMs, slices.join(', '));
		}
		console.log(`longest frame of ${listKib} KiB of lists, tables and marks: ${slices.join(', ')}`);
	});

	it('shows where a message turns the order of its letters around, and leaves other scripts alone [hazard C7]', async () => {
		const view = await harness.open();
		const texts = ['cv\u202Efdp.exe', '**bold\u2066** `a\u202Eb`', 'שלום עולם', '<b>\u202Ex</b>'];
		await view.post(snapshot(texts.map((text, index) => sampleMessage(`m${index}`, text))));
		const shown = await view.page.locator('.entry .markdown').allInnerTexts();
		assert.deepEqual(
			shown.map((text) => text.trim()),
			['cv⟨U+202E⟩fdp.exe', 'bold⟨U+2066⟩ a⟨U+202E⟩b', 'שלום עולם', '<b>⟨U+202E⟩x</b>'],
		);
	});

	it('finds no HTML string in our sources [hazard E1]', async () => {
		const script = [...(await viewScripts()).values()].join('\n');
		// lit-html sets one template's innerHTML, from strings of our own, through its Trusted Types policy.
		assert.equal(script.match(/innerHTML/g)?.length, 1);
		assert.equal(
			script.match(
				/insertAdjacentHTML|outerHTML|document\.write|DOMParser|setHTML|createContextualFragment|eval\(|new Function/g,
			),
			null,
		);
	});

	it('meets Trusted Types: a string of HTML is refused [hazard E1]', async () => {
		const view = await harness.open();
		const refused = await view.page.evaluate(() => {
			try {
				document.body.innerHTML = '<b>x</b>';
				return false;
			} catch {
				return true;
			}
		});
		assert.equal(refused, true);
	});

	it('meets only variables of the theme in the style sheet', async () => {
		const css = await viewStyleSheet();
		assert.equal(css.match(/#[0-9a-f]{3,8}\b|rgba?\(|hsla?\(|url\(/i), null);
	});
});

/** The payload in every place where foreign text is shown. */
function everywhere(text: string, index: number): ViewEntry[] {
	const id = (kind: string): string => `${kind}${index}`;
	return [
		sampleMessage(id('user'), text, { role: 'user' }),
		sampleMessage(id('agent'), text),
		sampleMessage(id('thought'), text, { role: 'thought' }),
		sampleMessage(id('links'), '', {
			content: [
				{ type: 'resource_link', uri: text, name: text },
				{ type: 'resource', uri: text, text },
				{ type: 'image', mimeType: text, data: text },
				{ type: 'image', mimeType: 'image/png', data: text },
				{ type: 'audio', mimeType: text, bytes: 1 },
				{ type: 'unknown', kind: text },
			],
		}),
		sampleToolCall(id('tool'), {
			title: text,
			locations: [{ path: text, label: text, line: 1 }],
			hasRaw: true,
			content: [
				{ type: 'content', content: { type: 'text', text } },
				{
					type: 'diff',
					index: 0,
					path: text,
					label: text,
					kind: 'modify',
					added: 1,
					removed: 1,
					preview: [`+${text}`, `-${text}`],
					isPreviewCut: true,
				},
				{
					type: 'terminal',
					terminalId: id('terminal'),
					label: text,
					output: text,
					isTruncated: false,
					exit: { exitCode: null, signal: text },
				},
			],
		}),
		{
			type: 'plan',
			id: id('plan'),
			isRemoved: false,
			items: [{ content: text, priority: 'high', status: 'pending' }],
		},
		samplePermission(id('permission'), {
			title: text,
			description: text,
			details: text,
			options: [{ optionId: text, name: text, kind: 'other' }],
		}),
		sampleNotice(id('notice'), { title: text, detail: text }),
	];
}

function hostileSession(text: string): Parameters<typeof snapshot>[1] {
	return sampleSession({
		agentTitle: text,
		title: text,
		planIds: ['plan0'],
		commands: [{ name: text, description: text, hint: text }],
		options: [
			{
				type: 'select',
				id: text,
				name: text,
				description: text,
				category: text,
				via: 'option',
				current: text,
				groups: [{ name: text, choices: [{ value: text, name: text, description: text }] }],
			},
		],
		agent: { type: 'unapproved', commandLine: text },
	});
}

function expandAll(): Record<string, boolean> {
	return Object.fromEntries(
		['tool', 'thought'].flatMap((kind) =>
			Array.from({ length: 25 }, (_, index) => [`${kind}${index}`, true]),
		),
	);
}

async function assertHarmless(view: ViewPage): Promise<void> {
	const found = await view.page.evaluate(() => ({
		hacked: window.acpHacked,
		elements: [
			...new Set(
				[...document.body.querySelectorAll('*')]
					.filter((node) => node.localName !== 'script')
					.map((node) => node.localName),
			),
		],
		attributes: [
			...new Set([...document.querySelectorAll('#app *')].flatMap((node) => node.getAttributeNames())),
		],
	}));
	assert.equal(found.hacked, undefined);
	assert.deepEqual(
		found.elements.filter((name) => !allowed.has(name)),
		[],
	);
	assert.deepEqual(
		found.attributes.filter((name) => !allowedAttributes.test(name)),
		[],
	);
	assert.deepEqual(view.requests, []);
	// A picture of bytes that are none may fail to load; nothing else may be in the console.
	assert.deepEqual(
		view.errors.filter((error) => !error.includes('ERR_INVALID_URL')),
		[],
	);
}

function batches<T>(items: readonly T[], size: number): T[][] {
	return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
		items.slice(index * size, (index + 1) * size),
	);
}

/** A tenth of a second is promised; a wall time is held at five times its number. */
const mostFrameMs = 5 * 100;

/** Characters that are shown at once, in KiB. */
const unbrokenKib = sized(256, 64);
const listKib = sized(128, 64);

/**
 * Milliseconds of the longest frame in which a text is drawn. A page that waits for a processor in the middle of a frame
 * is drawn again: the best of three tries counts, since what is not drawn in slices takes too long in each of them.
 */
async function longestOf(view: ViewPage, text: string): Promise<number> {
	let least = Number.POSITIVE_INFINITY;
	for (let tries = 0; tries < 3 && least >= mostFrameMs; tries++) {
		const generation = 2 + Math.round(performance.now() * 1000);
		await view.post(snapshot([sampleMessage('a', '', { isComplete: false })], {}, { generation }));
		least = Math.min(least, await view.page.evaluate(longestFrame, { generation, text }));
	}
	return least;
}

/** Runs in the page: shows the text at once and says how long the longest frame of it took, in milliseconds. */
async function longestFrame({ generation, text }: { generation: number; text: string }): Promise<number> {
	let longest = 0;
	const request = window.requestAnimationFrame;
	window.requestAnimationFrame = (callback) =>
		request((time) => {
			const began = performance.now();
			callback(time);
			longest = Math.max(longest, performance.now() - began);
		});
	const ops = [{ type: 'text', id: 'a', text }];
	window.dispatchEvent(new MessageEvent('message', { data: { type: 'delta', generation, seq: 1, ops } }));
	for (let quiet = 0; quiet < 3;) {
		await new Promise<void>((resolve) => window.acpNextFrame(() => resolve()));
		quiet = window.acpFrames === 0 ? quiet + 1 : 0;
	}
	window.requestAnimationFrame = request;
	return longest;
}
