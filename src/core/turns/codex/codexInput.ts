/** A message of the user, as Codex takes it. */
import type { Content } from '../../session/model/content.ts';
import type { SlashCommand } from '../../session/model/sessionState.ts';
import { type JsonObject, objectsIn, stringAt } from '../../base/json.ts';
import { pathFromUri } from '../threadFacts.ts';

/** A skill that Codex lists for a folder. */
export interface Skill {
	readonly name: string;
	readonly description: string;
	readonly path: string;
}

/** The name of the slash command that starts a turn which shortens the history, in place of a message. */
export const compactCommandName = 'compact';

/** The skills of one folder, those that are switched on. */
export function readSkills(answer: JsonObject): readonly Skill[] {
	return objectsIn(answer['data'])
		.flatMap((entry) => objectsIn(entry['skills']))
		.flatMap((raw): Skill[] => {
			const name = stringAt(raw, 'name');
			const path = stringAt(raw, 'path');
			if (name === undefined || path === undefined || raw['enabled'] === false) return [];
			return [
				{ name, path, description: stringAt(raw, 'shortDescription') ?? stringAt(raw, 'description') ?? '' },
			];
		});
}

/** What `/` offers. @param compactText what `/compact` does, in words */
export function commandsOf(skills: readonly Skill[], compactText: string): readonly SlashCommand[] {
	return [
		{ name: compactCommandName, description: compactText },
		...skills.map(({ name, description }) => ({ name, description })),
	];
}

/** The command that a message begins with. */
export function commandIn(content: readonly Content[]): string | undefined {
	const [first] = content;
	return first?.type === 'text' ? /^\/([\w.:-]+)(?:\s|$)/u.exec(first.text)?.[1] : undefined;
}

/** The parts of a message; a skill that it names goes along. */
export function encodeInput(content: readonly Content[], skills: readonly Skill[]): readonly object[] {
	const command = commandIn(content);
	const skill = skills.find(({ name }) => name === command);
	const called = skill === undefined ? [] : [{ type: 'skill', name: skill.name, path: skill.path }];
	return [...called, ...content.flatMap(encode)];
}

function encode(content: Content): readonly object[] {
	switch (content.type) {
		case 'text':
			return [text(content.text)];
		case 'image':
			return [{ type: 'image', url: `data:${content.mimeType};base64,${content.data}` }];
		case 'resource_link': {
			const path = pathFromUri(content.uri);
			return path === undefined
				? [text(`[${content.name}](${content.uri})`)]
				: [{ type: 'mention', name: content.name, path }];
		}
		case 'resource':
			return content.text === undefined ? [] : [text(`${content.uri}:\n\n${content.text}`)];
		case 'audio':
		case 'unknown':
			return [];
	}
}

function text(words: string): object {
	return { type: 'text', text: words, text_elements: [] };
}
