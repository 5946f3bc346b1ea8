import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { startDemo, together, workspace } from './fixture.ts';

/** The pixels of a PNG, one byte before each line of them. */
function pixelsOf(png: Buffer): { width: number; height: number; bytes: number } {
	assert.equal(png.subarray(1, 4).toString(), 'PNG');
	const parts: Buffer[] = [];
	for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
		const type = png.toString('latin1', at + 4, at + 8);
		if (type === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
	}
	const bytes = inflateSync(Buffer.concat(parts)).length;
	return { width: png.readUInt32BE(16), height: png.readUInt32BE(20), bytes };
}

describe('demo attachments', together, () => {
	it('takes images, sounds and embedded files', async (t) => {
		const { agentCapabilities } = await startDemo(t).initialized;
		assert.deepEqual(agentCapabilities?.promptCapabilities, {
			image: true,
			audio: true,
			embeddedContext: true,
		});
	});

	it('paints a picture that is a whole PNG', async (t) => {
		const peer = startDemo(t);
		assert.equal(await peer.prompt(await peer.newSession(await workspace(t)), '/image'), 'end_turn');
		const content = peer.ofKind('agent_message_chunk').at(-1)?.content;
		assert.ok(content?.type === 'image');
		assert.equal(content.mimeType, 'image/png');
		const { width, height, bytes } = pixelsOf(Buffer.from(content.data, 'base64'));
		assert.equal(bytes, height * (1 + 3 * width));
	});

	it('says what it sees, hears and reads', async (t) => {
		const peer = startDemo(t);
		const session = await peer.newSession(await workspace(t));
		const data = Buffer.alloc(12 * 1024).toString('base64');
		await peer.prompt(
			session,
			'image',
			{ type: 'image', mimeType: 'image/png', data },
			{ type: 'audio', mimeType: 'audio/wav', data: Buffer.alloc(10).toString('base64') },
			{ type: 'resource', resource: { uri: 'file:///a/my%20notes.md', text: 'one\ntwo\nthree\n' } },
			{ type: 'resource', resource: { uri: 'file:///a/data.bin', blob: data } },
		);
		assert.match(peer.said, /I see an `image\/png` of 12 KB/);
		assert.match(peer.said, /I hear an `audio\/wav` of 10 bytes/);
		assert.match(peer.said, /I have read `my notes\.md`: 3 lines/);
		assert.match(peer.said, /I got `data\.bin`, which is 12 KB/);
	});

	it('looks at a picture that comes without a word it knows', async (t) => {
		const peer = startDemo(t);
		const data = Buffer.alloc(2048).toString('base64');
		const session = await peer.newSession(await workspace(t));
		await peer.prompt(session, 'What is this?', { type: 'image', mimeType: 'image/jpeg', data });
		assert.match(peer.said, /image\/jpeg` of 2 KB/);
		assert.deepEqual(peer.tools, {});
	});

	it('does not take what is in a name for Markdown', async (t) => {
		const peer = startDemo(t);
		const session = await peer.newSession(await workspace(t));
		const resource = { uri: 'file:///a/`[x](http://evil.example)`', text: '' };
		await peer.prompt(session, '/think', { type: 'resource', resource });
		assert.match(peer.said, /^- I have read `[^`]*evil[^`]*`: 0 lines/);
	});
});
