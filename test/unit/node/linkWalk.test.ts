/** Links that lead to another machine, as Windows and Unix systems have them: none is followed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { placeBeyond, walkLocalLinks } from '../../../src/node/linkWalk.ts';
import { isNetworkPath, type PathFlavour } from '../../../src/node/pathRules.ts';

interface Walked {
	readonly beyond: string | undefined;
	readonly touched: readonly string[];
}

async function walked(
	target: string,
	links: Readonly<Record<string, string>>,
	flavour: PathFlavour,
	own: readonly string[] = [],
): Promise<Walked> {
	const touched: string[] = [];
	const beyond = await placeBeyond(walkLocalLinks(target, own, flavour), (place) => {
		touched.push(place);
		const target = links[place];
		return Promise.resolve(target === undefined ? { type: 'other' } : { type: 'link', target });
	});
	return { beyond, touched };
}

const remoteOnWindows = [
	'\\\\evil\\share\\a.txt',
	'//evil/share/a.txt',
	'\\/evil/share/a.txt',
	'\\\\evil@80\\share\\a.txt',
	'\\\\evil@SSL@443\\DavWWWRoot\\a.txt',
	'\\\\evil@80\\DavWWWRoot\\a.txt',
	'\\\\192.0.2.1\\c$\\a.txt',
	'\\\\[fe80::1]\\share\\a.txt',
	'\\\\fe80--1.ipv6-literal.net\\share\\a',
	'\\\\?\\UNC\\evil\\share\\a.txt',
	'//?/UNC/evil/share/a.txt',
	'\\\\?\\unc\\evil\\share\\a.txt',
	'\\\\.\\UNC\\evil\\share\\a.txt',
	'\\\\?\\GLOBALROOT\\Device\\Mup\\evil\\share\\a',
	'\\\\.\\pipe\\x',
	'\\\\evil',
];

describe('a path of another machine [hazard D11]', () => {
	for (const target of remoteOnWindows) {
		it(`is known by its spelling on Windows, and never touched: ${target}`, async () => {
			assert.equal(isNetworkPath(target, 'win32'), true);
			const { beyond, touched } = await walked(target, {}, 'win32');
			assert.notEqual(beyond, undefined);
			assert.deepEqual(touched, []);
		});

		it(`is not touched where a link leads there: ${target}`, async () => {
			const links = { 'C:\\ws\\link': target };
			for (const way of ['C:\\ws\\link', 'C:\\ws\\link\\deep\\a.txt', 'C:\\ws\\x\\..\\link\\..\\b']) {
				const { beyond, touched } = await walked(way, links, 'win32');
				assert.notEqual(beyond, undefined, way);
				assert.ok(
					touched.every((place) => place.startsWith('C:\\ws')),
					touched.join(),
				);
			}
		});
	}

	it('is touched where a folder of ours is on it, and only on the way there and below', async () => {
		const own = ['\\\\server\\share\\ws'];
		assert.equal((await walked('\\\\server\\share\\ws\\a.txt', {}, 'win32', own)).beyond, undefined);
		const links = { '\\\\server\\share\\ws\\out': '\\\\evil\\share' };
		const { beyond, touched } = await walked('\\\\server\\share\\ws\\out\\a', links, 'win32', own);
		assert.equal(beyond, '\\\\evil\\share\\a');
		assert.ok(touched.every((place) => place.startsWith('\\\\server\\share\\')));
		assert.notEqual((await walked('\\\\server\\other\\a.txt', {}, 'win32', own)).beyond, undefined);
	});

	it('is not touched by way of an automounter either', async () => {
		for (const target of ['/net/evil/a', '//net/evil/a', '/afs/evil/a', '/Network/Servers/evil/a']) {
			const { beyond, touched } = await walked(target, {}, 'posix');
			assert.notEqual(beyond, undefined, target);
			assert.ok(touched.every((place) => ['/net', '/afs', '/Network', '/Network/Servers'].includes(place)));
		}
		for (const target of ['/net/evil/a', '../net/evil', '/ws/../net/evil', 'second']) {
			const links = { '/ws/link': target, '/ws/second': '/up', '/up': 'net/evil' };
			const { beyond, touched } = await walked('/ws/link/b', links, 'posix');
			assert.match(beyond ?? '', /^\/net\/evil\//u, target);
			assert.ok(!touched.some((place) => place.startsWith('/net/')));
		}
	});

	it('is found behind a way that leads down where nothing is and up again', async () => {
		const touched: string[] = [];
		const beyond = await placeBeyond(walkLocalLinks('/ws/none/a/b/../../../link/c', []), (place) => {
			touched.push(place);
			if (place === '/ws/link') return Promise.resolve({ type: 'link', target: '/net/evil' });
			return Promise.resolve({ type: place === '/ws/none' ? 'absent' : 'other' });
		});
		assert.equal(beyond, '/net/evil/c');
		assert.deepEqual(touched, ['/ws', '/ws/none', '/ws/link']);
	});

	it('is not what lies on this machine, and loops of links end', async () => {
		const links = { 'C:\\a': 'D:\\b', 'C:\\loop': 'C:\\loop', '/loop': 'loop' };
		for (const target of ['C:\\ws\\a.txt', 'c:/ws/a.txt', 'C:\\a\\x', 'C:\\loop', '\\\\?\\C:\\x'])
			assert.equal((await walked(target, links, 'win32')).beyond, undefined, target);
		for (const target of ['/ws/a', '/network/a', '/netx/a', '/loop/a', '/net', '/'])
			assert.equal((await walked(target, links, 'posix')).beyond, undefined, target);
	});
});
