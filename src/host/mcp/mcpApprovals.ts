/** What the user has said about the MCP servers of workspaces. */
import type { Memento } from 'vscode';
import { boolean, itemsOf, object, read, text, type TypeOf } from '../../core/base/shape.ts';
import type { WorkspaceMcpServer } from './mcpFiles.ts';

const storageKey = 'acpHost.mcpApprovals';

/** `new`: the user has not been asked. `changed`: they were, about an entry that is another one now. */
export type McpVerdict = 'allowed' | 'declined' | 'changed' | 'new';

const answer = object({ folder: text, file: text, name: text, hash: text, isAllowed: boolean });
type Answer = TypeOf<typeof answer>;

/**
 * Kept in the extension's own storage, where no workspace can write. An answer is bound to the content of the entry,
 * not to its name: an entry that changes has to be approved again.
 */
export class McpApprovals {
	readonly #storage: Memento;

	constructor(storage: Memento) {
		this.#storage = storage;
	}

	verdict(folder: string, { file, server, hash }: WorkspaceMcpServer): McpVerdict {
		const given = this.#answers().find(
			(known) => known.folder === folder && known.file === file && known.name === server.name,
		);
		if (given === undefined) return 'new';
		if (given.hash !== hash) return 'changed';
		return given.isAllowed ? 'allowed' : 'declined';
	}

	/** Replaces all that was said about a folder. */
	async answer(
		folder: string,
		entries: readonly WorkspaceMcpServer[],
		isAllowed: (entry: WorkspaceMcpServer) => boolean,
	): Promise<void> {
		const answers = entries.map((entry) => ({
			folder,
			file: entry.file,
			name: entry.server.name,
			hash: entry.hash,
			isAllowed: isAllowed(entry),
		}));
		const others = this.#answers().filter((known) => known.folder !== folder);
		await this.#storage.update(storageKey, [...others, ...answers]);
	}

	#answers(): readonly Answer[] {
		return read(itemsOf(answer), this.#storage.get<unknown>(storageKey)) ?? [];
	}
}
