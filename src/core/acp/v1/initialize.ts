import type { Implementation, InitializeRequest } from '@agentclientprotocol/sdk/unstable';
import { AgentError } from '../../base/errors.ts';
import type { AuthMethod } from '../../session/auth.ts';
import type { AgentCapabilities, UnstableFeature } from '../../session/capabilities.ts';
import type { AgentPort } from '../../session/ports.ts';
import { isJsonObject } from '../json.ts';
import { agentRequests } from '../methods.ts';
import { errorCodes, type Wire } from '../wire.ts';
import { decodeAuthMethods } from './authMethods.ts';
import { agentCapabilities, clientCapabilities, type Offer } from './capabilities.ts';
import { readableError } from './errors.ts';
import type { V1Decoder } from './types.ts';

const ourVersion = 1;

export interface ClientInfo {
	readonly name: string;
	readonly title: string;
	readonly version: string;
}

export interface InitializeResult {
	readonly capabilities: AgentCapabilities;
	readonly info: AgentPort['info'];
	readonly authMethods: readonly AuthMethod[];
}

/** What a connection is set up with. */
export interface InitializeOptions {
	readonly clientInfo: ClientInfo;
	readonly offer: Offer;
	readonly unstable: ReadonlySet<UnstableFeature>;
}

/** Who we are and what we serve (acp C16, C17). */
export function initializeRequest({ clientInfo, offer, unstable }: InitializeOptions): InitializeRequest {
	const { name, title, version } = clientInfo;
	return {
		protocolVersion: ourVersion,
		clientInfo: { name, title, version },
		clientCapabilities: clientCapabilities(offer, unstable),
	};
}

/**
 * Sends `initialize` and reads the answer.
 * @throws AgentError `protocol` when the agent speaks another version only, or its answer cannot be read (acp C19)
 */
export async function initialize(
	wire: Wire,
	options: InitializeOptions,
	decoder: V1Decoder,
): Promise<InitializeResult> {
	let answer: unknown;
	try {
		answer = await wire.request(agentRequests.initialize, initializeRequest(options));
	} catch (error) {
		throw versionRefusal(error) ?? readableError(error);
	}
	const decoded = decoder.decode('InitializeResponse', answer);
	if (!decoded.ok) {
		throw new AgentError('protocol', `The agent's answer to initialize cannot be read: ${decoded.error}`);
	}
	const { protocolVersion, agentInfo } = decoded.value;
	if (protocolVersion !== ourVersion) throw wrongVersion(`version ${protocolVersion}`);
	return {
		capabilities: agentCapabilities(decoded.value, options.unstable),
		info: toInfo(agentInfo),
		// From the raw answer: the schema reads kinds that it does not know as ones that it does.
		authMethods: decodeAuthMethods(isJsonObject(answer) ? answer['authMethods'] : undefined),
	};
}

/** The newer rule: the agent refuses the version and names those it speaks. */
function versionRefusal(error: unknown): AgentError | undefined {
	if (!AgentError.is(error, 'answered') || error.code !== errorCodes.unsupportedProtocolVersion)
		return undefined;
	const supported = isJsonObject(error.data) ? error.data['supported'] : undefined;
	const versions = Array.isArray(supported) ? supported.filter((version) => typeof version === 'number') : [];
	if (versions.length === 0) return wrongVersion('other versions', error);
	return wrongVersion(`${versions.length === 1 ? 'version' : 'versions'} ${versions.join(', ')}`, error);
}

function wrongVersion(theirs: string, cause?: unknown): AgentError {
	const message = `The agent speaks ${theirs} of the Agent Client Protocol, ACP Host speaks version ${ourVersion}.`;
	return new AgentError('protocol', message, { cause });
}

function toInfo(info: Implementation | null | undefined): AgentPort['info'] {
	if (!info) return {};
	const title = typeof info.title === 'string' ? { title: info.title } : {};
	return { name: info.name, version: info.version, ...title };
}
