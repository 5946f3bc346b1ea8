/** Questions of agents: forms that are filled in, addresses that are opened only with consent. */
import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import type { Locator } from 'playwright-core';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import type { FakeAgentScript, Step } from '../../agents/fakeAgentScript.ts';
import { longTest } from '../../tools/longTest.ts';
import { eventually, fakeAgents, receivedBy, startSession } from './fakeAgents.ts';
import type { Workbench } from './workbench.ts';

/** A site that counts who comes. */
const hits: string[] = [];
const site = createServer((request, response) => {
	hits.push(request.url ?? '');
	response.writeHead(200, { 'content-type': 'text/plain' }).end('Welcome');
});
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
const visited = '/login?state=a%2Fb&redirect=http%3A%2F%2Flocalhost';
// Browsers know every name below `localhost`; VS Code would forward the port of the plain one.
const siteUrl = `http://site.localhost:${(site.address() as AddressInfo).port}${visited}`;
const secret = 'swordfish-4711';

const requestedSchema = {
	type: 'object',
	title: 'Release',
	properties: {
		name: { type: 'string', title: 'Name', minLength: 3, description: 'At least three letters' },
		count: { type: 'integer', title: 'Count', minimum: 1, default: 2 },
		channel: { type: 'string', title: 'Channel', enum: ['stable', 'beta'] },
		notify: { type: 'boolean', title: 'Notify' },
	},
	required: ['name', 'channel'],
};

function form(as = 'answer', isAsync = false): Step {
	const params = { sessionId: '$session', mode: 'form', message: 'What shall I release?', requestedSchema };
	return { request: { method: 'elicitation/create', params }, as, isAsync };
}

function visit(url: string): Step {
	const params = {
		sessionId: '$session',
		mode: 'url',
		message: 'Log in first.',
		elicitationId: 'visit-1',
		url,
	};
	return { request: { method: 'elicitation/create', params }, as: 'answer' };
}

const said: Step = { text: 'You said ${result.answer.action}.' };
const complete = (elicitationId: string): Step => ({
	send: { method: 'elicitation/complete', params: { elicitationId } },
});

const scripts: Record<string, FakeAgentScript> = {
	Asking: { on: { 'session/prompt': [form(), said] } },
	Hidden: { on: { 'session/prompt': [{ sleep: 5_000 }, form(), said] } },
	Regretting: {
		on: {
			'session/prompt': [
				form('answer', true),
				{ sleep: 1_500 },
				{ withdraw: 'answer' },
				{ await: 'answer' },
				{ text: 'It was withdrawn.' },
			],
		},
	},
	Visiting: {
		on: {
			'session/prompt#1': [visit(siteUrl), said],
			'session/prompt#2': [complete('nobody'), { text: 'Not yet.' }],
			'session/prompt#3': [complete('visit-1'), { text: 'Now.' }],
		},
	},
	Foreign: { on: { 'session/prompt': [visit('https://login.example.test/start'), said] } },
};

const question = async ({ chat }: Workbench): Promise<Locator> =>
	(await chat.articles(/^Question from/u)).last();

/** The buttons are inert at first, so that the user does not answer by accident. */
async function pending(workbench: Workbench): Promise<Locator> {
	const card = await question(workbench);
	await card.getByRole('button', { name: 'Decline' }).waitFor();
	await eventually(
		() => card.locator('[aria-disabled="true"]').count(),
		(count) => count === 0,
	);
	return card;
}

/** Answers to questions, in the order of the wire. */
async function answersOf(workbench: Workbench, agent: string): Promise<JsonObject[]> {
	const received = await receivedBy(workbench, agent);
	return received.flatMap(({ result }) => (isJsonObject(result) && 'action' in result ? [result] : []));
}

export const elicitationAgents = fakeAgents(scripts);

/** @param workbench the window; its agents are those above */
export function describeElicitation(workbench: () => Workbench): void {
	describe('a question of an agent', () => {
		it('is filled in, reviewed and sent by keyboard, and the answer is written down nowhere [acp C94] [acp C96] [acp C97] [acp C104] [acp C108]', async () => {
			await startSession(workbench(), 'Asking');
			const { chat, page } = workbench();
			await chat.send('go');
			const card = await pending(workbench());
			await chat.waitForStatus('Waiting for your answer');
			assert.match(await card.innerText(), /Asking asks\s+What shall I release\?\s+Release/u);
			await card.focus();
			await page.keyboard.press('Tab');
			await page.keyboard.type(secret);
			await workbench().screenshot('elicitation-form');
			await page.keyboard.press('Enter');
			// The channel is missing: the focus is there now.
			await card.getByText('Choose one: this is required.').waitFor();
			await page.keyboard.press('ArrowDown');
			await page.keyboard.press('Tab');
			await page.keyboard.press('Space');
			await page.keyboard.press('Enter');
			await card.getByRole('heading', { name: 'Check your answers' }).waitFor();
			assert.match(
				await card.innerText(),
				/Name\s+swordfish-4711\s+Count\s+2\s+Channel\s+beta\s+Notify\s+Yes/u,
			);
			await workbench().screenshot('elicitation-review');
			await pending(workbench());
			await page.keyboard.press('Tab');
			await page.keyboard.press('Enter');
			await chat.waitForStatus('Ready');
			const content = { name: secret, count: 2, channel: 'beta', notify: true };
			assert.deepEqual(await answersOf(workbench(), 'Asking'), [{ action: 'accept', content }]);
			assert.match((await card.innerText()).trim(), /^Answered\s+What shall I release\?$/u);
			assert.deepEqual(await filesWith(workbench().server.dataDir, secret), []);
		});

		longTest('is declined, and cancelled by its button and by Stop [acp C95]', async () => {
			await startSession(workbench(), 'Asking');
			const { chat } = workbench();
			const before = (await answersOf(workbench(), 'Asking')).length;
			for (const name of ['Decline', 'Cancel', 'Stop']) {
				await chat.send('go');
				const card = await pending(workbench());
				const button = name === 'Stop' ? await chat.button(/^Stop/u) : card.getByRole('button', { name });
				await button.click();
				await chat.waitForStatus('Ready');
			}
			const answers = (await answersOf(workbench(), 'Asking')).slice(before);
			assert.deepEqual(answers, [{ action: 'decline' }, { action: 'cancel' }, { action: 'cancel' }]);
			const outcomes = await (await chat.articles(/^Question from/u)).allInnerTexts();
			assert.deepEqual(
				outcomes.map((text) => text.trim().split(/\s/u)[0]),
				['Declined', 'Cancelled', 'Cancelled'],
			);
		});

		it('goes away when the agent takes it back [acp C95]', async () => {
			await startSession(workbench(), 'Regretting');
			const { chat } = workbench();
			await chat.send('go');
			const card = await pending(workbench());
			await chat.waitForStatus('Ready');
			assert.match(await card.innerText(), /Cancelled: the agent withdrew the question/u);
			assert.deepEqual(await answersOf(workbench(), 'Regretting'), [{ action: 'cancel' }]);
		});

		longTest('makes itself noticed while nobody looks', async () => {
			await startSession(workbench(), 'Hidden');
			const { chat, page } = workbench();
			await chat.send('go');
			await chat.hide();
			await page
				.getByRole('tab', { name: /ACP Host.*1 question is waiting/u })
				.first()
				.waitFor();
			// Under test VS Code shows no notification by itself, only in its list.
			await page.locator('[id="status.notifications"]').click();
			await page.locator('.notifications-center').getByText('Hidden in “go” asks you something.').waitFor();
			await workbench().screenshot('elicitation-notification');
			await page.getByRole('button', { name: 'Answer', exact: true }).click();
			const card = await pending(workbench());
			// The way leads to the card, not only to its session.
			await (await chat.frame()).locator('article.elicitation:focus').waitFor();
			await card.getByRole('button', { name: 'Decline' }).click();
			await chat.waitForStatus('Ready');
			await page.getByRole('tab', { name: /question is waiting/u }).waitFor({ state: 'detached' });
		});
	});

	describe('an address to visit', () => {
		after(() => {
			site.closeAllConnections();
			site.close();
		});

		it('is shown, opened outside only after the click, exactly as shown, and waits for the agent [acp C98] [acp C99] [acp C100] [acp C105]', async () => {
			await startSession(workbench(), 'Visiting');
			const { chat, page } = workbench();
			await chat.send('go');
			const card = await pending(workbench());
			assert.ok((await card.innerText()).includes(siteUrl));
			assert.equal(await card.getByRole('link').count(), 0);
			await workbench().screenshot('elicitation-url');
			assert.deepEqual(hits, []);
			const opened = page.context().waitForEvent('page');
			await card.getByRole('button', { name: 'Open in Browser' }).click();
			const browserTab = await opened;
			await eventually(
				() => Promise.resolve(hits.join()),
				(all) => all.includes(visited),
			);
			await browserTab.close();
			assert.ok(page.frames().every((frame) => !frame.url().includes('/login?state')));
			await chat.waitForStatus('Ready');
			assert.deepEqual(await answersOf(workbench(), 'Visiting'), [{ action: 'accept' }]);
			assert.match(await (await question(workbench())).innerText(), /Waiting for Visiting…/u);
			await chat.send('again');
			await eventually(
				() => chat.transcriptText(),
				(all) => all.includes('Not yet.'),
			);
			assert.match(await (await question(workbench())).innerText(), /Waiting for Visiting…/u);
			await chat.waitForStatus('Ready');
			await chat.send('once more');
			await eventually(
				() => chat.transcriptText(),
				(all) => all.includes('Now.'),
			);
			assert.match(await (await question(workbench())).innerText(), /^\s*Done/u);
			assert.deepEqual(hits, [visited]);
		});

		longTest('stays a question when the user says no to VS Code [acp C98]', async () => {
			await startSession(workbench(), 'Foreign');
			const { chat, page } = workbench();
			await chat.send('go');
			const card = await pending(workbench());
			await card.getByRole('button', { name: 'Open in Browser' }).click();
			const dialog = page.getByRole('dialog').filter({ hasText: 'https://login.example.test/start' });
			await dialog.waitFor();
			await dialog.getByRole('button', { name: 'Cancel' }).click();
			await dialog.waitFor({ state: 'hidden' });
			await pending(workbench());
			assert.deepEqual(await answersOf(workbench(), 'Foreign'), []);
			await card.getByRole('button', { name: 'Decline' }).click();
			await chat.waitForStatus('Ready');
			assert.deepEqual(await answersOf(workbench(), 'Foreign'), [{ action: 'decline' }]);
		});
	});
}

/** Files below a folder that hold a text. */
async function filesWith(folder: string, text: string): Promise<string[]> {
	const found: string[] = [];
	for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
		if (!entry.isFile()) continue;
		const file = path.join(entry.parentPath, entry.name);
		if ((await readFile(file)).includes(text)) found.push(file);
	}
	return found;
}
