import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Content } from '../../../../src/core/session/model/content.ts';
import { base64Bytes, formatBytes } from '../../../../src/core/view/quantities.ts';
import { viewContents } from '../../../../src/core/view/projectContent.ts';

describe('content for the view', () => {
	it('is without what is meant for the model alone [acp C125]', () => {
		const shown = (audience: ('user' | 'assistant')[] | undefined, kind: Content): number =>
			viewContents([{ ...kind, ...(audience === undefined ? {} : { annotations: { audience } }) }]).length;
		const kinds: readonly Content[] = [
			{ type: 'text', text: 'a' },
			{ type: 'resource', uri: 'file:///a', text: 'a' },
			{ type: 'image', mimeType: 'image/png', data: 'AAAA' },
		];
		for (const kind of kinds) {
			assert.equal(shown(['assistant'], kind), 0);
			assert.equal(shown(['user', 'assistant'], kind), 1);
			assert.equal(shown(['user'], kind), 1);
			assert.equal(shown([], kind), 1);
			assert.equal(shown(undefined, kind), 1);
		}
	});

	it('has of sound only its type and size: it is not played [acp C124]', () => {
		const data = Buffer.alloc(1000).toString('base64');
		assert.deepEqual(viewContents([{ type: 'audio', mimeType: 'audio/wav', data }]), [
			{ type: 'audio', mimeType: 'audio/wav', bytes: 1000 },
		]);
	});
});

describe('a size', () => {
	it('of base64 is that of the bytes', () => {
		for (const bytes of [0, 1, 2, 3, 4, 100, 1001]) {
			assert.equal(base64Bytes(Buffer.alloc(bytes).toString('base64')), bytes);
		}
	});

	it('is read as people read it', () => {
		const sizes: readonly [number, string][] = [
			[0, '0 bytes'],
			[1, '1 byte'],
			[1023, '1023 bytes'],
			[12_300, '12 KB'],
			[1024 * 1024 - 1, '1 MB'],
			[3_500_000, '3.3 MB'],
			[4 * 1024 * 1024, '4 MB'],
			[50_000_000, '48 MB'],
			[-5, '0 bytes'],
		];
		for (const [bytes, text] of sizes) assert.equal(formatBytes(bytes), text);
	});
});
