package certify

import (
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

func TestCertify(t *testing.T) {
	edit := func(start, end int, text string) fixedits.Edit {
		return fixedits.Edit{Path: "a.yaml", Start: start, End: end, New: []byte(text)}
	}
	digest := strings.Repeat("0", 64)
	for _, test := range []struct {
		name, path, content string
		fix                 fixedits.Fix
		want                bool
	}{
		{"layout", "a.yaml", "a:  1\n", fixedits.Fix{Phase: fixedits.PhaseStyle, Edits: []fixedits.Edit{edit(2, 3, "")}}, true},
		{"the layout of a formatter", "a.yaml", "a:  1\n", fixedits.Fix{Phase: fixedits.PhaseFormat, Edits: []fixedits.Edit{edit(2, 3, "")}}, true},
		{"a value", "a.yaml", "a: 1\n", fixedits.Fix{Phase: fixedits.PhaseStyle, Edits: []fixedits.Edit{edit(3, 4, "2")}}, false},
		{"what does not decode any more", "a.yaml", "a: 1\n", fixedits.Fix{Phase: fixedits.PhaseStyle, Edits: []fixedits.Edit{edit(3, 4, "[")}}, false},
		{"what did not decode", "a.yaml", "a: [\n", fixedits.Fix{Phase: fixedits.PhaseStyle, Edits: []fixedits.Edit{edit(3, 4, "1")}}, false},
		{"a template", "a.yaml", "{{ if }}\na:  1\n", fixedits.Fix{Phase: fixedits.PhaseStyle, Edits: []fixedits.Edit{edit(11, 12, "")}}, false},
		{"a fix that claims nothing", "a.yaml", "a:  1\n", fixedits.Fix{Phase: fixedits.PhaseSemantic, Edits: []fixedits.Edit{edit(2, 3, "")}}, false},
		{"edits that overlap", "a.yaml", "a:  1\n", fixedits.Fix{Phase: fixedits.PhaseStyle, Edits: []fixedits.Edit{edit(2, 4, ""), edit(2, 3, "")}}, false},
		{"another file as well", "a.yaml", "a:  1\n", fixedits.Fix{Phase: fixedits.PhaseStyle, Edits: []fixedits.Edit{edit(2, 3, ""), {Path: "b.yaml"}}}, false},
		{"a deleted file", "a.yaml", "a:  1\n", fixedits.Fix{Phase: fixedits.PhaseStyle, Edits: []fixedits.Edit{{Path: "a.yaml", Kind: fixedits.EditDelete}}}, false},
		{"no edits", "a.yaml", "a: 1\n", fixedits.Fix{Phase: fixedits.PhaseStyle, Resolver: &fixedits.Resolver{ID: "ai"}}, false},
		{"no data", "a.txt", "a  1\n", fixedits.Fix{Phase: fixedits.PhaseStyle, Edits: []fixedits.Edit{{Path: "a.txt", Start: 2, End: 3}}}, false},
		{"a certificate of its own", "a.yaml", "a: 1\n", fixedits.Fix{
			Phase: fixedits.PhaseStyle, Edits: []fixedits.Edit{edit(3, 4, "2")},
			Certificate: &fixedits.Certificate{Kind: fixedits.CertificateSyntax, Before: digest, After: digest},
		}, true},
	} {
		New(test.path, []byte(test.content)).Certify(&test.fix)
		if got := test.fix.Certificate.Holds(); got != test.want {
			t.Errorf("%s: %+v", test.name, test.fix.Certificate)
		}
	}
}

// The work for one file is bounded: a thousand fixes of a large file decode it a
// few times.
func TestCertifyIsBounded(t *testing.T) {
	content := []byte("a:  1 # " + strings.Repeat("x", mostDecoded/4) + "\n")
	f := New("a.yaml", content)
	certified := 0
	for range 1000 {
		fix := fixedits.Fix{Phase: fixedits.PhaseStyle, Edits: []fixedits.Edit{{Path: "a.yaml", Start: 2, End: 3}}}
		if f.Certify(&fix); fix.Certificate.Holds() {
			certified++
		}
	}
	if certified < 2 || certified > 5 {
		t.Errorf("%d of 1000 fixes certified", certified)
	}
}
