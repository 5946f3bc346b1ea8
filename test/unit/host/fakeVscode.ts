/**
 * VS Code for tests of the host that run without it. Files that share a process load a module once for all of them: each
 * says before its tests what is behind `vscode` in them.
 */
import { registerHooks } from 'node:module';

const url = `data:text/javascript,
	const part = (name) => new Proxy({}, { get: (_none, key) => globalThis.fakeVscode?.[name]?.[key] });
	export const window = part('window');
	export const workspace = part('workspace');
	export const env = part('env');
	export const commands = part('commands');
	export const FileType = { File: 1, Directory: 2 };
	export const DiagnosticSeverity = {};
	const file = (fsPath) => ({ scheme: 'file', fsPath, toString: () => fsPath });
	class FileUri {
		static file = file;
	}
	export const Uri = new Proxy(FileUri, { get: (uri, key) => uri[key] ?? globalThis.fakeVscode?.Uri?.[key] });
	export const EndOfLine = { LF: 1, CRLF: 2 };
	export class Range {
		constructor(start, end) { Object.assign(this, { start, end }); }
	}
	export class WorkspaceEdit {
		changes = [];
		replace(uri, range, text) { this.changes.push({ uri, range, text }); }
	}
	export const TerminalExitReason = { Process: 2 };
	export class ThemeIcon {}
	export class TabInputText {}
	export const TreeItemCollapsibleState = { None: 0, Collapsed: 1, Expanded: 2 };
	export class TreeItem {
		constructor(label, collapsibleState) { Object.assign(this, { label, collapsibleState }); }
	}`;
registerHooks({
	resolve: (specifier, context, next) =>
		specifier === 'vscode' ? { url, format: 'module', shortCircuit: true } : next(specifier, context),
});

/** The parts of VS Code that are asked for something. */
interface FakeVscode {
	readonly window?: object;
	readonly workspace?: object;
	readonly env?: object;
	readonly commands?: object;
	readonly Uri?: object;
}

/** From now on that is VS Code. */
export function useVscode(vscode: FakeVscode): void {
	Object.assign(globalThis, { fakeVscode: vscode });
}
