/** A model on loopback that says what the script says, in the words of whichever interface an agent asks. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { isJsonObject, type JsonObject } from '../../../src/core/base/json.ts';
import { anthropicMessages } from './anthropicMessages.ts';
import { geminiContent } from './geminiContent.ts';
import type { ModelDialect } from './modelDialect.ts';
import { answerTo, type OfferedTool, planFileIn } from './modelScript.ts';
import { openaiChat } from './openaiChat.ts';
import { openaiResponses } from './openaiResponses.ts';

const dialects: readonly ModelDialect[] = [anthropicMessages, openaiChat, openaiResponses, geminiContent];
const slowWordMs = 40;

export class ModelServer {
	/** Requests so far that a script answered, and the addresses of the others. */
	readonly seen: { tools: readonly OfferedTool[]; path: string }[] = [];
	readonly unknown = new Set<string>();
	/** Of the workspace, absolute: what the tools are told to change. */
	folder = '';
	readonly #server: Server;

	private constructor(server: Server) {
		this.#server = server;
		server.on('request', (request: IncomingMessage, response: ServerResponse) => {
			// An agent that is stopped lets go in the middle of an answer.
			void this.#serve(request, response).catch(() => response.destroy());
		});
	}

	static async start(): Promise<ModelServer> {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return new ModelServer(server);
	}

	/** Such as `http://127.0.0.1:4711`. */
	get url(): string {
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	/** All tools that the agent has offered with any prompt: it has helpers that get fewer. */
	get offered(): readonly OfferedTool[] {
		return this.seen.flatMap(({ tools }) => tools);
	}

	close(): void {
		this.#server.close();
		this.#server.closeAllConnections();
	}

	async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { pathname, searchParams } = new URL(request.url ?? '/', this.url);
		const body = await bodyOf(request);
		const dialect = dialects.find(({ answers }) => answers(pathname));
		if (dialect === undefined || request.method !== 'POST') {
			this.unknown.add(`${request.method} ${pathname}`);
			return sendJson(
				response,
				request.method === 'GET' ? modelList : { input_tokens: 100, totalTokens: 100 },
			);
		}
		const asked = dialect.read(body);
		this.seen.push({ tools: asked.tools, path: pathname });
		const planFile = planFileIn(JSON.stringify(body), this.folder);
		const answer = answerTo({ ...asked, ...(planFile === undefined ? {} : { planFile }) }, this.folder);
		const isStream = body['stream'] === true || searchParams.get('alt') === 'sse';
		if (!isStream) return sendJson(response, dialect.whole(answer));
		response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
		await dialect.stream(answer, async (event) => {
			const name = typeof event['type'] === 'string' ? `event: ${event['type']}\n` : '';
			if (response.destroyed) throw new Error('The agent let go.');
			response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
			if (answer.isSlow === true) await sleep(slowWordMs);
		});
		response.end(dialect.end === undefined ? '' : `data: ${dialect.end}\n\n`);
	}
}

const modelList = {
	object: 'list',
	data: [{ id: 'scripted', object: 'model', created: 0, owned_by: 'nobody' }],
	models: [{ name: 'models/scripted' }],
};

function sendJson(response: ServerResponse, body: JsonObject): void {
	response.writeHead(200, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	try {
		const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'));
		return isJsonObject(body) ? body : {};
	} catch {
		return {};
	}
}
