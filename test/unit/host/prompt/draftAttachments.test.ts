/** What goes with a prompt: what is taken, and what becomes of it on the way to the agent. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encodePrompt } from '../../../../src/core/acp/shared/content.ts';
import * as limits from '../../../../src/core/base/limits.ts';
import { noCapabilities } from '../../../../src/core/session/model/capabilities.ts';
import { mediaTypeOf } from '../../../../src/core/view/mediaKinds.ts';
import type { ViewAttachment } from '../../../../src/core/view/viewAttachment.ts';
import {
	type AddMediaMessage,
	attachmentsOf,
	type Drafting,
	mediaFrom,
	refusalOf,
	withAttachments,
} from '../../../../src/host/prompt/draftAttachments.ts';
import { type AttachedFile, promptContent } from '../../../../src/host/prompt/promptContent.ts';
import { lookingAt } from '../lookingAt.ts';

/** The first bytes of each kind. */
const heads: Readonly<Record<string, Buffer>> = {
	'image/png': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
	'image/jpeg': Buffer.from('ffd8ffe000104a46494600010100', 'hex'),
	'image/gif': Buffer.from('GIF89a\x01\0\x01\0'),
	'image/webp': Buffer.from('RIFF\x24\0\0\0WEBPVP8 '),
	'audio/wav': Buffer.from('RIFF\x24\0\0\0WAVEfmt '),
	'audio/mpeg': Buffer.from('ID3\x04\0\0\0\0\0\0'),
	'audio/ogg': Buffer.from('OggS\0\x02\0\0'),
	'audio/flac': Buffer.from('fLaC\0\0\0\x22'),
	'audio/mp4': Buffer.from('\0\0\0\x20ftypM4A \0\0\0\0', 'latin1'),
	'audio/aac': Buffer.from('fff15080', 'hex'),
};

function drafting(
	capabilities: { promptImage?: boolean; promptAudio?: boolean } = {},
	attachments: readonly ViewAttachment[] = [],
): Drafting {
	const taken = { promptImage: true, promptAudio: true, ...capabilities };
	const state = { agentTitle: 'Fake', capabilities: { ...noCapabilities, ...taken } };
	return { session: { state }, draft: { text: '', attachments }, offered: new Map() };
}

function message(mimeType: string, data: Buffer | string, name = 'a.bin'): AddMediaMessage {
	return {
		type: 'addMedia',
		requestId: 'r',
		kind: mimeType.startsWith('audio/') ? 'audio' : 'image',
		name,
		mimeType,
		data: typeof data === 'string' ? data : data.toString('base64'),
	};
}

const image = (id: string): ViewAttachment => ({
	type: 'image',
	id,
	name: id,
	mimeType: 'image/png',
	data: '',
});
const file = (id: string): ViewAttachment => ({ type: 'file', id: `file:///ws/${id}`, name: id });

describe('media from the view', () => {
	for (const [mimeType, head] of Object.entries(heads)) {
		it(`are taken as ${mimeType} when the bytes are that`, () => {
			assert.equal(mediaTypeOf(head)?.mimeType, mimeType);
			const media = mediaFrom(drafting(), message(mimeType, head));
			assert.ok(typeof media !== 'string', mimeType);
			assert.equal(media.mimeType, mimeType);
		});
	}

	it('have one name for a type that goes by several', () => {
		const media = mediaFrom(drafting(), message('audio/x-wav', heads['audio/wav'] ?? ''));
		assert.equal(typeof media === 'string' ? media : media.mimeType, 'audio/wav');
	});

	it('have an id that nothing else has', () => {
		const ids = Array.from({ length: 50 }, () => {
			const media = mediaFrom(drafting(), message('image/png', heads['image/png'] ?? ''));
			return typeof media === 'string' ? media : media.id;
		});
		assert.equal(new Set(ids).size, 50);
	});

	it('are refused when the bytes are something else than claimed', () => {
		for (const [claimed, head] of Object.entries(heads)) {
			for (const [other, otherHead] of Object.entries(heads)) {
				if (other === claimed) continue;
				assert.equal(
					typeof mediaFrom(drafting(), message(claimed, otherHead)),
					'string',
					`${other} as ${claimed}`,
				);
			}
			assert.equal(typeof mediaFrom(drafting(), message(claimed, head.subarray(0, 1))), 'string', claimed);
		}
	});

	it('are refused when they are documents, films or no base64', () => {
		const refused: readonly [string, Buffer | string][] = [
			['image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
			['image/png', Buffer.from('<html><script>')],
			['image/avif', Buffer.from('\0\0\0\x20ftypavif', 'latin1')],
			['audio/mp4', Buffer.from('\0\0\0\x20ftypheic', 'latin1')],
			['image/png', `${heads['image/png']?.toString('base64') ?? ''}"><script>`],
			['image/png', ''],
			['text/plain', Buffer.from('text')],
		];
		for (const [mimeType, data] of refused) {
			assert.equal(typeof mediaFrom(drafting(), message(mimeType, data)), 'string', mimeType);
		}
	});

	it('are refused in a sentence that names the limit', () => {
		const large = Buffer.concat([
			heads['image/png'] ?? Buffer.alloc(0),
			Buffer.alloc(limits.promptImageBytes),
		]);
		assert.equal(
			mediaFrom(drafting(), message('image/png', large, 'big.png')),
			'big.png is larger than 4 MB, the most that can be attached.',
		);
		const full = Array.from({ length: limits.promptMediaCount }, (_none, n) => image(`i${n}`));
		const refusal = mediaFrom(drafting({}, full), message('image/png', heads['image/png'] ?? ''));
		assert.match(JSON.stringify(refusal), /can hold 10 images/u);
		const files = mediaFrom(
			drafting({}, [file('a'), ...full.slice(1)]),
			message('image/png', heads['image/png'] ?? ''),
		);
		assert.equal(typeof files, 'object');
	});

	it('are refused when the agent does not take them [acp C48]', () => {
		const png = message('image/png', heads['image/png'] ?? '');
		const wav = message('audio/wav', heads['audio/wav'] ?? '');
		assert.equal(mediaFrom(drafting({ promptImage: false }), png), 'Fake does not take images.');
		assert.equal(mediaFrom(drafting({ promptAudio: false }), wav), 'Fake does not take audio.');
		assert.equal(typeof mediaFrom(drafting({ promptAudio: false }), png), 'object');
		assert.equal(
			refusalOf(drafting({ promptImage: false }), ['file', 'image']),
			'Fake does not take images.',
		);
		assert.equal(refusalOf(drafting({ promptImage: false }), ['file']), undefined);
	});
});

describe('attachments of a draft', () => {
	it('are named by ids of the host, in the order of the view; others count for nothing [hazard E4]', () => {
		const draft = drafting({}, [image('a'), file('b')]);
		assert.deepEqual(
			attachmentsOf(draft, ['file:///ws/b', 'a', 'a', 'nobody', '__proto__']).map(({ id }) => id),
			['file:///ws/b', 'a'],
		);
	});

	it('that the view has not heard of yet are not lost when its words cross ours', () => {
		const owner = { ...drafting(), offered: new Map([['a', image('a')]]) };
		assert.deepEqual(attachmentsOf(owner, []), []);
		assert.deepEqual(
			attachmentsOf(owner, ['a']).map(({ id }) => id),
			['a'],
		);
		// Named once and not taken into the draft since: the user took it off.
		assert.deepEqual(attachmentsOf(owner, ['a']), []);
	});

	it('are each there once', () => {
		assert.deepEqual(
			withAttachments([file('a')], [file('a'), file('b')]).map(({ name }) => name),
			['a', 'b'],
		);
	});
});

describe('the content of a prompt', () => {
	const found: Readonly<Record<string, AttachedFile>> = {
		'file:///ws/notes.md': { type: 'text', text: 'unsaved' },
		'file:///ws/large.json': { type: 'file', size: 300_000 },
		'file:///ws/src': { type: 'folder' },
	};
	const look = lookingAt((uri) => found[uri] ?? { type: 'missing' });
	const names = ['notes.md', 'large.json', 'src', 'gone.txt'];

	it('embeds text and links the rest when the agent takes embedded context [acp C49]', async () => {
		const content = await promptContent('Look', [...names.map(file), image('i')], true, look);
		assert.deepEqual(content, [
			{ type: 'text', text: 'Look' },
			{ type: 'resource', uri: 'file:///ws/notes.md', text: 'unsaved', mimeType: 'text/markdown' },
			{
				type: 'resource_link',
				uri: 'file:///ws/large.json',
				name: 'large.json',
				mimeType: 'application/json',
				size: 300_000,
			},
			{ type: 'resource_link', uri: 'file:///ws/src', name: 'src' },
			{ type: 'resource_link', uri: 'file:///ws/gone.txt', name: 'gone.txt', mimeType: 'text/plain' },
			{ type: 'image', mimeType: 'image/png', data: '' },
		]);
	});

	it('asks for no text when the agent does not, and links all [acp C49]', async () => {
		const asked: number[] = [];
		const content = await promptContent(
			'',
			names.map(file),
			false,
			lookingAt((_uri, maxBytes) => {
				asked.push(maxBytes);
				return { type: 'file', size: 7 };
			}),
		);
		assert.deepEqual(asked, [0, 0, 0, 0]);
		assert.deepEqual(new Set(content.map(({ type }) => type)), new Set(['resource_link']));
		const blocks = encodePrompt(content, noCapabilities);
		assert.deepEqual(blocks[0], {
			type: 'resource_link',
			uri: 'file:///ws/notes.md',
			name: 'notes.md',
			mimeType: 'text/markdown',
			size: 7,
		});
	});

	it('embeds up to a file’s and a sum of bytes, so that one prompt stays one', async () => {
		const asked: number[] = [];
		const content = await promptContent(
			'',
			Array.from({ length: 12 }, (_none, n) => file(`f${n}`)),
			true,
			lookingAt((_uri, most) => {
				asked.push(most);
				const text = 'x'.repeat(limits.embeddedFileBytes);
				return text.length <= most ? { type: 'text', text } : { type: 'file', size: text.length };
			}),
		);
		const embedded = content.filter(({ type }) => type === 'resource').length;
		assert.equal(embedded, limits.attachedTextBytes / limits.embeddedFileBytes);
		assert.equal(Math.max(...asked), limits.embeddedFileBytes);
		assert.equal(content.length, 12);
	});

	const range: ViewAttachment = { type: 'range', id: 'file:///ws/a.md#L3-L9', name: 'a.md:3-9' };
	const problems: ViewAttachment = { type: 'problems', id: 'problems:', name: 'Problems' };
	const around = lookingAt(() => ({ type: 'missing' }), {
		range: (_context, maxBytes) => {
			const found = { lines: { startLine: 4, endLine: 10 }, name: 'a.md:4-10', text: 'lines' };
			return Promise.resolve(maxBytes >= 5 ? found : undefined);
		},
		problems: (id) => `Problems of ${id}`,
		changes: (id) => Promise.resolve(`Changes of ${id}`),
	});
	const attached = ({ type, id, name }: ViewAttachment) => ({ type, id, name });

	it('has the lines of a file under their address, where they are now [acp C49]', async () => {
		assert.deepEqual(await promptContent('', [range], true, around), [
			{ type: 'resource', uri: 'file:///ws/a.md#L4-L10', text: 'lines', mimeType: 'text/markdown' },
		]);
	});

	it('quotes the lines beside their address for agents that take no embedded context [acp C49]', async () => {
		const content = await promptContent('', [range], false, around);
		assert.deepEqual(content, [
			{ type: 'resource_link', uri: 'file:///ws/a.md#L4-L10', name: 'a.md:4-10', mimeType: 'text/markdown' },
			{ type: 'text', text: 'a.md:4-10\n\n```md\nlines\n```', attached: attached(range) },
		]);
		assert.deepEqual(encodePrompt(content, noCapabilities)[1], {
			type: 'text',
			text: 'a.md:4-10\n\n```md\nlines\n```',
		});
	});

	it('links lines that are too large or cannot be read', async () => {
		const nowhere = lookingAt(() => ({ type: 'missing' }));
		assert.deepEqual(await promptContent('', [range], true, nowhere), [
			{ type: 'resource_link', uri: range.id, name: range.name, mimeType: 'text/markdown' },
		]);
	});

	it('says problems and changes in words, and links folders', async () => {
		const changes: ViewAttachment = { type: 'changes', id: 'changes:file:///ws', name: 'Git changes' };
		const folder: ViewAttachment = { type: 'folder', id: 'file:///ws/src', name: 'src' };
		for (const isEmbedding of [true, false]) {
			assert.deepEqual(await promptContent('Look', [problems, changes, folder], isEmbedding, around), [
				{ type: 'text', text: 'Look' },
				{ type: 'text', text: 'Problems of problems:', attached: attached(problems) },
				{ type: 'text', text: 'Changes of changes:file:///ws', attached: attached(changes) },
				{ type: 'resource_link', uri: folder.id, name: 'src' },
			]);
		}
	});

	it('parts what it says in words from the words of the user on the wire, which models read as one text', async () => {
		const content = await promptContent('/fix', [problems, image('i')], true, around);
		const all = { ...noCapabilities, promptImage: true };
		const [typed, words] = encodePrompt(content, all);
		assert.deepEqual(typed, { type: 'text', text: '/fix' });
		assert.deepEqual(words, { type: 'text', text: '\n\nProblems of problems:' });
		const [alone] = encodePrompt(content.slice(1), all);
		assert.deepEqual(alone, { type: 'text', text: 'Problems of problems:' });
	});

	it('never has a kind on the wire that the agent did not advertise [acp C48]', async () => {
		const content = await promptContent('', [image('i')], false, look);
		assert.throws(() => encodePrompt(content, noCapabilities), /does not take images/u);
		const [resource] = encodePrompt(
			[{ type: 'resource', uri: 'file:///ws/a%20b.md', text: 'x' }],
			noCapabilities,
		);
		assert.deepEqual(resource, { type: 'resource_link', uri: 'file:///ws/a%20b.md', name: 'a b.md' });
	});
});
