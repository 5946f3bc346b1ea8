/**
 * What earlier shapes of version 2, and version 1, say in other words: each deviation is turned into the words of the
 * newest shape before anything is decoded (docs/protocol.md#deviations). Values that need nothing come back as they
 * are.
 */
import { isJsonObject, type JsonObject, objectAt, stringAt } from '../../base/json.ts';

/** Shape A calls the id of a plan `id`. */
export function namePlanId(plan: JsonObject): JsonObject {
	return copyString(plan, 'id', 'planId');
}

/** A plan of entries may leave its type out. */
export function typePlan(plan: JsonObject): JsonObject {
	const isUntyped = stringAt(plan, 'type') === undefined && Array.isArray(plan['entries']);
	return isUntyped ? { ...plan, type: 'items' } : plan;
}

/** The input of a command without a type is the one that version 1 knows: a text with a hint. */
export function typeCommandInput(item: unknown): unknown {
	if (!isJsonObject(item)) return item;
	const input = objectAt(item, 'input');
	const isUntyped =
		input !== undefined && input['type'] === undefined && stringAt(input, 'hint') !== undefined;
	return isUntyped ? { ...item, input: { ...input, type: 'text' } } : item;
}

/** Version 1 has `id` for the id of an option, and `group` for that of a group of its choices. */
export function nameConfigIds(item: unknown): unknown {
	if (!isJsonObject(item)) return item;
	const option = copyString(item, 'id', 'configId');
	const { options } = option;
	if (!Array.isArray(options)) return option;
	return { ...option, options: options.map((choice: unknown) => nameGroupId(choice)) };
}

function nameGroupId(choice: unknown): unknown {
	return isJsonObject(choice) && Array.isArray(choice['options'])
		? copyString(choice, 'group', 'groupId')
		: choice;
}

/** Version 1 names the tool call of a permission beside it, not as its subject. */
export function nameSubject(params: JsonObject): JsonObject {
	const toolCall = objectAt(params, 'toolCall');
	const hasSubject = params['subject'] !== undefined && params['subject'] !== null;
	return hasSubject || toolCall === undefined
		? params
		: { ...params, subject: { type: 'tool_call', toolCall } };
}

/** True for a diff as version 1 has it, with whole texts instead of a list of changes. */
export function isTextDiff(item: JsonObject): boolean {
	return (
		!Array.isArray(item['changes']) &&
		stringAt(item, 'path') !== undefined &&
		stringAt(item, 'newText') !== undefined
	);
}

function copyString(object: JsonObject, from: string, to: string): JsonObject {
	const value = stringAt(object, from);
	return stringAt(object, to) !== undefined || value === undefined ? object : { ...object, [to]: value };
}
