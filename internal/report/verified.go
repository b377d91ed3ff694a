package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/inert"
)

// Verified is what building and testing the fixes of a run took.
type Verified struct {
	Command string         // that ran instead of Bazel; may be empty
	Builds  int            // or runs of Command
	Targets int            // that depend on the fixes and are green with them
	Tests   int            // of Targets: tests that passed
	Cached  int            // of Tests: those whose result was cached
	Before  []fixedits.Red // targets that were red without any fix
}

type (
	verifiedJSON struct {
		Command string    `json:"command,omitempty"`
		Builds  int       `json:"builds"`
		Targets int       `json:"targets"`
		Tests   int       `json:"tests"`
		Cached  int       `json:"cached"`
		Before  []redJSON `json:"red_before,omitempty"`
	}
	verdictJSON struct {
		Kind    fixedits.VerdictKind `json:"kind"`
		Targets int                  `json:"targets,omitempty"`
		Tests   int                  `json:"tests,omitempty"`
		Cached  int                  `json:"cached,omitempty"`
		Red     *redJSON             `json:"red,omitempty"`
		With    []string             `json:"with,omitempty"`
	}
	redJSON struct {
		Target string `json:"target"`
		Test   bool   `json:"test,omitempty"`
		Case   string `json:"case,omitempty"`
		Output string `json:"output,omitempty"`
	}
)

func (v *Verified) json() *verifiedJSON {
	if v == nil {
		return nil
	}
	j := &verifiedJSON{Command: v.Command, Builds: v.Builds, Targets: v.Targets, Tests: v.Tests, Cached: v.Cached}
	for _, red := range v.Before {
		j.Before = append(j.Before, redJSON(red))
	}
	return j
}

func verdictOf(o *Outcome) *verdictJSON {
	v := o.Verdict
	if v == nil {
		return nil
	}
	j := &verdictJSON{Kind: v.Kind, Targets: v.Targets, Tests: v.Tests, Cached: v.Cached, With: v.With}
	if v.Red != nil {
		red := redJSON(*v.Red)
		j.Red = &red
	}
	return j
}

// writeVerified says which fixes were verified, and which targets are red.
func (s *Summary) writeVerified(w io.Writer) {
	if s.Verified == nil || s.Verified.Builds == 0 && len(s.verdicts()) == 0 {
		return
	}
	verified := 0
	var unverified []string // paths
	var off []*Outcome
	loose := 0
	reds := map[fixedits.Red]int{}
	var order []fixedits.Red
	for _, o := range s.verdicts() {
		switch v := o.Verdict; {
		case o.Reason.Code == fixedits.CodeTogether:
			if o.Round == s.Rounds { // else a later round had it again, or found nothing
				off = append(off, o)
			}
		case v.Red != nil:
			if reds[*v.Red]++; reds[*v.Red] == 1 {
				order = append(order, *v.Red)
			}
		case v.Kind == fixedits.VerdictVerified && o.Settled:
			verified++
		case v.Kind == fixedits.VerdictUnverified && o.Settled:
			loose++
			unverified = append(unverified, o.Paths...)
		}
	}
	if verified > 0 {
		fmt.Fprintf(w, "autofix: verified %s %s\n", NumberOf(verified, "fix"), s.Verified.by())
	}
	if loose > 0 {
		slices.Sort(unverified)
		fmt.Fprintf(w, "autofix: not verified, because nothing green depends on them: %s in %s\n", NumberOf(loose, "fix"), listed(slices.Compact(unverified)))
	}
	for _, red := range order {
		fmt.Fprintf(w, "autofix: left out %s: %s\n", NumberOf(reds[red], "fix"), describe(red, "red with "+itThem(reds[red])))
		writeOutput(w, red.Output)
	}
	for _, o := range off {
		fmt.Fprintf(w, "autofix: put off a fix of %s in %s: %s; %s\n", o.Rule, listed(o.Paths), describe(*o.Verdict.Red, "red with it and other fixes together"), cmp.Or(s.Again, "run again"))
		writeOutput(w, o.Verdict.Red.Output)
	}
	for _, red := range s.Verified.Before {
		fmt.Fprintf(w, "autofix: %s\n", describe(red, "red before any fix"))
		writeOutput(w, red.Output)
	}
}

// PutOff returns the files of the fixes that break something only together with
// others, and that no later round had again.
func (s *Summary) PutOff() (paths []string) {
	for _, o := range s.verdicts() {
		if o.Round == s.Rounds && o.Reason.Code == fixedits.CodeTogether {
			paths = append(paths, o.Paths...)
		}
	}
	return paths
}

// by says what verified fixes.
func (v *Verified) by() string {
	if v.Command != "" {
		return "by " + inert.Line(v.Command) + " in " + NumberOf(v.Builds, "run")
	}
	text := "by " + NumberOf(v.Targets, "target")
	if v.Tests > 0 {
		text += ", including " + NumberOf(v.Tests, "test")
		if v.Cached > 0 {
			text += fmt.Sprintf(" (%d cached)", v.Cached)
		}
		text += ","
	}
	return text + " in " + NumberOf(v.Builds, "build")
}

// verdicts returns the last outcome of each fix that has a verdict.
func (s *Summary) verdicts() []*Outcome {
	at := map[string]int{}
	var all []*Outcome
	for i := range s.Outcomes {
		o := &s.Outcomes[i]
		if o.Verdict == nil || o.Status == fixedits.StatusDuplicate {
			continue
		}
		if n, known := at[o.ID]; known {
			all[n] = o
			continue
		}
		at[o.ID] = len(all)
		all = append(all, o)
	}
	return all
}

// describe names a red target.
func describe(red fixedits.Red, how string) string {
	what := inert.Line(red.Target) + " is " + how + ": "
	switch {
	case !red.Test:
		return what + "its build fails"
	case red.Case != "":
		return what + "its test fails (" + inert.Line(red.Case) + ")"
	}
	return what + "its test fails"
}

// writeOutput writes lines of a build or test, indented.
func writeOutput(w io.Writer, output string) {
	if output == "" {
		return
	}
	for line := range strings.SplitSeq(strings.TrimRight(output, "\n"), "\n") {
		fmt.Fprintf(w, "    %s\n", inert.Line(strings.ReplaceAll(line, "\t", "    ")))
	}
}
