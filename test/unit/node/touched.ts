import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const looks = ['stat', 'lstat', 'realpath', 'readlink', 'open', 'readFile', 'access', 'readdir'] as const;
type Promised = Record<(typeof looks)[number], (place: string, ...rest: unknown[]) => unknown>;

/** Runs `work`, and notes every path that is looked at on the disk meanwhile. */
export async function touchedWhile(work: () => Promise<unknown>): Promise<readonly string[]> {
	const touched: string[] = [];
	const promised = fs.promises as unknown as Promised;
	const before = looks.map((name) => [name, promised[name]] as const);
	for (const [name, look] of before) {
		promised[name] = (place, ...rest) => {
			touched.push(place);
			return look(place, ...rest);
		};
	}
	syncBuiltinESMExports();
	try {
		await work();
	} finally {
		for (const [name, look] of before) promised[name] = look;
		syncBuiltinESMExports();
	}
	return touched;
}
