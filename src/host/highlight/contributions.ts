/** What the manifests of extensions say about languages, grammars and colour themes. Pure: it gets the manifests. */
import { posix } from 'node:path';
import { itemsOf, list, object, read, type Shape, text, withDefault } from '../../core/base/shape.ts';

/** A file inside of an extension, wherever that is installed. */
export interface PackagedFile {
	/** URI of the extension's folder. */
	readonly extension: string;
	/** Path from there, with forward slashes; never leads out of the folder. */
	readonly path: string;
}

/** Reads such a file. Rejects if there is none. */
export type ReadPackaged = (file: PackagedFile) => Promise<string>;

/** The file that `path` means when it stands in `from`; undefined if it leads out of the extension. */
export function packagedFile(extension: string, path: string, from = '.'): PackagedFile | undefined {
	const joined = posix.normalize(posix.join(from, path.replaceAll('\\', '/')));
	return joined === '..' || joined.startsWith('../') || joined.startsWith('/')
		? undefined
		: { extension, path: joined };
}

export interface Manifest {
	/** URI of the extension's folder. */
	readonly extension: string;
	readonly packageJson: unknown;
}

export interface ContributedLanguage {
	readonly id: string;
	readonly aliases: readonly string[];
	/** With their dot. */
	readonly extensions: readonly string[];
	readonly filenames: readonly string[];
}

export interface ContributedGrammar {
	readonly language?: string;
	readonly scopeName: string;
	/** Scopes that it adds rules to. */
	readonly injectTo: readonly string[];
	readonly file: PackagedFile;
}

export interface ContributedTheme {
	/** What settings call it, if it has a name of its own for them; else they use the label. */
	readonly id?: string;
	readonly label: string;
	readonly uiTheme: string;
	readonly file: PackagedFile;
}

export interface Contributions {
	readonly languages: readonly ContributedLanguage[];
	readonly grammars: readonly ContributedGrammar[];
	readonly themes: readonly ContributedTheme[];
}

const texts = withDefault(list(text), []);
const optionalText = withDefault(text, undefined);

const language: Shape<ContributedLanguage> = object({
	id: text,
	aliases: texts,
	extensions: texts,
	filenames: texts,
});
const grammar = object({ language: optionalText, scopeName: text, injectTo: texts, path: text });
const theme = object({
	id: optionalText,
	label: optionalText,
	uiTheme: withDefault(text, 'vs-dark'),
	path: text,
});

const manifestShape = object({
	contributes: object({
		languages: withDefault(itemsOf(language), []),
		grammars: withDefault(itemsOf(grammar), []),
		themes: withDefault(itemsOf(theme), []),
	}),
});

/** Entries that are not what they should be are left out. */
export function readContributions(manifests: readonly Manifest[]): Contributions {
	const all = manifests.flatMap(({ extension, packageJson }) => contributionsOf(extension, packageJson));
	return {
		languages: all.flatMap(({ languages }) => languages),
		grammars: all.flatMap(({ grammars }) => grammars),
		themes: all.flatMap(({ themes }) => themes),
	};
}

function contributionsOf(extension: string, packageJson: unknown): readonly Contributions[] {
	const contributes = read(manifestShape, packageJson)?.contributes;
	if (contributes === undefined) return [];
	const { languages, grammars, themes } = contributes;
	return [
		{
			languages,
			grammars: grammars.flatMap(({ path, ...rest }) => {
				const file = packagedFile(extension, path);
				return file === undefined ? [] : [{ ...rest, file }];
			}),
			themes: themes.flatMap(({ path, ...rest }) => {
				const file = packagedFile(extension, path);
				return file === undefined ? [] : [{ ...rest, label: rest.label ?? file.path, file }];
			}),
		},
	];
}
