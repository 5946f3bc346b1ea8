/**
 * The floors of the benchmark: start an agent, and append the raw text of its updates to a <pre>. Nothing else. One
 * posts each update, the other (`isBatched` in its manifest) what came within a frame.
 */
const { spawn } = require('node:child_process');
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
	// Prompts after which what stood there before is to stay, as in a conversation.
	const keeps = /^(answer|turn)/;
	field.addEventListener('keydown', (event) => {
		if (event.key !== 'Enter') return;
		event.preventDefault();
		if (!keeps.test(field.value)) log.replaceChildren();
		api.postMessage(field.value);
		field.value = '';
	});
	window.addEventListener('message', ({ data }) => {
		if (typeof data === 'string') log.append(data);
	});
</script>
</body>
</html>`;

const frameMs = 16;

function textOf({ content, title = '' }) {
	return content?.text ?? `${title}\n`;
}

/** Gives texts to `post`, at most once a frame. */
function batched(post) {
	let waiting = '';
	let timer;
	return (text) => {
		waiting += text;
		timer ??= setTimeout(() => {
			timer = undefined;
			const all = waiting;
			waiting = '';
			post(all);
		}, frameMs);
	};
}

/** Starts the agent, opens a session, and gives a function that sends a prompt. */
function startAgent(script, onText) {
	const child = spawn(process.execPath, [script], {
		stdio: ['pipe', 'pipe', 'ignore'],
	});
	const waiting = new Map();
	createInterface({ input: child.stdout }).on('line', (line) => {
		const { id, method, params, result } = JSON.parse(line);
		if (method === 'session/update') onText(textOf(params.update));
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
	const { isBatched = false, agent: script } = context.extension.packageJSON;
	const resolveWebviewView = ({ webview }) => {
		webview.options = { enableScripts: true };
		webview.onDidReceiveMessage((text) => {
			const post = (chunk) => void webview.postMessage(chunk);
			agent ??= startAgent(script, isBatched ? batched(post) : post);
			void agent.prompt(text);
		});
		webview.html = page;
	};
	context.subscriptions.push(
		vscode.window.registerWebviewViewProvider('acpHostFloor.chat', { resolveWebviewView }),
		{ dispose: () => agent?.dispose() },
	);
};
