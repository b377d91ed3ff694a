// Package resultstest has what the tests of test runners share.
package resultstest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// Brief returns results as lines without texts: cases, then codes of problems.
func Brief(r results.Results) []string {
	var lines []string
	if !r.Built {
		lines = append(lines, "not built")
	}
	for _, c := range r.Cases {
		lines = append(lines, strings.Join([]string{c.Suite, c.Name, string(c.Status)}, "|"))
	}
	for _, p := range r.Problems {
		lines = append(lines, p.Code)
	}
	return lines
}

// Text returns results as a text.
func Text(r results.Results) string {
	var b strings.Builder
	fmt.Fprintf(&b, "built: %v\n", r.Built)
	for _, c := range r.Cases {
		fmt.Fprintf(&b, "%s | %s | %s\n", c.Suite, c.Name, c.Status)
		if c.Message != "" {
			fmt.Fprintf(&b, "    %s\n", strings.ReplaceAll(c.Message, "\n", "\n    "))
		}
	}
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "problem %s: %s\n", p.Code, p.Detail)
	}
	fmt.Fprintf(&b, "signature:\n%s\n", r.Signature)
	return b.String()
}

// Check checks what holds for all results, whatever they were read from.
func Check(t *testing.T, r results.Results) {
	t.Helper()
	seen := map[string]bool{}
	for _, c := range r.Cases {
		if seen[c.Key()] {
			t.Errorf("%q is there twice", c.Key())
		}
		seen[c.Key()] = true
		for _, text := range []string{c.Suite, c.Name, c.Message} {
			if !utf8.ValidString(text) || strings.ContainsAny(text, "\x00\x1b\x07\u202e") {
				t.Errorf("%q", text)
			}
		}
		if len(c.Name) > 512+8 || len(c.Suite) > 512 || len(c.Message) > 4096 || strings.ContainsAny(c.Name+c.Suite, "\n\t") {
			t.Errorf("%q, %d bytes of message", c.Key(), len(c.Message))
		}
		if c.Message != "" && !c.Status.Red() {
			t.Errorf("%+v", c)
		}
	}
	if len(r.Signature) > 4096 || len(r.Cases) > 20_000 || len(r.Problems) > 200 {
		t.Errorf("%d bytes, %d cases, %d problems", len(r.Signature), len(r.Cases), len(r.Problems))
	}
}

// Wrote returns a run that wrote files.
func Wrote(t *testing.T, exit int, files map[string]string) *results.Raw {
	t.Helper()
	raw := &results.Raw{End: evidence.Exited, Exit: exit, Out: t.TempDir(), Dir: "/tree"}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(raw.Out, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return raw
}

// A Row is a run, and its results as Brief returns them.
type Row struct {
	Name   string
	Argv   []string
	Exit   int
	End    evidence.End // default: exited
	Cut    bool
	Files  map[string]string
	Stdout string
	Stderr string
	Known  string // names, if not all are
	Want   []string
}

// Reads checks what a runner reads. The order of the results does not count.
func Reads(t *testing.T, r *results.Runner, rows []Row) {
	for _, row := range rows {
		t.Run(row.Name, func(t *testing.T) {
			raw := Wrote(t, row.Exit, row.Files)
			raw.Argv, raw.Cut, raw.Stdout, raw.Stderr = row.Argv, row.Cut, []byte(row.Stdout), []byte(row.Stderr)
			if row.End != "" {
				raw.End = row.End
			}
			if row.Known != "" {
				raw.Known = func(_, name string) bool { return slices.Contains(strings.Fields(row.Known), name) }
			}
			got := r.Read(raw)
			Check(t, got)
			have, want := Brief(got), slices.Clone(row.Want)
			slices.Sort(have)
			slices.Sort(want)
			if diff := cmp.Diff(want, have); diff != "" {
				t.Errorf("-want +got:\n%s\n%s", diff, Text(got))
			}
			if passed := raw.End == evidence.Exited && raw.Exit == 0; passed != (got.Signature == "") {
				t.Errorf("exit %d, signature %q", raw.Exit, got.Signature)
			}
		})
	}
}
