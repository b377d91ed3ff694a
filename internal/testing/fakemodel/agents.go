package fakemodel

// An Agent is a third-party agent that can be configured to use this model.
type Agent struct {
	Name, Program string
	Args          []string
	Env           func(home string) []string
	Files         map[string]string // in the home
	Folders       []string          // that it writes to, in the home
	// Write and Run are its tools, Path and Command their arguments.
	Write, Path  string
	Run, Command string
}

// Agents are the agents that tools/agents/install.sh installs.
var Agents = []Agent{
	{
		Name: "OpenCode", Program: "opencode", Args: []string{"acp"},
		Env: func(home string) []string {
			return []string{
				"XDG_CONFIG_HOME=" + home + "/.config", "XDG_DATA_HOME=" + home + "/.data",
				"XDG_STATE_HOME=" + home + "/.state", "XDG_CACHE_HOME=" + home + "/.cache",
				"OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1",
			}
		},
		Files: map[string]string{".config/opencode/opencode.json": `{
			"$schema": "https://opencode.ai/config.json",
			"model": "scripted/scripted",
			"provider": {"scripted": {
				"npm": "@ai-sdk/openai-compatible",
				"options": {"baseURL": "{env:AUTOFIX_FAKE_MODEL_URL}/v1", "apiKey": "x"},
				"models": {"scripted": {"name": "Scripted", "limit": {"context": 100000, "output": 10000}}}
			}}
		}`},
		Folders: []string{".config", ".data", ".state", ".cache"},
		Write:   "write", Path: "filePath", Run: "bash", Command: "command",
	},
	{
		Name: "Gemini CLI", Program: "gemini", Args: []string{"--acp", "-m", "gemini-2.5-flash"},
		Env:     func(string) []string { return []string{"GEMINI_API_KEY=x"} },
		Files:   map[string]string{".gemini/settings.json": `{"security": {"auth": {"selectedType": "gemini-api-key"}}}`},
		Folders: []string{".gemini"},
		Write:   "write_file", Path: "file_path", Run: "run_shell_command", Command: "command",
	},
}
