/** Settings of how much is kept of changes: what they say counts, what is no such number does not. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import * as limits from '../../../../src/core/base/limits.ts';
import { useVscode } from '../fakeVscode.ts';

const { boundSettings, changeBounds, parseBounds } =
	await import('../../../../src/host/changes/changeBounds.ts');

const asked: string[] = [];
const settings = new Map<string, unknown>();
const usual = {
	maxStoreBytes: limits.changeStoreBytes,
	maxFileBytes: limits.changeFileBytes,
	maxCheckpoints: limits.changeCheckpoints,
	maxCheckpointMs: limits.changeCheckpointMs,
};

interface Manifest {
	readonly contributes: {
		readonly configuration: { readonly properties: Readonly<Record<string, object | undefined>> };
	};
}

describe('settings of what is kept of changes', () => {
	it('have the ranges that package.json names', async () => {
		const file = new URL('../../../../package.json', import.meta.url);
		const { contributes } = JSON.parse(await readFile(file, 'utf8')) as Manifest;
		for (const { name, usual: value, least, most } of Object.values(boundSettings)) {
			const setting = contributes.configuration.properties[name];
			assert.partialDeepStrictEqual(
				setting,
				{ type: 'integer', scope: 'machine', default: value, minimum: least, maximum: most },
				name,
			);
		}
		assert.deepEqual(
			parseBounds(() => undefined),
			{ bounds: usual, problems: [] },
		);
	});

	it('each change what they say', () => {
		const mib = 1024 * 1024;
		const day = 24 * 60 * 60_000;
		const rows: readonly [string, number, object][] = [
			['acpHost.changes.maxStoreMiB', 512, { maxStoreBytes: 512 * mib }],
			['acpHost.changes.maxFileMiB', 1, { maxFileBytes: mib }],
			['acpHost.checkpoints.maxPerSession', 7, { maxCheckpoints: 7 }],
			['acpHost.checkpoints.maxDays', 365, { maxCheckpointMs: 365 * day }],
		];
		assert.equal(rows.length, Object.keys(boundSettings).length);
		for (const [name, value, bound] of rows) {
			const { bounds, problems } = parseBounds((one) => (one === name ? value : undefined));
			assert.deepEqual([bounds, problems], [{ ...usual, ...bound }, []]);
		}
	});

	it('that are no such number do not count, and each is named', () => {
		for (const { name, least, most } of Object.values(boundSettings))
			for (const value of [least - 1, most + 1, least + 0.5, NaN, Infinity, -1, '64', true, [64], {}]) {
				const { bounds, problems } = parseBounds((one) => (one === name ? value : undefined));
				assert.deepEqual(bounds, usual, `${name}: ${JSON.stringify(value)}`);
				assert.deepEqual(
					problems.map((one) => one.name),
					[name],
				);
				assert.match(
					problems[0]?.text ?? '',
					new RegExp(`^${name} has to be a whole number from ${least} to`, 'u'),
				);
			}
	});

	it('that do not count are said once, with a button', () => {
		useVscode({
			workspace: { getConfiguration: () => ({ get: (name: string) => settings.get(name) }) },
			window: {
				showWarningMessage: (text: string, ...buttons: readonly string[]) => {
					asked.push([text, ...buttons].join(' | '));
					return Promise.resolve(undefined);
				},
			},
		});
		settings.set('acpHost.changes.maxFileMiB', 'much');
		assert.deepEqual(changeBounds(), usual);
		changeBounds();
		assert.deepEqual(asked, [
			'acpHost.changes.maxFileMiB has to be a whole number from 1 to 128. Until it is, 16 counts. | Open Settings',
		]);
		settings.set('acpHost.changes.maxFileMiB', 2);
		assert.equal(changeBounds().maxFileBytes, 2 * 1024 * 1024);
		assert.equal(asked.length, 1);
	});
});
