/** A line to an address, opened as the extension opens it. */
import type { LogOutputChannel } from 'vscode';
import type { AgentLine } from '../../../src/host/agents/agentLine.ts';
import { openRemoteLine } from '../../../src/host/agents/remoteLine.ts';
import { Redactor } from '../../../src/node/redact.ts';
import { noProxySettings } from '../../../src/node/transport/proxy.ts';
import { only } from '../only.ts';

export const silentLog = only<LogOutputChannel>({ info: () => {}, warn: () => {}, error: () => {} });

export function openLineTo(url: string): Promise<AgentLine> {
	const { signal } = new AbortController();
	return openRemoteLine({ url, headers: {} }, noProxySettings, { signal, log: silentLog }, new Redactor([]));
}
