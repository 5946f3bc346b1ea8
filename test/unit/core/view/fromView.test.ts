import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { type FromView, parseFromView } from '../../../../src/core/view/fromView.ts';
import { Random } from '../../host/random.ts';

const attachments = ['file:///a', 'media1'];
const valid: readonly FromView[] = [
	{ type: 'ready', clientId: 'c' },
	{ type: 'ready', clientId: 'c', entryId: 'e7' },
	{ type: 'resync' },
	{ type: 'stop' },
	{ type: 'attach' },
	{ type: 'submit', text: 't', attachments },
	{ type: 'draftChanged', text: 't', attachments: [] },
	{ type: 'answer', permissionId: 'p1', optionId: 'yes', revision: 0 },
	{ type: 'setOption', optionId: 'mode', value: 'm' },
	{ type: 'setOption', optionId: 'fast', value: false },
	{ type: 'pickOption' },
	{ type: 'pickOption', optionId: 'mode' },
	{ type: 'cycleMode' },
	{
		type: 'addMedia',
		requestId: 'r1',
		kind: 'image',
		name: 'a.png',
		mimeType: 'image/png',
		data: 'iVBORw0KGgo=',
	},
	{ type: 'addFiles', uris: ['file:///a'] },
	{ type: 'findMentions', requestId: 'r1', query: 'a.ts' },
	{ type: 'addMention', requestId: 'r1', id: 'file:///a' },
	{ type: 'pasted', requestId: 'r1', text: 'a\nb' },
	{ type: 'openAttachment', id: 'file:///a#L3-L9' },
	{ type: 'elicitation', entryId: 'e1', action: 'cancel' },
	{ type: 'elicitation', entryId: 'e1', action: 'accept', values: { name: 'x', count: 3, tags: ['a'] } },
	{ type: 'login', methodId: 'm' },
	{ type: 'dismissNotice', id: 'n' },
	{ type: 'openTerminal', terminalId: 't1' },
	{ type: 'stopTerminal', terminalId: 't1' },
	{ type: 'cancelSubagent', entryId: 'e1' },
	{ type: 'cancelToolCall', entryId: 'e1' },
	{ type: 'editPrompt', entryId: 'e1' },
	{ type: 'copyMessage', entryId: 'e1' },
	{ type: 'withdrawPrompt', queueId: 'q1' },
	{ type: 'changeQueue', queueId: 'q1', action: 'sendNow' },
	{ type: 'resumeQueue' },
	{ type: 'newSession' },
	{ type: 'newSession', agent: 'A' },
	{ type: 'openLocation', entryId: 'e1', index: 0 },
	{ type: 'openDiff', entryId: 'e1' },
	{ type: 'openDiff', entryId: 'e1', index: 2 },
	{ type: 'answerChanges', answer: 'keep', revision: 3 },
	{ type: 'answerFiles', answer: 'undo', paths: ['/ws/a.ts'] },
	{ type: 'answerCall', answer: 'keep', entryId: 'e' },
	{ type: 'openChangedFile', path: '/ws/a.ts' },
	{ type: 'showChanges', place: 'list' },
	{ type: 'openLink', href: 'https://a' },
	{ type: 'openOutput', terminalId: 't1' },
	{ type: 'requestRaw', entryId: 'e1' },
	{ type: 'copy', text: 'x' },
	{ type: 'insertCode', text: 'x' },
	{ type: 'openCode', text: 'x', language: 'ts' },
	{ type: 'highlight', requestId: '1', language: 'ts', text: 'x' },
	{ type: 'notice', entryId: 'e1', action: 'retry' },
];

/** Fields that may be missing. */
const optional = new Set([
	'ready.entryId',
	'pickOption.optionId',
	'newSession.agent',
	'openDiff.index',
	'elicitation.values',
]);
/** Fields that take more than any text. */
const listed = new Set(['attachments', 'uris', 'paths']);
/** Fields that take certain texts or none at all. */
const notFree = new Set([
	'type',
	'action',
	'kind',
	'index',
	'values',
	'answer',
	'place',
	'revision',
	...listed,
]);

/** True when the field takes this value although the valid messages have another one there. */
function isFine(field: string, value: unknown): boolean {
	if (typeof value === 'string') return !notFree.has(field);
	if (typeof value === 'boolean') return field === 'value';
	if (Array.isArray(value)) return listed.has(field);
	return field === 'values' && typeof value === 'object' && value !== null;
}

describe('messages of the view', () => {
	it('pass when they are ours', () => {
		for (const message of valid) assert.deepEqual(parseFromView(structuredClone(message)), message);
	});

	it('pass without what does not belong to them [hazard E4]', () => {
		for (const message of valid) {
			assert.deepEqual(parseFromView({ ...message, command: 'rm', __proto: 1 }), message);
		}
	});

	it('do not pass with one field missing or of another kind [hazard E4]', () => {
		for (const message of valid) {
			for (const field of Object.keys(message)) {
				const isOptional = optional.has(`${message.type}.${field}`);
				const { [field]: _removed, ...without } = message as Record<string, unknown>;
				if (!isOptional) assert.equal(parseFromView(without), undefined, `${message.type} without ${field}`);
				for (const other of [null, {}, [], 7.5, -1, Number.NaN, 'no such thing', true, ['a']]) {
					if (isFine(field, other)) continue;
					const parsed = parseFromView({ ...message, [field]: other });
					assert.equal(parsed, undefined, `${message.type}.${field} = ${JSON.stringify(other)}`);
				}
			}
		}
	});

	it('do not pass when they are too large [hazard E4]', () => {
		const huge = 'x'.repeat(5 * 1024 * 1024);
		const many = Array.from({ length: 1001 }, () => 'a');
		for (const message of [
			{ type: 'submit', text: huge, attachments: [] },
			{ type: 'submit', text: '', attachments: many },
			{ type: 'submit', text: '', attachments: [huge] },
			{ type: 'addFiles', uris: many },
			{
				type: 'addMedia',
				requestId: 'r',
				kind: 'image',
				name: 'a',
				mimeType: 'image/png',
				data: `${huge}${huge}`,
			},
			{ type: 'addMedia', requestId: 'r', kind: 'image', name: huge, mimeType: 'image/png', data: '' },
			{ type: 'findMentions', requestId: 'r', query: 'x'.repeat(201) },
			{ type: 'pasted', requestId: 'r', text: 'x'.repeat(limits.embeddedFileBytes + 1) },
			{ type: 'copy', text: huge },
			{ type: 'insertCode', text: huge },
			{ type: 'openCode', text: huge, language: 'ts' },
			{ type: 'openCode', text: 'x', language: huge },
			{ type: 'highlight', requestId: '1', language: huge, text: 'x' },
			{ type: 'highlight', requestId: '1', language: 'ts', text: 'x'.repeat(limits.highlightChars + 1) },
			{ type: 'answerFiles', answer: 'keep', paths: many },
			{ type: 'answerFiles', answer: 'keep', paths: [huge] },
			{ type: 'openChangedFile', path: huge },
			{ type: 'openLink', href: huge },
			{ type: 'answer', permissionId: huge, optionId: 'a' },
		]) {
			assert.equal(parseFromView(message), undefined);
		}
	});

	it('never make it throw, and never come out with another shape [hazard E4]', () => {
		const random = new Random(7);
		for (let n = 0; n < 5_000; n++) {
			const base = random.pick<unknown>([random.pick(valid), random.json(), {}]);
			const message =
				typeof base === 'object' && base !== null && !Array.isArray(base)
					? {
							...base,
							...(random.below(2) === 0
								? { [random.pick(['type', 'text', 'index', 'action'])]: random.json() }
								: {}),
						}
					: base;
			const parsed = parseFromView(message);
			if (parsed === undefined) continue;
			// What passed once passes again unchanged: nothing foreign is in it.
			assert.deepEqual(parseFromView(structuredClone(parsed)), parsed);
			assert.ok(valid.some(({ type }) => type === parsed.type));
		}
	});

	it('take nothing from a prototype', () => {
		const inherited: unknown = Object.create({ type: 'stop' });
		const parsed = parseFromView(inherited);
		// Structured cloning drops prototypes, so this cannot arrive; it must at least be harmless.
		assert.ok(parsed === undefined || parsed.type === 'stop');
	});
});
