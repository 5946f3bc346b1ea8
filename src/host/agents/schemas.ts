/** The decoders of both versions of the protocol: each is read on first use, once. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createDecoder, type Decoder } from '../../core/acp/decoder.ts';
import type { ConnectOptions } from '../../core/acp/connect.ts';
import type { V1Types } from '../../core/acp/v1/types.ts';
import type { V2Types } from '../../core/acp/v2/types.ts';

/** @param folder of the pruned schemas, absolute */
export function decodersIn(folder: string): ConnectOptions['decoders'] {
	return {
		v1: () => read<V1Types>(path.join(folder, 'acp-v1.json')),
		v2: () => read<V2Types>(path.join(folder, 'acp-v2.json')),
	};
}

const decoders = new Map<string, Promise<Decoder>>();

/** The types are those of the schema in that file. */
function read<Types extends object>(file: string): Promise<Decoder<Types>> {
	const known = decoders.get(file) ?? load(file);
	decoders.set(file, known);
	return known as Promise<Decoder<Types>>;
}

async function load(file: string): Promise<Decoder> {
	return createDecoder(JSON.parse(await readFile(file, 'utf8')));
}
