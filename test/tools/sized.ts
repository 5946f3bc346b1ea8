/**
 * Tests in two sizes: `npm test` runs a short form of what takes long by nature, `npm run test:long` runs each at the
 * size that the promise names.
 */
const variable = 'ACP_TEST_LONG';

/** True in `npm run test:long`, and in all that it starts. */
export const isLongRun = process.env[variable] === '1' || process.argv.includes('--long');

/** Tells what a run starts how long it is. */
export const sizeEnv: Readonly<Record<string, string>> = isLongRun ? { [variable]: '1' } : {};

/**
 * @param full in `npm run test:long`
 * @param short in each run
 */
export function sized<T>(full: T, short: T): T {
	return isLongRun ? full : short;
}
