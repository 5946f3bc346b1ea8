/** What a paste or a drop carries: files with their content, and addresses of files. */

/** Lines of URIs, of VS Code's own lists and of file managers. */
const uriTypes = ['application/vnd.code.uri-list', 'text/uri-list'];

export interface Transfer {
	readonly files: readonly File[];
	/** URIs of files, never of web pages. */
	readonly uris: readonly string[];
}

/**
 * The files of a paste. None when it holds text as well, as with copied cells of a table, of which the image is only
 * another form; the name of a copied file is not such text.
 */
export function pastedFiles(data: DataTransfer | null): readonly File[] {
	const files = [...(data?.files ?? [])];
	const text = data?.getData('text/plain').trim() ?? '';
	return text === '' || text.split(/\r?\n/u).every((line) => isNameOf(line, files)) ? files : [];
}

/** True while something is dragged that could be attached; what it is, is told only when it is dropped. */
export function carriesFiles(data: DataTransfer | null): boolean {
	return data?.types.some((type) => type === 'Files' || type === uriTypes[0]) ?? false;
}

/** The content of a drop. Files that come with an address and are no media are taken by their address. */
export function dropped(data: DataTransfer): Transfer {
	const files = [...data.files];
	const listed = uriTypes.map((type) => data.getData(type)).find((text) => text !== '') ?? '';
	const uris = listed
		.split(/\r?\n/u)
		.map((line) => line.trim())
		.filter(
			(line) =>
				line !== '' && !line.startsWith('#') && !/^(https?|mailto|javascript|data|blob):/iu.test(line),
		);
	return { files, uris: [...new Set(uris)] };
}

function isNameOf(line: string, files: readonly File[]): boolean {
	return files.some(({ name }) => line === name || line.endsWith(`/${name}`) || line.endsWith(`\\${name}`));
}
