/** What VS Code shows of package.json, in each language. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';

const read = async (name: string): Promise<unknown> =>
	JSON.parse(await readFile(new URL(`../../../../${name}`, import.meta.url), 'utf8'));
const manifest = (await read('package.json')) as Readonly<Record<string, unknown>>;
const english = (await read('package.nls.json')) as Readonly<Record<string, string>>;
const german = (await read('package.nls.de.json')) as Readonly<Record<string, string>>;

/** Fields whose strings people read. */
const shown = new Set([
	'altText',
	'contents',
	'contextualTitle',
	'deprecationMessage',
	'description',
	'displayName',
	'enumDescriptions',
	'enumItemLabels',
	'errorMessage',
	'label',
	'markdownDeprecationMessage',
	'markdownDescription',
	'markdownEnumDescriptions',
	'name',
	'patternErrorMessage',
	'shortTitle',
	'title',
]);

/** The same in every language. */
const names = new Set(['ACP', 'ACP Host', 'acp-host']);

/** Every string that people read, with where it stands. Fields of settings called `name` are no names. */
function shownStrings(
	value: unknown,
	where: string,
	isShown: boolean,
	areNames: boolean,
): [string, string][] {
	if (typeof value === 'string') return isShown && !names.has(value) ? [[where, value]] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([field, inner]) => {
		if (field === 'default' || field === 'devDependencies' || field === 'body') return [];
		const isList = Array.isArray(value);
		const isInnerShown = isList ? isShown : !areNames && shown.has(field);
		return shownStrings(inner, `${where}.${field}`, isInnerShown, field === 'properties');
	});
}

describe('the words of the manifest', () => {
	const found = shownStrings(manifest, '', false, false);

	it('stand in package.nls.json: in package.json is %its.key%', () => {
		assert.ok(found.length > 100);
		assert.deepEqual(
			found.filter(([, text]) => !/^%[\w.]+%$/u.test(text)),
			[],
		);
	});

	it('are all there, in English and in German, and none is too many', () => {
		const used = [...new Set(found.map(([, text]) => text.slice(1, -1)))].toSorted();
		assert.deepEqual(Object.keys(english).toSorted(), used);
		assert.deepEqual(Object.keys(german).toSorted(), used);
	});

	it('lead to the same commands, settings and addresses in each language', () => {
		const links = (text = ''): string[] =>
			(text.match(/\(command:[^)]+\)|`[^`]+`|\(https:[^)]+\)/gu) ?? []).toSorted();
		for (const [key, text] of Object.entries(english)) assert.deepEqual(links(german[key]), links(text), key);
	});

	it('name commands as they are called in each language', () => {
		for (const words of [english, german]) {
			const titles = new Set(
				Object.entries(words).flatMap(([key, text]) => (key.startsWith('command.') ? [`ACP: ${text}`] : [])),
			);
			for (const [key, text] of Object.entries(words)) {
				for (const [, command = ''] of text.matchAll(/\*\*(ACP: [^*]+)\*\*/gu)) {
					assert.ok(titles.has(command), `${key}: ${command}`);
				}
			}
		}
	});

	it('are shipped', async () => {
		const ignore = await readFile(new URL('../../../../.vscodeignore', import.meta.url), 'utf8');
		for (const line of ['!l10n/*', '!package.nls*.json']) assert.ok(ignore.includes(line), line);
		assert.equal(manifest['l10n'], './l10n');
	});
});
