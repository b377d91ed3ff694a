package packages_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/packages"
)

// FuzzOperations tests two properties of the operations of any RUN: every
// package has its correct position, and a flag that is added to an operation is
// one of its flags when the result is parsed.
func FuzzOperations(f *testing.F) {
	for _, run := range []string{
		"apt-get install -qqy -t sid curl=7 $OPTS", "apk add --virtual .x a~1", "dnf module install a:1", "yarn", "pip install -r a -e b 'c;d'",
		`["npm", "i", "a@1"]`, "<<EOF\nsudo gem install a -- b\nEOF", "python3 -Im pip install a", "go run -x a.b/c", "if a; then zypper -n in \\\n b; fi",
	} {
		f.Add(run)
	}
	f.Fuzz(func(t *testing.T, run string) {
		read := func(src string) (*lint.File, []*packages.Operation) {
			file := lint.Read(checks.File{Path: "Dockerfile", Content: []byte(src)}, checks.Settings{})
			if len(file.Stages) != 1 || len(file.Stages[0].Instructions) == 0 {
				return file, nil
			}
			return file, packages.In(file.Script(file.Stages[0], file.Stages[0].Instructions[0]))
		}
		file, ops := read("FROM a\nRUN " + run + "\n")
		for i, op := range ops {
			for _, p := range op.Packages {
				span := op.Command.Stretch(p.Arg.Start, p.Arg.End)
				if span.Start < 0 || span.End > len(file.Source) || span.Start > span.End {
					t.Errorf("%q is at %v of %d", p.Text, span, len(file.Source))
				}
			}
			edits := op.AddFlag("--xyzzy")
			if len(file.Errors) > 0 || strings.Contains(run, "xyzzy") {
				continue
			}
			src := file.Source
			for _, e := range slices.Backward(edits) {
				src = src[:e.Start] + string(e.New) + src[e.End:]
			}
			if _, after := read(src); len(after) != len(ops) || !after[i].Has("xyzzy") {
				t.Errorf("no flag was added to operation %d of\n%s\nin\n%s", i, file.Source, src)
			}
		}
	})
}
