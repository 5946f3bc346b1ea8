/** The files of a workspace that name tool servers: links in them can lead anywhere. */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { spoken } from '../../../../src/core/base/l10n.ts';
import { readWorkspaceServers } from '../../../../src/host/mcp/mcpFiles.ts';
import { tempDir } from '../../node/support.ts';
import { touchedWhile } from '../../node/touched.ts';

describe('the tool servers of a workspace', { skip: process.platform === 'win32' }, () => {
	it('are not read from another machine that a link leads to, which is said [hazard D11]', async () => {
		const folder = tempDir();
		symlinkSync('/net/evil/share/mcp.json', path.join(folder, '.mcp.json'));
		mkdirSync(path.join(folder, '.vscode'));
		symlinkSync('../../../../../../../../net/evil/x', path.join(folder, '.vscode', 'mcp.json'));
		const problems: string[] = [];
		const touched = await touchedWhile(async () => {
			problems.push(...(await readWorkspaceServers(folder)).problems.map(spoken));
		});
		assert.deepEqual(
			touched.filter((place) => place.startsWith('/net/')),
			[],
		);
		assert.deepEqual(problems, [
			'The MCP servers of .mcp.json are not used, because it is on another machine.',
			'The MCP servers of .vscode/mcp.json are not used, because it is on another machine.',
		]);
	});
});
