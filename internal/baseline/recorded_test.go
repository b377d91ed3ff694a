package baseline

import (
	"errors"
	"slices"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

// recordedAs returns the artifact of a state, whose file has a path and a
// digest, as a file of artifacts has it.
func recordedAs(t *testing.T, s State, path, digest string) *artifact.Artifact {
	t.Helper()
	a := artifact.New(artifact.Tool{Name: "autofix"}, "")
	a.Diagnostics, a.Fixes = s.Artifact.Diagnostics, s.Artifact.Fixes
	a.Snapshots = []fixedits.Snapshot{{Path: path, SHA256: strings.Repeat(digest, 64), Size: len(s.Text(path))}}
	for i := range a.Fixes {
		a.Fixes[i].Title, a.Fixes[i].Safety, a.Fixes[i].Confidence = "t", fixedits.SafetySafe, fixedits.ConfidenceHigh
		for k := range a.Fixes[i].Edits {
			a.Fixes[i].Edits[k].Path = path
		}
	}
	for i := range a.Diagnostics {
		d := &a.Diagnostics[i]
		d.ID, d.Phase, d.Severity, d.Path, d.Line, d.Column = fixedits.DiagnosticID(d), fixedits.PhaseFormat, fixedits.SeverityError, path, 1, 1
	}
	Record(State{Artifact: a, Text: s.Text})
	text, err := artifact.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	if a, err = artifact.Decode(text); err != nil {
		t.Fatal(err)
	}
	return a
}

func recorded(t *testing.T, all ...*artifact.Artifact) *Recorded {
	t.Helper()
	r, err := RecordedIn(all)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestCompareRecorded(t *testing.T) {
	for _, test := range []struct {
		name       string
		base, head string
		path       string // of the head; default: a
		digest     string // of the head; default: another one than that of the base
		of         func(text string) State
		want       string
	}{
		{name: "the same", base: "!a\n!b\n", head: "!a\n!b\n", want: "0 new, 2 old"},
		{name: "moved", base: "x\n!a\ny\n", head: "1\n2\nx\n!a\ny\n", want: "0 new, 1 old"},
		{name: "its line has more", base: "x\n!a b\ny\n", head: "x\n!a b c\ny\n", want: "0 new, 1 old"},
		{name: "one replaced by another", base: "x\n!a b\ny\nz\n", head: "x\ny\n!a c\nz\n", want: "1 new, 0 old, 1 old one gone"},
		{name: "one more of the same", base: "x\n!a\ny\n", head: "x\n!a\ny\nx\n!a\ny\n", want: "1 new, 1 old"},
		{name: "all gone", base: "!a\n!b\n", head: "a\n", want: "0 new, 0 old, 2 old ones gone"},
		{name: "renamed", base: "!a\n", head: "!a\n", path: "b", digest: "0", want: "0 new, 1 old"},
		{name: "renamed and changed", base: "!a\n", head: "!a\n", path: "b", want: "1 new, 0 old, 1 old one gone"},
		{name: "a formatter", base: "a\nb.\nc\n", head: "1.\na\nb.\nc\n", of: layout, want: "0 new, 1 old"},
		{name: "a place of a formatter is fixed", base: "a\nb.\nc\n", head: "a.\nb.\nc\n", of: layout, want: "0 new, 1 old"},
		{name: "one more place of a formatter", base: "a\nb.\nc.\n", head: "a\nb.\nc\n", of: layout, want: "1 new, 0 old"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.path == "" {
				test.path = "a"
			}
			if test.digest == "" {
				test.digest = "1"
			}
			if test.of == nil {
				test.of = state
			}
			base, head := recordedAs(t, test.of(test.base), "a", "0"), recordedAs(t, test.of(test.head), test.path, test.digest)
			c, old := CompareRecorded(recorded(t, base), recorded(t, head, head)) // as of two targets
			if got := c.Text(""); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if _, n := c.Count(); len(old) != n {
				t.Errorf("%d are old: %v", n, old)
			}
		})
	}
}

// Of two copies of a file that is gone, one is that file.
func TestCompareRecordedCopies(t *testing.T) {
	base, head := recordedAs(t, state("!a\n"), "a", "0"), recordedAs(t, state("!a\n"), "b", "0")
	other := recordedAs(t, state("!a\n"), "c", "0")
	head.Snapshots = append(head.Snapshots, other.Snapshots...)
	head.Diagnostics = append(head.Diagnostics, other.Diagnostics...)
	if c, _ := CompareRecorded(recorded(t, base), recorded(t, head)); c.Text("") != "1 new, 1 old" {
		t.Error(c.Text(""))
	}
}

func TestCompareUnrecorded(t *testing.T) {
	made, older := recordedAs(t, state("!a\n"), "a", "0"), recordedAs(t, state("!a\n"), "a", "0")
	older.Tool.Version = "0.0.1"
	older.Diagnostics[0].Fingerprints = nil
	for _, all := range [][]*artifact.Artifact{{older}, {artifact.New(made.Tool, ""), older}} {
		_, err := RecordedIn(all)
		if _, ok := errors.AsType[*UnrecordedError](err); !ok || err.Error() != "an artifact of autofix 0.0.1 has no fingerprint of a finding of r in a" {
			t.Errorf("got %v", err)
		}
	}
	if _, err := RecordedIn([]*artifact.Artifact{artifact.New(older.Tool, "")}); err != nil {
		t.Error("without findings, no fingerprints are missing: ", err)
	}
	if _, err := RecordedIn([]*artifact.Artifact{made, recordedAs(t, state("!a\n"), "a", "1")}); err == nil || !strings.Contains(err.Error(), "different bytes") {
		t.Errorf("two states: %v", err)
	}
}

// Fingerprints tell as much as the file does, and what a state has is old in
// itself.
func FuzzCompareRecorded(f *testing.F) {
	f.Add("x\n!a\ny\n", "!a\n!a\n")
	f.Add("!a !b\n", "\r\n!b")
	f.Fuzz(func(t *testing.T, base, head string) {
		b, h := state(base), state(head)
		Record(b)
		Record(h)
		was, now := recorded(t, b.Artifact), recorded(t, h.Artifact)
		c, _ := CompareRecorded(was, now)
		file, _ := Of(b).Compare(h, everything)
		if c.Text("") != file.Text("") {
			t.Errorf("%s, but by the file %s", c.Text(""), file.Text(""))
		}
		if c, _ := CompareRecorded(now, now); slices.Contains(c.New, true) {
			t.Errorf("of a state in itself: %s", c.Text(""))
		}
	})
}

// BenchmarkRecord measures what the fingerprints of a file with a finding on each
// of its lines cost, beside its encoding.
func BenchmarkRecord(b *testing.B) {
	s := state(strings.Repeat("\tif err := !thing(a, b); err != nil {\n", 1000))
	b.ReportAllocs()
	for b.Loop() {
		Record(s)
	}
}
