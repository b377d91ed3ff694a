// Command swap is a checker for tests of --verify. A line that has
//
//	swap RULE SAFETY: OLD => NEW
//
// asks it to replace OLD by NEW in the next line, as the fix of a rule with that
// safety.
package main

import (
	"bytes"
	"fmt"
	"os"
	"regexp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

var mark = regexp.MustCompile(`swap (\S+) (safe|suggestion|unsafe): (.*) => (.*)\n`)

var safeties = map[string]fixedits.Safety{
	"safe": fixedits.SafetySafe, "suggestion": fixedits.SafetySuggestion, "unsafe": fixedits.SafetyUnsafe,
}

func main() {
	found := artifact.New(artifact.Tool{Name: "swap", Version: "1"}, "")
	for _, name := range os.Args[1:] {
		content, err := os.ReadFile(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, "swap:", err)
			os.Exit(1)
		}
		add(found, name, content)
	}
	found.Normalize()
	if err := artifact.Encode(os.Stdout, found); err != nil {
		fmt.Fprintln(os.Stderr, "swap:", err)
		os.Exit(1)
	}
}

func add(found *artifact.Artifact, name string, content []byte) {
	found.Snapshots = append(found.Snapshots, fixedits.SnapshotOf(name, content))
	for _, m := range mark.FindAllSubmatchIndex(content, -1) {
		rule, safety := string(content[m[2]:m[3]]), safeties[string(content[m[4]:m[5]])]
		old, text := content[m[6]:m[7]], content[m[8]:m[9]]
		line, _, _ := bytes.Cut(content[m[1]:], []byte("\n"))
		i := bytes.Index(line, old)
		if i < 0 {
			continue // it is replaced already
		}
		start := m[1] + i
		fix := fixedits.Fix{
			ID: fmt.Sprintf("%s at %d", rule, start), Rule: "swap/" + rule, Phase: fixedits.PhaseSemantic, Title: "Write " + string(text),
			Safety: safety, Confidence: fixedits.ConfidenceHigh,
			Edits: []fixedits.Edit{{Path: name, Start: start, End: start + len(old), New: text}},
		}
		found.Fixes = append(found.Fixes, fix)
		found.Diagnostics = append(found.Diagnostics, fixedits.Diagnostic{
			ID: fix.ID, Rule: fix.Rule, Phase: fix.Phase, Severity: fixedits.SeverityWarning, Message: fmt.Sprintf("%s should be %s", old, text),
			Path: name, Start: start, End: start + len(old),
			Line: 1 + bytes.Count(content[:start], []byte("\n")), Column: start - bytes.LastIndexByte(content[:start], '\n'),
			Fixes: []string{fix.ID},
		})
	}
}
