package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	"github.com/rules-autofix/rules_autofix/internal/adapters/checkstyle"
	"github.com/rules-autofix/rules_autofix/internal/adapters/rdjson"
	"github.com/rules-autofix/rules_autofix/internal/adapters/sarif"
	"github.com/rules-autofix/rules_autofix/internal/adapters/workspaceedit"
	"github.com/rules-autofix/rules_autofix/internal/testing/adaptertest"
)

// hostile are texts in which places are hard to count.
var hostile = map[string]string{
	"plain.txt":             "one\ntwo\nthree\n",
	"mark.txt":              "\ufeffone\n😀\ttwo  \n",
	"only mark.txt":         "\ufeff",
	"mark without end.txt":  "\ufeffone 😀 two",
	"crlf.txt":              "one  \r\n\ttwo 😀  \r\n\r\nlast",
	"cr.txt":                "a\rb \rc\r\nd\n\re",
	"separators.txt":        "a\u2028b\u2029c\u0085d \n\v\f e",
	"combined.txt":          "e\u0301 👩‍👩‍👧 \u202eabc\u202c  \n",
	"empty.txt":             "",
	"a b%20 'q' \"ü\" #?:&": "😀😀  \n",
	"c:d.txt":               "x  \n",
	"latin1.bin":            "h\xe9llo  \n\xff\xfe\x00 \n",
}

// places returns every edit of the offsets of a text that may be cut: not
// within a character, nor between CR and LF.
func places(text string) []int {
	var all []int
	valid := utf8.ValidString(text)
	for i := 0; i <= len(text); i++ {
		within := i < len(text) && valid && !utf8.RuneStart(text[i])
		if !within && !(i > 0 && i < len(text) && text[i-1] == '\r' && text[i] == '\n') {
			all = append(all, i)
		}
	}
	return all
}

// oneFix returns the findings of one diagnostic with one fix.
func oneFix(path, text string, edits ...fixedits.Edit) *Findings {
	at := position.New([]byte(text), position.LF).Position(edits[0].Start, position.Columns{})
	a := artifact.New(artifact.Tool{Name: "autofix"}, "")
	a.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf(path, []byte(text))}
	fix := fixedits.Fix{Rule: "a/b", Title: "Do it", Phase: fixedits.PhaseStyle, Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh, Edits: edits}
	fix.ID = fixedits.ContentID(&fix)
	d := fixedits.Diagnostic{
		Rule: "a/b", Phase: fixedits.PhaseStyle, Severity: fixedits.SeverityWarning, Message: "wrong", Path: path,
		Start: edits[0].Start, End: edits[0].End, Line: at.Line, Column: at.Column, Fixes: []string{fix.ID},
	}
	d.ID = fixedits.DiagnosticID(&d)
	a.Fixes, a.Diagnostics = []fixedits.Fix{fix}, []fixedits.Diagnostic{d}
	a.Normalize()
	return NewFindings(a, nil, func(name string) []byte {
		if name != path {
			return nil
		}
		return []byte(text)
	})
}

// readBack reads what write writes with an adapter, and returns the edits of the
// only fix; nil if there is none.
func readBack(t *testing.T, adapter adapters.Adapter, files adaptertest.Files, output string) []fixedits.Edit {
	t.Helper()
	found, refused := adaptertest.Read(t, adapter, files, "", output)
	if len(refused) > 0 {
		t.Fatalf("refused: %q\n%s", refused, output)
	}
	for _, d := range found.Diagnostics {
		if d.Rule != "a/b" && d.Rule != workspaceedit.Rule {
			t.Fatalf("rule %s\n%s", d.Rule, output)
		}
	}
	if len(found.Fixes) == 0 {
		return nil
	}
	return found.Fixes[0].Edits
}

// eachEdit calls f with edits of the hostile texts: insertions, deletions and
// replacements.
func eachEdit(t *testing.T, f func(t *testing.T, path, text string, edits []fixedits.Edit)) {
	for path, text := range hostile {
		t.Run(path, func(t *testing.T) {
			all := places(text)
			for i, start := range all {
				for _, end := range []int{start, all[min(i+1, len(all)-1)], all[min(i+3, len(all)-1)], len(text)} {
					for _, inserted := range []string{"", "x", "\r\n", "\ufeff😀\t", "\xff\x00"} {
						if start == end && inserted == "" {
							continue
						}
						edits := []fixedits.Edit{{Path: path, Start: start, End: end, New: []byte(inserted)}}
						if last := all[len(all)-1]; end < last {
							edits = append(edits, fixedits.Edit{Path: path, Start: last, End: last, New: []byte("\nend")})
						}
						f(t, path, text, edits)
					}
				}
			}
		})
	}
}

func TestSARIFRoundTrip(t *testing.T) {
	eachEdit(t, func(t *testing.T, path, text string, edits []fixedits.Edit) {
		log := rendered(t, func(w io.Writer) error { return SARIF(w, oneFix(path, text, edits...)) })
		got := readBack(t, sarif.Adapter{}, adaptertest.Files{path: text}, log)
		if !sameEdits(got, edits) {
			t.Fatalf("got %+v, want %+v\n%s", got, edits, log)
		}
	})
}

// The edits of a suggestion are one edit with what is between them: the text
// that they make is the same.
func TestRDJSONRoundTrip(t *testing.T) {
	suggested := 0
	eachEdit(t, func(t *testing.T, path, text string, edits []fixedits.Edit) {
		want, err := fixedits.Apply([]byte(text), edits)
		if err != nil {
			t.Fatal(err)
		}
		for name, adapter := range map[string]adapters.Adapter{"rdjson": rdjson.Adapter{}, "rdjsonl": rdjson.LinesAdapter{}} {
			format, _ := FormatNamed(name)
			output := rendered(t, func(w io.Writer) error { return format.Write(w, oneFix(path, text, edits...), TextOptions{}) })
			got := readBack(t, adapter, adaptertest.Files{path: text}, output)
			if got == nil {
				if utf8.ValidString(text) && utf8.Valid(edits[0].New) {
					t.Fatalf("no suggestion for %+v", edits)
				}
				continue
			}
			suggested++
			if after, err := fixedits.Apply([]byte(text), got); err != nil || !bytes.Equal(after, want) {
				t.Fatalf("%+v: got %q (%v), want %q\n%s", edits, after, err, want, output)
			}
		}
	})
	if suggested == 0 {
		t.Error("nothing was suggested")
	}
}

func TestWorkspaceEditRoundTrip(t *testing.T) {
	eachEdit(t, func(t *testing.T, path, text string, edits []fixedits.Edit) {
		after, err := fixedits.Apply([]byte(text), edits)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		err = WorkspaceEdit(&out, []fixedits.FileChange{{Path: path, Before: []byte(text), After: after}})
		marked := strings.HasPrefix(text, "\ufeff") != bytes.HasPrefix(after, []byte("\ufeff"))
		if !utf8.ValidString(text) || !utf8.Valid(after) || marked {
			if err == nil {
				t.Fatalf("no error for %q -> %q", text, after)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		got, err := fixedits.Apply([]byte(text), readBack(t, workspaceedit.Adapter{}, adaptertest.Files{path: text}, out.String()))
		if err != nil || !bytes.Equal(got, after) {
			t.Fatalf("%q -> %q: got %q (%v)\n%s", text, after, got, err, out.String())
		}
	})
}

func TestWorkspaceEditCreatesAndDeletes(t *testing.T) {
	var out bytes.Buffer
	err := WorkspaceEdit(&out, []fixedits.FileChange{
		{Path: "a.txt", Before: []byte("a\n"), After: []byte("b\n")},
		{Path: "empty", Created: true},
		{Path: "gone.txt", Before: []byte("x"), Deleted: true},
		{Path: "new 😀.txt", After: []byte("\ufeffone\r\ntwo"), Created: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	found, refused := adaptertest.Read(t, workspaceedit.Adapter{}, adaptertest.Files{"a.txt": "a\n", "gone.txt": "x"}, "", out.String())
	if len(refused) > 0 {
		t.Fatal(refused)
	}
	got := adaptertest.Findings(found)
	want := []string{
		`    a.txt:0-2 "b\n"`,
		`    empty create ""`,
		`    gone.txt delete`,
		fmt.Sprintf(`    new 😀.txt create %q`, "\ufeffone\r\ntwo"),
	}
	if diff := cmp.Diff(want, got[len(got)-len(want):]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A line is exact, and so is a column after nothing but ASCII: of others, readers
// do not know the unit.
func TestCheckstyleRoundTrip(t *testing.T) {
	for path, text := range hostile {
		for _, start := range places(text) {
			findings := oneFix(path, text, fixedits.Edit{Path: path, Start: start, End: start, New: []byte("x")})
			output := rendered(t, func(w io.Writer) error { return Checkstyle(w, findings) })
			found, refused := adaptertest.Read(t, checkstyle.Adapter{}, adaptertest.Files{path: text}, "", output)
			if len(refused) > 0 || len(found.Diagnostics) != 1 {
				t.Fatalf("%q: %v\n%s", text, refused, output)
			}
			want := start
			line := strings.LastIndexAny(text[:start], "\r\n") + 1
			if strings.ContainsFunc(text[line:start], func(r rune) bool { return r >= utf8.RuneSelf }) {
				want = line
			}
			if got := found.Diagnostics[0].Start; got != want {
				t.Errorf("%q: got offset %d, want %d\n%s", text, got, want, output)
			}
		}
	}
}

func FuzzSARIFRoundTrip(f *testing.F) {
	for _, text := range hostile {
		f.Add(text, 1, 3, "x\r\n")
	}
	f.Fuzz(func(t *testing.T, text string, from, to int, inserted string) {
		all := places(text)
		i, j := abs(from)%len(all), abs(to)%len(all)
		edit := fixedits.Edit{Path: "a.txt", Start: all[min(i, j)], End: all[max(i, j)], New: []byte(inserted)}
		if edit.Start == edit.End && inserted == "" {
			return
		}
		log := rendered(t, func(w io.Writer) error { return SARIF(w, oneFix("a.txt", text, edit)) })
		got := readBack(t, sarif.Adapter{}, adaptertest.Files{"a.txt": text}, log)
		if !sameEdits(got, []fixedits.Edit{edit}) {
			t.Fatalf("got %+v, want %+v\n%s", got, edit, log)
		}
	})
}

func abs(n int) int { return max(n, -(n + 1)) }
