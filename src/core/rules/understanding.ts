/**
 * How much of a tool's input is understood. What allows needs all of it: an unknown field may be a second command, text
 * for its input, a program to run it, or a path.
 */
import type { ToolKind } from '../base/toolCall.ts';
import { type InputFieldMeaning, meaningOf } from './knownFields.ts';
import { type PatchName, patchNames, patchPaths } from './patchPaths.ts';
import { explicitPaths, isExplicit, looksLikePath, waysToRead } from './pathWords.ts';
import { shellName, withoutEdges } from './shellCommand.ts';
import { isNothing } from '../view/rawText.ts';

interface Understanding {
	/** Each field is harmless, or one that rules look at. */
	readonly isWhole: boolean;
	/** All that may be a path, wherever it stands. */
	readonly mentions: readonly string[];
	/** The files that it is about, as it says in a place for that. */
	readonly places: readonly string[];
	/** Where it is to be done, under names that mean so only beside a command. */
	readonly folders: readonly string[];
}

/** Who asks. */
interface Doing {
	readonly kind: ToolKind;
	/** Every command line that a rule looks at. */
	readonly commands: readonly string[];
	/** What those hand to a shell. */
	readonly scripts: readonly string[];
}

const maxDepth = 16;
/** A field with the folder that a call works in. */
export const isPlaceName = /^(?:cwd|work(?:ing)?_?dir(?:ectory)?)$/iu;
const isFolderName = /^dir(?:ectory)?(?:_?path)?$/iu;
/** Says what the command is once more. */
const isEcho =
	/^(?:cmd|commands?|(?:full|raw|shell|original|parsed)_?(?:cmds?|commands?)|command_?(?:line|string))$/iu;
/** What can be answered, and what the agent would remember of the command: rules never choose what is remembered. */
const isOffer = /^available_?decisions$/iu;
const isAmendment = /^(?:proposed|approved)_?exec_?policy_?amendment$/iu;
/** What tools for files call what they do. */
const fileOperations: Partial<Readonly<Record<ToolKind, RegExp>>> = {
	read: /^(?:view|read|cat|list|ls|open)$/iu,
	edit: /^(?:view|create|write|insert|append|replace|str_replace|edit|undo_edit)$/iu,
	delete: /^(?:delete|remove|rm)$/iu,
	move: /^(?:move|rename|mv)$/iu,
};

export function understand(input: unknown, doing: Doing): Understanding {
	const reading = new Reading(input, doing);
	reading.visitAll();
	const { isWhole, places, mentions, folders } = reading;
	return { isWhole, places: [...places], mentions: [...mentions], folders };
}

class Reading {
	isWhole = true;
	readonly places = new Set<string>();
	readonly mentions = new Set<string>();
	readonly folders: string[] = [];
	/** The names of files in patches. */
	readonly #patched: PatchName[] = [];
	readonly #input: unknown;
	readonly #doing: Doing;
	/** The command in all its forms: `bash -lc` runs what it is given. */
	readonly #forms: ReadonlySet<string>;
	/** What it is made of. */
	readonly #words: ReadonlySet<string>;

	constructor(input: unknown, doing: Doing) {
		this.#input = input;
		this.#doing = doing;
		const forms = [...doing.commands, ...doing.scripts, ...wordForms(input)];
		this.#forms = new Set(forms.map(withoutEdges));
		this.#words = new Set(forms.flatMap((form) => form.split(/[\s"']+/u)));
	}

	visitAll(): void {
		this.#visitInput();
		this.#placePatched();
	}

	/**
	 * A patch with git's prefixes on both sides may name absolute paths: `a/ws/file` and `b/ws/file` are `/ws/file` where
	 * another field says that the call is about that file.
	 */
	#placePatched(): void {
		const names = new Set(this.#patched.map(({ written }) => written));
		for (const { written, bare } of this.#patched) {
			const isNamedBeside = bare !== undefined && this.places.has(`/${bare}`);
			if (isNamedBeside && names.has(`a/${bare}`) && names.has(`b/${bare}`)) continue;
			this.#place(bare === undefined ? [written] : [written, bare]);
		}
	}

	#visitInput(): void {
		const input = this.#input;
		if (isNothing(input)) return;
		if (typeof input === 'string') return this.#visitRaw(input);
		if (typeof input !== 'object' || input === null || Array.isArray(input)) return this.#isStrange(input);
		for (const [name, value] of Object.entries(input)) {
			if (!this.#isCommandPart(name, value)) this.#visit(name, value, 1);
		}
	}

	/** The whole input is one text: a patch, or the command once more. */
	#visitRaw(text: string): void {
		if (this.#isForm(text)) return;
		const paths = this.#doing.kind === 'edit' ? patchPaths(text) : undefined;
		if (paths === undefined) this.#isStrange(text);
		else this.#place(paths);
	}

	/** What stands in the command that rules look at. */
	#isCommandPart(name: string, value: unknown): boolean {
		const { commands, kind } = this.#doing;
		const isWords = Array.isArray(value) && value.every((word) => typeof word === 'string');
		if (name === 'args') return isWords && commands.length > 0 && hasCommand(this.#input);
		if (name !== 'command') return false;
		if (commands.length > 0) return isWords || typeof value === 'string';
		return typeof value === 'string' && (fileOperations[kind]?.test(value.trim()) ?? false);
	}

	#visit(name: string, value: unknown, depth: number): void {
		if (isExplicit(name) || /[\\/]/u.test(name)) return this.#isStrange({ [name]: value });
		if (isNothing(value)) return;
		if (depth >= maxDepth) return this.#isStrange(undefined);
		if (isPlaceName.test(name) && typeof value === 'string') return;
		const { kind } = this.#doing;
		if (kind === 'execute' && isFolderName.test(name) && typeof value === 'string')
			return void this.folders.push(value);
		if (isEcho.test(name) && this.#isEchoed(value)) return;
		if ((isOffer.test(name) || isAmendment.test(name)) && this.#isOffered(name, value, depth)) return;
		const meaning = meaningOf(name, value, kind);
		if (meaning === undefined) this.#isStrange(value);
		else this.#visitKnown(meaning, value, depth);
	}

	#visitKnown(meaning: InputFieldMeaning, value: unknown, depth: number): void {
		switch (meaning) {
			case 'text':
				return;
			case 'harmless':
				if (typeof value === 'string' && looksLikePath(value)) this.#mention([value]);
				return;
			case 'path':
				return this.#visitPaths(Array.isArray(value) ? value.map(String) : [String(value)]);
			case 'patch': {
				const names = patchNames(String(value));
				if (names === undefined) return this.#isStrange(value);
				for (const name of names) this.#patched.push(name);
				return;
			}
			case 'holder':
				return this.#visitContents(value, depth);
			case 'byPath':
				if (!Array.isArray(value)) this.#place(Object.keys(value ?? {}));
				for (const contents of Object.values(value ?? {})) this.#visitContents(contents, depth + 1);
		}
	}

	#visitContents(contents: unknown, depth: number): void {
		if (isNothing(contents)) return;
		if (typeof contents !== 'object' || contents === null || depth >= maxDepth)
			return this.#isStrange(contents);
		if (Array.isArray(contents)) for (const item of contents) this.#visitContents(item, depth + 1);
		else for (const [name, value] of Object.entries(contents)) this.#visit(name, value, depth + 1);
	}

	#visitPaths(paths: readonly string[]): void {
		for (const path of paths) if (isReadOtherwise(path)) this.#isStrange(path);
		this.#place(paths);
	}

	/** The command once more, as a text, a list, or in parts that say what they are. */
	#isEchoed(value: unknown): boolean {
		if (typeof value === 'string') return this.#isForm(value);
		if (!Array.isArray(value)) return false;
		const isWordByWord = value.every((word) => typeof word === 'string') && this.#isForm(value.join(' '));
		return isWordByWord || value.every((part) => this.#isPart(part));
	}

	#isPart(part: unknown): boolean {
		if (typeof part === 'string') return this.#isForm(part);
		if (typeof part !== 'object' || part === null || Array.isArray(part)) return false;
		return Object.entries(part).every(([name, value]) => {
			if (isNothing(value)) return true;
			if (typeof value !== 'string') return false;
			if (/^(?:cmd|command)$/u.test(name)) return this.#isForm(value);
			if (/^(?:path|name|query)$/u.test(name)) this.#mention([value]);
			return /^(?:path|name|query)$/u.test(name) || (name === 'type' && /^\w{1,32}$/u.test(value));
		});
	}

	/** Names of decisions, and words of the command. */
	#isOffered(name: string, value: unknown, depth: number): boolean {
		if (depth >= maxDepth) return false;
		if (typeof value === 'string')
			return isAmendment.test(name) ? this.#words.has(value) : /^[\w-]{1,64}$/u.test(value);
		if (typeof value !== 'object' || value === null) return false;
		const isList = Array.isArray(value);
		return Object.entries(value).every(
			([key, item]) => /^\w{1,64}$/u.test(key) && this.#isOffered(isList ? name : key, item, depth + 1),
		);
	}

	#isForm(text: string): boolean {
		return this.#forms.has(withoutEdges(text));
	}

	/** The files that it is about. */
	#place(paths: readonly string[]): void {
		for (const path of paths) this.places.add(path);
		this.#mention(paths);
	}

	#mention(paths: readonly string[]): void {
		for (const path of paths) for (const way of waysToRead(path)) this.mentions.add(way);
	}

	/** The field is unknown; the paths in it are looked at all the same. */
	#isStrange(value: unknown, depth = 0): void {
		this.isWhole = false;
		if (depth > maxDepth) return;
		if (typeof value === 'string') {
			if (!value.includes('\n')) this.#mention([value]);
			for (const path of explicitPaths(value)) this.mentions.add(path);
			for (const path of patchPaths(value) ?? []) this.mentions.add(path);
		} else if (typeof value === 'object' && value !== null) {
			for (const [name, item] of Object.entries(value)) {
				if (!Array.isArray(value) && looksLikePath(name)) this.#mention([name]);
				this.#isStrange(item, depth + 1);
			}
		}
	}
}

/**
 * The program that gets it may read another path in it than the system would: a variable, an escape, an address, or one
 * that is too long.
 */
function isReadOtherwise(path: string): boolean {
	if (path.trim() === '') return false;
	const isComputed = /^\s*(?:\$[\w{(]|%\w+%)|[\\/](?:\$\{|%\w+%)|%(?:2e|2f|5c|25)/iu.test(path);
	const isAddress = /^\s*[a-z][a-z0-9+.-]+:/iu.test(path) && !/^file:\/\//iu.test(path);
	return isComputed || isAddress || waysToRead(path).length === 0;
}

/** A command that comes word by word, as the line that it makes, and what a shell is given to run. */
function wordForms(input: unknown): readonly string[] {
	if (!hasCommand(input) || !Array.isArray(input.command)) return [];
	const words = input.command.filter((word) => typeof word === 'string');
	if (words.length < input.command.length || 'args' in input) return [];
	const [shell = '', option = '', script] = words;
	if (words.length === 3 && shellName.test(shell) && /^-l?c$/u.test(option)) return [script ?? ''];
	// Other words could be read as more than they are once nothing holds them apart.
	return words.every((word) => /^[\w@%+=:,./-]+$/u.test(word)) ? [words.join(' ')] : [];
}

function hasCommand(input: unknown): input is { readonly command: unknown } {
	return typeof input === 'object' && input !== null && 'command' in input;
}
