/** The host's check of what the view sends. The view shows foreign text, so it is not trusted (hazard E4). */
import { type Fields, isFields } from '../base/fields.ts';
import * as limits from '../base/limits.ts';
import type { FieldValue, FormValues } from '../session/model/elicitation.ts';
import type { NoticeAction } from '../session/model/entry.ts';
import type { FromView, QueueAction } from './fromView.ts';

const maxQuery = 200;

/** All that a notice can offer to do. */
export const noticeActions: ReadonlySet<NoticeAction> = new Set<NoticeAction>([
	'show_log',
	'restart',
	'open_settings',
	'new_session',
	'resume',
	'retry',
	'approve',
	'force_stop',
	'login',
	'choose_mcp_servers',
]);

/** The message if it is one of ours with every field of the right shape and of bounded size; else undefined. */
export function parseFromView(raw: unknown): FromView | undefined {
	if (!isFields(raw)) return undefined;
	switch (raw['type']) {
		case 'ready':
			return isName(raw['clientId']) ? { type: 'ready', clientId: raw['clientId'] } : undefined;
		case 'showOlder':
			return typeof raw['isAll'] === 'boolean' ? { type: 'showOlder', isAll: raw['isAll'] } : undefined;
		case 'resync':
		case 'forgetOlder':
		case 'stop':
		case 'attach':
		case 'cycleMode':
		case 'cancelLogin':
		case 'takeBackPrompt':
		case 'resumeQueue':
			return { type: raw['type'] };
		case 'submit':
		case 'draftChanged':
			return isText(raw['text']) && isNames(raw['attachments'])
				? {
						type: raw['type'],
						text: raw['text'],
						attachments: raw['attachments'],
						...(isIndex(raw['revision']) ? { revision: raw['revision'] } : {}),
					}
				: undefined;
		case 'answer':
			return isName(raw['permissionId']) && isName(raw['optionId']) && isIndex(raw['revision'])
				? {
						type: 'answer',
						permissionId: raw['permissionId'],
						optionId: raw['optionId'],
						revision: raw['revision'],
					}
				: undefined;
		case 'rule':
			return isName(raw['permissionId']) ? { type: 'rule', permissionId: raw['permissionId'] } : undefined;
		case 'setOption':
			return isName(raw['optionId']) && (isName(raw['value']) || typeof raw['value'] === 'boolean')
				? { type: 'setOption', optionId: raw['optionId'], value: raw['value'] }
				: undefined;
		case 'pickOption':
			if (raw['optionId'] === undefined) return { type: 'pickOption' };
			return isName(raw['optionId']) ? { type: 'pickOption', optionId: raw['optionId'] } : undefined;
		case 'addMedia':
			return parseMedia(raw);
		case 'addFiles':
			return isNames(raw['uris']) ? { type: 'addFiles', uris: raw['uris'] } : undefined;
		case 'findMentions':
			return isName(raw['requestId']) && isName(raw['query']) && raw['query'].length <= maxQuery
				? { type: 'findMentions', requestId: raw['requestId'], query: raw['query'] }
				: undefined;
		case 'addMention':
			return isName(raw['requestId']) && isName(raw['id'])
				? { type: 'addMention', requestId: raw['requestId'], id: raw['id'] }
				: undefined;
		case 'pasted':
			return isName(raw['requestId']) && isText(raw['text']) && raw['text'].length <= limits.embeddedFileBytes
				? { type: 'pasted', requestId: raw['requestId'], text: raw['text'] }
				: undefined;
		case 'openAttachment':
			return isName(raw['id']) ? { type: 'openAttachment', id: raw['id'] } : undefined;
		case 'elicitation':
			return parseElicitation(raw);
		case 'login':
			return isName(raw['methodId']) ? { type: 'login', methodId: raw['methodId'] } : undefined;
		case 'dismissNotice':
			return isName(raw['id']) ? { type: 'dismissNotice', id: raw['id'] } : undefined;
		case 'openTerminal':
		case 'stopTerminal':
			return isName(raw['terminalId']) ? { type: raw['type'], terminalId: raw['terminalId'] } : undefined;
		case 'cancelSubagent':
		case 'cancelToolCall':
		case 'editPrompt':
		case 'copyMessage':
		case 'requestRaw':
			return isName(raw['entryId']) ? { type: raw['type'], entryId: raw['entryId'] } : undefined;
		case 'withdrawPrompt':
			return isName(raw['queueId']) ? { type: 'withdrawPrompt', queueId: raw['queueId'] } : undefined;
		case 'changeQueue':
			return isName(raw['queueId']) && isQueueAction(raw['action'])
				? { type: 'changeQueue', queueId: raw['queueId'], action: raw['action'] }
				: undefined;
		case 'newSession':
			if (raw['agent'] === undefined) return { type: 'newSession' };
			return isName(raw['agent']) ? { type: 'newSession', agent: raw['agent'] } : undefined;
		case 'openLocation':
			return isName(raw['entryId']) && isIndex(raw['index'])
				? { type: 'openLocation', entryId: raw['entryId'], index: raw['index'] }
				: undefined;
		case 'openDiff':
			return parseOpenDiff(raw);
		case 'openLink':
			return isName(raw['href']) ? { type: 'openLink', href: raw['href'] } : undefined;
		case 'openOutput':
			return isName(raw['terminalId']) ? { type: 'openOutput', terminalId: raw['terminalId'] } : undefined;
		case 'copy':
			return isText(raw['text']) ? { type: 'copy', text: raw['text'] } : undefined;
		case 'insertCode':
			return isText(raw['text']) ? { type: 'insertCode', text: raw['text'] } : undefined;
		case 'openCode':
			return isText(raw['text']) && isName(raw['language'])
				? { type: 'openCode', text: raw['text'], language: raw['language'] }
				: undefined;
		case 'highlight':
			return parseHighlight(raw);
		case 'notice':
			return isName(raw['entryId']) && isNoticeAction(raw['action'])
				? { type: 'notice', entryId: raw['entryId'], action: raw['action'] }
				: undefined;
		default:
			return undefined;
	}
}

/** The session that a message is about; undefined when it names none. */
export function sessionKeyOf(raw: unknown): string | undefined {
	const key = isFields(raw) ? raw['sessionKey'] : undefined;
	return isName(key) ? key : undefined;
}

function parseOpenDiff(raw: Fields): FromView | undefined {
	if (!isName(raw['entryId'])) return undefined;
	if (raw['index'] === undefined) return { type: 'openDiff', entryId: raw['entryId'] };
	return isIndex(raw['index'])
		? { type: 'openDiff', entryId: raw['entryId'], index: raw['index'] }
		: undefined;
}

function parseHighlight({ requestId, language, text }: Fields): FromView | undefined {
	if (!isName(requestId) || !isName(language) || typeof text !== 'string') return undefined;
	if (text.length > limits.highlightChars) return undefined;
	return { type: 'highlight', requestId, language, text };
}

function isNoticeAction(value: unknown): value is NoticeAction {
	return (noticeActions as ReadonlySet<unknown>).has(value);
}

function isQueueAction(value: unknown): value is QueueAction {
	return value === 'remove' || value === 'up' || value === 'down' || value === 'send_now';
}

function parseMedia(raw: Fields): FromView | undefined {
	const { requestId, kind, name, mimeType, data } = raw;
	if (kind !== 'image' && kind !== 'audio') return undefined;
	if (!isName(requestId) || !isName(name) || !isName(mimeType) || typeof data !== 'string') return undefined;
	// Base64 is a third longer than what it stands for.
	if (data.length > limits.promptImageBytes * 2) return undefined;
	return { type: 'addMedia', requestId, kind, name, mimeType, data };
}

function parseElicitation(raw: Fields): FromView | undefined {
	const { entryId, action, values } = raw;
	if (!isName(entryId)) return undefined;
	if (action !== 'accept' && action !== 'decline' && action !== 'cancel') return undefined;
	if (values === undefined) return { type: 'elicitation', entryId, action };
	return isFormValues(values) ? { type: 'elicitation', entryId, action, values } : undefined;
}

function isFormValues(value: unknown): value is FormValues {
	if (!isFields(value)) return false;
	const entries = Object.entries(value);
	return entries.length <= maxNames && entries.every(([name, field]) => isName(name) && isFieldValue(field));
}

function isFieldValue(value: unknown): value is FieldValue {
	return isText(value) || typeof value === 'number' || typeof value === 'boolean' || isNames(value);
}

/** Every value from the view is bounded: the view shows foreign text (hazard E4). */
const maxText = 4 * 1024 * 1024;
const maxName = 8 * 1024;
const maxNames = 1000;

function isText(value: unknown): value is string {
	return typeof value === 'string' && value.length <= maxText;
}

/** An id, a name, or anything else of one line. */
function isName(value: unknown): value is string {
	return typeof value === 'string' && value.length <= maxName;
}

function isNames(value: unknown): value is string[] {
	return Array.isArray(value) && value.length <= maxNames && value.every(isName);
}

/** A place in a list, or a count. */
function isIndex(value: unknown): value is number {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
