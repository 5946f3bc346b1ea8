/**
 * What is selected in a tree. VS Code knows it by handles that mean nothing while the tree is read anew: then the tree
 * says that nothing is selected, and so does a change that comes at that moment. What was selected before such a change
 * is no answer: a key would close or rename another row than the one that is marked.
 */
export class TreeSelection<T> {
	readonly #view: { readonly selection: readonly T[] };
	#last: T | undefined;

	constructor(view: { readonly selection: readonly T[] }) {
		this.#view = view;
	}

	/** Undefined when nothing is selected, or nobody knows at the moment what. */
	get current(): T | undefined {
		return this.#view.selection[0] ?? this.#last;
	}

	/** To be called with each change of the selection. */
	changed([node]: readonly T[]): void {
		this.#last = node;
	}
}
