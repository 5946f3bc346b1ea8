import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import {
	AbstractMessageReader,
	AbstractMessageWriter,
	type DataCallback,
	type Disposable,
	type Message,
} from 'vscode-jsonrpc/node';

/**
 * A small NDJSON pair until `src/node/lineReader.ts` and `lineWriter.ts` exist; then `serve.ts` takes those and this
 * file goes. It trusts its client: no size limit, and a line that is no JSON is only logged.
 */
export class LineReader extends AbstractMessageReader {
	readonly #input: Readable;

	constructor(input: Readable) {
		super();
		this.#input = input;
	}

	listen(callback: DataCallback): Disposable {
		const decoder = new StringDecoder('utf8');
		let rest = '';
		const onData = (data: Buffer): void => {
			const lines = (rest + decoder.write(data)).split('\n');
			rest = lines.pop() ?? '';
			for (const line of lines) {
				if (line.trim() === '') continue;
				try {
					const message = JSON.parse(line) as Message & { method?: string; params?: { requestId?: unknown } };
					callback(
						message.method === '$/cancel_request'
							? ({
									...message,
									method: '$/cancelRequest',
									params: { id: message.params?.requestId },
								} as Message)
							: message,
					);
				} catch (error) {
					this.fireError(error);
				}
			}
		};
		this.#input.on('data', onData);
		this.#input.once('end', () => this.fireClose());
		return { dispose: () => this.#input.off('data', onData) };
	}
}

export class LineWriter extends AbstractMessageWriter {
	readonly #output: Writable;

	constructor(output: Writable) {
		super();
		this.#output = output;
	}

	write(message: Message): Promise<void> {
		return new Promise((resolve, reject) => {
			this.#output.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
		});
	}

	end(): void {}
}
