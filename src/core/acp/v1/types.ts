import type {
	ContentBlock,
	CreateTerminalRequest,
	InitializeResponse,
	KillTerminalRequest,
	ListProvidersResponse,
	NewSessionResponse,
	Plan,
	ReadTextFileRequest,
	ReleaseTerminalRequest,
	SessionConfigOption,
	SessionInfo,
	SessionNotification,
	TerminalOutputRequest,
	ToolCallContent,
	ToolCallUpdate,
	WaitForTerminalExitRequest,
	WriteTextFileRequest,
} from '@agentclientprotocol/sdk/unstable';
import type { Decoder } from '../decoder.ts';

/** The definitions of the version 1 schema that the codec decodes. */
export interface V1Types {
	ContentBlock: ContentBlock;
	CreateTerminalRequest: CreateTerminalRequest;
	InitializeResponse: InitializeResponse;
	KillTerminalRequest: KillTerminalRequest;
	ListProvidersResponse: ListProvidersResponse;
	NewSessionResponse: NewSessionResponse;
	Plan: Plan;
	ReadTextFileRequest: ReadTextFileRequest;
	ReleaseTerminalRequest: ReleaseTerminalRequest;
	SessionConfigOption: SessionConfigOption;
	SessionInfo: SessionInfo;
	SessionNotification: SessionNotification;
	TerminalOutputRequest: TerminalOutputRequest;
	ToolCallContent: ToolCallContent;
	ToolCallUpdate: ToolCallUpdate;
	WaitForTerminalExitRequest: WaitForTerminalExitRequest;
	WriteTextFileRequest: WriteTextFileRequest;
}

/** Made by `createDecoder<V1Types>` from `acp-v1.json`. */
export type V1Decoder = Decoder<V1Types>;
