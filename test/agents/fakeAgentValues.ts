/** Replaces references in the values of a script: "$params.x", "$result.name.x", "text ${session}". */

/** What references start from. */
export type Scope = Readonly<Record<string, unknown>>;

export function fill(value: unknown, scope: Scope): unknown {
	if (typeof value === 'string') return fillText(value, scope);
	if (Array.isArray(value)) return value.map((item) => fill(item, scope));
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, fill(item, scope)]));
}

function fillText(text: string, scope: Scope): unknown {
	const whole = /^\$([a-z]\w*(?:\.[\w-]+)*)$/i.exec(text)?.[1];
	if (whole !== undefined && Object.hasOwn(scope, whole.split('.')[0] ?? '')) return lookUp(whole, scope);
	return text.replace(/\$\{([\w.-]+)\}/g, (_all, path: string) => {
		const found = lookUp(path, scope);
		return typeof found === 'string' ? found : JSON.stringify(found ?? null);
	});
}

function lookUp(path: string, scope: Scope): unknown {
	let value: unknown = scope;
	for (const name of path.split('.')) {
		value = typeof value === 'object' && value !== null ? (value as Scope)[name] : undefined;
	}
	return value;
}
