/** A registry of npm packages on this machine, with one package: nothing of such a test needs the network. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { packProgram } from '../../../agents/npmPackage.ts';

export interface LocalRegistry extends AsyncDisposable {
	readonly url: string;
}

/**
 * @param folder absolute path, in which the package is made
 * @param program of its one command, which has the package's name: text of a script for Node
 */
export async function startRegistry(folder: string, name: string, program: string): Promise<LocalRegistry> {
	const { manifest, file } = packProgram(folder, name, program);
	const tarball = readFileSync(file);
	const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
	const server = createServer((request, response) => {
		if (request.url?.endsWith('.tgz') === true) return void response.end(tarball);
		if (request.url !== `/${name}`) return void response.writeHead(404).end('{}');
		const dist = { tarball: `http://${request.headers.host}/${name}.tgz`, integrity };
		const versions = { '1.0.0': { ...manifest, dist } };
		response.end(JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions }));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
