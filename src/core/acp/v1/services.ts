import type {
	CreateTerminalResponse,
	ReadTextFileResponse,
	RequestPermissionResponse,
	TerminalOutputResponse,
	WaitForTerminalExitResponse,
} from '@agentclientprotocol/sdk/unstable';
import { ServiceError } from '../../base/errors.ts';
import type { TerminalRequest } from '../../session/model/sessionTarget.ts';
import { clientRequests } from '../methods.ts';
import { errorCodes, WireError } from '../wire.ts';
import { readsMissingFileAsEmpty } from '../quirks/gemini.ts';
import { asksByPermission, encodeAnswers, questionsOf } from '../quirks/qwenQuestions.ts';
import type { SessionRequest, SessionServices } from '../shared/inbound.ts';
import type { AgentPort } from '../../session/model/agentPort.ts';
import type { Offer } from '../shared/initialized.ts';
import { toWireError } from '../shared/errors.ts';
import { decodePermissionOptions, encodeOutcome } from '../shared/permissionOptions.ts';
import type { V1Decoder, V1Types } from './types.ts';
import type { ElicitationRequest } from '../../session/model/elicitation.ts';
import type { PermissionRequest } from '../../session/model/permission.ts';
import type { Decoded } from '../decoder.ts';
import type { JsonObject } from '../../base/json.ts';
import { decodeToolCall } from './toolCall.ts';

interface ServiceCall extends SessionRequest {
	readonly decoder: V1Decoder;
	/** A missing file reads as empty instead of as an error. */
	readonly isMissingFileEmpty: boolean;
	/** The agent asks its questions by way of a permission, and the user answers questions. */
	readonly hasQuestions: boolean;
}

type Service = (call: ServiceCall) => unknown;

const services: ReadonlyMap<string, Service> = new Map<string, Service>([
	[clientRequests.requestPermission, requestPermission],
	[clientRequests.readTextFile, readTextFile],
	[clientRequests.writeTextFile, writeTextFile],
	[clientRequests.createTerminal, createTerminal],
	[clientRequests.terminalOutput, terminalOutput],
	[clientRequests.waitForTerminalExit, waitForTerminalExit],
	[clientRequests.killTerminal, killTerminal],
	[clientRequests.releaseTerminal, releaseTerminal],
]);

/** What an agent of version 1 may ask for a session. */
export class V1Services implements SessionServices {
	/** Others are answered -32601 (acp C23, C87, C116). */
	readonly served: ReadonlySet<string>;
	readonly #decoder: V1Decoder;
	readonly #hasForms: boolean;
	#isMissingFileEmpty = false;
	#hasQuestions = false;

	constructor(decoder: V1Decoder, { files, terminals, forms }: Pick<Offer, 'files' | 'terminals' | 'forms'>) {
		this.#decoder = decoder;
		this.#hasForms = forms;
		const methods = [...services.keys()];
		this.served = new Set(
			methods.filter((method) => {
				if (method.startsWith('fs/')) return files;
				return method.startsWith('terminal/') ? terminals : true;
			}),
		);
	}

	/** Turns on what this one agent needs, once it said who it is. */
	useQuirksOf(info: AgentPort['info']): void {
		this.#isMissingFileEmpty = readsMissingFileAsEmpty(info);
		this.#hasQuestions = this.#hasForms && asksByPermission(info);
	}

	/**
	 * Serves one of `served`. The session hears of it before this returns for the first time.
	 * Rejects with `WireError` where the protocol has a code for it.
	 */
	async serve(request: SessionRequest): Promise<unknown> {
		const { method } = request;
		const call = {
			...request,
			decoder: this.#decoder,
			isMissingFileEmpty: this.#isMissingFileEmpty,
			hasQuestions: this.#hasQuestions,
		};
		try {
			return await services.get(method)?.(call);
		} catch (error) {
			// What fails because it was withdrawn has not failed (acp C110).
			if (request.signal.aborted) throw new WireError(errorCodes.requestCancelled, 'Request cancelled');
			throw toWireError(error, method.startsWith('terminal/') ? 'terminalId' : 'path');
		}
	}
}

async function requestPermission(call: ServiceCall): Promise<RequestPermissionResponse | object> {
	const decoded = decodePermission(call.decoder, call.params);
	if (!decoded.ok) throw invalidParams(decoded.error);
	const questions = call.hasQuestions ? questionsOf(call.params['toolCall'], decoded.value) : undefined;
	if (questions !== undefined) return askQuestions(call, questions, decoded.value);
	return encodeOutcome(await call.target.permissions.ask(decoded.value, call.signal), decoded.value);
}

/** Questions that come as a permission. The tool call they are about may be announced by the request alone. */
async function askQuestions(
	{ target, signal }: ServiceCall,
	questions: ElicitationRequest,
	{ subject, fields = {}, options }: PermissionRequest,
): Promise<object> {
	if (subject.type === 'tool_call')
		target.onEvent({ type: 'tool_call_update', toolCallId: subject.toolCallId, fields });
	return encodeAnswers(await target.elicitations.ask(questions, signal), options);
}

/** Reads `session/request_permission`. */
function decodePermission(decoder: V1Decoder, params: JsonObject): Decoded<PermissionRequest> {
	const toolCall = decodeToolCall(decoder, params['toolCall']);
	if (!toolCall.ok) return { ok: false, error: `toolCall: ${toolCall.error}` };
	const options = decodePermissionOptions(params);
	if (!options.ok) return options;
	const { toolCallId, fields } = toolCall.value;
	return { ok: true, value: { subject: { type: 'tool_call', toolCallId }, fields, options: options.value } };
}

async function readTextFile(call: ServiceCall): Promise<ReadTextFileResponse> {
	const { path, line, limit } = read(call, 'ReadTextFileRequest');
	try {
		// Lines count from 1; agents that count from 0 mean the start as well (acp C10).
		const content = await call.target.files.readTextFile(
			path,
			line || undefined,
			limit ?? undefined,
			call.signal,
		);
		return { content };
	} catch (error) {
		const isMissing = ServiceError.is(error) && error.reason === 'notFound';
		if (isMissing && call.isMissingFileEmpty) return { content: '' };
		throw error;
	}
}

async function writeTextFile(call: ServiceCall): Promise<object> {
	const { path, content } = read(call, 'WriteTextFileRequest');
	await call.target.files.writeTextFile(path, content, call.signal);
	return {};
}

async function createTerminal(call: ServiceCall): Promise<CreateTerminalResponse> {
	const { command, args, env, cwd, outputByteLimit } = read(call, 'CreateTerminalRequest');
	const request: TerminalRequest = {
		command,
		args: args ?? [],
		env: Object.fromEntries((env ?? []).map(({ name, value }) => [name, value])),
		...(typeof cwd === 'string' ? { cwd } : {}),
		...(typeof outputByteLimit === 'number' ? { outputByteLimit } : {}),
	};
	return { terminalId: await call.target.terminals.create(request) };
}

/** The exit status is there only once there is one (acp C92). */
function terminalOutput(call: ServiceCall): TerminalOutputResponse {
	const { terminalId } = read(call, 'TerminalOutputRequest');
	const { output, isTruncated, exit } = call.target.terminals.output(terminalId);
	const exitStatus = exit === undefined ? undefined : { exitCode: exit.exitCode, signal: exit.signal };
	return { output, truncated: isTruncated, ...(exitStatus === undefined ? {} : { exitStatus }) };
}

/** A withdrawn wait is freed and answered, the command runs on (acp C110, C111). */
async function waitForTerminalExit(call: ServiceCall): Promise<WaitForTerminalExitResponse> {
	const { terminalId } = read(call, 'WaitForTerminalExitRequest');
	const { exitCode, signal } = await call.target.terminals.waitForExit(terminalId, call.signal);
	return { exitCode, signal };
}

function killTerminal(call: ServiceCall): object {
	call.target.terminals.kill(read(call, 'KillTerminalRequest').terminalId);
	return {};
}

function releaseTerminal(call: ServiceCall): object {
	call.target.terminals.release(read(call, 'ReleaseTerminalRequest').terminalId);
	return {};
}

function read<Root extends keyof V1Types>(call: ServiceCall, root: Root): V1Types[Root] {
	const decoded = call.decoder.decode(root, call.params);
	if (!decoded.ok) throw invalidParams(decoded.error);
	return decoded.value;
}

function invalidParams(error: string): WireError {
	return new WireError(errorCodes.invalidParams, `Invalid params: ${error}`);
}
