/** What the manifests of extensions say about languages, grammars and colour themes. Pure: it gets the manifests. */
import { type Fields, isFields } from '../../core/base/fields.ts';
import { isStrings } from '../settings/jsonShapes.ts';
import { packagedFile, type PackagedFile } from './packagedFile.ts';

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
	readonly language: string | undefined;
	readonly scopeName: string;
	/** Scopes that it adds rules to. */
	readonly injectTo: readonly string[];
	readonly file: PackagedFile;
}

export interface ContributedTheme {
	/** What settings call it, if it has a name of its own for them; else they use the label. */
	readonly id: string | undefined;
	readonly label: string;
	readonly uiTheme: string;
	readonly file: PackagedFile;
}

export interface Contributions {
	readonly languages: readonly ContributedLanguage[];
	readonly grammars: readonly ContributedGrammar[];
	readonly themes: readonly ContributedTheme[];
}

/** Entries that are not what they should be are left out. */
export function readContributions(manifests: readonly Manifest[]): Contributions {
	return {
		languages: manifests.flatMap((manifest) => listOf(manifest, 'languages').flatMap(readLanguage)),
		grammars: manifests.flatMap((manifest) =>
			listOf(manifest, 'grammars').flatMap((entry) => readGrammar(entry, manifest.extension)),
		),
		themes: manifests.flatMap((manifest) =>
			listOf(manifest, 'themes').flatMap((entry) => readTheme(entry, manifest.extension)),
		),
	};
}

function listOf({ packageJson }: Manifest, name: string): readonly Fields[] {
	const contributes = isFields(packageJson) ? packageJson['contributes'] : undefined;
	const list = isFields(contributes) ? contributes[name] : undefined;
	return Array.isArray(list) ? list.filter(isFields) : [];
}

function readLanguage(entry: Fields): ContributedLanguage[] {
	const { id } = entry;
	if (typeof id !== 'string') return [];
	return [
		{
			id,
			aliases: strings(entry['aliases']),
			extensions: strings(entry['extensions']),
			filenames: strings(entry['filenames']),
		},
	];
}

function readGrammar(entry: Fields, extension: string): ContributedGrammar[] {
	const { language, scopeName, path } = entry;
	const file = typeof path === 'string' ? packagedFile(extension, path) : undefined;
	if (typeof scopeName !== 'string' || file === undefined) return [];
	return [
		{
			language: typeof language === 'string' ? language : undefined,
			scopeName,
			injectTo: strings(entry['injectTo']),
			file,
		},
	];
}

function readTheme(entry: Fields, extension: string): ContributedTheme[] {
	const { id, label, uiTheme, path } = entry;
	const file = typeof path === 'string' ? packagedFile(extension, path) : undefined;
	if (file === undefined) return [];
	return [
		{
			id: typeof id === 'string' ? id : undefined,
			label: typeof label === 'string' ? label : file.path,
			uiTheme: typeof uiTheme === 'string' ? uiTheme : 'vs-dark',
			file,
		},
	];
}

function strings(value: unknown): readonly string[] {
	return isStrings(value) ? value : [];
}
