import type { ContributedLanguage } from './contributions.ts';

/** What people also write, and no extension names. */
const usual: Readonly<Record<string, string>> = {
	shell: 'shellscript',
	golang: 'go',
	json5: 'jsonc',
	patch: 'diff',
	objc: 'objective-c',
};

/** Finds the language that people mean by the word behind an opening fence. */
export class Languages {
	readonly #ids = new Map<string, string>();
	readonly #aliases = new Map<string, string>();
	readonly #files = new Map<string, string>();

	constructor(languages: readonly ContributedLanguage[]) {
		for (const { id, aliases, extensions, filenames } of languages) {
			this.#ids.set(id.toLowerCase(), id);
			for (const alias of aliases) setFirst(this.#aliases, alias.toLowerCase(), id);
			for (const extension of extensions)
				setFirst(this.#files, extension.toLowerCase().replace(/^\./, ''), id);
			for (const name of filenames) setFirst(this.#files, name.toLowerCase(), id);
		}
	}

	/**
	 * The id of a language. @param info what stands behind the fence: `ts`, `c++`, `python title="a.py"`, `rust,ignore`,
	 * `{.js}`, `12:34:src/a.ts`
	 */
	find(info: string): string | undefined {
		const word = /[\w#+.\-/\\:]+/.exec(info.toLowerCase())?.[0] ?? '';
		const name = word.replace(/^\.(?=\w)/, '');
		return this.#named(name) ?? this.#named(name.replace(/:.*$/s, '')) ?? this.#ofFile(name);
	}

	#named(name: string): string | undefined {
		const known = this.#ids.get(name) ?? this.#aliases.get(name) ?? this.#files.get(name);
		return known ?? (Object.hasOwn(usual, name) ? this.#ids.get(usual[name] ?? '') : undefined);
	}

	#ofFile(path: string): string | undefined {
		const file = path.split(/[/\\:]/).at(-1) ?? '';
		const endings = [...file.matchAll(/\./g)].map(({ index }) => file.slice(index + 1));
		return [file, ...endings].map((ending) => this.#files.get(ending)).find((id) => id !== undefined);
	}
}

function setFirst(map: Map<string, string>, key: string, id: string): void {
	if (key !== '' && !map.has(key)) map.set(key, id);
}
