/**
 * `npm run documents` writes what documents repeat of tables in the tests: `docs/protocol-clauses.md`, `docs/hazards.md`,
 * `docs/turn.md`, and the tables of SECURITY.md. `test/unit/sources/documents.test.ts` fails when one of them is not up to date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ClauseTable, clauseTables } from '../clauses/all.ts';
import type { Clause, ClauseKind } from '../clauses/clause.ts';
import { type HazardGroup, hazardGroups } from '../hazards/all.ts';
import type { Hazard } from '../hazards/hazard.ts';
import { filesByTag } from './taggedTests.ts';
import { turnPage } from './turnPage.ts';

interface WrittenDocument {
	/** Relative to the project. */
	readonly file: string;
	readonly text: string;
}

const root = path.join(import.meta.dirname, '..', '..');
const written = '<!-- Written by `npm run documents`. -->';
/** What stands between these lines of SECURITY.md is written, what stands around them is by hand. */
const tablesBegin = '<!-- From here on: written by `npm run documents`. -->';

/** All that the command writes, as it should be. */
export async function documents(): Promise<readonly WrittenDocument[]> {
	return [
		{ file: 'docs/protocol-clauses.md', text: clausePage() },
		{ file: 'docs/hazards.md', text: hazardPage() },
		{ file: 'docs/turn.md', text: turnPage(written) },
		{ file: 'SECURITY.md', text: securityPage(await filesByTag('hazard')) },
	];
}

/** As it is on the disk. */
export function readDocument(file: string): string {
	return readFileSync(path.join(root, file), 'utf8');
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** An id that links can name: `docs/hazards.md#a1`. */
const anchored = (id: string): string => `<a id="${id.toLowerCase()}"></a>${id}`;

const kinds: Readonly<Record<ClauseKind, string>> = { M: 'must', S: 'should', O: 'may', N: 'needed' };

function clausePage(): string {
	const row = ({ id, kind, duty, notBinding = '' }: Clause): readonly string[] => [
		anchored(id),
		kinds[kind],
		duty,
		notBinding,
	];
	const section = ({ title, clauses }: ClauseTable): string =>
		`## ${title}\n\n${table(['clause', '', 'duty', 'not shown, because'], clauses.map(row))}\n`;
	return `# What the protocol asks of a client

${written}

Each duty of a client, in our words. Comments name one as "acp C58", and a test that shows one has \`[acp C58]\` in its title. \`npm run clauses\` prints which of them the last run of the tests has shown. "must", "should" and "may" are the protocol's own; "needed" is what working together needs although no sentence of the text demands it.

${clauseTables.map(section).join('\n')}`;
}

function hazardPage(): string {
	const remarks = ({ isMeasured, noted, platform, gap }: Hazard): string =>
		[
			...(isMeasured === true ? ['measured'] : []),
			...(noted === undefined ? [] : [`measured by hand: ${noted}`]),
			...(platform === undefined ? [] : [platform]),
			...(gap === undefined ? [] : [`not shown: ${gap}`]),
		].join('. ');
	const section = ({ title, hazards }: HazardGroup): string =>
		`## ${title}\n\n${table(
			['row', 'promise', 'remarks'],
			hazards.map((hazard) => [anchored(hazard.id), hazard.promise, remarks(hazard)]),
		)}\n`;
	return `# Hazards, and what we promise

${written}

Each row is a way in which an agent, a repository or bad luck can do harm, and what ACP Host promises. Comments name a row as "hazard B5", and a test that shows one has \`[hazard B5]\` in its title. \`npm run hazards\` prints which of them the last run of the tests has shown; of a row that is measured a test also prints the figure. [SECURITY.md](../SECURITY.md) names the tests.

${hazardGroups.map(section).join('\n')}`;
}

function securityPage(tests: ReadonlyMap<string, readonly string[]>): string {
	const [byHand = ''] = readDocument('SECURITY.md').split(tablesBegin);
	const row = ({ id, promise }: Hazard): readonly string[] => [
		id,
		promise,
		(tests.get(id) ?? []).map((file) => `\`${file}\``).join(', '),
	];
	const section = ({ title, hazards }: HazardGroup): string =>
		`### ${title}\n\n${table(['row', 'promise', 'tests'], hazards.map(row))}\n`;
	return `${byHand}${tablesBegin}\n\n${hazardGroups.map(section).join('\n')}`;
}

if (import.meta.main) {
	for (const { file, text } of await documents()) {
		writeFileSync(path.join(root, file), text);
		console.log(`Written: ${file}`);
	}
}
