import type { AvailableCommand, ContentBlock } from '@agentclientprotocol/sdk';
import type { Script } from './script.ts';
import { hasMedia } from './attachments.ts';
import { ask, parallel, permission, visit, withdraw } from './scripts/questions.ts';
import { build, metashell, run } from './scripts/commands.ts';
import { changes } from './scripts/changes.ts';
import { compact, login, mode, notice, plan } from './scripts/facts.ts';
import { create, edit, follow, multi } from './scripts/files.ts';
import { crash, fail, noise, refuse } from './scripts/failures.ts';
import { retry } from './scripts/retry.ts';
import { flood, image, markdown, slow, think } from './scripts/text.ts';
import { tour } from './scripts/tour.ts';

const friendly: Script[] = [
	tour,
	plan,
	edit,
	changes,
	create,
	multi,
	run,
	permission,
	think,
	markdown,
	slow,
	mode,
];
const more: Script[] = [ask, visit, image, follow, build, metashell, login, notice, compact, retry];
const odd: Script[] = [parallel, withdraw, flood, refuse, fail, crash, noise];
const scripts: Script[] = [...friendly, ...more, ...odd];

export const availableCommands: AvailableCommand[] = scripts.map(({ name, description, hint }) => ({
	name,
	description,
	...(hint === undefined ? {} : { input: { hint } }),
}));

/**
 * The script that a prompt asks for, and what stood after its name. Pictures without a word that we know are looked at;
 * the tour answers everything else.
 */
export function chooseScript(prompt: readonly ContentBlock[]): { script: Script; args: string } {
	const text = textOf(prompt);
	const [, first = '', args = ''] = /^\/?(\w+)\s*([^]*)$/.exec(text) ?? [];
	const named = scripts.find(({ name }) => name === first.toLowerCase());
	if (named) return { script: named, args };
	const words = new Set(text.toLowerCase().match(/\w+/g));
	const mentioned = scripts.find(({ name, isMentionable }) => isMentionable && words.has(name));
	return { script: mentioned ?? (hasMedia(prompt) ? image : tour), args: '' };
}

/** The text that the user typed: attached files are not searched for keywords. */
export function textOf(prompt: readonly ContentBlock[]): string {
	return prompt
		.flatMap((block) => (block.type === 'text' ? [block.text] : []))
		.join(' ')
		.trim();
}
