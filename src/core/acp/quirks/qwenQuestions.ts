/**
 * qwen-code asks its questions by way of a permission: they stand in the `_meta` of the tool call, and the answers are
 * expected beside the outcome, as `answers` by the number of the question (docs/agents-in-the-wild.md#questions-by-form; seen with 0.24.4,
 * test/traffic/qwen-question). Asked as an ordinary permission the user could only send back that nothing was answered.
 */
import type {
	ElicitationField,
	ElicitationOutcome,
	ElicitationRequest,
	FormValues,
} from '../../session/model/elicitation.ts';
import * as limits from '../../base/limits.ts';
import type { AgentPort } from '../../session/model/agentPort.ts';
import type {
	PermissionOption,
	PermissionOptionKind,
	PermissionRequest,
} from '../../session/model/permission.ts';
import { type JsonObject, objectAt, objectsIn, pickStrings, stringAt } from '../../base/json.ts';

/** As the agent takes them: an outcome as of any permission, and the answers by the number of their question. */
interface QuestionsAnswer {
	readonly outcome: JsonObject;
	readonly answers?: Readonly<Record<string, string>>;
}

/** Whether it has this quirk, by what it said of itself in its answer to `initialize`. */
export function asksByPermission(info: AgentPort['info']): boolean {
	return info.name === 'qwen-code';
}

/**
 * The questions of a permission, as a form. A form takes the place of a permission, and no rule of the user sees it: it is
 * one only where nothing can be done but to answer, once.
 * @param toolCall raw, of a `session/request_permission`
 * @returns undefined for an ordinary permission
 */
export function questionsOf(
	toolCall: unknown,
	{ fields: call, options }: PermissionRequest,
): ElicitationRequest | undefined {
	if (call?.kind !== 'think' || optionOf(options, 'allow_once') === undefined) return undefined;
	const meta = objectAt(toolCall, '_meta');
	if (meta === undefined || stringAt(meta, 'qwenInteractionKind') !== 'user_question') return undefined;
	const questions = objectsIn(meta['qwenQuestions']);
	const texts = questions.map((question) => stringAt(question, 'question') ?? '');
	if (questions.length === 0 || texts.includes('')) return undefined;
	const fields = questions.flatMap((question, at) => fieldsOf(question, at));
	// An answer of the view may not have more fields than this.
	if (fields.length > limits.namedItems) return undefined;
	return {
		message: texts.join('\n'),
		mode: { type: 'form', fields },
		...pickStrings(toolCall, 'toolCallId'),
	};
}

/** What the agent hears of the user's answers: it offers one option to send them, and one to send none. */
export function encodeAnswers(
	outcome: ElicitationOutcome,
	options: readonly PermissionOption[],
): QuestionsAnswer {
	const kind = outcome.type === 'accept' ? 'allow_once' : 'reject_once';
	const chosen = outcome.type === 'cancel' ? undefined : optionOf(options, kind);
	if (chosen === undefined) return { outcome: { outcome: 'cancelled' } };
	const selected = { outcome: { outcome: 'selected', optionId: chosen.optionId } };
	return outcome.type === 'accept' ? { ...selected, answers: answersIn(outcome.content ?? {}) } : selected;
}

/** What the user may choose, and a line for something else: the agent takes any text. */
function fieldsOf(question: JsonObject, at: number): readonly ElicitationField[] {
	const text = stringAt(question, 'question') ?? '';
	const base = {
		name: String(at),
		title: stringAt(question, 'header') || text,
		description: text,
		isRequired: false,
	};
	const other = { type: 'text', name: otherName(at), isOther: true, isRequired: false } as const;
	const choices = choicesOf(question['options']);
	if (choices.length === 0) return [{ ...base, type: 'text' }];
	return [{ ...base, type: question['multiSelect'] === true ? 'choices' : 'choice', choices }, other];
}

function choicesOf(options: unknown): { value: string; label: string; description?: string }[] {
	return objectsIn(options).flatMap((option) => {
		const label = stringAt(option, 'label');
		return label === undefined ? [] : [{ value: label, label, ...pickStrings(option, 'description') }];
	});
}

function otherName(at: number | string): string {
	return `${at}_other`;
}

/** All that was chosen for a question, or written instead, in one text each. */
function answersIn(content: FormValues): Record<string, string> {
	const numbers = Object.keys(content).map((name) => Number.parseInt(name, 10));
	const answers = [...new Set(numbers)].map((at): [string, string] => {
		const parts = [content[String(at)], content[otherName(at)]].flat();
		return [String(at), parts.filter((part) => typeof part === 'string' && part !== '').join(', ')];
	});
	return Object.fromEntries(answers.filter(([, answer]) => answer !== ''));
}

/** The one of that kind: what the agent would remember is never chosen here, and of several none is. */
function optionOf(
	options: readonly PermissionOption[],
	kind: PermissionOptionKind,
): PermissionOption | undefined {
	const [first, ...others] = options.filter((option) => option.kind === kind);
	return others.length === 0 ? first : undefined;
}
