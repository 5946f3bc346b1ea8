/** Which values of an environment are hidden, and which stay readable. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import { describe, it } from 'node:test';
import { Redactor } from '../../../src/node/redact.ts';
import { looksRandom, secretsIn } from '../../../src/node/secretValues.ts';
import { seededRandom } from '../core/session/driver/randomAgent.ts';

const ordinary: readonly string[] = [
	...[
		'true',
		'false',
		'node',
		'sonnet',
		'opus',
		'debug',
		'production',
		'verbose',
		'1',
		'4096',
		'0.75',
		'auto',
	],
	...['claude-sonnet-4-5-20250929', 'claude-3-7-sonnet-20250219', 'gpt-4o-mini', 'gpt-5.5[xhigh]', 'o3-mini'],
	...['gemini-2.5-pro-preview-05-06', 'Qwen3-Coder-480B-A35B-Instruct-FP8', 'deepseek-ai/DeepSeek-V3.2-Exp'],
	...[
		'meta-llama/Llama-3.3-70B-Instruct-Q4_K_M',
		'anthropic.claude-sonnet-4-20250514-v1:0',
		'mistral-large-2411',
	],
	...['$runtime|openai|fake-model(openai)', 'openrouter/auto', 'kimi-k2-0905-preview', 'grok-code-fast-1'],
	...[
		homedir(),
		'/home/me',
		'/usr/local/bin:/usr/bin:/bin',
		'~/projects',
		'./node_modules/.bin',
		'C:\\Users\\me',
	],
	...['/nix/store/3n58xw4373jp0ljirf06d8077j15pc4j-glibc', '/tmp/tmp.a8Xk2LmQ9z', '/var/run/docker.sock'],
	...[
		'https://api.example.com/v1',
		'http://localhost:11434',
		'wss://gateway.example/agents?region=eu-west-1',
	],
	...[
		'en_US.UTF-8',
		'Europe/Berlin',
		'eu-central-1',
		'xterm-256color',
		'x86_64-unknown-linux-gnu',
		'10.0.0.1:8080',
	],
	...[
		'--max-old-space-size=4096',
		'--require ./hook.js',
		'v22.11.0',
		'2.0.0-beta.12',
		'2025-11-22T08:00:00Z',
	],
	...['getElementsByClassName', 'MyVeryLongCamelCaseIdentifier', 'iPhone15ProMax', 'com.example.App2Go'],
	...[
		'Ada Lovelace',
		'ada@example.com',
		'A sentence of ordinary words, with 3 numbers in 2025.',
		'stdio',
		'utf8mb4',
	],
	...[
		'{"model":"sonnet","level":3}',
		'warn,http=debug',
		'internationalization',
		'00:1b:44:11:3a:b7',
		'rgb(10,20,30)',
	],
];
const ordinaryNames = [
	'MODEL',
	'NODE_ENV',
	'HOME_DIR',
	'SETTING_1',
	'GIT_AUTHOR_NAME',
	'MONKEYS',
	'LOG_LEVEL',
	'AUTHOR',
];

describe('what is no secret', () => {
	it('stays readable: words, models, paths, numbers, addresses', () => {
		for (const value of ordinary) {
			for (const name of ordinaryNames)
				assert.deepEqual(secretsIn({ [name]: value }), [], `${name}=${value}`);
		}
	});

	it('stays readable under names that only speak of secrets', () => {
		for (const [name, value] of [
			['AUTH_TYPE', 'oauth-personal'],
			['AUTH_METHOD', 'browser'],
			['TOKEN_LIMIT', '64000'],
			['MAX_TOKEN', '4096'],
			['CLAUDE_CODE_MAX_OUTPUT_TOKENS', '64000'],
			['SECRET_NAME', 'production'],
			['KEY_FILE', 'id_ed25519'],
			['API_KEY_HELPER', 'pass show agent'],
			['GOOGLE_APPLICATION_CREDENTIALS', '/home/me/keys/project.json'],
			['SSL_KEY', '/etc/ssl/private.pem'],
			['SSH_AUTH_SOCK', '/run/user/1000/agent.sock'],
			['MY_SECRET', homedir()],
			['AUTH_URL', 'https://login.example.com'],
			['API_KEY', 'https://login.example.com'],
			['USE_API_KEY', 'true'],
			['API_KEY', '${env:API_KEY}'],
			['COOKIE', 'none'],
		] as const) {
			assert.deepEqual(secretsIn({ [name]: value }), [], `${name}=${value}`);
		}
	});

	it('leaves a conversation as it was', () => {
		const env = Object.fromEntries(ordinary.map((value, n) => [`SETTING_${n}`, value]));
		const text = `It is true: node runs sonnet in ${homedir()}/project, see /usr/local/bin and MyVeryLongCamelCaseIdentifier.`;
		assert.equal(new Redactor(secretsIn(env)).text(text), text);
	});
});

describe('what is a secret [hazard F5]', () => {
	it('is what stands under a telling name, even if it is a word or a number', () => {
		for (const name of [
			...['API_KEY', 'OPENAI_API_KEY', 'OPENAI_APIKEY', 'apiKey', 'KEY', 'API_KEY_2', 'AWS_ACCESS_KEY_ID'],
			...[
				'TOKEN',
				'GITHUB_TOKEN',
				'githubToken',
				'GITHUB_PAT',
				'NPM_TOKEN_2',
				'SECRET',
				'CLIENT_SECRET',
				'SECRET_1',
			],
			...['PASSWORD', 'DB_PASSWD', 'PGPASSWORD', 'MYSQL_PWD', 'PASSPHRASE', 'CREDENTIALS', 'MY_CREDENTIAL'],
			...[
				'AUTH',
				'BASIC_AUTH',
				'AUTH_HEADER',
				'AUTHORIZATION',
				'X_AUTH',
				'COOKIE',
				'SESSION_COOKIE',
				'SENTRY_DSN',
			],
		]) {
			for (const value of ['hunter', 'correct horse', '12345678', '/x9k2+Lm==', 'a/b', '/hunter2']) {
				assert.ok(secretsIn({ [name]: value }).includes(value), `${name}=${value}`);
			}
		}
	});

	it('is what looks random, under any name, also within a value', () => {
		for (const secret of [
			'env0q7ZpvWx',
			'env9q7Zp1j0qWx',
			'3f786850e387550fdab836ed7e6dc881de23001b',
			'0f8fad5b-d9cb-469f-a165-70867728950e',
			'sk-ant-api03-R2D2c3POxWk9Lq0ZtYb7',
			'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
			'xoxb-17653672481-19874698323-pdFZKVeTuE8sk7oOcHrzzqgy',
			'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY',
		]) {
			for (const [name, value] of [
				['SETTING', secret],
				['EXTRA', `--header X-Part:${secret} --verbose`],
				['CONFIG', JSON.stringify({ provider: { options: [{ value: secret }] } })],
				['LIST', `one,${secret};two`],
			] as const) {
				const hidden = new Redactor(secretsIn({ [name]: value })).text(`it is ${secret}.`);
				assert.ok(!hidden.includes(secret), `${name}=${value}`);
			}
		}
	});

	it('is found nearly always when it is drawn at random, from 20 signs on', () => {
		const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
		let missed = 0;
		for (let seed = 1; seed <= 1_000; seed++) {
			const random = seededRandom(seed);
			const drawn = Array.from({ length: 24 }, () => signs[random(signs.length)] ?? '').join('');
			const hash = createHash('sha256').update(String(seed)).digest('hex');
			if (!looksRandom(drawn)) missed++;
			assert.ok(looksRandom(hash), hash);
		}
		assert.ok(missed <= 5, `${missed} of 1,000`);
	});

	it('is each line of a key that has several, also where its breaks are written out', () => {
		const lines = ['MIIEvQIBADANBgkqhkiG9w0BAQEFAASC', 'BKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'];
		const key = ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----'];
		for (const value of [key.join('\n'), key.join('\\n'), JSON.stringify({ private_key: key.join('\n') })]) {
			const redactor = new Redactor(secretsIn({ SIGNING_KEY: value }));
			for (const line of lines) assert.equal(redactor.text(`3 | ${line}`), '3 | [redacted]', value);
		}
	});

	it('is what is given to log in with, in an address, a header and in JSON', () => {
		for (const [name, value, secret] of [
			['DATABASE_URL', 'postgres://me:hunter22@db/x', 'hunter22'],
			['GIT_REMOTE', 'https://16C7e42F292c6912E7@git.example/x.git', '16C7e42F292c6912E7'],
			['HTTPS_PROXY', 'http://me:p@ss:word1@proxy:8080', 'p@ss:word1'],
			['ANTHROPIC_CUSTOM_HEADERS', 'X-Api-Key: hunter22\nX-Region: eu', 'hunter22'],
			['HEADERS', 'Authorization: Bearer hunter22', 'hunter22'],
			['OPTIONS', 'password=hunter22', 'hunter22'],
			['CONFIG', '{"provider":{"x":{"options":{"apiKey":"hunter22","model":"sonnet"}}}}', 'hunter22'],
		] as const) {
			const redactor = new Redactor(secretsIn({ [name]: value }));
			assert.equal(redactor.text(`so ${secret}, sonnet`), 'so [redacted], sonnet', name);
		}
	});
});
