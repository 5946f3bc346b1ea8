import { language, type setTranslations, translations } from '../../core/base/l10n.ts';

/** A bundle beside the one of the window (`esbuild.mjs`): it has a language of its own to be told. */
export interface Bundle {
	readonly setTranslations: typeof setTranslations;
}

/**
 * Loads a bundle with its first use and tells it the language; later uses cost nothing.
 * @param file as `esbuild.mjs` names it; `Exports` is the type of the module that it is made of, or of what is used of it
 */
// oxlint-disable-next-line no-unnecessary-type-parameters -- only the caller knows what the file exports
export function lazyBundle<Exports extends Bundle>(file: `./${string}.cjs`): Exports {
	// oxlint-disable-next-line no-require-imports -- the bundles are CommonJS, and this one is looked up beside ours
	const bundle = require(file) as Exports;
	bundle.setTranslations(translations(), language());
	return bundle;
}
