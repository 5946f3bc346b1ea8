/** Stands in for a whole where only these parts of it are used; whoever wants another one finds nothing. */
export function only<T extends object>(parts: Partial<T>): T {
	return parts as T;
}
