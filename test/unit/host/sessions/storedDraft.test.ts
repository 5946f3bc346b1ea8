import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { read } from '../../../../src/core/base/shape.ts';
import type { ViewAttachment } from '../../../../src/core/view/viewAttachment.ts';
import {
	lostAttachmentsNotice,
	type StoredDraft,
	storedDraft,
	toStoredDraft,
} from '../../../../src/host/sessions/storedDraft.ts';
import { Random } from '../random.ts';
import { said } from '../../../../src/core/view/sayings.ts';

const parseStoredDraft = (raw: unknown): StoredDraft => {
	const draft = read(storedDraft, raw);
	assert.ok(draft);
	return draft;
};

function image(name: string, bytes: number): ViewAttachment {
	const data = Buffer.alloc(bytes, 1).toString('base64');
	return { type: 'image', id: name, name, mimeType: 'image/png', data };
}

const file: ViewAttachment = { type: 'file', id: 'file:///ws/a', name: 'a' };
const contexts: readonly ViewAttachment[] = [
	{ type: 'folder', id: 'file:///ws/src', name: 'src' },
	{ type: 'range', id: 'file:///ws/a#L3-L9', name: 'a:3-9', fingerprint: '7-abc' },
	{ type: 'symbol', id: 'file:///ws/a#L3', name: 'open' },
	{ type: 'problems', id: 'problems:', name: 'Problems' },
	{ type: 'changes', id: 'changes:file:///ws', name: 'Git changes' },
	{ type: 'session', id: 'session:s1', name: 'Fix the parser' },
	{ type: 'terminal', id: 'terminal:3-abc', name: 'Terminal: one', text: 'one' },
];
const kinds = ['file', 'image', 'audio', ...contexts.map(({ type }) => type)];
const half = limits.draftMediaBytes / 2;

describe('what of a draft survives a reload', () => {
	it('is all of it while the media fit [hazard G2]', () => {
		const draft = { text: 'half a thought', attachments: [file, image('x.png', half), image('y.png', half)] };
		const stored = toStoredDraft(draft, []);
		assert.deepEqual(parseStoredDraft(JSON.parse(JSON.stringify(stored))), { ...draft, lost: [] });
	});

	it('is also what is looked at only when it goes out: lines, problems, changes, folders [hazard G2]', () => {
		const draft = { text: '', attachments: contexts };
		const stored = JSON.parse(JSON.stringify(toStoredDraft(draft, []))) as unknown;
		assert.deepEqual(parseStoredDraft(stored), { ...draft, lost: [] });
	});

	it('is not what is above the limit in sum, but its name is, and the draft itself stays whole', () => {
		const draft = {
			text: '',
			attachments: [image('x.png', half), image('big.png', half + 1), file, image('y.png', half)],
		};
		const stored = toStoredDraft(draft, ['earlier.png']);
		assert.deepEqual(
			stored.attachments.map(({ name }) => name),
			['x.png', 'a', 'y.png'],
		);
		assert.deepEqual(stored.lost, ['earlier.png', 'big.png']);
		assert.equal(draft.attachments.length, 4);
	});

	it('counts what was selected in terminals as it counts media, and reads none without its text', () => {
		const selection = (name: string, bytes: number): ViewAttachment => ({
			type: 'terminal',
			id: name,
			name,
			text: 'x'.repeat(bytes),
		});
		const attachments = [image('x.png', half), selection('large', half + 1), selection('small', half)];
		const stored = toStoredDraft({ text: '', attachments }, []);
		assert.deepEqual(stored.lost, ['large']);
		assert.deepEqual(parseStoredDraft(stored).attachments, [attachments[0], attachments[2]]);
		const textless = { type: 'terminal', id: 'terminal:1', name: 'Terminal: one' };
		assert.deepEqual(parseStoredDraft({ text: '', attachments: [textless] }).attachments, []);
	});

	it('is told in one sentence', () => {
		const title = (...lost: string[]): string => said(lostAttachmentsNotice(lost).title);
		assert.match(title('a.png'), /no longer attached: a\.png$/u);
		assert.match(title('a.png', 'b.png'), /: a\.png and b\.png$/u);
		assert.match(title('a', 'b', 'c', 'd', 'e'), /: a, b, c, and 2 more$/u);
		assert.match(title('a\u202Egnp.exe'), /a⟨U\+202E⟩gnp\.exe$/u);
	});

	it('never throws and never has another shape, whatever is stored [hazard G4]', () => {
		const random = new Random(77);
		const good: Record<string, unknown> = { text: 't', attachments: [file, image('x', 3)], lost: ['n'] };
		for (let n = 0; n < 1000; n++) {
			const field = random.pick(['text', 'attachments', 'lost']);
			const raw = random.pick<unknown>([
				random.json(),
				{ ...good, [field]: random.json() },
				{
					...good,
					[field]: [random.json(), { ...file, [random.pick(['type', 'id', 'name'])]: random.json() }],
				},
			]);
			const { text, attachments, lost } = parseStoredDraft(raw);
			assert.equal(typeof text, 'string');
			assert.ok(lost.every((name) => typeof name === 'string'));
			for (const attachment of attachments) {
				assert.equal(typeof attachment.id + typeof attachment.name, 'stringstring');
				assert.ok(kinds.includes(attachment.type));
				if (attachment.type === 'image' || attachment.type === 'audio')
					assert.equal(typeof attachment.data + typeof attachment.mimeType, 'stringstring');
			}
		}
	});
});
