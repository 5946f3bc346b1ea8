/** What the scripted model answers: which scenario a prompt names, and which of the agent's tools is called next. */
import { fillSchema, type ToolSchema } from './toolArguments.ts';

/** A tool that the agent offers to the model. */
export interface OfferedTool {
	readonly name: string;
	/** JSON Schema of its arguments; undefined for one that takes a free text. */
	readonly schema: ToolSchema | undefined;
}

/** One request of an agent to the model, in no one's dialect. */
export interface ModelRequest {
	readonly tools: readonly OfferedTool[];
	/** What was said, oldest first; what the model said is left out. */
	readonly turns: readonly { readonly type: 'user' | 'tool'; readonly text: string }[];
}

export interface ModelAnswer {
	readonly text: string;
	readonly call?: { readonly name: string; readonly input: object | string };
	/** The text comes word by word, so that it can be stopped in the middle. */
	readonly isSlow?: true;
}

export type Scenario = 'text' | 'edit' | 'shell' | 'plan' | 'question' | 'slow';

/** The file that `edit` changes, and the command that `shell` runs, in the workspace. */
export const editedFile = 'notes.md';
export const shellCommand = 'echo $((1+1)) "$(printf \'a  b\')" `echo c` | cat';
export const planText = '# Plan\n\n1. Read `notes.md`\n2. Change **one** word\n';

type Deed = 'read' | 'edit' | 'shell' | 'plan' | 'question';

const names: Readonly<Record<Deed, RegExp>> = {
	read: /^(read|read_file|view)$/iu,
	edit: /^(edit|replace|str_replace|apply_patch)$/iu,
	shell: /^(bash|run_shell_command|shell|shell_command|exec_command)$/iu,
	plan: /^(exit_?plan_?mode|update_plan|todo_?write|write_todos)$/iu,
	question: /^(ask_?user_?question|ask_?user|request_user_input|question)$/iu,
};

/** The deeds of a scenario, in order: after the answer to one comes the next, after the last some words. */
const deeds: Readonly<Record<Scenario, readonly Deed[]>> = {
	text: [],
	slow: [],
	// Some agents edit only what they have read.
	edit: ['read', 'edit'],
	shell: ['shell'],
	plan: ['plan'],
	question: ['question'],
};

const marker = /scenario:(text|edit|shell|plan|question|slow)/gu;

/**
 * The answer to a request: the scenario is the one that the newest prompt names, and how far it is, the answers of
 * tools since then tell. A request that names none, such as one for a title, gets a few words.
 * @param folder of the workspace, absolute
 */
export function answerTo({ tools, turns }: ModelRequest, folder: string): ModelAnswer {
	const at = turns.findLastIndex(({ type, text }) => type === 'user' && scenarioIn(text) !== undefined);
	const scenario = scenarioIn(turns[at]?.text ?? '');
	if (scenario === undefined || tools.length === 0) return { text: 'A few words' };
	// Some offer the tool that ends their plan mode only to who has looked for it.
	const search = scenario === 'plan' ? tools.find(({ name }) => name === 'ToolSearch') : undefined;
	const answers = turns.slice(at).filter(({ type }) => type === 'tool').length;
	const done = search === undefined ? answers : answers - 1;
	if (search !== undefined && done < 0) return { text: '', call: { name: search.name, input: toolQuery } };
	const offered = deeds[scenario].filter((deed) => toolFor(deed, tools) !== undefined);
	const tool = toolFor(offered[done], tools);
	if (tool !== undefined) return { text: `I call ${tool.name}. `, call: callOf(tool, folder) };
	// Some agents take words that repeat themselves for a model that is stuck.
	const words = Array.from({ length: 2000 }, (_item, at) => `word${at} `).join('');
	if (scenario === 'slow') return { text: words, isSlow: true };
	return { text: done === 0 ? aText : `It answered: ${(turns.at(-1)?.text ?? '').slice(0, 80)}` };
}

const toolQuery = { query: 'select:ExitPlanMode', max_results: 5 };

/** The scenarios that an agent with these tools can play. */
export function isPlayable(scenario: Scenario, tools: readonly OfferedTool[]): boolean {
	const last = deeds[scenario].at(-1);
	return last === undefined || toolFor(last, tools) !== undefined;
}

const aText = 'Here is **a word** and `code`:\n\n```ts\nconst answer = 42;\n```\n\nThat is all.';

function scenarioIn(text: string): Scenario | undefined {
	return [...text.matchAll(marker)].at(-1)?.[1] as Scenario | undefined;
}

function toolFor(deed: Deed | undefined, tools: readonly OfferedTool[]): OfferedTool | undefined {
	return deed === undefined ? undefined : tools.find(({ name }) => names[deed].test(name));
}

function callOf({ name, schema }: OfferedTool, folder: string): NonNullable<ModelAnswer['call']> {
	return { name, input: schema === undefined ? patch : fillSchema(schema, valuesIn(folder)) };
}

/** Arguments by their names, as agents call them. */
function valuesIn(folder: string): readonly (readonly [RegExp, string])[] {
	return [
		[/^(file_?path|path|absolute_path|target_file)$/iu, `${folder}/${editedFile}`],
		[/^old_?(str|string|text)$/iu, 'beta'],
		[/^new_?(str|string|text)$/iu, 'BETA'],
		[/^(command|cmd)$/iu, shellCommand],
		[/^plan$/iu, planText],
		[/^question$/iu, 'Which colour?'],
		[/^header$/iu, 'Colour'],
		[/^id$/iu, 'colour'],
		[/^(step|content)$/iu, 'Change one word'],
		[/^(active_?form)$/iu, 'Changing one word'],
	];
}

const patch = `*** Begin Patch\n*** Update File: ${editedFile}\n@@\n-beta\n+BETA\n*** End Patch\n`;
