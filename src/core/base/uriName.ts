/** The last part of a path or an address; all of one that has no parts. */
export function lastPart(path: string): string {
	return path.split('/').findLast((part) => part !== '') ?? path;
}

/** The same of an address, as people read it. A stray percent sign is part of the name. */
export function nameOfUri(uri: string): string {
	const last = lastPart(uri);
	try {
		return decodeURIComponent(last);
	} catch {
		return last;
	}
}
