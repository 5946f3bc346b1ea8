import type { InitializeRequest } from '@agentclientprotocol/sdk/experimental/v2/unstable';
import type { JsonObject } from '../json.ts';
import {
	implementation,
	infoAt,
	type InitializeOptions,
	type InitializeResult,
} from '../shared/initialized.ts';
import { initializeRequest as initializeRequestV1 } from '../v1/initialize.ts';
import { decodeAuthMethods } from './authMethods.ts';
import { agentCapabilities, clientCapabilities } from './capabilities.ts';

/**
 * Who we are and what we serve (acp C201), in the words of both versions: an agent that speaks version 1 only would
 * otherwise believe that we have neither files nor terminals (protocol.md 2.1).
 */
export function initializeRequest(options: InitializeOptions): InitializeRequest {
	return {
		...initializeRequestV1(options),
		protocolVersion: 2,
		info: implementation(options.clientInfo),
		capabilities: clientCapabilities(options.offer),
	};
}

/** Whether an answer has the fields of version 2, whatever number it names (acp C207). */
export function isV2Answer(answer: JsonObject): boolean {
	return [answer['info'], answer['capabilities']].some((field) => field !== undefined && field !== null);
}

/** Reads the agent's answer. Whatever is odd in it counts as left out; never throws. */
export function readInitialized(
	answer: JsonObject,
	{ unstable }: Pick<InitializeOptions, 'unstable'>,
): InitializeResult {
	const authMethods = decodeAuthMethods(answer['authMethods']);
	return {
		capabilities: agentCapabilities(answer, authMethods.length > 0, unstable),
		info: infoAt(answer, 'info'),
		authMethods,
	};
}
