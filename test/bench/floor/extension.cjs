/** The floor of the benchmark: starts an agent, and appends the raw text of each update to a <pre>. Nothing else. */
const { spawn } = require('node:child_process');
const path = require('node:path');
const { createInterface } = require('node:readline');
const vscode = require('vscode');

const page = `<!DOCTYPE html>
<html lang="en">
<body data-acp-view>
<textarea aria-label="Message"></textarea>
<pre role="log" aria-label="Conversation"></pre>
<script>
	const api = acquireVsCodeApi();
	const log = document.querySelector('pre');
	const field = document.querySelector('textarea');
	field.addEventListener('keydown', (event) => {
		if (event.key !== 'Enter') return;
		event.preventDefault();
		log.replaceChildren();
		api.postMessage(field.value);
		field.value = '';
	});
	window.addEventListener('message', ({ data }) => {
		if (typeof data === 'string') log.append(data);
	});
</script>
</body>
</html>`;

/** Starts the agent, opens a session, and gives a function that sends a prompt. */
function startAgent(onText) {
	const child = spawn(process.execPath, [path.join(__dirname, '..', 'benchAgent.mjs')], {
		stdio: ['pipe', 'pipe', 'ignore'],
	});
	const waiting = new Map();
	createInterface({ input: child.stdout }).on('line', (line) => {
		const { id, method, params, result } = JSON.parse(line);
		if (method === 'session/update') onText(params.update.content.text);
		else waiting.get(id)?.(result);
	});
	const request = (method, params) =>
		new Promise((resolve) => {
			const id = waiting.size + 1;
			waiting.set(id, resolve);
			child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
		});
	const session = request('initialize', { protocolVersion: 1 }).then(() =>
		request('session/new', { cwd: __dirname, mcpServers: [] }),
	);
	const prompt = async (text) => {
		const { sessionId } = await session;
		await request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
	};
	return { prompt, dispose: () => child.kill() };
}

exports.activate = (context) => {
	let agent;
	const resolveWebviewView = ({ webview }) => {
		webview.options = { enableScripts: true };
		webview.onDidReceiveMessage((text) => {
			agent ??= startAgent((chunk) => void webview.postMessage(chunk));
			void agent.prompt(text);
		});
		webview.html = page;
	};
	context.subscriptions.push(
		vscode.window.registerWebviewViewProvider('acpHostFloor.chat', { resolveWebviewView }),
		{ dispose: () => agent?.dispose() },
	);
};
