/** Questions of an agent for tests. */
import { mkdir } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import type { ElicitationField } from '../../src/core/session/model/elicitation.ts';
import type { ViewElicitation } from '../../src/core/view/viewEntry.ts';
import type { ViewPage } from './harness.ts';
import { snapshot } from './samples.ts';

export function sampleForm(
	fields: readonly ElicitationField[],
	more: Partial<ViewElicitation> & { readonly title?: string; readonly description?: string } = {},
): ViewElicitation {
	const { title, description, ...rest } = more;
	const head = {
		...(title === undefined ? {} : { title }),
		...(description === undefined ? {} : { description }),
	};
	return {
		type: 'elicitation',
		id: 'q',
		message: 'How shall I set up the project?',
		mode: { type: 'form', ...head, fields },
		state: { type: 'pending' },
		...rest,
	};
}

export function sampleUrl(url: string, more: Partial<ViewElicitation> = {}): ViewElicitation {
	return {
		type: 'elicitation',
		id: 'q',
		message: 'Log in to Example to go on.',
		mode: { type: 'url', elicitationId: 'e-1', url },
		state: { type: 'pending' },
		target: { host: new URL(url).host, warnings: [] },
		...more,
	};
}

export function textField(
	name: string,
	more: Partial<Extract<ElicitationField, { type: 'text' }>> = {},
): ElicitationField {
	return { type: 'text', name, isRequired: false, ...more };
}

const licences = ['MIT', 'Apache-2.0', 'BSD-3-Clause', 'GPL-3.0', 'MPL-2.0', 'Unlicense', 'none'];

/** One of each kind, with what an agent can say about them. */
export const everyField: readonly ElicitationField[] = [
	textField('name', {
		title: 'Project name',
		description: 'Lower case, words joined by dashes.',
		isRequired: true,
		pattern: '^[a-z]+(-[a-z]+)*$',
		minLength: 3,
		initial: 'my-project',
	}),
	textField('about', { title: 'Description', maxLength: 500 }),
	textField('email', { title: 'Contact', format: 'email' }),
	textField('homepage', { title: 'Homepage', format: 'uri' }),
	textField('due', { title: 'Due date', format: 'date', initial: '2025-02-28' }),
	textField('start', { title: 'Start', format: 'date-time' }),
	{
		type: 'number',
		name: 'port',
		title: 'Port',
		isRequired: true,
		isInteger: true,
		minimum: 1024,
		maximum: 65535,
		initial: 8080,
	},
	{ type: 'boolean', name: 'tests', title: 'Add tests', isRequired: false, initial: true },
	{
		type: 'choice',
		name: 'language',
		title: 'Language',
		isRequired: true,
		choices: [
			{ value: 'ts', label: 'TypeScript', description: 'Types, compiled' },
			{ value: 'js', label: 'JavaScript' },
		],
	},
	{
		type: 'choice',
		name: 'licence',
		title: 'Licence',
		isRequired: false,
		choices: licences.map((value) => ({ value, label: value, description: `About ${value}` })),
	},
	{
		type: 'choices',
		name: 'tools',
		title: 'Tools',
		description: 'One or two.',
		isRequired: false,
		minItems: 1,
		maxItems: 2,
		initial: ['lint'],
		choices: [
			{ value: 'lint', label: 'Linter' },
			{ value: 'format', label: 'Formatter' },
			{ value: 'bundle', label: 'Bundler', description: 'For the browser' },
		],
	},
	{ type: 'unknown', name: 'map', title: 'Colours', isRequired: false, kind: 'object' },
];

const shots = new URL('../../test-results/webview/', import.meta.url);

export const card = (view: ViewPage): Locator =>
	view.page.getByRole('article', { name: 'Question from Demo Agent' });
export const button = (view: ViewPage, name: string): Locator =>
	card(view).getByRole('button', { name, exact: true });
export const field = (view: ViewPage, name: string | RegExp): Locator =>
	card(view).getByLabel(name, { exact: true });
/** Until the buttons count. */
export const open = (view: ViewPage): Promise<void> =>
	view.page.waitForFunction(
		() =>
			document.querySelector('.elicitation .button') !== null &&
			document.querySelector('.elicitation .button[aria-disabled]') === null,
	) as Promise<unknown> as Promise<void>;
export async function ask(view: ViewPage, entry: ReturnType<typeof sampleForm>): Promise<void> {
	await view.post(snapshot([entry], { pendingElicitations: ['q'] }));
	await open(view);
}

export async function save(view: ViewPage, name: string): Promise<void> {
	await mkdir(shots, { recursive: true });
	await view.page.screenshot({ path: new URL(`elicitation-${name}.png`, shots).pathname });
}

/** The name of what has the focus. */
export const focused = (view: ViewPage): Promise<string | undefined> =>
	view.page.evaluate(() => {
		const { activeElement: active } = document;
		if (active instanceof HTMLInputElement) return active.labels?.[0]?.textContent?.trim();
		return active?.ariaLabel ?? active?.textContent?.trim();
	});
