package lint_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile/lint"
)

// Words of a here-document do not include the CR of a line ending, and their
// positions are those in the file.
func TestHeredocWithCRLF(t *testing.T) {
	for _, src := range []string{
		"FROM a\r\nRUN <<EOF\r\napk add \\\r\n  b\r\nyum clean all\r\nEOF\r\n",
		"FROM a\r\nRUN sh <<EOF\r\napk add b\r\nEOF\r\n",
	} {
		f := lint.Read(checks.File{Path: "Dockerfile", Content: []byte(src)}, checks.Settings{})
		s := f.Script(f.Stages[0], f.Stages[0].Instructions[0])
		for _, c := range s.Commands {
			for _, a := range c.Args {
				span := s.Span(a.Start, a.End)
				if diff := cmp.Diff(a.Value, src[span.Start:span.End]); diff != "" && a.Value != "" {
					t.Errorf("%q: %s", src, diff)
				}
			}
		}
		if len(s.Commands) == 0 {
			t.Errorf("%q has no commands", src)
		}
	}
}

func TestScriptWithNUL(t *testing.T) {
	f := lint.Read(checks.File{Path: "Dockerfile", Content: []byte("FROM a\nRUN apk\x00 add b\n")}, checks.Settings{})
	if s := f.Script(f.Stages[0], f.Stages[0].Instructions[0]); s.Tree != nil || len(s.Commands) > 0 {
		t.Errorf("a script with a NUL was parsed: %v", s.Commands)
	}
}
