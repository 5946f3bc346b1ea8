/** Pictures and files that go along with a message to a Pioneer gateway, over a socket. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { JsonObject } from '../../../../../src/core/base/json.ts';
import { ArtifactUploads } from '../../../../../src/core/turns/pioneer/artifactUploads.ts';
import { encodeInput } from '../../../../../src/core/turns/pioneer/pioneerInput.ts';
import type { PioneerOptions } from '../../../../agents/pioneerGateway.ts';
import { type PioneerClient, Refusal, refusals } from '../../../../agents/pioneerServer.ts';
import { workspaceId } from '../../../../agents/pioneerThread.ts';
import { problemWith } from '../../../../schemas/pioneerSchemas.ts';
import { played, shown, type Started } from './pioneerSession.ts';

const picture = Buffer.from(Array.from({ length: 2500 }, (_none, index) => index % 251));
const image = { type: 'image', mimeType: 'image/png', data: picture.toString('base64') } as const;

/** One that takes chunks of 1000 bytes, and what came. */
class Uploads {
	readonly frames: { readonly header: JsonObject; readonly bytes: Buffer }[] = [];
	started: JsonObject | undefined;
	/** The client that opened the upload: no other may go on with it. */
	#owner: PioneerClient | undefined;

	readonly options: PioneerOptions;

	/** @param acknowledges what is said of each frame; nothing for one that is dropped */
	constructor(acknowledges: (received: number) => number = (received) => received) {
		this.options = {
			serve: (client, method, params) => {
				switch (method) {
					case 'artifact/capabilities':
						return { result: { upload: limits, download: {} } };
					case 'artifact/upload/start':
						this.started = params;
						this.#owner = client;
						return { result: { upload_id: 'up_1', expires_at_unix: 1_800_000_000 } };
					case 'artifact/upload/finish':
						return { result: { upload_id: 'up_1', artifact: this.#finish() } };
					default:
						return undefined;
				}
			},
			heardBytes: (client, frame) => {
				assert.equal(client, this.#owner);
				assert.equal(frame.subarray(0, 4).toString('latin1'), 'ARTU');
				const length = frame.readUInt32BE(4);
				const header = JSON.parse(frame.subarray(8, 8 + length).toString('utf8')) as JsonObject;
				const bytes = frame.subarray(8 + length);
				assert.equal(problemWith('chunk header', header), undefined);
				assert.equal(header['len'], bytes.length);
				this.frames.push({ header, bytes });
				const received = this.frames.reduce((sum, one) => sum + one.bytes.length, 0);
				const place = { workspace_id: workspaceId, upload_id: 'up_1' };
				client.notify('artifact/upload/chunk_ack', {
					...place,
					received_bytes: received,
					next_offset: acknowledges(received),
				});
			},
		};
	}

	#finish(): object {
		const bytes = Buffer.concat(this.frames.map((frame) => frame.bytes));
		if (createHash('sha256').update(bytes).digest('hex') !== this.started?.['sha256'])
			throw new Refusal(refusals.invalidRequest, 'sha256 does not match');
		return {
			artifact_id: 'art_1',
			version_id: 'v1',
			display_name: 'picture-2.png',
			kind: 'image',
			status: 'ready',
		};
	}
}

const limits = {
	required_for_local_paths: true,
	recommended_chunk_size_bytes: 1000,
	max_chunk_size_bytes: 4000,
	max_file_size_bytes: 1_000_000,
	max_files_per_turn: 4,
};

async function send(started: Started): Promise<string> {
	await started.session.prompt([{ type: 'text', text: 'Look' }, image]);
	return JSON.stringify([...started.session.state.entries.values()]);
}

describe('A picture for a Pioneer gateway', () => {
	it('is brought there in frames before its turn begins, to the byte', () => {
		const uploads = new Uploads();
		return played(uploads.options, async (started, gateway) => {
			assert.equal(started.session.state.capabilities.promptImage, true);
			await send(started);
			assert.deepEqual(
				uploads.frames.map(({ header }) => header),
				[0, 1000, 2000].map((offset) => ({
					workspace_id: workspaceId,
					upload_id: 'up_1',
					offset,
					len: Math.min(1000, 2500 - offset),
				})),
			);
			assert.deepEqual(Buffer.concat(uploads.frames.map(({ bytes }) => bytes)), picture);
			const begun = gateway.heard.findLast(({ method }) => method === 'turn/start')?.params ?? {};
			assert.equal(uploads.started?.['planned_turn_id'], begun['turn_id']);
			assert.deepEqual(begun['input'], [
				{ type: 'text', text: 'Look', textElements: [] },
				{ type: 'artifact', artifactId: 'art_1', versionId: 'v1' },
			]);
			assert.equal(shown(started).at(-1), 'agent: All green.');
		});
	});

	it('that does not arrive as it was sent begins no turn, and the reason is told', () => {
		const uploads = new Uploads();
		const { heardBytes } = uploads.options;
		const spoiled: PioneerOptions = {
			...uploads.options,
			heardBytes: (client, bytes) => heardBytes?.(client, Buffer.from([...bytes.subarray(0, -1), 0xff])),
		};
		return played(spoiled, async (started, gateway) => {
			assert.match(await send(started), /sha256 does not match/u);
			assert.ok(!gateway.heard.some(({ method }) => method === 'turn/start'));
		});
	});

	it('of which a gateway wants other bytes than come next is not gone on with', () =>
		played(new Uploads(() => 0).options, async (started, gateway) => {
			assert.match(await send(started), /did not take the picture/u);
			assert.ok(!gateway.heard.some(({ method }) => method === 'artifact/upload/finish'));
		}));

	it('is not offered to a gateway that takes none', () =>
		played({}, async (started) => {
			assert.equal(started.session.state.capabilities.promptImage, false);
		}));

	it('that is too large is not begun', () => {
		const uploads = new Uploads();
		const small = { ...limits, max_file_size_bytes: 2499 };
		const options: PioneerOptions = {
			...uploads.options,
			serve: (client, method, params) =>
				method === 'artifact/capabilities'
					? { result: { upload: small, download: {} } }
					: uploads.options.serve?.(client, method, params),
		};
		return played(options, async (started) => {
			assert.match(await send(started), /larger than the gateway takes/u);
			assert.equal(uploads.started, undefined);
		});
	});
});

describe('A frame that a gateway drops without a word', () => {
	it('is not waited for for ever', async () => {
		const waits: number[] = [];
		const answers: Readonly<Record<string, JsonObject>> = {
			'artifact/capabilities': { upload: limits, download: {} },
			'artifact/upload/start': { upload_id: 'up_1', expires_at_unix: 0 },
		};
		const uploads = await ArtifactUploads.find({
			calls: {
				send: async (method) => answers[method] ?? assert.fail(method),
				notify: () => undefined,
				sendBytes: () => Promise.resolve(),
			},
			tools: {
				fromBase64: (data) => Buffer.from(data, 'base64'),
				utf8: (text) => Buffer.from(text),
				sha256: () => 'f'.repeat(64),
			},
			wait: (ms) => Promise.resolve(void waits.push(ms)),
			workspaceId,
		});
		await assert.rejects(
			uploads?.send(image, { threadId: 'thr_1', turnId: 'trn_1', index: 0 }) ?? Promise.resolve(),
			/did not take the picture/u,
		);
		assert.deepEqual(waits, [30_000]);
	});
});

describe('A file that goes along to a Pioneer gateway', () => {
	const file = { type: 'resource_link', uri: 'file:///home/me/secret%20plans/a.ts', name: 'a.ts' } as const;

	it('is mentioned by its path on the same machine, and by its name only elsewhere', () => {
		assert.deepEqual(encodeInput(file, true), [
			{ type: 'mention', name: 'a.ts', path: '/home/me/secret plans/a.ts' },
		]);
		const content = { type: 'resource', uri: file.uri, text: 'let a;' } as const;
		for (const part of [file, content]) {
			const said = JSON.stringify(encodeInput(part, false));
			assert.match(said, /a\.ts/u);
			assert.doesNotMatch(said, /home|secret/u);
		}
		for (const isLocal of [true, false]) {
			const page = { type: 'resource_link', uri: 'https://e.x/a', name: 'Page' } as const;
			assert.deepEqual(encodeInput(page, isLocal), [
				{ type: 'text', text: '[Page](https://e.x/a)', textElements: [] },
			]);
		}
	});
});
