/** Permissions of later gateways: asked by a notification, answered by a request. The first ones ask nothing. */
import { type JsonObject, objectAt, objectsIn, stringAt, stringsIn } from '../../base/json.ts';
import { t } from '../../base/l10n.ts';
import type { PermissionOption } from '../../session/model/permission.ts';
import type { GatewayCalls, TurnNotification } from '../turnDialect.ts';

/**
 * Each resolution that a user can choose. There is no answer for more than a turn. No rule of the user allows what is asked
 * here: which files and commands it is about is said in words only.
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
	const title = stringAt(request, 'summary') ?? `${tool}: ${stringAt(request, 'action') ?? ''}`;
	const details = objectsIn(request['details']).map(
		(detail) => `${stringAt(detail, 'label') ?? ''}: ${stringAt(detail, 'value') ?? ''}`,
	);
	return {
		type: 'question',
		threadId,
		shownIn: stringsIn(request['visible_thread_ids']),
		questionId,
		async ask(target, signal) {
			const outcome = await target.permissions.ask(
				{
					title,
					...(details.length === 0 ? {} : { description: details.join('\n') }),
					subject: { type: 'other', kind: stringAt(request, 'action') ?? tool, isDescribed: true },
					fields: { name: tool, title, rawInput: request['details'] },
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
					...(message === undefined ? {} : { description: message }),
					subject: { type: 'other', kind, isDescribed: true },
					fields: { name: kind, title, rawInput: request['payload'] },
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
