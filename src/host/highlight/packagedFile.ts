import { posix } from 'node:path';

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
