/** Permissions of later gateways: asked by a notification, answered by a request. The first ones ask nothing. */
import { isJsonObject, type JsonObject, objectAt, stringAt, stringsIn } from '../../base/json.ts';
import { t } from '../../base/l10n.ts';
import type { PermissionOption, PermissionRequest } from '../../session/model/permission.ts';
import { commandText, isAbsolute, jsonText, withoutNulls } from '../threadFacts.ts';
import type { GatewayCalls, TurnNotification } from '../turnDialect.ts';

/**
 * Each resolution that a user can choose. There is no answer for more than a turn. No rule of the user allows what is asked
 * here: which files it is about is said in words only. A rule that denies knows the command, where one is named as such.
 */
function options(): readonly PermissionOption[] {
	return [
		{ optionId: 'allow_once', name: t('Allow'), kind: 'other' },
		{ optionId: 'allow_for_turn', name: t('Allow for this turn'), kind: 'other' },
		{ optionId: 'deny', name: t('Reject'), kind: 'reject_once' },
	];
}

/** `turn/permission/request/opened`. Undefined for one that cannot be read. */
export function readPermission(params: JsonObject, calls: GatewayCalls): TurnNotification | undefined {
	const request = objectAt(params, 'request') ?? {};
	const questionId = stringAt(request, 'request_id');
	const threadId = stringAt(request, 'thread_id');
	if (questionId === undefined || threadId === undefined) return undefined;
	const tool = stringAt(request, 'tool_name') ?? '';
	const action = stringAt(request, 'action') ?? '';
	const doing = `${tool}: ${action}`;
	const summary = stringAt(request, 'summary');
	const all = detailsIn(request['details']);
	const command = action === 'shell_command' ? all.find(isCommand) : undefined;
	const details = all.filter((detail) => detail !== command).map(detailText);
	const isNamed = all.length > 0 && summary !== undefined;
	return {
		type: 'question',
		threadId,
		shownIn: stringsIn(request['visible_thread_ids']),
		questionId,
		async ask(target, signal) {
			const outcome = await target.permissions.ask(
				{
					title: summary ?? doing,
					...describedBy([...(isNamed ? [doing] : []), ...details]),
					subject:
						command === undefined
							? { type: 'other', kind: action || tool, isDescribed: true }
							: { type: 'command', command: command.value },
					options: options(),
				},
				signal,
			);
			// Another client has answered.
			if (signal.aborted) return;
			const resolution = outcome.type === 'selected' ? outcome.optionId : 'cancelled';
			await calls.send('turn/permission/request/respond', { request_id: questionId, resolution });
		},
	};
}

/**
 * `cli_runtime/request_opened`: an agent that the gateway runs asks through it. Undefined for one that names no thread.
 * What it wants to have written by the user has no described form: that is refused with words.
 */
export function readRuntimeRequest(params: JsonObject, calls: GatewayCalls): TurnNotification | undefined {
	const questionId = stringAt(params, 'request_id');
	const threadId = stringAt(params, 'thread_id');
	if (questionId === undefined || threadId === undefined) return undefined;
	const request = objectAt(params, 'request') ?? {};
	const kind = stringAt(request, 'kind') ?? '';
	const message = stringAt(request, 'message');
	const title = stringAt(request, 'title') ?? message ?? kind;
	const respond = (resolution: object): Promise<unknown> =>
		calls.send('cli_runtime/request/respond', {
			workspace_id: params['workspace_id'],
			runtime_id: params['runtime_id'],
			request_id: questionId,
			resolution,
		});
	return {
		type: 'question',
		threadId,
		questionId,
		async ask(target, signal) {
			if (!kind.endsWith('_approval'))
				return void (await respond({ status: 'error', message: 'This client cannot answer that.' }));
			const outcome = await target.permissions.ask(
				{
					title,
					...aboutPayload(kind, message, request['payload']),
					options: options().filter(({ optionId }) => optionId !== 'allow_for_turn'),
				},
				signal,
			);
			if (signal.aborted) return;
			const choice = outcome.type === 'selected' ? outcome.optionId : 'cancelled';
			const status = choice === 'allow_once' ? 'approved' : choice === 'deny' ? 'denied' : 'cancelled';
			await respond({ status });
		},
	};
}

/** `turn/permission/request/resolved`, and that of an agent that the gateway runs. */
export function readResolved(params: JsonObject): TurnNotification | undefined {
	const questionId = stringAt(params, 'request_id');
	return questionId === undefined ? undefined : { type: 'question_settled', questionId };
}

interface NamedCommand {
	readonly label: string;
	readonly value: string;
}

/** The details as they are documented are a list of labels and texts. Any other shape is shown as it came. */
function detailsIn(details: unknown): readonly unknown[] {
	if (details === undefined || details === null) return [];
	return Array.isArray(details) ? details : [details];
}

/** A command, and nothing else. */
function isCommand(detail: unknown): detail is NamedCommand {
	const { label, value, isPlain } = readDetail(detail);
	return isPlain && /^command$/iu.test(String(label)) && typeof value === 'string' && value.trim() !== '';
}

function detailText(detail: unknown): string {
	const { label, value, isPlain } = readDetail(detail);
	if (!isPlain) return jsonText(detail);
	return label === undefined ? jsonText(value) : `${jsonText(label)}: ${jsonText(value)}`;
}

/** `isPlain`: it says no more than a value and its label. */
function readDetail(detail: unknown): { label?: unknown; value?: unknown; isPlain: boolean } {
	if (!isJsonObject(detail)) return { isPlain: false };
	const { label, value, monospace: _monospace, ...others } = withoutNulls(detail);
	return { label, value, isPlain: value !== undefined && Object.keys(others).length === 0 };
}

/**
 * What an agent asks for is its payload, and what the gateway says of it are other words: the user reads both. A command
 * is shown as one, with all that comes beside it.
 */
function aboutPayload(
	kind: string,
	message: string | undefined,
	payload: unknown,
): Pick<PermissionRequest, 'subject' | 'description'> {
	const said = message === undefined ? [] : [message];
	const command = isJsonObject(payload) && kind === 'command_approval' ? commandIn(payload) : undefined;
	if (command === undefined || !isJsonObject(payload))
		return {
			...describedBy([...said, ...shownWhole(payload)]),
			subject: { type: 'other', kind, isDescribed: true },
		};
	const { command: _command, args: _args, cwd, ...others } = payload;
	const isPlace = typeof cwd === 'string' && isAbsolute(cwd);
	return {
		...describedBy([...said, ...shownWhole(withoutNulls(isPlace ? others : { cwd, ...others }))]),
		subject: { type: 'command', command, ...(isPlace ? { cwd } : {}) },
	};
}

/** A command with its arguments; undefined where it cannot be read whole. */
function commandIn({ command, args }: JsonObject): string | undefined {
	const first = typeof command === 'string' ? command : lineOf(command);
	const given = lineOf(args ?? []);
	if (first === undefined || first.trim() === '' || given === undefined) return undefined;
	return given === '' ? first : `${first} ${given}`;
}

/** Undefined for what is no list of words. */
function lineOf(list: unknown): string | undefined {
	const words = stringsIn(list);
	return Array.isArray(list) && words.length === list.length ? commandText(words) : undefined;
}

/** Nothing where it says nothing. */
function shownWhole(payload: unknown): readonly string[] {
	const isEmpty = isJsonObject(payload) && Object.keys(payload).length === 0;
	return isEmpty || payload === undefined || payload === null || payload === '' ? [] : [jsonText(payload)];
}

function describedBy(lines: readonly string[]): Pick<PermissionRequest, 'description'> {
	return lines.length === 0 ? {} : { description: lines.join('\n') };
}
