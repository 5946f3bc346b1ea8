import { isAbsolute } from 'node:path';
import type { ContentBlock } from '@agentclientprotocol/sdk';
import { errorCodes, WireError } from '../core/acp/wire.ts';
import { isJsonObject, type JsonObject } from '../core/base/json.ts';

/** The params of a request as a record; anything else is refused. */
export function asRecord(params: unknown): JsonObject {
	if (isJsonObject(params)) return params;
	throw invalid('params must be an object');
}

export function readString(params: Record<string, unknown>, name: string): string {
	const value = params[name];
	if (typeof value === 'string') return value;
	throw invalid(`${name} must be a string`);
}

/** Null and nothing are the same. */
export function readOptionalString(params: Record<string, unknown>, name: string): string | undefined {
	return params[name] === undefined || params[name] === null ? undefined : readString(params, name);
}

export function readAbsolutePath(params: Record<string, unknown>, name: string): string {
	const path = readString(params, name);
	if (isAbsolute(path)) return path;
	throw invalid(`${name} must be an absolute path`);
}

/** The content blocks of a prompt. Blocks are looked at one by one later, so only the frame is checked here. */
export function readPrompt(params: Record<string, unknown>): ContentBlock[] {
	const prompt = params['prompt'];
	if (Array.isArray(prompt) && prompt.every((block) => typeof block === 'object' && block !== null)) {
		return prompt as ContentBlock[];
	}
	throw invalid('prompt must be an array of content blocks');
}

function invalid(reason: string): WireError {
	return new WireError(errorCodes.invalidParams, `Invalid params: ${reason}`);
}
