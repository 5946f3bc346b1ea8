/** Questions of Codex and of its tool servers, as forms and addresses. */
import { type JsonObject, objectsIn, stringAt, pickStrings } from '../../base/json.ts';
import { t } from '../../base/l10n.ts';
import { decodeElicitation, encodeElicitation } from '../../acp/shared/elicitation.ts';
import { errorCodes, WireError } from '../../acp/wire.ts';
import type { ElicitationField, FormValues } from '../../session/model/elicitation.ts';
import type { GatewayRequest } from '../turnDialect.ts';

/** Which kinds of question the user lets be asked. */
export interface QuestionOffer {
	readonly forms: boolean;
	readonly urls: boolean;
}

/** For the answer that is none of the choices of a question. */
const otherSuffix = ':other';

/** Questions of the model, each with choices, or a text. Unanswered ones are left out of the answer. */
export async function answerQuestions(
	params: JsonObject,
	{ target, signal }: Pick<GatewayRequest, 'target' | 'signal'>,
	offer: QuestionOffer,
): Promise<unknown> {
	if (!offer.forms) throw new WireError(errorCodes.methodNotFound, 'Method not found: forms are not offered');
	const questions = objectsIn(params['questions']);
	// What is typed into a form is stored by agents, and shown: no place for a secret.
	if (questions.some((question) => question['isSecret'] === true))
		throw new WireError(errorCodes.invalidParams, 'Invalid params: secrets are not asked for here');
	const fields = questions.flatMap(fieldsOf);
	if (fields.length === 0) return { answers: {} };
	const [only, ...others] = questions;
	const message = others.length === 0 && only !== undefined ? stringAt(only, 'question') : undefined;
	const outcome = await target.elicitations.ask(
		{ message: message ?? t('Codex has questions'), mode: { type: 'form', fields } },
		signal,
	);
	if (signal.aborted) throw new WireError(errorCodes.requestCancelled, 'Request cancelled');
	const values = outcome.type === 'accept' ? (outcome.content ?? {}) : {};
	return { answers: Object.fromEntries(questions.flatMap((question) => answerTo(question, values))) };
}

function fieldsOf(question: JsonObject): readonly ElicitationField[] {
	const name = stringAt(question, 'id');
	if (name === undefined) return [];
	const title = stringAt(question, 'header');
	const base = { name, title: title === undefined || title === '' ? name : title, isRequired: false };
	const description = stringAt(question, 'question');
	const about = description === undefined ? {} : { description };
	const choices = objectsIn(question['options']).flatMap((option) => {
		const label = stringAt(option, 'label');
		if (label === undefined) return [];
		return [{ value: label, label, ...pickStrings(option, 'description') }];
	});
	if (choices.length === 0) return [{ ...base, ...about, type: 'text' }];
	const choice = { ...base, ...about, type: 'choice', choices } as const;
	if (question['isOther'] !== true) return [choice];
	return [
		choice,
		{
			name: `${name}${otherSuffix}`,
			title: t('Another answer'),
			isRequired: false,
			type: 'text',
			isOther: true,
		},
	];
}

function answerTo(question: JsonObject, values: FormValues): readonly [string, { answers: string[] }][] {
	const id = stringAt(question, 'id');
	if (id === undefined) return [];
	const answers = [values[id], values[`${id}${otherSuffix}`]].filter(
		(value): value is string => typeof value === 'string' && value !== '',
	);
	return answers.length === 0 ? [] : [[id, { answers }]];
}

/** A question of a tool server, as MCP says it. */
export async function answerElicitation(
	params: JsonObject,
	{ target, signal }: Pick<GatewayRequest, 'target' | 'signal'>,
	offer: QuestionOffer,
): Promise<unknown> {
	const server = stringAt(params, 'serverName') ?? '';
	const message = `${server}: ${stringAt(params, 'message') ?? ''}`;
	const { threadId: sessionId, mode, requestedSchema, url, elicitationId } = params;
	const decoded = decodeElicitation({ sessionId, message, mode, requestedSchema, url, elicitationId }, offer);
	if (!decoded.ok) throw new WireError(errorCodes.invalidParams, `Invalid params: ${decoded.error}`);
	const outcome = await target.elicitations.ask(decoded.value.request, signal);
	const answer = encodeElicitation(outcome);
	return { action: answer.action, content: 'content' in answer ? answer.content : null, _meta: null };
}
