// Package autofixai asks an agent for the edits of fixes that have none. It is
// a step between checking and writing: an agent's answer is a proposal that
// must pass the same gates as any other fix, and more.
package autofixai

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/config/person"
)

// The values of secrets-policy: the treatment of a fix with a secret in its
// prompt.
const (
	SecretsDeny     = "deny"     // no agent is asked
	SecretsAllow    = "allow"    // it is sent
	SecretsTokenize = "tokenize" // a token takes its place, until the answer is back
)

// The values of output: the form in which an agent is asked to answer.
const (
	OutputPatch = "patch" // a unified diff
	OutputEdits = "edits" // blocks of exact texts to search for and to replace
	OutputFile  = "file"  // the whole file
)

// The values of sandbox.
const (
	SandboxAuto    = "auto"    // the best that there is
	SandboxRequire = "require" // no agent is started without one
	SandboxOff     = "off"
)

// The values of network: whether the agent reaches more than its sandbox.
const (
	NetworkAllow = "allow"
	NetworkDeny  = "deny"
)

// The values of context: the part of the workspace that an agent sees besides
// the file.
const (
	ContextNone    = "none"
	ContextSummary = "summary" // names of files, and manifests
	ContextRead    = "read"    // it may ask for files
)

// The keys of [ai].
const (
	keyEnabled      = "enabled"
	keyCommand      = "command"
	keyAgent        = "agent"
	keyAgents       = "agents"
	keyFolders      = "folders"
	keyEnv          = "env"
	keyTimeout      = "timeout"
	keyStart        = "start-timeout"
	keyIdle         = "idle-timeout"
	keyTotal        = "total-timeout"
	keyMaxInput     = "max-input-bytes"
	keyMaxAnswer    = "max-answer-bytes"
	keySecrets      = "secrets-policy"
	keyOutput       = "output"
	keyRounds       = "rounds"
	keyJobs         = "jobs"
	keySandbox      = "sandbox"
	keyNetwork      = "network"
	keyContext      = "context"
	keyMaxFixes     = "max-fixes"
	keyMaxTokens    = "max-tokens"
	keyMaxChurn     = "max-churn"
	keyMaxMemory    = "max-memory"
	keyMaxProcesses = "max-processes"
	keyMaxDisk      = "max-disk"
	keyResolve      = "resolve"
	keyWindow       = "window"
	maxRounds       = 5
	maxJobs         = 64
	placeholderName = "NAME"
)

// ofProgram are the keys that set the program of the agent, and the files and
// variables that it may use.
var ofProgram = []config.Option{
	{Name: keyCommand, Kind: config.Strings, Doc: "the program of the agent and its arguments; the program is an absolute path, `~/` a path below the home folder, or a name in the `PATH`", Check: command},
	{Name: keyEnv, Kind: config.Strings, Doc: "the variables of your environment that the agent gets, such as `ANTHROPIC_API_KEY`, besides `PATH`, `HOME`, `LANG` and `TERM`", Check: variables},
	{Name: keyFolders, Kind: config.Strings, Doc: "the folders that the agent may read and write in the sandbox, such as `~/.gemini`, where it keeps your login; absolute, or below `~/`", Check: folders},
}

// Section is [ai] of autofix.toml and of the person's file.
var Section = &config.Section{
	Name: "ai", Lenient: true,
	Doc: "Fixes that an agent proposes over ACP. Nothing is ever sent without `--ai`. " +
		"Keys that start programs count only in your own `config.toml`, on the command line, or in the `autofix.toml` " +
		"in the root of a workspace that you trust; elsewhere only `enabled = false` counts. See [ai.md](ai.md).",
	Keys: append(append([]config.Option{
		{Name: keyEnabled, Kind: config.Bool, Default: false, Doc: "whether agents may be asked at all"},
		{Name: keyAgent, Kind: config.String, Default: "", Doc: "the agent to ask, of those in `[ai.agents]`; without it, `command` is the agent"},
	}, ofProgram...), []config.Option{
		{Name: keyStart, Kind: config.Duration, Default: 30 * time.Second, Doc: "how long the agent may take to start and to open a session"},
		{Name: keyIdle, Kind: config.Duration, Default: time.Minute, Doc: "how long the agent may send nothing at all while it answers"},
		{Name: keyTimeout, Kind: config.Duration, Default: 5 * time.Minute, Doc: "how long one answer may take"},
		{Name: keyTotal, Kind: config.Duration, Default: 30 * time.Minute, Doc: "how long all answers of a run may take together"},
		{Name: keyMaxInput, Kind: config.Size, Default: int64(256 << 10), Doc: "the largest prompt"},
		{Name: keyMaxAnswer, Kind: config.Size, Default: int64(2 << 20), Doc: "the largest answer"},
		{Name: keySecrets, Kind: config.String, Default: SecretsDeny, Values: []string{SecretsDeny, SecretsAllow, SecretsTokenize}, Doc: "what to do if a prompt would have a secret: `deny` does not ask, `allow` sends it, `tokenize` sends a token in its place"},
		{Name: keyOutput, Kind: config.String, Default: OutputPatch, Values: []string{OutputPatch, OutputEdits, OutputFile}, Doc: "the form of answers: `patch` is a unified diff, `edits` are blocks to search for and to replace, `file` is the whole file"},
		{Name: keyRounds, Kind: config.Int, Default: 2, Doc: "how often an agent is asked for one fix at most, with what was wrong with its last answer; at most 5", Check: between(1, maxRounds)},
		{Name: keyJobs, Kind: config.Int, Default: 4, Doc: "the number of files that are worked on side by side", Check: between(1, maxJobs)},
		{Name: keySandbox, Kind: config.String, Default: SandboxAuto, Values: []string{SandboxAuto, SandboxRequire, SandboxOff}, Doc: "`auto` uses the best sandbox of the machine, `require` starts no agent without one, `off` uses none"},
		{Name: keyNetwork, Kind: config.String, Default: NetworkAllow, Values: []string{NetworkAllow, NetworkDeny}, Doc: "`deny` leaves the agent only the loopback of its sandbox, for a model that its command starts too"},
		{Name: keyContext, Kind: config.String, Default: ContextNone, Values: []string{ContextNone, ContextSummary, ContextRead}, Doc: "what the agent learns besides the file: `summary` has the names of files and some manifests, `read` lets it ask for files, with `--ai-allow-read`"},
		{Name: keyMaxFixes, Kind: config.Int, Default: 50, Doc: "the number of fixes that a run asks for at most", Check: between(1, 1<<20)},
		{Name: keyMaxTokens, Kind: config.Int, Default: 0, Doc: "the number of tokens after which a run asks no more, as the agent counts them; 0 is no limit", Check: between(0, 1<<40)},
		{Name: keyMaxChurn, Kind: config.Int, Default: 200, Doc: "the lines that an answer may add and delete, in percent of the lines of the file; 40 lines are always allowed", Check: between(1, 1<<20)},
		{Name: keyMaxMemory, Kind: config.Size, Default: int64(8 << 30), Doc: "the memory of the agent and all that it starts; one that uses more is ended, on Linux and Windows; 0 is no limit, as for the next two"},
		{Name: keyMaxProcesses, Kind: config.Int, Default: 512, Doc: "the number of their processes, on Linux", Check: between(0, 1<<20)},
		{Name: keyMaxDisk, Kind: config.Size, Default: int64(1 << 30), Doc: "the size of the agent's working folder, of its home in the sandbox, of its `/tmp`, and of each file that it writes"},
		{Name: keyResolve, Kind: config.Strings, Doc: "the rules whose findings an agent is asked to resolve where they have no fix, such as `eslint/*` or `mypy/return-value`; none by default", Check: globs},
		{Name: keyWindow, Kind: config.Int, Default: 5, Doc: "the lines before and after a finding of `resolve` that an answer may change, besides imports", Check: between(0, 100)},
		{Name: keyAgents, Kind: config.TableMap, Doc: "agents by name", Tables: &config.Tables{
			Placeholder: placeholderName, Doc: "An agent that `agent` can name. Its keys win over those of `[ai]`.",
			Keys: ofProgram,
		}},
	}...),
}

// between is the check of an integer.
func between(least, most int) func(value any) error {
	return func(value any) error {
		if n := value.(int); n < least || n > most {
			return fmt.Errorf("%d is not between %d and %d", n, least, most)
		}
		return nil
	}
}

// command is the check of a command. A relative path would start a program of
// the folder that a person happens to be in.
func command(value any) error {
	words := value.([]string)
	if len(words) == 0 || words[0] == "" {
		return fmt.Errorf("has no program; leave the key out to have no agent")
	}
	program := person.Expand(words[0])
	if strings.ContainsAny(program, `/\`) && !filepath.IsAbs(program) {
		return fmt.Errorf("%q is a relative path: write an absolute path, ~/ or a name in the PATH", words[0])
	}
	for _, word := range words {
		if strings.ContainsRune(word, 0) {
			return fmt.Errorf("a word has a NUL byte")
		}
	}
	return nil
}

func variables(value any) error {
	for _, name := range value.([]string) {
		if name == "" || strings.ContainsAny(name, "=\x00") {
			return fmt.Errorf("%q is not the name of a variable; values are taken from your environment", name)
		}
	}
	return nil
}

func globs(value any) error {
	for _, glob := range value.([]string) {
		if _, err := path.Match(glob, ""); err != nil || glob == "" {
			return fmt.Errorf("%q is not a pattern of rules, such as eslint/*", glob)
		}
	}
	return nil
}

func folders(value any) error {
	for _, name := range value.([]string) {
		if full := person.Expand(name); !filepath.IsAbs(full) || filepath.Dir(full) == full {
			return fmt.Errorf("%q is not an absolute path of a folder below the root", name)
		}
	}
	return nil
}
