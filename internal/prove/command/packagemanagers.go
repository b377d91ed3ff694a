package command

import (
	"slices"
	"strings"
	"unicode"

	"github.com/rules-autofix/rules_autofix/internal/prove/command/rules"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
	"github.com/rules-autofix/rules_autofix/internal/prove/runners"
)

// A manager is a program that runs scripts of package.json.
type manager struct {
	name    string
	plain   []string        // flags without a value; a * at the end is any rest
	valued  []string        // flags with a value
	folders []string        // flags whose value is a folder
	refused map[string]bool // commands that run or change other things
}

var (
	npm = manager{
		name:    "npm",
		plain:   []string{"silent", "s", "quiet", "q", "verbose", "d", "dd", "ddd", "workspaces", "ws", "include-workspace-root", "if-present", "foreground-scripts", "color*", "no-color", "no-audit", "no-fund", "no-progress", "offline", "prefer-offline", "ignore-scripts", "json", "legacy-peer-deps", "no-save"},
		valued:  []string{"workspace", "w", "loglevel", "omit", "include"},
		folders: []string{"prefix"},
		refused: rules.Set("exec", "x", "init", "create", "innit", "explore", "edit", "config", "c", "set", "get", "pkg", "publish", "link", "ln", "rebuild", "rb", "login", "adduser", "token", "cache", "unpublish", "uninstall", "update", "install-test", "it", "install-ci-test", "cit", "restart", "start", "stop"),
	}
	pnpm = manager{
		name:    "pnpm",
		plain:   []string{"recursive", "r", "parallel", "stream", "aggregate-output", "workspace-root", "w", "if-present", "silent", "s", "bail", "no-bail", "sequential", "color", "no-color", "frozen-lockfile", "offline", "prefer-offline", "ignore-scripts"},
		valued:  []string{"filter", "F", "filter-prod", "workspace-concurrency", "reporter", "loglevel", "test-pattern", "changed-files-ignore-pattern"},
		folders: []string{"dir", "C"},
		refused: rules.Set("dlx", "exec", "create", "node", "env", "config", "c", "setup", "publish", "link", "ln", "patch", "patch-commit", "deploy", "server", "store", "self-update", "start", "import", "update", "add", "remove"),
	}
	yarn = manager{
		name:    "yarn",
		plain:   []string{"silent", "s", "verbose", "offline", "frozen-lockfile", "immutable", "immutable-cache", "check-cache", "no-progress", "non-interactive", "ignore-scripts", "json"},
		folders: []string{"cwd"},
		refused: rules.Set("dlx", "exec", "create", "node", "npm", "plugin", "config", "set", "link", "patch", "publish", "global", "policies", "start", "up", "add", "remove", "workspaces"),
	}
)

// read returns the command and the words of the script. The manager reads the
// flags before them, and also the flags between the name of the script and --,
// except that yarn and pnpm pass these on to the script. Only flags that are
// known are allowed, because managers take their whole configuration as flags,
// in part also abbreviated.
func (m manager) read(args []string, _ *Policy) ([]string, error) {
	var words []string
	for at := 0; at < len(args); at++ {
		word := args[at]
		if word == "--" || m.name != "npm" && m.named(words) {
			return words, script(args[at:])
		}
		if !strings.HasPrefix(word, "-") {
			if m.refused[word] && (len(words) == 0 || len(words) == 2 && words[0] == "workspace") {
				return nil, rules.Refuse(rules.RunsCode, word, m.name+" "+word+" does more than to run a script of the tree")
			}
			words = append(words, word)
			continue
		}
		name, value, has := strings.Cut(strings.TrimLeft(word, "-"), "=")
		switch {
		case rules.Matches(name, m.plain) && !has, name == "color":
			continue
		case !rules.Matches(name, m.valued) && !slices.Contains(m.folders, name):
			return nil, rules.Refuse(rules.RunsCode, word, "this flag of "+m.name+" is not one of those that are known to run nothing else; words for the script come after --")
		case !has:
			at++
			value = ""
			if at < len(args) {
				value = args[at]
			}
		}
		if slices.Contains(m.folders, name) {
			if err := rules.Local(word, value); err != nil {
				return nil, err
			}
		}
	}
	return words, nil
}

// named reports whether the words name a script, so that the rest is for it.
func (m manager) named(words []string) bool {
	if len(words) == 0 {
		return false
	}
	switch words[0] {
	case "run", "run-script":
		return len(words) > 1
	case "workspace": // NAME COMMAND
		return len(words) > 2
	case "install", "fetch", "ci":
		return false
	}
	return true
}

// script checks the words that a script gets: it is most likely a JavaScript
// test runner, and flags can make any of these load other code.
func script(words []string) error {
	for at, word := range words {
		if !strings.HasPrefix(word, "-") {
			continue
		}
		name, value, has := strings.Cut(strings.TrimLeft(word, "-"), "=")
		if !has {
			value = rules.Following(words, at)
		}
		// jest has camel case, and others have dashes.
		if len(name) > 1 {
			name = strings.ToLower(strings.ReplaceAll(name, "-", ""))
		}
		switch {
		case inRunners(name, scriptLoading, func(r *results.Runner) []string { return r.Loading }) && strings.ContainsAny(value, `./\@`),
			inRunners(name, scriptRefused, func(r *results.Runner) []string { return r.Refused }) && value != "false",
			!strings.HasPrefix(word, "--") && strings.ContainsAny(letters(word), "rcnueR") && name != "R":
			return rules.Refuse(rules.RunsCode, word, "makes a test runner load or run other code, or not end")
		}
	}
	return nil
}

// letters returns the short flags of a word such as -xr./file.
func letters(word string) string {
	end := strings.IndexFunc(word[1:], func(r rune) bool { return !unicode.IsLetter(r) })
	if end < 0 {
		return word[1:]
	}
	return word[1 : end+1]
}

// scriptRefused are flags of node and of other runners of JavaScript (ava, tap,
// c8) that load or run other code, or do not end. Runners that are known have
// more of them.
var scriptRefused = []string{
	"require", "import", "loader", "experimentalloader", "eval", "print", "exec", "nodeoption*", "nodearg*", "execargv*",
	"config", "configfile", "filter", "watch*", "workspace", "plugin*", "inspect*", "update*", "shell", "scriptshell",
}

// scriptLoading are flags whose value is a module. A plain name is an installed
// module; anything else may be a file.
var scriptLoading = []string{"reporter", "reporters", "env", "environment"}

// inRunners reports whether a flag is in a list, or in the list of a runner.
func inRunners(name string, list []string, of func(*results.Runner) []string) bool {
	return rules.Matches(name, list) || slices.ContainsFunc(runners.All, func(r *results.Runner) bool { return rules.Matches(name, of(r)) })
}
