/**
 * What the fields of a tool's input are known to be, by their name, the shape of their value and the kind of the call.
 * A field that stands here with another value, or with another kind, counts as unknown, since its effect is unknown.
 */
import type { ToolKind } from '../base/toolCall.ts';

/** How a rule has to look at a field that is known. */
export type InputFieldMeaning =
	/** Changes nothing of what the call does. Where its value as a whole is a path, that is looked at. */
	| 'harmless'
	/** What is written, not where. */
	| 'text'
	| 'path'
	/** Files and their lines in one text. */
	| 'patch'
	/** Holds other fields. */
	| 'holder'
	/** Holds other fields by the paths that they are about. */
	| 'byPath';

interface KnownField {
	readonly names: string;
	readonly meaning: InputFieldMeaning;
	readonly fits: (value: unknown) => boolean;
	/** Any if absent. */
	readonly kinds?: readonly ToolKind[];
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isFalse = (value: unknown): boolean => value === false;
const isObject = (value: unknown): boolean => typeof value === 'object';
const isCount = (value: unknown): boolean =>
	typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && /^\d{1,15}$/u.test(value);
const isCounts = (value: unknown): boolean =>
	isCount(value) || (Array.isArray(value) && value.every(isCount));
const isId = (value: unknown): boolean =>
	isCount(value) || (typeof value === 'string' && /^[\w.:@|-]{1,200}$/u.test(value) && !value.includes('..'));
const isTime = (value: unknown): boolean =>
	isCount(value) ||
	(typeof value === 'string' && /^\d{4}-\d\d-\d\d[T ][\d:.]+(?:Z|[+-][\d:]+)?$/u.test(value));
/** A name out of a list, which says nothing of what is done. */
const isWord = (value: unknown): boolean =>
	typeof value === 'string' &&
	/^[a-z][\w-]{0,31}$/iu.test(value) &&
	!/delete|remove|unlink|move|rename|exec|run|link|chmod/iu.test(value);
const isOneOf =
	(...words: readonly string[]) =>
	(value: unknown): boolean =>
		typeof value === 'string' && words.includes(value);
const isWebAddress = (value: unknown): boolean =>
	typeof value === 'string' && /^https?:\/\/[^\s@\\]+$/iu.test(value);
const isPathValue = (value: unknown): boolean =>
	isText(value) || (Array.isArray(value) && value.every(isText));

const edits: readonly ToolKind[] = ['edit'];
const readingKinds: readonly ToolKind[] = ['read', 'search'];
const files: readonly ToolKind[] = ['read', 'search', 'edit', 'delete', 'move'];
const runs: readonly ToolKind[] = ['execute'];
const plans: readonly ToolKind[] = ['think', 'other'];

const known: readonly KnownField[] = [
	{
		names: 'description explanation reason justification purpose summary',
		meaning: 'harmless',
		fits: isText,
	},
	{
		names: 'timeout timeoutMs timeoutSeconds timeoutSecs yieldTimeMs maxOutputTokens maxOutputLength',
		meaning: 'harmless',
		fits: isCount,
	},
	{
		names: 'callId turnId toolCallId toolUseId requestId approvalId messageId itemId threadId conversationId',
		meaning: 'harmless',
		fits: isId,
	},
	{
		names: 'startedAt startedAtMs createdAt createdAtMs requestedAt timestamp',
		meaning: 'harmless',
		fits: isTime,
	},
	// Said by many for each call, and more than a call only with another value.
	{ names: 'dangerouslyDisableSandbox withEscalatedPermissions', meaning: 'harmless', fits: isFalse },
	{ names: 'sandboxPermissions', meaning: 'harmless', fits: isOneOf('use_default') },
	{ names: 'runInBackground isBackground background', meaning: 'harmless', fits: isFlag, kinds: runs },
	{
		names:
			'file path filePath fileName absolutePath relativePath absPath relPath targetFile target dir dirPath directory ' +
			'folder uri fileUri paths filePaths files source destination from to oldPath newPath notebookPath movePath',
		meaning: 'path',
		fits: isPathValue,
		kinds: files,
	},
	{
		names:
			'oldString newString oldStr newStr oldText newText content contents newContent oldContent newSource',
		meaning: 'text',
		fits: isText,
		kinds: edits,
	},
	{
		names: 'text fileText insertText instruction instructions codeEdit aiProposedContent',
		meaning: 'text',
		fits: isText,
		kinds: edits,
	},
	{ names: 'patch diff patchText unifiedDiff input', meaning: 'patch', fits: isText, kinds: edits },
	{ names: 'replaceAll allowMultiple modifiedByUser', meaning: 'harmless', fits: isFlag, kinds: edits },
	{ names: 'expectedReplacements insertLine', meaning: 'harmless', fits: isCount, kinds: edits },
	{ names: 'editMode cellType', meaning: 'harmless', fits: isWord, kinds: edits },
	{ names: 'cellId', meaning: 'harmless', fits: isId, kinds: edits },
	{ names: 'edits replacements files', meaning: 'holder', fits: isObject, kinds: edits },
	{ names: 'changes', meaning: 'byPath', fits: isObject, kinds: edits },
	{ names: 'add update', meaning: 'holder', fits: isObject, kinds: edits },
	{ names: 'type', meaning: 'harmless', fits: isOneOf('add', 'update', 'modify', 'create'), kinds: edits },
	{ names: 'pathType fileType encoding', meaning: 'harmless', fits: isWord, kinds: files },
	{
		names: 'line startLine endLine viewRange offset limit',
		meaning: 'harmless',
		fits: isCounts,
		kinds: ['read', 'search', 'edit'],
	},
	{ names: 'maxBytes maxLines', meaning: 'harmless', fits: isCount, kinds: readingKinds },
	{ names: 'pattern query regex regexp searchTerm', meaning: 'harmless', fits: isText, kinds: ['search'] },
	{
		names: 'glob include exclude includePattern excludePattern globPattern filePattern',
		meaning: 'path',
		fits: isPathValue,
		kinds: readingKinds,
	},
	{
		names: 'headLimit maxResults limit contextLines context A B C before after depth maxDepth',
		meaning: 'harmless',
		fits: isCount,
		kinds: ['search'],
	},
	{
		names: 'i n multiline caseSensitive caseInsensitive ignoreCase literal respectGitIgnore recursive',
		meaning: 'harmless',
		fits: isFlag,
		kinds: readingKinds,
	},
	{ names: 'type outputMode', meaning: 'harmless', fits: isWord, kinds: readingKinds },
	{ names: 'recursive', meaning: 'harmless', fits: isFlag, kinds: ['delete'] },
	{ names: 'url', meaning: 'harmless', fits: isWebAddress, kinds: ['fetch'] },
	{ names: 'prompt query', meaning: 'harmless', fits: isText, kinds: ['fetch'] },
	{ names: 'method', meaning: 'harmless', fits: isOneOf('GET', 'get'), kinds: ['fetch'] },
	{ names: 'format', meaning: 'harmless', fits: isWord, kinds: ['fetch'] },
	{ names: 'plan', meaning: 'text', fits: isText, kinds: ['switch_mode'] },
	{ names: 'planFilePath planPath', meaning: 'path', fits: isPathValue, kinds: ['switch_mode'] },
	{ names: 'thought thoughts', meaning: 'harmless', fits: isText, kinds: ['think'] },
	{ names: 'todos', meaning: 'holder', fits: isObject, kinds: plans },
	{ names: 'content activeForm', meaning: 'harmless', fits: isText, kinds: plans },
	{ names: 'status priority', meaning: 'harmless', fits: isWord, kinds: plans },
	{ names: 'id', meaning: 'harmless', fits: isId, kinds: plans },
];

/** The many ways to write one name: `timeout_ms`, `timeoutMs`, `-n`. */
function plainName(name: string): string {
	return name.toLowerCase().replaceAll(/[_-]/gu, '');
}

const byName = new Map<string, KnownField[]>();
for (const field of known) {
	for (const name of field.names.split(' ').map(plainName)) {
		byName.set(name, [...(byName.get(name) ?? []), field]);
	}
}

/** Undefined for a field that is not known with that value in a call of that kind. */
export function meaningOf(name: string, value: unknown, kind: ToolKind): InputFieldMeaning | undefined {
	const fields = byName.get(plainName(name)) ?? [];
	return fields.find(({ kinds, fits }) => (kinds === undefined || kinds.includes(kind)) && fits(value))
		?.meaning;
}
