/** The name that a session has by its first prompt, as long as neither the agent nor the user names it. */
import type { Content } from '../model/content.ts';
import type { SessionDraft, Step } from './draft.ts';

/** What fits into a tab and a row of a list. */
const titleChars = 60;

/** So much of a prompt is looked at: what comes later names nothing. */
const lookedAtChars = 4_000;

/** Gives the session the name of its first prompt with words in it, unless it has one. */
export function nameByPrompt({ draft, changes }: Step): void {
	const title = draft.promptTitle === undefined ? firstTitle(draft) : '';
	if (title === '') return;
	draft.promptTitle = title;
	changes.push({ type: 'session' });
}

function firstTitle({ entries }: SessionDraft): string {
	for (const entry of entries.values()) {
		// What stands in a child session is not what the user asked for.
		if (entry.type !== 'message' || entry.role !== 'user' || entry.parentId !== undefined) continue;
		const title = titleOfPrompt(entry.content);
		if (title !== '') return title;
	}
	return '';
}

/**
 * The first line of a prompt in which there are words, cut between two of them. Mentions are left out, and of an
 * absolute path only its last name stays. Empty when nothing is left.
 */
export function titleOfPrompt(content: readonly Content[]): string {
	const written = content.map((part) =>
		part.type === 'text' && part.attached === undefined ? part.text : '',
	);
	const text = withoutPaths(withoutMentions(written.join('\n').slice(0, lookedAtChars), content));
	const lines = text.split(/[\n\r]/u).map((line) => line.replaceAll(/\s+/gu, ' ').trim());
	return cut(lines.find((line) => /[\p{L}\p{N}]/u.test(line)) ?? '');
}

/** Names of what is attached may have blanks in them, so they are taken out whole, the longest first. */
function withoutMentions(text: string, content: readonly Content[]): string {
	const names = content.flatMap(namesOf).toSorted((a, b) => b.length - a.length);
	return names
		.reduce((rest, name) => rest.replaceAll(`@${name}`, ''), text)
		.replaceAll(/\[@[^\]\n]*\]\([^)\n]*\)/gu, '')
		.replaceAll(/(?<=^|\s)@\S+/gu, '');
}

/** What a mention of it may be called: its name, or any end of its path. */
function namesOf(content: Content): readonly string[] {
	if (content.type === 'text') return content.attached === undefined ? [] : [content.attached.name];
	if (content.type !== 'resource' && content.type !== 'resource_link') return [];
	const path = decoded(content.uri).replace(/^[a-z]+:\/*/iu, '');
	const folders = path.split('/').slice(-8);
	const ends = folders.map((_folder, at) => folders.slice(at).join('/'));
	return [...ends, ...('name' in content ? [content.name] : [])].filter((name) => name !== '');
}

function decoded(uri: string): string {
	try {
		return decodeURI(uri);
	} catch {
		return uri;
	}
}

/** A path of two names or more: a slash command is none. */
function withoutPaths(text: string): string {
	const path = /(?<=^|[\s"'`(<[])(?:file:\/\/|~|[A-Za-z]:)?(?:[\\/][^\s\\/"'`<>()[\]]*){2,}/gu;
	return text.replaceAll(path, (found) => found.split(/[\\/]/u).findLast((name) => name !== '') ?? '');
}

function cut(line: string): string {
	const characters = Array.from(line);
	if (characters.length <= titleChars) return line;
	const start = characters.slice(0, titleChars).join('');
	// A single word that is too long is cut.
	const end = start.lastIndexOf(' ');
	return `${end > titleChars / 3 ? start.slice(0, end) : start}…`;
}
