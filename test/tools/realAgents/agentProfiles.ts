/** Real agents from the package registry, and what makes each talk to a model on loopback instead of its service. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface AgentProfile {
	readonly name: string;
	/** Of the registry. */
	readonly packages: readonly string[];
	/** Program below `node_modules/.bin`, and its arguments. */
	readonly program: string;
	readonly args: readonly string[];
	/** What it speaks in place of ACP. */
	readonly protocol?: 'codex';
	/** Files of its home folder. */
	readonly homeFiles?: (modelUrl: string) => Readonly<Record<string, string>>;
	readonly env: (modelUrl: string, home: string) => Readonly<Record<string, string>>;
}

const key = 'no-key-at-all';

/** Codex, with a model of ours in place of its maker's. */
const codexHome: Pick<AgentProfile, 'homeFiles' | 'env'> = {
	homeFiles: (url) => ({
		'.codex/config.toml': [
			'model = "gpt-5.5"',
			'model_provider = "scripted"',
			'[model_providers.scripted]',
			'name = "Scripted"',
			`base_url = "${url}/v1"`,
			'wire_api = "responses"',
		].join('\n'),
	}),
	env: (_url, home) => ({ CODEX_HOME: path.join(home, '.codex'), OPENAI_API_KEY: key }),
};

export const agentProfiles: readonly AgentProfile[] = [
	{
		name: 'claude',
		packages: ['@agentclientprotocol/claude-agent-acp'],
		program: 'claude-agent-acp',
		args: [],
		env: (url, home) => ({
			ANTHROPIC_BASE_URL: url,
			ANTHROPIC_API_KEY: key,
			CLAUDE_CONFIG_DIR: path.join(home, '.claude'),
			CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
			DISABLE_AUTOUPDATER: '1',
			// It does not start as root otherwise, not even to ask for everything.
			IS_SANDBOX: '1',
		}),
	},
	{
		name: 'codex',
		packages: ['@agentclientprotocol/codex-acp'],
		program: 'codex-acp',
		args: [],
		...codexHome,
	},
	{
		name: 'codex-app-server',
		packages: ['@openai/codex'],
		program: 'codex',
		args: ['app-server'],
		protocol: 'codex',
		...codexHome,
	},
	{
		name: 'gemini',
		packages: ['@google/gemini-cli'],
		program: 'gemini',
		args: ['--acp'],
		homeFiles: () => ({
			'.gemini/settings.json': JSON.stringify({
				security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
				general: { enableAutoUpdate: false, disableAutoUpdate: true },
				privacy: { usageStatisticsEnabled: false },
			}),
		}),
		env: (url) => ({ GEMINI_API_KEY: key, GOOGLE_GEMINI_BASE_URL: url, GEMINI_MODEL: 'gemini-2.5-pro' }),
	},
	{
		name: 'qwen',
		packages: ['@qwen-code/qwen-code'],
		program: 'qwen',
		args: ['--acp'],
		homeFiles: () => ({
			'.qwen/settings.json': JSON.stringify({
				security: { auth: { selectedType: 'openai' } },
				privacy: { usageStatisticsEnabled: false },
			}),
		}),
		env: (url) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: 'scripted' }),
	},
	{
		name: 'opencode',
		packages: ['opencode-ai'],
		program: 'opencode',
		args: ['acp'],
		env: (url) => ({
			OPENCODE_DISABLE_AUTOUPDATE: 'true',
			OPENCODE_DISABLE_MODELS_FETCH: 'true',
			OPENCODE_CONFIG_CONTENT: JSON.stringify({
				model: 'scripted/scripted',
				small_model: 'scripted/scripted',
				provider: {
					scripted: {
						npm: '@ai-sdk/openai-compatible',
						options: { baseURL: `${url}/v1`, apiKey: key },
						models: { scripted: { name: 'Scripted', tool_call: true } },
					},
				},
				permission: { edit: 'ask', bash: 'ask' },
				share: 'disabled',
			}),
		}),
	},
	{
		name: 'copilot',
		packages: ['@github/copilot'],
		program: 'copilot',
		args: ['--acp'],
		env: (url) => ({
			COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
			COPILOT_PROVIDER_TYPE: 'openai',
			COPILOT_PROVIDER_API_KEY: key,
			COPILOT_MODEL: 'scripted',
			COPILOT_OFFLINE: 'true',
			COPILOT_AUTO_UPDATE: 'false',
		}),
	},
];

/** Entry of `acpHost.agents`. @param folder into which the agent is installed, @param home of its own */
export function settingsOf(profile: AgentProfile, folder: string, home: string, modelUrl: string): object {
	for (const [file, text] of Object.entries(profile.homeFiles?.(modelUrl) ?? {})) {
		mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
		writeFileSync(path.join(home, file), text);
	}
	return {
		command: path.join(folder, 'node_modules', '.bin', profile.program),
		args: profile.args,
		...(profile.protocol === undefined ? {} : { protocol: profile.protocol }),
		env: { HOME: home, ...profile.env(modelUrl, home) },
	};
}
