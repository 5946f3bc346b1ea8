/** Stands in for a whole where only these parts of it are used; a test that uses another one fails. */
export function only<T extends object>(parts: Partial<T>): T {
	return parts as T;
}
