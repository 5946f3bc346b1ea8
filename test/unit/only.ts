/** Casts a partial object to the whole type. A member that is not given is `undefined`: to call it throws, to read it does not. */
export function only<T extends object>(parts: Partial<T>): T {
	return parts as T;
}
