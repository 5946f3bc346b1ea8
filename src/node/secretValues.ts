/**
 * Which values of an environment are secrets (hazard F5). What is none stays readable in logs and conversations: to
 * replace every "true", "node" or "/home/me" in them would spoil what the user reads and protect nothing.
 */
import { homedir } from 'node:os';

type Env = Readonly<Record<string, string>>;

/** Says that its value is a secret. `author` is none, `authorization` is one. */
const tellingName =
	/(?:key|token|pat|pwd|sig|signature|dsn)(?:[_-]?\d+)?$|secret|passw|passphrase|credential|cookie|api[_-]?key|access[_-]?key|private[_-]?key|(?:^|[_-])auth(?!or(?!iz))|auth$|bearer|_key_|(?:^|_)token_/iu;
/** Such a name says something about a secret, and is not the name of one. */
const aboutName =
	/^max[_-]|[_-](?:type|mode|method|provider|url|uri|host|endpoint|path|file|dir|folder|sock|socket|name|scheme|port|enabled|timeout|ttl|expiry|limit|count|size|length|helper|command|store|backend)$/iu;
const plainWord = /^(?:true|false|yes|no|on|off|none|null|undefined|default|auto|enabled|disabled)$/iu;
/** Where a shell stands, which is no password. */
const shellFolder = /^(?:OLD)?PWD$/u;
const placeholder = /^\$\{[^}]*\}$/u;
/** Between parts that could each be a secret by themselves. */
const between = /[\s,;|"'<>(){}?&=:@]+/u;
const maxDepth = 8;
/** Shorter lines of a key may be its last, and say little. */
const minLine = 12;
const openHeader = /^(?:accept|cache-|connection|content-|host|origin|referer|user-agent)/iu;

/** A secret as it stands in a header, in an address, and encoded for one of them. */
export function spellingsOf(secret: string): readonly string[] {
	const bytes = Buffer.from(secret);
	const encoded = [bytes.toString('base64'), bytes.toString('base64url'), encodeURIComponent(secret)];
	return [...new Set([secret, ...lastWord(secret), ...encoded, ...encodedLogin(secret)])];
}

/** What is in the Base64 of a name and a password, where the secret is that. */
function encodedLogin(secret: string): readonly string[] {
	const word = lastWord(secret)[0] ?? secret;
	const login = Buffer.from(word, 'base64').toString();
	const isLogin = /^[ -~]+:[ -~]+$/u.test(login) && Buffer.from(login).toString('base64') === word;
	return isLogin ? [login, login.slice(login.indexOf(':') + 1)] : [];
}

/** Everything in these values that is to be hidden wherever it occurs. */
export function secretsIn(env: Env): readonly string[] {
	return [...new Set(Object.entries(env).flatMap(([name, value]) => secretsOf(name, value.trim(), 0)))];
}

/** Values under names that tell of a secret, in an environment whose other variables are unknown. */
export function inheritedSecrets(env: Readonly<Record<string, string | undefined>>): readonly string[] {
	return Object.entries(env).flatMap(([name, value = '']) =>
		isTelling(name) ? secretsIn({ [name]: value }) : [],
	);
}

/** Secrets in a command line: `--api-key abc`, `--token=abc`, `-H 'Authorization: abc'`, addresses with a password. */
export function secretsInArgs(args: readonly string[]): readonly string[] {
	const named = args.map((arg, at): readonly [string, string] => {
		const [, name, value] = /^-*([\w-]+)=(.*)$/su.exec(arg) ?? [];
		if (name !== undefined && value !== undefined) return [name, value];
		const [, flag = ''] = /^-+([\w-]+)$/u.exec(args[at - 1] ?? '') ?? [];
		return arg.startsWith('-') ? ['', ''] : [flag, arg];
	});
	return named.flatMap(([name, value]) => secretsIn({ [name]: value }));
}

/** All values of headers, except of those that do not identify the sender. */
export function secretsInHeaders(headers: Env): readonly string[] {
	return Object.entries(headers).flatMap(([name, value]) =>
		openHeader.test(name) ? [] : [value.trim(), ...lastWord(value.trim())],
	);
}

/** True for a word, or several with dashes between them, as they are written in sentences. */
export function isWord(text: string): boolean {
	return /^(?:[A-Z]?[a-z]+|[A-Z]+)(?:[-/](?:[A-Z]?[a-z]+|[A-Z]+))*\.?$/u.test(text);
}

/**
 * True for what stands behind a telling name and is no value, in code and in sentences: a type, a word, a variable, a
 * call. What a shell or a command line says is a value.
 */
export function isCode(name: string, value: string): boolean {
	if (looksRandom(value)) return false;
	if (/^(?:[$%<>=~{[(]|[a-z_][\w$]*(?:[([<{|]|[?!]?\.[a-z_#])|\d{1,3}(?!\w))/iu.test(value)) return true;
	const isAssigned = name.startsWith('-') || !/[a-z]/u.test(name);
	return !isAssigned && /^[`*]*[\p{L}_]+[.:!?)}`*\]]*$/u.test(value);
}

function secretsOf(name: string, value: string, depth: number): readonly string[] {
	if (value === '' || plainWord.test(value) || placeholder.test(value)) return [];
	const fields = depth < maxDepth ? fieldsIn(value) : [];
	if (fields.length > 0) return fields.flatMap(([field, inner]) => secretsOf(field, inner, depth + 1));
	const [address, authority = '', query = ''] =
		/^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(?:[^?#]*\?([^#]*))?/iu.exec(value) ?? [];
	if (address !== undefined) return [...passwordOf(authority), ...querySecrets(query)].flatMap(spellings);
	if (isTelling(name)) return isPlainPath(value) ? [] : [value, ...lastWord(value), ...linesOf(value)];
	return isPath(value) ? [] : value.split(between).filter((part) => looksRandom(part));
}

function isTelling(name: string): boolean {
	return tellingName.test(name) && !aboutName.test(name) && !shellFolder.test(name);
}

/** A key of several lines is printed line by line, and may be given with its breaks written out. */
function linesOf(value: string): readonly string[] {
	const lines = value.split(/\\n|\n/u).map((line) => line.trim());
	return lines.length === 1 ? [] : lines.filter((line) => line.length >= minLine && !line.startsWith('--'));
}

function querySecrets(query: string): readonly string[] {
	return query.split('&').flatMap((pair) => {
		const [, name = '', value = ''] = /^([^=]*)=(.*)$/su.exec(pair) ?? [];
		return isTelling(name) || looksRandom(value) ? [value] : [];
	});
}

/** As it stands in an address, and as it is meant. */
function spellings(part: string): readonly string[] {
	try {
		return [part, decodeURIComponent(part)];
	} catch {
		return [part];
	}
}

/** Values within a value: JSON, and lines of `Name: value`, as headers are given. */
function fieldsIn(value: string): readonly (readonly [string, string])[] {
	if (/^[[{]/u.test(value)) return jsonFields(value);
	const lines = value.split('\n').map((line) => /^\s*([\w-]+)\s*(?::\s+|=)(.+)$/u.exec(line));
	return lines.every((line) => line !== null)
		? lines.map((line) => [line[1] ?? '', (line[2] ?? '').trim()] as const)
		: [];
}

function jsonFields(value: string): readonly (readonly [string, string])[] {
	try {
		const parsed: unknown = JSON.parse(value);
		return typeof parsed === 'object' && parsed !== null
			? Object.entries(parsed).map(
					([name, item]) => [name, typeof item === 'string' ? item : (JSON.stringify(item) ?? '')] as const,
				)
			: [];
	} catch {
		return [];
	}
}

/** The `abc` of `Bearer abc`: what is left where the agent says it without the scheme. */
function lastWord(value: string): readonly string[] {
	const [, word] = /^(?:bearer|basic|token)\s+(\S+)$/iu.exec(value) ?? [];
	return word === undefined ? [] : [word];
}

/** An address is none; what stands in it to log in with is. A word such as `postgres` is hidden where it stands there. */
function passwordOf(authority: string): readonly string[] {
	const [, user = '', password = ''] = /^([^:@]*)(?::(.*))?@/u.exec(authority) ?? [];
	const isWord = /^[a-z]*$/u.test(password);
	return [...(looksRandom(user) ? [user] : []), ...(isWord ? [] : [password])];
}

function isPath(value: string): boolean {
	return /^(?:~|\.{1,2})?[\\/]|^~$|^[a-z]:[\\/]/iu.test(value);
}

/** Under a telling name a value may begin with a slash by chance, as Base64 does. */
function isPlainPath(value: string): boolean {
	if (!isPath(value)) return false;
	const names = value.split(/[\\/]/u).filter((name) => name !== '');
	const isOfWords = names.every((name) => /^[\w. ~:-]+$/u.test(name) && !looksRandom(name));
	return value === homedir() || (names.length > 1 && isOfWords);
}

/**
 * True for a text that was generated, not written by hand: a run of letters and digits in which words and numbers are
 * too short for its length. Of 62 signs drawn at random every second begins another word or number, so they are about
 * two signs long; names of models, versions, zones and identifiers have words and dates in them, or are cut by dots and
 * dashes into short runs. Six of them within 20 signs are no name either, though one be a word. A run of hexadecimal
 * digits has longer numbers, so its length tells.
 */
export function looksRandom(text: string): boolean {
	if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu.test(text)) return true;
	return text.split(/[^a-z\d]+/iu).some((run) => isRandomRun(run));
}

function isRandomRun(run: string): boolean {
	if (run.length < 10 || /^\d+$/u.test(run) || new Set(run).size < 7) return false;
	if (run.length >= 20 && /^[\da-f]+$/iu.test(run) && /\d/u.test(run)) return true;
	const words = run.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/gu) ?? [];
	const average = run.length / words.length;
	if (!/\d/u.test(run)) return run.length >= 16 && average <= 2.6;
	if (run.length >= 20) return average <= 3.5;
	const isMixed = /[a-z]/u.test(run) && /[A-Z]/u.test(run);
	return average <= (run.length >= 16 ? 2.5 : 2.2) || (isMixed && words.length >= 6);
}
