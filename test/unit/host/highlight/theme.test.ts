import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { customRules, resolveTheme, type ThemeSources } from '../../../../src/host/highlight/resolveTheme.ts';
import { packagedFile } from '../../../../src/host/highlight/contributions.ts';
import {
	activeTheme,
	type ThemeKind,
	type ThemeSettings,
} from '../../../../src/host/highlight/themeChoice.ts';
import { readThemeFile } from '../../../../src/host/highlight/themeFile.ts';
import type { TokenRule } from '../../../../src/host/highlight/tokenRule.ts';
import { contributions, folder, readFixture } from './extensions.ts';

function settings(fields: Partial<ThemeSettings> = {}): ThemeSettings {
	return {
		colorTheme: 'My Dark',
		preferredDark: 'Dark Modern',
		preferredLight: 'My Light',
		preferredHighContrast: 'Black',
		preferredHighContrastLight: 'White',
		detectsColorScheme: false,
		detectsHighContrast: true,
		...fields,
	};
}

const found = (kind: ThemeKind, fields: Partial<ThemeSettings> = {}): string | undefined =>
	activeTheme(contributions.themes, settings(fields), kind)?.label;

describe('the colour theme that is on', () => {
	it('is found by its id and by its label', () => {
		assert.equal(found('dark'), 'A Dark One');
		assert.equal(found('dark', { colorTheme: 'A Dark One' }), 'A Dark One');
		assert.equal(found('light', { colorTheme: 'My Light' }), 'My Light');
		assert.equal(found('dark', { colorTheme: 'Nobody Has It' }), undefined);
	});

	it('is the preferred one of its kind when the system decides', () => {
		const detectsColorScheme = true;
		assert.equal(found('light', { detectsColorScheme }), 'My Light');
		assert.equal(found('dark', { detectsColorScheme }), 'Dark Modern');
		assert.equal(found('light', { detectsColorScheme: false }), undefined);
	});

	it('is the preferred one for high contrast when the system asks for that', () => {
		assert.equal(found('high_contrast'), 'Contrast');
		assert.equal(found('high_contrast_light'), 'Contrast Light');
		assert.equal(found('high_contrast', { detectsHighContrast: false }), undefined);
		assert.equal(found('high_contrast', { colorTheme: 'Black', preferredHighContrast: '' }), 'Contrast');
	});

	it('is found by the name that another version of VS Code gave to it', () => {
		assert.equal(found('dark', { colorTheme: 'Default Dark Modern' }), 'Dark Modern');
	});
});

const scopesOf = (rules: readonly TokenRule[] | undefined): unknown => rules?.map(({ scope }) => scope);
const read = (path: string): ReturnType<typeof readThemeFile> =>
	readThemeFile({ extension: folder, path }, readFixture);

describe('a theme file', () => {
	it('may have comments, and what it includes comes first', async () => {
		assert.deepEqual(await read('themes/dark.json'), [
			{ scope: 'keyword', settings: { foreground: '#0000ff', fontStyle: 'bold' } },
			{ scope: ['comment', 'string'], settings: { foreground: '#00ff00' } },
			{ scope: 'string', settings: { foreground: '#ff0000' } },
		]);
	});

	it('may include itself, which ends there', async () => {
		assert.deepEqual(scopesOf(await read('themes/cycle.json')), ['b', 'a']);
	});

	it('includes nothing from outside of its extension', async () => {
		assert.deepEqual(await read('themes/escape.json'), []);
		assert.equal(packagedFile(folder, '../../x', 'themes'), undefined);
		assert.equal(packagedFile(folder, '..\\..\\x', 'themes'), undefined);
		assert.deepEqual(packagedFile(folder, '../x', 'themes'), { extension: folder, path: 'x' });
	});

	it('may be one of TextMate, or have its rules in one', async () => {
		const rules = [{ scope: 'keyword, storage', settings: { foreground: '#0000ff', fontStyle: '' } }];
		assert.deepEqual(await read('themes/mate.tmTheme'), rules);
		assert.deepEqual(await read('themes/beside.json'), rules);
		assert.equal(await read('themes/outside.json'), undefined);
	});

	it('whose rules stand in another format is not read', async () => {
		assert.equal(await read('themes/old.json'), undefined);
		assert.equal(await read('themes/broken.json'), undefined);
	});
});

describe('own colours', () => {
	it('come as groups first, then as rules, and those of a theme last', () => {
		const rules = customRules(
			{
				textMateRules: [{ scope: 'a', settings: { foreground: '#111111' } }, { settings: {} }, 'nonsense'],
				comments: '#222222',
				functions: { foreground: '#333333', fontStyle: 'italic' },
				'[My Dark]': { comments: '#444444', textMateRules: [{ scope: 'b', settings: {} }] },
				'[Another]': { comments: '#555555' },
			},
			'My Dark',
		);
		const comment = ['comment', 'punctuation.definition.comment'];
		assert.deepEqual(rules, [
			{ scope: comment, settings: { foreground: '#222222' } },
			{
				scope: ['entity.name.function', 'support.function'],
				settings: { foreground: '#333333', fontStyle: 'italic' },
			},
			{ scope: 'a', settings: { foreground: '#111111' } },
			{ scope: comment, settings: { foreground: '#444444' } },
			{ scope: 'b', settings: {} },
		]);
	});

	it('may be for several themes, and for all that have a name like that', () => {
		const isFor = (key: string, theme: string | undefined): boolean =>
			customRules({ [key]: { strings: '#111111' } }, theme).length > 0;
		assert.equal(isFor('[One][My Dark]', 'My Dark'), true);
		assert.equal(isFor('[My*]', 'My Dark'), true);
		assert.equal(isFor('[*Dark]', 'My Dark'), true);
		assert.equal(isFor('[*y D*]', 'My Dark'), true);
		assert.equal(isFor('[*]', 'My Dark'), true);
		assert.equal(isFor('[Dark]', 'My Dark'), false);
		assert.equal(isFor('strings', undefined), true);
		assert.equal(isFor('[My Dark]', undefined), false);
	});

	it('that are no object are none', () => {
		for (const setting of [undefined, null, [], 'x', 1]) assert.deepEqual(customRules(setting, 'x'), []);
	});
});

describe('the colours to use', () => {
	const sources = (fields: Partial<ThemeSources> = {}): ThemeSources & { readonly lines: string[] } => {
		const lines: string[] = [];
		return {
			themes: contributions.themes,
			settings: settings(),
			kind: 'dark',
			customizations: undefined,
			read: readFixture,
			log: (line) => lines.push(line),
			lines,
			...fields,
		};
	};

	it('are those of the theme, then those of the user', async () => {
		const theme = await resolveTheme(sources({ customizations: { numbers: '#999999' } }));
		assert.equal(theme.isFallback, false);
		assert.deepEqual(scopesOf(theme.rules), [
			'keyword',
			['comment', 'string'],
			'string',
			['constant.numeric'],
		]);
	});

	it('follow the variables of VS Code if the theme is not there or cannot be read', async () => {
		for (const colorTheme of ['Nobody Has It', 'Old', 'Gone']) {
			const asked = sources({ settings: settings({ colorTheme }) });
			const theme = await resolveTheme(asked);
			assert.equal(theme.isFallback, true, colorTheme);
			assert.equal(asked.lines.length, colorTheme === 'Gone' ? 1 : 0, colorTheme);
		}
	});
});
