/** Greets somebody by name. */
export function greeting(name: string): string {
	return `Hello, ${name}!`;
}
