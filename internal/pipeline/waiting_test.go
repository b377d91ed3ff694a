package pipeline

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// A waiter checks one file in each round: its fixes are made from the text as
// it is.
type waiter struct {
	t     *testing.T
	ws    *workspace.Workspace
	path  string
	fixes func(text string) []proposed
}

func (w *waiter) Check(context.Context, int, []string) (*Found, error) {
	text := content(w.t, w.ws, w.path)
	return &Found{Artifacts: []*artifact.Artifact{artifactOf(w.t, "//a", map[string]string{w.path: text}, w.fixes(text)...)}}, nil
}

// history returns what became of the fixes in each round.
func history(result *Result) []string {
	var all []string
	for _, o := range result.Outcomes {
		line := fmt.Sprintf("%d %s %s", o.Round, o.Rule, o.Status)
		if o.Reason.Code != "" {
			line += " " + string(o.Reason.Code)
		}
		all = append(all, line)
	}
	return all
}

// rewriting returns a fix of each place of a text that has from. Formatting
// fixes replace the whole file.
func rewriting(path, text string, rule, from, to string, phase fixedits.Phase) []proposed {
	at := strings.Index(text, from)
	if at < 0 {
		return nil
	}
	start, end, now := at, at+len(from), to
	if phase == fixedits.PhaseFormat {
		start, end, now = 0, len(text), strings.ReplaceAll(text, from, to)
	}
	return []proposed{{rule: rule, phase: phase, edits: []fixedits.Edit{edit(path, start, end, now)}}}
}

// What waits in one round comes back in the next, made from the text that the
// round has left.
func TestWhatWaitsReturnsInTheNextRound(t *testing.T) {
	for _, test := range []struct {
		name, path, before, after string
		fixes                     func(text string) []proposed
		once                      string // after a run of one round
		want                      []string
	}{
		{
			// The formatter of another tool has no part in the merge: its fix is
			// for the old text.
			name: "a formatting fix of another tool", path: "a.words", before: "a  b\n", once: "x  b\n", after: "x b\n",
			fixes: func(text string) []proposed {
				return append(rewriting("a.words", text, "w/x", "a", "x", fixedits.PhaseSemantic),
					rewriting("a.words", text, "words/format", "  ", " ", fixedits.PhaseFormat)...)
			},
			want: []string{"1 w/x applied", "1 words/format superseded formatter", "2 words/format applied"},
		},
		{
			// The built-in formatter runs on the merged text in the same round.
			name: "a formatting fix of the built-in formatter", path: "a.go", before: "package a\n\nvar x  = 1\n", once: "package a\n\nvar y = 1\n", after: "package a\n\nvar y = 1\n",
			fixes: func(text string) []proposed {
				return append(rewriting("a.go", text, "w/y", "x", "y", fixedits.PhaseSemantic),
					rewriting("a.go", text, "format/go", "  ", " ", fixedits.PhaseFormat)...)
			},
			want: []string{"1 w/y applied", "1 format/go superseded formatter"},
		},
		{
			// Two tokens that touch could become one.
			name: "a fix that touches another", path: "a.words", before: "ab\n", once: "xb\n", after: "xy\n",
			fixes: func(text string) []proposed {
				return append(rewriting("a.words", text, "w/x", "a", "x", fixedits.PhaseSemantic),
					rewriting("a.words", text, "w/y", "b", "y", fixedits.PhaseSemantic)...)
			},
			want: []string{"1 w/x applied", "1 w/y deferred touches", "2 w/y applied"},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			ws := newWorkspace(t, map[string]string{test.path: test.before})
			rounds := &waiter{t, ws, test.path, test.fixes}
			all, err := FixBy(t.Context(), ws, rounds, Options{Tools: toolsWithout()})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, history(all)); diff != "" {
				t.Errorf("outcomes (-want +got):\n%s", diff)
			}
			if got := content(t, ws, test.path); got != test.after {
				t.Errorf("it is %q, want %q", got, test.after)
			}

			// A run of one round leaves it to the next run, which completes it.
			ws = newWorkspace(t, map[string]string{test.path: test.before})
			rounds.ws = ws
			for _, want := range []string{test.once, test.after, test.after} {
				if _, err := FixBy(t.Context(), ws, rounds, Options{Tools: toolsWithout(), Rounds: 1}); err != nil {
					t.Fatal(err)
				}
				if got := content(t, ws, test.path); got != want {
					t.Errorf("after a run of one round it is %q, want %q", got, want)
				}
			}
		})
	}
}
