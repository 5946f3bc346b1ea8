/** What names in the input of a tool call stand for, whatever tool it is. Read by the card of a permission and by rules. */

/** A field with the variables of an environment. */
export function namesEnvironment(field: string): boolean {
	return /^env(?:ironment)?(?:_?var(?:iable)?s)?$/iu.test(field);
}

/** True for a value that says nothing. */
export function isNothing(value: unknown): boolean {
	if (value === undefined || value === null || value === '') return true;
	return typeof value === 'object' && Object.keys(value).length === 0;
}
