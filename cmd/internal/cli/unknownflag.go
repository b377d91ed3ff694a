package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
	"github.com/spf13/cobra"
)

// Otherwise are flags of other tools, with their equivalents here. Each text
// completes "unknown flag --NAME: ".
var Otherwise = []struct {
	Names []string
	say   string
}{
	{[]string{"fix", "write", "apply", "w", "i", "in-place", "inplace", "autofix", "auto-correct"}, "`autofix fix` applies fixes"},
	{[]string{"check", "dry-run", "n", "diff-only", "preview", "no-write", "list-different"}, "`autofix check` reports, and `autofix fix --mode=check` or `--mode=diff` shows what would change"},
	{[]string{"diff", "print", "patch"}, "the mode of `autofix fix` is --mode=diff or --mode=print, and `autofix check --format=diff` prints a patch"},
	{[]string{"select", "only", "rules", "enable", "extend-select", "filter"}, "select rules with --rule=GLOB"},
	{[]string{"ignore", "disable", "skip", "extend-ignore", "severity"}, "turn a rule off with severity = \"off\" in [rules.\"NS/NAME\"] of autofix.toml"},
	{[]string{"exclude", "extend-exclude", "ignore-path", "ignore-pattern"}, "leave files out with [files] exclude of autofix.toml"},
	{[]string{"no-ignore", "force", "force-exclude"}, "--no-exclude checks files that [files] exclude matches"},
	{[]string{"strict", "max-warnings", "error-on-warnings", "fail-on-warnings", "error", "werror", "permissive"}, "choose the policy with --policy=strict or --policy=permissive"},
	{[]string{"exit-zero", "no-fail", "exit-code", "no-error"}, "findings fail a command as --policy says"},
	{[]string{"unsafe", "unsafe-fixes", "safe", "suggestions", "suggestion", "aggressive"}, "select fixes by their safety with `autofix fix --safety=suggestion` or `--safety=unsafe`"},
	{[]string{"output", "o", "output-file", "outfile"}, "write a file with --out=FILE or --out=FORMAT=FILE"},
	{[]string{"json", "agent", "checkstyle", "files", "github", "gitlab", "junit", "markdown", "rdjson", "rdjsonl", "text", "output-format", "formatter", "reporter", "f"}, "choose a format with --format=FORMAT"},
	{[]string{"stdin", "stdin-filename", "stdin-filepath", "files-from", "files0-from"}, "`@-` reads a list of files from standard input, and `autofix canonicalize --path=PATH -` one text"},
	{[]string{"cached", "changed", "since", "only-changed", "diff-base", "new-from-rev"}, "--staged checks what is staged, --changed-lines=REV what touches changed lines, and `autofix check --base=REV` finds what is new"},
	{[]string{"cwd", "directory", "C", "workspace", "project"}, "name the workspace with --root=DIR"},
	{[]string{"colors", "no-color", "colour"}, "choose with --color=always or --color=never"},
	{[]string{"list-rules", "show-rules", "print-rules"}, "`autofix rules` lists the rules"},
	{[]string{"explain", "show-source"}, "`autofix explain RULE` explains a rule"},
	{[]string{"q", "silent"}, "--quiet prints only errors"},
	{[]string{"v", "debug", "trace"}, "--verbose lists everything"},
	{[]string{"V", "version"}, "`autofix version` prints the version"},
	{[]string{"lang", "language", "type", "ext"}, "name the files: a checker looks at those that it knows"},
}

// insteadOf returns a suggestion for an unknown flag of a verb, as the end of a
// message, or "". Flag names of other tools come first: --fix does not stand
// for --fix-actions.
func insteadOf(cmd *cobra.Command, name string) string {
	for _, other := range Otherwise {
		if slices.Contains(other.Names, name) {
			return ": " + other.say
		}
	}
	if near := nearFlag(name, flagNames(cmd)); near != "" {
		return ", did you mean --" + near + "?"
	}
	var verbs []string
	for _, verb := range cmd.Root().Commands() {
		if slices.Contains(flagNames(verb), name) {
			verbs = append(verbs, verb.Name())
		}
	}
	if len(verbs) > 0 {
		return fmt.Sprintf(": it is a flag of `autofix %s`", verbs[0])
	}
	return ""
}

// nearFlag returns the known flag that name misspells or begins, or "". Flags
// are so short that it is stricter than config.Nearest: a third of the letters
// may be wrong.
func nearFlag(name string, known []string) string {
	best, distance := "", max(1, len(name)/3)+1
	folded := strings.NewReplacer("_", "-").Replace(strings.ToLower(name))
	for _, k := range known {
		n := levenshtein.Distance(folded, k, nil)
		if sorted(folded) == sorted(k) {
			n = min(n, 1)
		}
		if len(folded) > 2 && (strings.HasPrefix(k, folded+"-") || strings.HasPrefix(k, folded) && len(folded) > 3) {
			n = min(n, 1)
		}
		if len(folded) < 4 && n > 1 || len(folded) < 3 && n > 0 {
			continue
		}
		if n < distance {
			best, distance = k, n
		}
	}
	return best
}

// sorted returns the bytes of a name, sorted: a transposition has the same.
func sorted(name string) string {
	letters := []byte(name)
	slices.Sort(letters)
	return string(letters)
}
