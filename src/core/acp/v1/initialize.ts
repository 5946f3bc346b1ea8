import type { InitializeRequest } from '@agentclientprotocol/sdk/unstable';
import { AgentError } from '../../base/errors.ts';
import { t } from '../../base/l10n.ts';
import type { JsonObject } from '../json.ts';
import {
	implementation,
	infoAt,
	type InitializeOptions,
	type InitializeResult,
} from '../shared/initialized.ts';
import { decodeAuthMethods } from './authMethods.ts';
import { agentCapabilities, clientCapabilities } from './capabilities.ts';
import type { V1Decoder } from './types.ts';

/** Who we are and what we serve (acp C16, C17). */
export function initializeRequest({ clientInfo, offer, unstable }: InitializeOptions): InitializeRequest {
	return {
		protocolVersion: 1,
		clientInfo: implementation(clientInfo),
		clientCapabilities: clientCapabilities(offer, unstable),
	};
}

/**
 * Reads the agent's answer.
 * @throws AgentError `protocol` when it cannot be read
 */
export function readInitialized(
	answer: JsonObject,
	{ unstable }: Pick<InitializeOptions, 'unstable'>,
	decoder: V1Decoder,
): InitializeResult {
	const decoded = decoder.decode('InitializeResponse', answer);
	if (!decoded.ok) {
		throw new AgentError(
			'protocol',
			t("The agent's answer to {0} cannot be read: {1}", 'initialize', decoded.error),
		);
	}
	return {
		capabilities: agentCapabilities(decoded.value, unstable),
		info: infoAt(answer, 'agentInfo'),
		// From the raw answer: the schema reads kinds that it does not know as ones that it does.
		authMethods: decodeAuthMethods(answer['authMethods']),
	};
}
