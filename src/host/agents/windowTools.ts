/**
 * A tool server of this window (unstable, MCP over ACP): what the editor knows and an agent cannot read from the disk.
 * It only tells; nothing can be changed through it, and nothing outside of the workspace is told.
 */
import * as vscode from 'vscode';
import { type McpHandler, unknownMcpServer } from '../../core/acp/shared/mcpMessage.ts';
import { errorCodes, WireError } from '../../core/acp/wire.ts';
import type { McpServer } from '../../core/session/model/mcp.ts';

/** How agents see the server. */
export const windowServer: McpServer = { type: 'acp', name: 'vscode', serverId: 'acp-host.window' };

interface Tool {
	readonly description: string;
	readonly inputSchema: object;
	readonly run: (input: Readonly<Record<string, unknown>>) => unknown;
}

const noInput = { type: 'object', properties: {}, additionalProperties: false };
const pathInput = {
	type: 'object',
	properties: { path: { type: 'string', description: 'Absolute path of one file; all files if absent' } },
	additionalProperties: false,
};

const tools: Readonly<Record<string, Tool>> = {
	diagnostics: {
		description: 'Problems that the editor shows: errors and warnings of compilers and linters.',
		inputSchema: pathInput,
		run: (input) => listDiagnostics(input['path']),
	},
	open_editors: {
		description: 'Files that are open in the editor, and whether they have unsaved changes.',
		inputSchema: noInput,
		run: listOpenEditors,
	},
	selection: {
		description: 'File, range and text that is selected in the active editor.',
		inputSchema: noInput,
		run: describeSelection,
	},
};

/** Answers what an agent asks of the server. */
export const answerWindowTools: McpHandler = async ({ serverId, method, params }) => {
	if (windowServer.type !== 'acp' || serverId !== windowServer.serverId) throw unknownMcpServer(serverId);
	switch (method) {
		case 'tools/list':
			return {
				tools: Object.entries(tools).map(([name, { description, inputSchema }]) => ({
					name,
					description,
					inputSchema,
					annotations: { readOnlyHint: true },
				})),
			};
		case 'tools/call':
			return callTool(params['name'], params['arguments']);
		default:
			throw new WireError(errorCodes.methodNotFound, `Method not found: ${method}`);
	}
};

function callTool(name: unknown, input: unknown): object {
	const tool = typeof name === 'string' && Object.hasOwn(tools, name) ? tools[name] : undefined;
	if (tool === undefined) throw new WireError(errorCodes.invalidParams, `Unknown tool: ${String(name)}`);
	const given = typeof input === 'object' && input !== null ? { ...input } : {};
	const text = JSON.stringify(tool.run(given), undefined, 2);
	return { content: [{ type: 'text', text }], isError: false };
}

const severities = ['error', 'warning', 'information', 'hint'] as const;

function listDiagnostics(path: unknown): object[] {
	return vscode.languages.getDiagnostics().flatMap(([uri, diagnostics]) => {
		if (!isTold(uri) || (typeof path === 'string' && uri.fsPath !== path)) return [];
		return diagnostics.map(({ message, range, severity, source }) => ({
			path: uri.fsPath,
			line: range.start.line + 1,
			severity: severities[severity],
			message,
			...(source === undefined ? {} : { source }),
		}));
	});
}

function listOpenEditors(): object[] {
	return vscode.window.tabGroups.all
		.flatMap(({ tabs }) => tabs)
		.flatMap(({ input, isDirty, isActive }) => {
			if (!(input instanceof vscode.TabInputText) || !isTold(input.uri)) return [];
			return [{ path: input.uri.fsPath, isDirty, isActive }];
		});
}

function describeSelection(): object {
	const editor = vscode.window.activeTextEditor;
	if (editor === undefined || !isTold(editor.document.uri)) return {};
	const { document, selection } = editor;
	return {
		path: document.uri.fsPath,
		startLine: selection.start.line + 1,
		endLine: selection.end.line + 1,
		text: document.getText(selection),
	};
}

function isTold(uri: vscode.Uri): boolean {
	return uri.scheme === 'file' && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}
