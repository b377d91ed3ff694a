package lint_test

import (
	"slices"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// FuzzAppend tests the promises of Append for any RUN: the script still parses,
// its commands are the same, and the new command comes after them.
func FuzzAppend(f *testing.F) {
	for _, run := range []string{
		"a && b", "a \\\n  && b \\\n# c\n && d", "set -e; \\\n a; \\\n b", "<<EOF\na &&\n b\nEOF", "<<EOF\nset -e\na\nEOF", "a | b >c 2>&1", "if a; then b; fi # c",
		"a || exit 1", "a \\\n b;", "A+=", "<<EOF\na\\\nEOF",
	} {
		f.Add(run)
	}
	f.Fuzz(func(t *testing.T, run string) {
		read := func(src string) (*lint.File, *lint.Script) {
			file := lint.Read(checks.File{Path: "Dockerfile", Content: []byte(src)}, checks.Settings{})
			if len(file.Errors) > 0 || len(file.Stages) != 1 || len(file.Stages[0].Instructions) != 1 {
				return file, nil
			}
			return file, file.Script(file.Stages[0], file.Stages[0].Instructions[0])
		}
		file, script := read("FROM a\nRUN " + run + "\n")
		if script == nil {
			return
		}
		src := file.Source
		edits := script.Append("xyzzy")
		for _, e := range slices.Backward(edits) {
			src = src[:e.Start] + string(e.New) + src[e.End:]
		}
		if edits == nil {
			return
		}
		_, after := read(src)
		appended := func(c *lint.Command) bool { return c.Name == "xyzzy" && len(c.Args) == 0 }
		if after == nil || len(after.Commands) != len(script.Commands)+1 || !slices.ContainsFunc(after.Commands, appended) {
			t.Errorf("nothing was appended to\n%s\nin\n%s", file.Source, src)
		}
	})
}
