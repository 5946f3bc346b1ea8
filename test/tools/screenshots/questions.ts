/** A form of an agent, its check before it is sent, and a page that the agent wants opened. */
import type { Locator } from 'playwright-core';
import type { Step } from '../../agents/fakeAgentScript.ts';
import { startSession } from '../../vscode/workbench/fakeAgents.ts';
import type { Workbench } from '../../vscode/workbench/workbench.ts';
import type { Scene } from './scene.ts';

const requestedSchema = {
	type: 'object',
	title: 'Release',
	properties: {
		version: { type: 'string', title: 'Version', description: 'As in the tag', default: '1.5.0' },
		channel: {
			type: 'string',
			title: 'Channel',
			oneOf: [
				{ const: 'stable', title: 'Stable', description: 'For everybody' },
				{ const: 'beta', title: 'Beta', description: 'For those who asked for it' },
			],
			default: 'stable',
		},
		extras: {
			type: 'array',
			title: 'Extras',
			items: {
				anyOf: [
					{ const: 'notes', title: 'Release notes' },
					{ const: 'post', title: 'Post in the forum' },
				],
			},
			default: ['notes'],
		},
		reviewers: { type: 'integer', title: 'Reviewers', minimum: 1, maximum: 5, default: 2 },
		notify: { type: 'boolean', title: 'Tell the team', default: true },
	},
	required: ['version', 'channel'],
};

function ask(params: object): Step {
	return {
		request: { method: 'elicitation/create', params: { sessionId: '$session', ...params } },
		as: 'answer',
	};
}

export const questions: Scene = {
	name: 'questions',
	agents: {
		Releaser: {
			on: {
				'session/prompt#1': [
					ask({ mode: 'form', message: 'What shall I release?', requestedSchema }),
					{ text: 'Then I go on with the upload.' },
				],
				'session/prompt#2': [
					ask({
						mode: 'url',
						message: 'The registry wants you to sign in.',
						elicitationId: 'sign-in',
						url: 'https://registry.example.com/device?code=WXYZ-1234',
					}),
					{ text: 'Maybe later.' },
				],
			},
		},
	},
	async run(camera) {
		const { workbench } = camera;
		const { chat } = workbench;
		await startSession(workbench, 'Releaser');
		await chat.send('Release it');
		const form = await question(workbench);
		await camera.takeSideBar('question-form');
		await form.getByRole('button', { name: 'Submit' }).click();
		await form.getByRole('heading', { name: 'Check your answers' }).waitFor();
		const review = await question(workbench);
		await camera.takeSideBar('question-review');
		await review.getByRole('button', { name: 'Decline' }).click();
		await chat.waitForStatus('Ready');
		await chat.send('Upload it');
		const visit = await question(workbench);
		await camera.takeSideBar('question-url');
		await visit.getByRole('button', { name: 'Decline' }).click();
		await chat.waitForStatus('Ready');
	},
};

/** The last question, as soon as its buttons are no longer inert. */
async function question({ chat, page }: Workbench): Promise<Locator> {
	await chat.waitForStatus('Waiting for your answer');
	const card = (await chat.articles(/^Question from/u)).last();
	await card.getByRole('button', { name: 'Decline' }).waitFor();
	await page.waitForTimeout(1_000);
	return card;
}
