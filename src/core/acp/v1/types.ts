import type * as sdk from '@agentclientprotocol/sdk/unstable';
import type { Decoder } from '../decoder.ts';

/** The definitions of the version 1 schema that the codec decodes. */
export interface V1Types {
	ContentBlock: sdk.ContentBlock;
	CreateTerminalRequest: sdk.CreateTerminalRequest;
	InitializeResponse: sdk.InitializeResponse;
	KillTerminalRequest: sdk.KillTerminalRequest;
	ListProvidersResponse: sdk.ListProvidersResponse;
	NewSessionResponse: sdk.NewSessionResponse;
	Plan: sdk.Plan;
	ReadTextFileRequest: sdk.ReadTextFileRequest;
	ReleaseTerminalRequest: sdk.ReleaseTerminalRequest;
	SessionConfigOption: sdk.SessionConfigOption;
	SessionInfo: sdk.SessionInfo;
	SessionNotification: sdk.SessionNotification;
	TerminalOutputRequest: sdk.TerminalOutputRequest;
	ToolCallContent: sdk.ToolCallContent;
	ToolCallUpdate: sdk.ToolCallUpdate;
	WaitForTerminalExitRequest: sdk.WaitForTerminalExitRequest;
	WriteTextFileRequest: sdk.WriteTextFileRequest;
}

/** Made by `createDecoder<V1Types>` from `acp-v1.json`. */
export type V1Decoder = Decoder<V1Types>;
