import type { AvailableCommand, ContentBlock } from '@agentclientprotocol/sdk';
import type { Script } from './script.ts';
import { hasMedia } from './attachments.ts';
import { ask } from './scripts/ask.ts';
import { build } from './scripts/build.ts';
import { compact } from './scripts/compact.ts';
import { create } from './scripts/create.ts';
import { edit } from './scripts/edit.ts';
import { crash, fail, noise, refuse } from './scripts/failures.ts';
import { flood } from './scripts/flood.ts';
import { follow } from './scripts/follow.ts';
import { image } from './scripts/image.ts';
import { login } from './scripts/login.ts';
import { markdown } from './scripts/markdown.ts';
import { metashell } from './scripts/metashell.ts';
import { mode } from './scripts/mode.ts';
import { multi } from './scripts/multi.ts';
import { notice } from './scripts/notice.ts';
import { parallel } from './scripts/parallel.ts';
import { permission } from './scripts/permission.ts';
import { plan } from './scripts/plan.ts';
import { run } from './scripts/run.ts';
import { slow } from './scripts/slow.ts';
import { think } from './scripts/think.ts';
import { tour } from './scripts/tour.ts';
import { visit } from './scripts/visit.ts';
import { withdraw } from './scripts/withdraw.ts';

const friendly: Script[] = [tour, plan, edit, create, multi, run, permission, think, markdown, slow, mode];
const more: Script[] = [ask, visit, image, follow, build, metashell, login, notice, compact];
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
