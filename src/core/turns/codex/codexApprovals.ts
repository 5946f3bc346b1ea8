/**
 * What Codex asks the user, 0.169. A decision is offered only if Codex offers it; an answer is one of those, as it was
 * offered. What is not known is refused.
 */
import { isJsonObject, type JsonObject, objectAt, stringAt, stringsIn } from '../../base/json.ts';
import { t } from '../../base/l10n.ts';
import { errorCodes, WireError } from '../../acp/wire.ts';
import type { PermissionOption, PermissionRequest } from '../../session/model/permission.ts';
import type { GatewayRequest } from '../turnDialect.ts';
import { commandText, jsonText, withoutNulls } from '../threadFacts.ts';
import { commandLabel } from './codexItems.ts';
import { answerElicitation, answerQuestions, type QuestionOffer } from './codexQuestions.ts';

/** The requests that are served, and which field names the thread. */
const served = {
	command: 'item/commandExecution/requestApproval',
	fileChange: 'item/fileChange/requestApproval',
	permissions: 'item/permissions/requestApproval',
	questions: 'item/tool/requestUserInput',
	elicitation: 'mcpServer/elicitation/request',
} as const;

/** True for what `answerRequest` serves. */
export function isServed(method: string): boolean {
	return Object.values<string>(served).includes(method);
}

/** Rejects with `WireError` where Codex takes the request back, or it cannot be read. */
export function answerRequest(
	{ method, params, signal, target }: GatewayRequest,
	offer: QuestionOffer,
): Promise<unknown> {
	switch (method) {
		case served.command:
			return decide(commandRequest(params), offeredFor(params, commandDecisions), { signal, target });
		case served.fileChange:
			return decide(fileChangeRequest(params), offeredFor(params, fileDecisions), { signal, target });
		case served.permissions:
			return grant(params, { signal, target });
		case served.questions:
			return answerQuestions(params, { target, signal }, offer);
		case served.elicitation:
			return answerElicitation(params, { target, signal }, offer);
		default:
			return Promise.reject(new WireError(errorCodes.methodNotFound, `Method not found: ${method}`));
	}
}

/** A decision as it goes back, and how it is shown. */
interface Decision {
	readonly answer: unknown;
	readonly option: PermissionOption;
}

type Asked = Pick<PermissionRequest, 'subject' | 'fields' | 'description'>;
type Asking = Pick<GatewayRequest, 'signal' | 'target'>;

/** Where a request names none. */
const commandDecisions = ['accept', 'acceptForSession', 'decline', 'cancel'] as const;
const fileDecisions = ['accept', 'acceptForSession', 'decline', 'cancel'] as const;

function offeredFor(params: JsonObject, usual: readonly string[]): readonly Decision[] {
	const { availableDecisions } = params;
	const offered: readonly unknown[] = Array.isArray(availableDecisions) ? availableDecisions : usual;
	const decisions = offered.flatMap((answer, index) => decisionOf(answer, String(index)));
	return asksForMore(params) ? decisions.map(byTheUserOnly) : decisions;
}

/** It is about more than the command or the files that it names, which is all that a rule of the user knows of it. */
function asksForMore(params: JsonObject): boolean {
	const more = ['networkApprovalContext', 'additionalPermissions', 'grantRoot'];
	const kind = stringAt(params, 'kind') ?? 'command';
	return kind !== 'command' || more.some((field) => params[field] !== undefined && params[field] !== null);
}

/** No rule chooses it: the user has to read what else it is about. */
function byTheUserOnly({ answer, option }: Decision): Decision {
	return { answer, option: option.kind === 'allow_once' ? { ...option, kind: 'other' } : option };
}

/** One that is not known is left out: it cannot be said what it allows. */
function decisionOf(answer: unknown, optionId: string): readonly Decision[] {
	const choice = (name: string, kind: PermissionOption['kind']): readonly Decision[] => [
		{ answer, option: { optionId, name, kind } },
	];
	switch (answer) {
		case 'accept':
			return choice(t('Allow'), 'allow_once');
		case 'acceptForSession':
			return choice(t('Allow for this session'), 'allow_always');
		case 'decline':
			return choice(t('Reject'), 'reject_once');
		case 'cancel':
			return choice(t('Reject and stop'), 'reject_once');
	}
	if (!isJsonObject(answer)) return [];
	const amendment = objectAt(answer, 'acceptWithExecpolicyAmendment');
	if (amendment !== undefined) {
		const words = stringsIn(amendment['execpolicy_amendment']);
		return words.length === 0
			? []
			: choice(t('Allow from now on what begins with: {0}', commandText(words)), 'allow_always');
	}
	const network = objectAt(objectAt(answer, 'applyNetworkPolicyAmendment'), 'network_policy_amendment');
	const host = stringAt(network, 'host');
	if (network === undefined || host === undefined) return [];
	switch (stringAt(network, 'action')) {
		case 'allow':
			return choice(t('Allow connections to {0} from now on', host), 'allow_always');
		case 'deny':
			return choice(t('Refuse connections to {0} from now on', host), 'reject_always');
		default:
			return [];
	}
}

function commandRequest(params: JsonObject): Asked {
	const command = stringAt(params, 'command') ?? '';
	const cwd = stringAt(params, 'cwd');
	const itemId = stringAt(params, 'itemId');
	const network = objectAt(params, 'networkApprovalContext');
	const host = stringAt(network, 'host');
	const about = host === undefined ? undefined : t('It wants to connect to {0}.', host);
	const input =
		stringAt(params, 'kind') === 'writeStdin' ? t('It writes to a command that runs.') : undefined;
	const rights = grantedText(params['additionalPermissions']);
	const description = [stringAt(params, 'reason'), about, input, ...rights]
		.filter((text) => text !== undefined)
		.join('\n');
	return {
		subject: {
			type: 'command',
			command,
			...(cwd === undefined ? {} : { cwd }),
			...(itemId === undefined ? {} : { toolCallId: itemId }),
		},
		fields: {
			title: commandLabel(command, params['commandActions']),
			rawInput: { command, ...(cwd === undefined ? {} : { cwd }) },
		},
		...(description === '' ? {} : { description }),
	};
}

function fileChangeRequest(params: JsonObject): Asked {
	const root = stringAt(params, 'grantRoot');
	const granted =
		root === undefined ? undefined : t('It asks to write anywhere in {0} for this session.', root);
	const description = [stringAt(params, 'reason'), granted].filter((text) => text !== undefined).join('\n');
	const toolCallId = stringAt(params, 'itemId');
	return {
		subject:
			toolCallId === undefined ? { type: 'other', kind: 'fileChange' } : { type: 'tool_call', toolCallId },
		...(description === '' ? {} : { description }),
	};
}

async function decide(asked: Asked, decisions: readonly Decision[], asking: Asking): Promise<unknown> {
	if (decisions.length === 0)
		throw new WireError(errorCodes.invalidParams, 'Invalid params: no decision that is known');
	const chosen = await ask(asked, decisions, asking);
	return { decision: chosen?.answer ?? 'cancel' };
}

/** Undefined where the turn was stopped in place of an answer. */
async function ask(
	asked: Asked,
	decisions: readonly Decision[],
	{ target, signal }: Asking,
): Promise<Decision | undefined> {
	const outcome = await target.permissions.ask(
		{ ...asked, options: decisions.map(({ option }) => option) },
		signal,
	);
	if (signal.aborted) throw new WireError(errorCodes.requestCancelled, 'Request cancelled');
	if (outcome.type === 'cancelled') return undefined;
	return decisions.find(({ option }) => option.optionId === outcome.optionId);
}

/** More rights than the sandbox gives: all that is asked for, or nothing. */
async function grant(params: JsonObject, asking: Asking): Promise<unknown> {
	const permissions = objectAt(params, 'permissions') ?? {};
	const nothing = { permissions: {}, scope: 'turn' };
	const decisions: readonly Decision[] = [
		{
			answer: { permissions: withoutNulls(permissions), scope: 'turn' },
			// No rule grants rights.
			option: { optionId: 'turn', name: t('Allow for this turn'), kind: 'other' },
		},
		{
			answer: { permissions: withoutNulls(permissions), scope: 'session' },
			option: { optionId: 'session', name: t('Allow for this session'), kind: 'allow_always' },
		},
		{ answer: nothing, option: { optionId: 'reject', name: t('Reject'), kind: 'reject_once' } },
	];
	const description = [stringAt(params, 'reason'), ...grantedText(permissions)].filter(
		(text) => text !== undefined,
	);
	const chosen = await ask(
		{
			subject: { type: 'other', kind: 'permissions', isDescribed: true },
			description: description.join('\n'),
		},
		decisions,
		asking,
	);
	return chosen?.answer ?? nothing;
}

/** All of it in words: what is not named here is shown as it came. */
function grantedText(permissions: unknown): readonly string[] {
	if (!isJsonObject(permissions)) return isEmpty(permissions) ? [] : [jsonText(permissions)];
	const network = connectionIn(permissions['network']);
	const files = filesIn(permissions['fileSystem']);
	const unsaid = filled({ ...permissions, network: network.unsaid, fileSystem: files.unsaid });
	return [...network.words, ...files.words, ...(isEmpty(unsaid) ? [] : [jsonText(unsaid)])];
}

/** A part of the rights: in words, and what those do not say. */
interface Rights {
	readonly words: readonly string[];
	readonly unsaid: unknown;
}

function connectionIn(network: unknown): Rights {
	if (!isJsonObject(network) || network['enabled'] !== true) return { words: [], unsaid: network };
	return { words: [t('Connect to the network')], unsaid: filled({ ...network, enabled: null }) };
}

function filesIn(fileSystem: unknown): Rights {
	if (!isJsonObject(fileSystem)) return { words: [], unsaid: fileSystem };
	const { read, write } = fileSystem;
	return {
		words: [
			...stringsIn(read).map((path) => t('Read {0}', path)),
			...stringsIn(write).map((path) => t('Write {0}', path)),
		],
		unsaid: filled({ ...fileSystem, read: withoutTexts(read), write: withoutTexts(write) }),
	};
}

function withoutTexts(list: unknown): unknown {
	return Array.isArray(list) ? list.filter((item) => typeof item !== 'string') : list;
}

function filled(fields: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
}

/** True for what asks for nothing. */
function isEmpty(value: unknown): boolean {
	if (value === undefined || value === null) return true;
	return typeof value === 'object' && Object.keys(value).length === 0;
}
