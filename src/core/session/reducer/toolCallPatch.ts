import { t } from '../../base/l10n.ts';
import type { ToolCallEntry } from '../model/entry.ts';
import type { ToolCallPatch } from '../model/toolContent.ts';

/** The title of a call that has none. */
export function untitled(): string {
	return t('Tool call');
}

/**
 * The fields of a call after a patch: absent keeps, null clears to what a new call has (acp C248).
 * @param known the call as it is; of a new one its first values
 */
export function applyPatch(known: { readonly meta?: unknown }, patch: ToolCallPatch): Partial<ToolCallEntry> {
	const { name, title, kind, status, statusName, content, locations, canCancel } = patch;
	return {
		...(name === undefined ? {} : cleared({ name })),
		...(title === undefined ? {} : { title: title ?? untitled() }),
		...(kind === undefined ? {} : { kind: kind ?? 'other' }),
		...(status === undefined ? {} : { status: status ?? 'pending', ...cleared({ statusName }) }),
		...(content === undefined ? {} : { content }),
		...(locations === undefined ? {} : { locations }),
		...(canCancel === undefined ? {} : { canCancel }),
		...('rawInput' in patch ? { rawInput: patch.rawInput ?? undefined } : {}),
		...('rawOutput' in patch ? { rawOutput: patch.rawOutput ?? undefined } : {}),
		...metaOf(known, patch),
	};
}

/** A field that is set, or taken away: an entity has no nulls. */
function cleared<K extends string, T>(field: { readonly [P in K]?: T | null | undefined }): { [P in K]?: T } {
	const entries = Object.entries(field).map(([key, value]) => [key, value ?? undefined]);
	return Object.fromEntries(entries) as { [P in K]?: T };
}

function metaOf({ meta }: { readonly meta?: unknown }, patch: ToolCallPatch): { meta?: unknown } {
	const { metaPatch } = patch;
	if (metaPatch === undefined) return 'meta' in patch ? { meta: patch.meta } : {};
	if (metaPatch === null) return { meta: undefined };
	const before = typeof meta === 'object' && meta !== null ? meta : {};
	const merged = Object.entries({ ...before, ...metaPatch }).filter(([, value]) => value !== null);
	return { meta: merged.length === 0 ? undefined : Object.fromEntries(merged) };
}
