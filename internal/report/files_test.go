package report

import (
	"bytes"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

func TestFilesAreNamedOnce(t *testing.T) {
	a := artifact.New(artifact.Tool{Name: "autofix", Version: "1"}, "")
	for _, path := range []string{"b.txt", "a b/\u00e9.txt", "b.txt", "c\n\x1b[31m.txt"} {
		a.Diagnostics = append(a.Diagnostics, fixedits.Diagnostic{ID: path, Path: path, Severity: fixedits.SeverityInfo})
	}
	var out bytes.Buffer
	if err := Files(&out, NewFindings(a, nil, nil), TextOptions{}); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "a b/\u00e9.txt\nb.txt\n\"c\\n\\x1b[31m.txt\"\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestFilesAreShown(t *testing.T) {
	a := artifact.New(artifact.Tool{Name: "autofix", Version: "1"}, "")
	for _, path := range []string{"a.txt", "sub/-b.txt", "sub/c.txt"} {
		a.Diagnostics = append(a.Diagnostics, fixedits.Diagnostic{ID: path, Path: path, Severity: fixedits.SeverityInfo})
	}
	var out bytes.Buffer
	shown := func(path string) string {
		if below, ok := strings.CutPrefix(path, "sub/"); ok {
			return below
		}
		return "../" + path
	}
	if err := Files(&out, NewFindings(a, nil, nil), TextOptions{Shown: shown}); err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), "../a.txt\n./-b.txt\nc.txt\n"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestNoFiles(t *testing.T) {
	var out bytes.Buffer
	if err := Files(&out, NewFindings(artifact.New(artifact.Tool{}, ""), nil, nil), TextOptions{}); err != nil || out.Len() > 0 {
		t.Errorf("%q, %v", out.String(), err)
	}
}
