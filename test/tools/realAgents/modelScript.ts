/** What the scripted model answers: which scenario a prompt names, and which of the agent's tools is called next. */
import path from 'node:path';
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
	/** Where the agent wants a plan to be written before it is shown to the user: absolute. */
	readonly planFile?: string;
}

export interface ModelAnswer {
	readonly text: string;
	/** What the model says that it thinks, before its text; only some interfaces carry it. */
	readonly thought?: string;
	readonly call?: { readonly name: string; readonly input: object | string };
	/** The text comes word by word, so that it can be stopped in the middle. */
	readonly isSlow?: true;
}

export type Scenario =
	'text' | 'think' | 'edit' | 'shell' | 'plan' | 'propose' | 'question' | 'slow' | 'steady';

/** The file that `edit` changes, and the command that `shell` runs, in the workspace. */
export const editedFile = 'notes.md';
export const shellCommand = 'echo $((1+1)) "$(printf \'a  b\')" `echo c` | cat';
export const planText = '# Plan\n\n1. Read `notes.md`\n2. Change **one** word\n';

type Deed = 'read' | 'edit' | 'shell' | 'write' | 'plan' | 'question';

const names: Readonly<Record<Deed, RegExp>> = {
	read: /^(read|read_file|view)$/iu,
	edit: /^(edit|replace|str_replace|apply_patch)$/iu,
	shell: /^(bash|run_shell_command|shell|shell_command|exec_command)$/iu,
	write: /^(write|write_file)$/iu,
	plan: /^(exit_?plan_?mode|update_plan|todo_?write|write_todos)$/iu,
	question: /^(ask_?user_?question|ask_?user|request_user_input|question)$/iu,
};

/** The deeds of a scenario, in order: after the answer to one comes the next, after the last some words. */
const deeds: Readonly<Record<Scenario, readonly Deed[]>> = {
	text: [],
	think: [],
	propose: [],
	slow: [],
	steady: [],
	// Some agents edit only what they have read.
	edit: ['read', 'edit'],
	shell: ['shell'],
	// Some agents show only a plan that stands in its file.
	plan: ['write', 'plan'],
	question: ['question'],
};

const marker = /scenario:(text|think|edit|shell|plan|propose|question|slow|steady)/gu;

/**
 * The answer to a request: the scenario is the one that the newest prompt names, and how far it is, the answers of
 * tools since then tell. A request that names none, such as one for a title, gets a few words.
 * @param folder of the workspace, absolute
 */
export function answerTo({ tools, turns, planFile }: ModelRequest, folder: string): ModelAnswer {
	const at = turns.findLastIndex(({ type, text }) => type === 'user' && scenarioIn(text) !== undefined);
	const scenario = scenarioIn(turns[at]?.text ?? '');
	if (scenario === undefined || tools.length === 0) return { text: 'A few words' };
	// Some offer the tool that ends their plan mode only to who has looked for it.
	const search = scenario === 'plan' ? tools.find(({ name }) => name === 'ToolSearch') : undefined;
	const answers = turns.slice(at).filter(({ type }) => type === 'tool').length;
	const done = search === undefined ? answers : answers - 1;
	if (search !== undefined && done < 0) return { text: '', call: { name: search.name, input: toolQuery } };
	const hasFile =
		planFile !== undefined && toolFor('plan', tools)?.schema?.properties?.['plan'] === undefined;
	const offered = deeds[scenario].filter(
		(deed) => toolFor(deed, tools) !== undefined && (deed !== 'write' || hasFile),
	);
	const tool = toolFor(offered[done], tools);
	if (tool !== undefined) {
		const values = scenario === 'plan' && hasFile ? planValues(planFile) : [];
		return { text: `I call ${tool.name}. `, call: callOf(tool, [...values, ...valuesIn(folder)]) };
	}
	if (scenario === 'slow') return { text: words(2000), isSlow: true };
	// Some agents come to a message that goes into their turn only when the model has said all.
	if (scenario === 'steady') return { text: words(200), isSlow: true };
	if (scenario === 'think') return { text: aText, thought: thoughtText };
	// An agent without a tool for plans finds them in the text.
	if (scenario === 'propose') return { text: `<proposed_plan>\n${planText}</proposed_plan>\n` };
	return { text: done === 0 ? aText : `It answered: ${(turns.at(-1)?.text ?? '').slice(0, 80)}` };
}

const toolQuery = { query: 'select:ExitPlanMode', max_results: 5 };

/** Some agents take words that repeat themselves for a model that is stuck. */
function words(count: number): string {
	return Array.from({ length: count }, (_item, at) => `word${at} `).join('');
}

/** The scenarios that an agent with these tools can play. */
export function isPlayable(scenario: Scenario, tools: readonly OfferedTool[]): boolean {
	const last = deeds[scenario].at(-1);
	return last === undefined || toolFor(last, tools) !== undefined;
}

export const thoughtText = 'I look at **both** sides first.';

const aText = 'Here is **a word** and `code`:\n\n```ts\nconst answer = 42;\n```\n\nThat is all.';

function scenarioIn(text: string): Scenario | undefined {
	return [...text.matchAll(marker)].at(-1)?.[1] as Scenario | undefined;
}

function toolFor(deed: Deed | undefined, tools: readonly OfferedTool[]): OfferedTool | undefined {
	return deed === undefined ? undefined : tools.find(({ name }) => names[deed].test(name));
}

function callOf({ name, schema }: OfferedTool, values: Values): NonNullable<ModelAnswer['call']> {
	return { name, input: schema === undefined ? patch : fillSchema(schema, values) };
}

type Values = readonly (readonly [RegExp, string])[];

/**
 * The file that the agent's words to its model name for a plan, or one in the folder that they name for plans.
 * @param said all of a request, as JSON
 * @param folder of the workspace, absolute: some name the file from there
 */
export function planFileIn(said: string, folder: string): string | undefined {
	const [file] = /(\.\.)?\/[^\s"'`\\]+\/plans\/[\w.-]+\.md/u.exec(said) ?? [];
	if (file !== undefined) return path.resolve(folder, file);
	const [plans] = /(\.\.)?\/[^\s"'`\\]+\/plans(?=[/\s"'`\\])/u.exec(said) ?? [];
	return plans === undefined ? undefined : path.resolve(folder, plans, 'plan.md');
}

function planValues(file: string): Values {
	return [
		[/^(file_?path|path)$/iu, file],
		[/^content$/iu, planText],
		[/^plan_filename$/iu, file.slice(file.lastIndexOf('/') + 1)],
	];
}

/** Arguments by their names, as agents call them. */
function valuesIn(folder: string): Values {
	return [
		[/^(file_?path|path|absolute_path|target_file)$/iu, `${folder}/${editedFile}`],
		[/^old_?(str|string|text)$/iu, 'beta'],
		[/^new_?(str|string|text)$/iu, 'BETA'],
		[/^(command|cmd)$/iu, shellCommand],
		// A command that the sandbox would let through is not asked about.
		[/^sandbox_permissions$/iu, 'require_escalated'],
		[/^plan$/iu, planText],
		[/^question$/iu, 'Which colour?'],
		[/^header$/iu, 'Colour'],
		[/^id$/iu, 'colour'],
		[/^(step|content)$/iu, 'Change one word'],
		[/^(active_?form)$/iu, 'Changing one word'],
	];
}

const patch = `*** Begin Patch\n*** Update File: ${editedFile}\n@@\n-beta\n+BETA\n*** End Patch\n`;
