/**
 * Pictures of a message, brought to a Pioneer gateway before its turn begins: a request opens an upload, frames of bytes
 * carry it, each is acknowledged by a notification, and a request ends it. A frame that a gateway does not like is dropped
 * without a word, so the wait for its acknowledgement ends by time.
 */
import { AgentError } from '../../base/errors.ts';
import { type JsonObject, numberAt, objectAt, stringAt } from '../../base/json.ts';
import * as limits from '../../base/limits.ts';
import { sentence } from '../../base/sentence.ts';
import type { GatewayCalls } from '../turnDialect.ts';

/** What a core without a runtime cannot do by itself. */
export interface ByteTools {
	readonly fromBase64: (data: string) => Uint8Array;
	readonly utf8: (text: string) => Uint8Array;
	/** In hexadecimal digits. */
	readonly sha256: (bytes: Uint8Array) => string;
}

interface UploadOptions {
	readonly calls: GatewayCalls;
	readonly tools: ByteTools;
	readonly wait: (ms: number) => Promise<void>;
	readonly workspaceId: string;
}

interface Picture {
	readonly mimeType: string;
	/** Base64. */
	readonly data: string;
}

/** Where a picture goes. */
interface Place {
	readonly threadId: string;
	readonly turnId: string;
	/** Its place in the message. */
	readonly index: number;
}

export class ArtifactUploads {
	readonly #options: UploadOptions;
	readonly #chunkBytes: number;
	readonly #maxBytes: number;
	/** By upload: where the gateway wants the next bytes from. */
	readonly #waiting = new Map<string, (nextOffset: number) => void>();

	private constructor(options: UploadOptions, upload: JsonObject) {
		this.#options = options;
		const most = numberAt(upload, 'max_chunk_size_bytes') ?? limits.uploadChunkBytes;
		const wanted = numberAt(upload, 'recommended_chunk_size_bytes') ?? most;
		this.#chunkBytes = Math.max(1, Math.min(wanted, most, limits.uploadChunkBytes));
		this.#maxBytes = numberAt(upload, 'max_file_size_bytes') ?? Number.POSITIVE_INFINITY;
	}

	/** Undefined where the gateway takes none, or the line carries no bytes. */
	static async find(options: UploadOptions): Promise<ArtifactUploads | undefined> {
		if (options.calls.sendBytes === undefined) return undefined;
		try {
			const answer = await options.calls.send('artifact/capabilities', { workspace_id: options.workspaceId });
			const upload = objectAt(answer, 'upload');
			return upload === undefined ? undefined : new ArtifactUploads(options, upload);
		} catch {
			return undefined;
		}
	}

	/** @returns what stands for the picture in the input of the turn. Rejects with `AgentError`. */
	async send({ mimeType, data }: Picture, { threadId, turnId, index }: Place): Promise<object> {
		const { calls, tools, workspaceId } = this.#options;
		const bytes = tools.fromBase64(data);
		if (bytes.length > this.#maxBytes)
			throw new AgentError('refused', sentence('The picture is larger than the gateway takes.'));
		const name = `picture-${index + 1}.${/^image\/(\w+)/u.exec(mimeType)?.[1] ?? 'bin'}`;
		const started = await calls.send('artifact/upload/start', {
			workspace_id: workspaceId,
			thread_id: threadId,
			planned_turn_id: turnId,
			client_attachment_id: `${turnId}-${index}`,
			file_name: name,
			mime_type: mimeType,
			size_bytes: bytes.length,
			sha256: tools.sha256(bytes),
			source_kind: 'user_composer',
		});
		const uploadId = stringAt(started, 'upload_id') ?? '';
		for (let offset = 0; offset < bytes.length;)
			offset = await this.#sendChunk(uploadId, offset, bytes.subarray(offset, offset + this.#chunkBytes));
		const finished = await calls.send('artifact/upload/finish', {
			workspace_id: workspaceId,
			upload_id: uploadId,
		});
		const artifact = objectAt(finished, 'artifact') ?? {};
		const versionId = stringAt(artifact, 'version_id');
		return {
			type: 'artifact',
			artifactId: stringAt(artifact, 'artifact_id') ?? '',
			...(versionId === undefined ? {} : { versionId }),
		};
	}

	/** `artifact/upload/chunk_ack`. */
	acknowledged(params: JsonObject): void {
		this.#waiting.get(stringAt(params, 'upload_id') ?? '')?.(numberAt(params, 'next_offset') ?? 0);
	}

	/** @returns where the next one begins */
	async #sendChunk(uploadId: string, offset: number, bytes: Uint8Array): Promise<number> {
		const { calls, wait, tools, workspaceId } = this.#options;
		const header = { workspace_id: workspaceId, upload_id: uploadId, offset, len: bytes.length };
		const acknowledged = new Promise<number>((resolve) => this.#waiting.set(uploadId, resolve));
		try {
			await calls.sendBytes?.(frameOf(tools.utf8(JSON.stringify(header)), bytes));
			const next = await Promise.race([acknowledged, wait(limits.uploadAckMs)]);
			if (next !== offset + bytes.length)
				throw new AgentError('refused', sentence('The gateway did not take the picture.'));
			return next;
		} finally {
			this.#waiting.delete(uploadId);
		}
	}
}

/** A mark, the length of the header as a big-endian number of four bytes, the header, and the bytes. */
function frameOf(header: Uint8Array, bytes: Uint8Array): Uint8Array {
	const mark = [0x41, 0x52, 0x54, 0x55];
	const frame = new Uint8Array(8 + header.length + bytes.length);
	frame.set(mark);
	new DataView(frame.buffer).setUint32(4, header.length);
	frame.set(header, 8);
	frame.set(bytes, 8 + header.length);
	return frame;
}
