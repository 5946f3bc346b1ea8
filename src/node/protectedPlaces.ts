/**
 * The one table of what configures editors, agents or version control: a write there decides what runs, or what an
 * agent believes it was told (hazard D3). Each line has the program that reads the places, and the places: in lower
 * case, as names are compared, and wherever in the workspace they are. A place is a folder with all that is in it
 * (`.git/`, `.github/hooks/`), a file, or a file by the folders it is in.
 */

/** Editors: settings, tasks, language servers and formatters, commands and scripts that run with a folder. */
const editors = `
VS Code: .vscode/ .vscode-server/
Dev Containers: .devcontainer/ .devcontainer.json
JetBrains: .idea/ .junie/ .fleet/
Theia: .theia/
Zed: .zed/
Helix: .helix/
Vim: .exrc .vimrc .lvimrc
Neovim: .nvim.lua .nvimrc .lazy.lua
Emacs: .dir-locals.el .dir-locals-2.el`;

/** Agents: instructions, hooks, rules, commands, tool servers. */
const agents = `
several agents: .agents/ .agent/ agents.md .mcp.json
Aider: .aider.conf.yml
Amazon Q: .amazonq/
Auggie: .augment/
Claude Code: .claude/ .claude.json claude.md claude.local.md
Cline: .clinerules/ .clinerules
CodeBuddy: .codebuddy/ codebuddy.md
Codex: .codex/ agents.override.md
Continue: .continue/
Crush: .crush/ .crush.json crush.json
Cursor: .cursor/ .cursorrules
Factory: .factory/
fast-agent: fastagent.config.yaml
Gemini CLI: .gemini/ gemini.md
GitHub Copilot: .copilot/ .github/copilot-instructions.md .github/hooks/ .github/agents/ .github/skills/ .github/instructions/ .github/prompts/ .github/chatmodes/
Goose: .goose/ .goosehints
iFlow: .iflow/ iflow.md
Kilo Code: .kilocode/
Kimi: .kimi/
Kiro: .kiro/
Mistral Vibe: .vibe/
OpenCode: .opencode/ opencode.json opencode.jsonc
OpenHands: .openhands/
Pi: .pi/
Qoder: .qoder/
Qwen Code: .qwen/ qwen.md
Roo Code: .roo/ .roorules .roomodes
Rovo Dev: .rovodev/
Trae: .trae/
Windsurf: .windsurf/ .windsurfrules
Zed: .rules`;

/** Version control: configuration, filters, and hooks with those who manage them. */
const versionControl = `
Git: .git/ .githooks/ .gitattributes .gitconfig .gitmodules
Mercurial: .hg/
Subversion: .svn/
Jujutsu: .jj/
Breezy: .bzr/
Sapling: .sl/
Husky: .husky/
pre-commit: .pre-commit-config.yaml
Lefthook: lefthook.yml lefthook.yaml .lefthook.yml .lefthook.yaml lefthook-local.yml lefthook.json lefthook.toml .lefthook.json .lefthook.toml .lefthook/`;

/** Shells and package managers: what runs on entering the folder, or in place of the program that was asked for. */
const shells = `
npm: .npmrc
pnpm: .pnpmfile.cjs .pnpmfile.mjs
Yarn: .yarnrc .yarnrc.yml .yarn/
Bun: bunfig.toml
Cargo: .cargo/
direnv: .envrc
mise: .mise/ mise/config.toml .config/mise/ mise.toml .mise.toml mise.local.toml .mise.local.toml`;

interface ProtectedPlaces {
	readonly readBy: string;
	readonly places: readonly string[];
}

export const protectedPlaces: readonly ProtectedPlaces[] = /* @__PURE__ */ (() =>
	`${editors}${agents}${versionControl}${shells}`
		.trim()
		.split('\n')
		.map((line) => {
			const [readBy = '', places = ''] = line.split(': ');
			return { readBy, places: places.split(' ') };
		}))();
