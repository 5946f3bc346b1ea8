/** Extensions of our own for tests: small grammars and themes, in memory. */
import {
	type Manifest,
	readContributions,
	type PackagedFile,
	type ReadPackaged,
} from '../../../../src/host/highlight/contributions.ts';

export const folder = 'file:///extensions/mini';

const miniGrammar = {
	scopeName: 'source.mini',
	patterns: [
		{ match: '\\b(let|if)\\b', name: 'keyword.control.mini' },
		{ begin: '#', end: '$', name: 'comment.line.mini' },
		{ begin: '"', end: '"', name: 'string.quoted.mini' },
		{ begin: '<<', end: '>>', contentName: 'meta.embedded.other', patterns: [{ include: 'source.other' }] },
	],
};

/** As one of TextMate's own, in XML. */
const otherGrammar = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
	<key>scopeName</key><string>source.other</string>
	<key>patterns</key><array>
		<dict><key>match</key><string>[0-9]+</string><key>name</key><string>constant.numeric.other</string></dict>
	</array>
</dict></plist>`;

const injected = {
	scopeName: 'mini.todo',
	injectionSelector: 'L:comment',
	patterns: [{ match: 'TODO', name: 'keyword.todo' }],
};

export const files: Record<string, string> = {
	'syntaxes/mini.json': JSON.stringify(miniGrammar),
	'syntaxes/other.tmLanguage': otherGrammar,
	'syntaxes/todo.json': JSON.stringify(injected),
	'syntaxes/broken.json': '{ "patterns": ',
	'themes/base.json': `{
		// A comment, and a comma too many.
		"tokenColors": [
			{ "settings": { "foreground": "#123456" } },
			{ "scope": "keyword", "settings": { "foreground": "#0000ff", "fontStyle": "bold" } },
			{ "scope": ["comment", "string"], "settings": { "foreground": "#00ff00" } },
		],
	}`,
	'themes/dark.json':
		'{ "include": "./base.json", "tokenColors": [{ "scope": "string", "settings": { "foreground": "#ff0000" } }] }',
	'themes/light.json': '{ "tokenColors": [{ "scope": "keyword", "settings": { "foreground": "#aa0000" } }] }',
	'themes/old.json': '{ "tokenColors": "./nonsense.tmTheme" }',
	'themes/nonsense.tmTheme': '<plist><dict><key>settings</key><string>none</string></dict></plist>',
	'themes/beside.json': '{ "tokenColors": "./mate.tmTheme" }',
	'themes/outside.json': '{ "tokenColors": "../../../etc/passwd" }',
	'themes/mate.tmTheme': `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<!-- <dict><key>settings</key><array/></dict> -->
<dict>
	<key>name</key><string>Mate &amp; co</string>
	<key>settings</key>
	<array>
		<dict><key>settings</key><dict><key>foreground</key><string>#123456</string></dict></dict>
		<dict>
			<key>name</key> <string>Words</string>
			<key>scope</key> <string>keyword, storage</string>
			<key>settings</key>
			<dict><key>fontStyle</key><string/><key>foreground</key><string>#0000ff</string></dict>
		</dict>
	</array>
</dict>
</plist>`,
	'themes/cycle.json': '{ "include": "cycle2.json", "tokenColors": [{ "scope": "a", "settings": {} }] }',
	'themes/cycle2.json': '{ "include": "./cycle.json", "tokenColors": [{ "scope": "b", "settings": {} }] }',
	'themes/escape.json': '{ "include": "../../../etc/passwd", "tokenColors": [] }',
	'themes/broken.json': '[1, 2',
};

export const manifest: Manifest = {
	extension: folder,
	packageJson: {
		contributes: {
			languages: [
				{
					id: 'mini',
					aliases: ['Mini', 'Mini Script'],
					extensions: ['.mini', '.mn'],
					filenames: ['Minifile'],
				},
				{ id: 'other', extensions: ['.mini.other'] },
				{ id: 'broken' },
				{ id: 'nothing' },
				{ id: 'shellscript', aliases: ['Shell Script', 'bash'], extensions: ['.sh'] },
				{ aliases: ['No id'] },
				'nonsense',
			],
			grammars: [
				{ language: 'mini', scopeName: 'source.mini', path: './syntaxes/mini.json' },
				{ language: 'other', scopeName: 'source.other', path: './syntaxes/other.tmLanguage' },
				{ language: 'broken', scopeName: 'source.broken', path: './syntaxes/broken.json' },
				{ scopeName: 'mini.todo', path: './syntaxes/todo.json', injectTo: ['source.mini'] },
				{ language: 'nothing', scopeName: 'source.nothing', path: '../outside.json' },
				{ language: 'mini', path: './no-scope.json' },
			],
			themes: [
				{ id: 'My Dark', label: 'A Dark One', uiTheme: 'vs-dark', path: './themes/dark.json' },
				{ label: 'My Light', uiTheme: 'vs', path: 'themes/light.json' },
				{ id: 'Dark Modern', label: 'Dark Modern', uiTheme: 'vs-dark', path: './themes/base.json' },
				{ label: 'Old', uiTheme: 'vs-dark', path: './themes/old.json' },
				{ label: 'Gone', uiTheme: 'vs-dark', path: './themes/gone.json' },
				{ id: 'Black', label: 'Contrast', uiTheme: 'hc-black', path: './themes/dark.json' },
				{ id: 'White', label: 'Contrast Light', uiTheme: 'hc-light', path: './themes/light.json' },
				{ label: 'No path' },
			],
		},
	},
};

export const contributions = readContributions([
	{ extension: 'file:///x', packageJson: 'nonsense' },
	manifest,
]);

export const readFixture: ReadPackaged = async ({ path }: PackagedFile) => {
	const text = files[path];
	if (text === undefined) throw new Error(`There is no ${path}`);
	return text;
};
