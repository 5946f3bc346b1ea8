/**
 * The one table of what configures editors, agents or version control: who writes there decides what runs, or what an
 * agent believes it was told (hazard D3). Each row names the program that reads the places.
 */

interface ProtectedPlaces {
	readonly readBy: string;
	/**
	 * In lower case, as names are compared, and wherever in the workspace they are: a folder with all that is in it
	 * (`.git/`), a file, or a file by the folders it is in.
	 */
	readonly places: readonly string[];
}

export const protectedPlaces: readonly ProtectedPlaces[] = [
	// Editors: settings, tasks, language servers and formatters, commands and scripts that run with a folder.
	{ readBy: 'VS Code', places: ['.vscode/', '.vscode-server/'] },
	{ readBy: 'Dev Containers', places: ['.devcontainer/', '.devcontainer.json'] },
	{ readBy: 'JetBrains', places: ['.idea/', '.junie/'] },
	{ readBy: 'Zed', places: ['.zed/'] },
	{ readBy: 'Helix', places: ['.helix/'] },
	{ readBy: 'Vim', places: ['.exrc', '.vimrc'] },
	{ readBy: 'Neovim', places: ['.nvim.lua', '.nvimrc'] },
	{ readBy: 'Emacs', places: ['.dir-locals.el', '.dir-locals-2.el'] },
	// Agents: instructions, hooks, rules, commands, tool servers.
	{ readBy: 'several agents', places: ['.agents/', 'agents.md', '.mcp.json'] },
	{ readBy: 'Amazon Q', places: ['.amazonq/'] },
	{ readBy: 'Claude Code', places: ['.claude/', '.claude.json', 'claude.md', 'claude.local.md'] },
	{ readBy: 'Cline', places: ['.clinerules/', '.clinerules'] },
	{ readBy: 'Codex', places: ['.codex/', 'agents.override.md'] },
	{ readBy: 'Continue', places: ['.continue/'] },
	{ readBy: 'Cursor', places: ['.cursor/', '.cursorrules'] },
	{ readBy: 'Factory', places: ['.factory/'] },
	{ readBy: 'Gemini CLI', places: ['.gemini/', 'gemini.md'] },
	{ readBy: 'GitHub Copilot', places: ['.copilot/', '.github/copilot-instructions.md'] },
	{ readBy: 'Goose', places: ['.goose/', '.goosehints'] },
	{ readBy: 'Kilo Code', places: ['.kilocode/'] },
	{ readBy: 'Kiro', places: ['.kiro/'] },
	{ readBy: 'OpenCode', places: ['.opencode/', 'opencode.json', 'opencode.jsonc'] },
	{ readBy: 'Qwen Code', places: ['.qwen/', 'qwen.md'] },
	{ readBy: 'Roo Code', places: ['.roo/', '.roorules'] },
	{ readBy: 'Trae', places: ['.trae/'] },
	{ readBy: 'Windsurf', places: ['.windsurf/', '.windsurfrules'] },
	// Version control: configuration, filters, and hooks with those who manage them.
	{ readBy: 'Git', places: ['.git/', '.githooks/', '.gitattributes', '.gitconfig', '.gitmodules'] },
	{ readBy: 'Mercurial', places: ['.hg/'] },
	{ readBy: 'Subversion', places: ['.svn/'] },
	{ readBy: 'Jujutsu', places: ['.jj/'] },
	{ readBy: 'Breezy', places: ['.bzr/'] },
	{ readBy: 'Husky', places: ['.husky/'] },
	{ readBy: 'pre-commit', places: ['.pre-commit-config.yaml'] },
	{
		readBy: 'Lefthook',
		places: ['lefthook.yml', 'lefthook.yaml', '.lefthook.yml', '.lefthook.yaml', 'lefthook-local.yml'],
	},
	// Shells and package managers: what runs on entering the folder, or in place of the program that was asked for.
	{ readBy: 'npm', places: ['.npmrc'] },
	{ readBy: 'direnv', places: ['.envrc'] },
	{ readBy: 'mise', places: ['.mise/', 'mise.toml', '.mise.toml', 'mise.local.toml', '.mise.local.toml'] },
];
