/**
 * Finds where code outside `src/core/acp` decides by a version of the protocol. A reader of lines, not of syntax: it
 * knows the shapes in which such a decision is written, and which few files carry the number at all.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface VersionDecision {
	/** Path below the root, with slashes. */
	readonly file: string;
	/** 1-based. */
	readonly line: number;
	readonly why: string;
	readonly text: string;
}

/** Reads the setting `protocol`. */
const settingReader = 'host/settings/agentDefinition.ts';

/** Bring the number from the setting and the memory to the negotiation and back, and never look at it. */
const carriers: ReadonlySet<string> = new Set([
	settingReader,
	'host/agents/rememberedProtocols.ts',
	'host/agents/agentService.ts',
	'host/agents/runningAgent.ts',
]);

/** A program of its own: an agent, whose side of the protocol this is not about. */
const isOtherSide = (file: string): boolean => file.startsWith('demo/');
const isCodec = (file: string): boolean => file.startsWith('core/acp/');

const versionName = String.raw`\b\w*(?:protocol|version|spoken|asked?|speaks)\w*\)?`;
const number = String.raw`['"]?[0-9]+['"]?`;
const comparison = String.raw`\s*(?:[=!]==?|[<>]=?)\s*`;

const rules: readonly { readonly why: string; readonly pattern: RegExp; readonly isAllowedIn?: string }[] = [
	{
		why: 'compares a version with a number',
		pattern: new RegExp(`${versionName}${comparison}${number}(?![\\w.])`, 'iu'),
		isAllowedIn: settingReader,
	},
	{
		why: 'compares a number with a version',
		pattern: new RegExp(`(?<![\\w.])${number}${comparison}[\\w.?]*${versionName}`, 'iu'),
		isAllowedIn: settingReader,
	},
	{ why: 'branches on a version', pattern: new RegExp(String.raw`switch \([\w.?]*${versionName}`, 'iu') },
	{
		why: 'looks a version up',
		pattern: new RegExp(
			String.raw`(?:\[|\b(?:has|get|includes)\()[\w.?]*\b(?:protocolVersion|spoken)\b`,
			'iu',
		),
	},
	{ why: 'knows the wire’s field', pattern: /\bprotocolVersion\b/u },
	{ why: 'is named after a version', pattern: /\b(?!ipv|uuid)(?:is|has|speaks|uses|can|only)\w*V[12]\b/u },
	{ why: 'knows the codec of a version', pattern: /\b(?:instanceof\s+)?V[12](?:Agent|Updates|Services)\b/u },
	{
		why: 'imports from the codec of a version',
		pattern: /^import (?!type ).*\bcore\/acp\/v[12]\//u,
	},
];

const carried =
	/\b(?:ProtocolVersion|ProtocolSetting|NegotiatedProtocol|RememberedProtocol)\b|\.negotiated\b|\bacp\/(?:protocolChoice|negotiate)\.ts/u;

/** @param root folder of sources, such as `src` */
export function versionDecisions(root: string): VersionDecision[] {
	return readdirSync(root, { recursive: true, encoding: 'utf8' })
		.map((file) => file.replaceAll(path.sep, '/'))
		.filter((file) => file.endsWith('.ts') && !isCodec(file) && !isOtherSide(file))
		.toSorted()
		.flatMap((file) => decisionsIn(file, readFileSync(path.join(root, file), 'utf8')));
}

function decisionsIn(file: string, source: string): VersionDecision[] {
	return source.split('\n').flatMap((whole, index) => {
		const text = withoutComment(whole);
		const broken = rules
			.filter(({ pattern, isAllowedIn }) => isAllowedIn !== file && pattern.test(text))
			.map(({ why }) => why);
		const leaked = carried.test(text) && !carriers.has(file) ? ['carries the version further'] : [];
		return [...broken, ...leaked].map((why) => ({ file, line: index + 1, why, text: text.trim() }));
	});
}

function withoutComment(line: string): string {
	return /^\s*(?:\*|\/\/|\/\*)/u.test(line) ? '' : line.replace(/\s\/\/ .*$/u, '');
}
