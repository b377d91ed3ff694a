package session

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/bazel/client"
	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/process"
)

// Hints prints what a run leaves for the person to know and to do: lists of
// files to notes, and commands to w.
func (s *Session) Hints(w, notes io.Writer, result *pipeline.Result) {
	s.files.tellUnread(notes)
	s.files.tellOthers(notes)
	s.configuration.tell(notes)
	s.tellOfAspects(notes, result)
	// Fixes that only their safety left out of the last round.
	suggested := func(o pipeline.Outcome) bool {
		return o.Round == result.Rounds && o.Reason.Code == fixedits.CodeSafety && o.Safety == fixedits.SafetySuggestion
	}
	if s.Trusting != nil && !s.Preview && slices.ContainsFunc(result.Outcomes, suggested) {
		fmt.Fprintf(w, "autofix: apply suggestions too with: %s\n", s.command(s.patterns(), s.flags(s.Trusting, s.Undeclared), s.Flags))
	}
	s.tellOfGate(w, result)
}

// tellOfAspects prints which aspect ran, and the gates of the workspace that
// have checkers which it does not have: they can stay shut although nothing is
// pending.
func (s *Session) tellOfAspects(w io.Writer, result *pipeline.Result) {
	missing, err := undeclared.MissingSets(s.ws, s.Aspect, result.Checkers)
	if err != nil {
		fmt.Fprintf(w, "autofix: cannot look for other aspects: %s\n", inert.Line(err.Error()))
		return
	}
	if len(missing) == 0 {
		return
	}
	fmt.Fprintf(w, "autofix: this run had the aspect %s alone\n", inert.Line(client.DisplayLabel(s.Aspect)))
	for _, m := range missing {
		what := strings.Join(m.Checkers, ", ")
		switch {
		case m.Builtin && what == "":
			what = "the built-in checkers"
		case m.Builtin:
			what = "the built-in checkers, " + what
		}
		gate := m.Set.Aspect("autofix_strict")
		if gate == "" {
			gate = m.Set.Label
		}
		fmt.Fprintf(w, "  %s also has %s, which did not run; %s\n", inert.Line(gate), inert.Line(what), s.runToo(&m.Set))
	}
}

// runToo returns a hint to run the fixes of a set of aspects.
func (s *Session) runToo(set *undeclared.AspectSet) string {
	own := strings.TrimPrefix(s.FixCommand, "bazel run ")
	if s.FixCommand != "" && client.DisplayLabel(set.Fix) != own {
		return "run it with: " + process.CommandLine("bazel", "run", set.Fix)
	}
	aspect := set.Aspect("autofix_fix")
	if aspect == "" {
		return fmt.Sprintf("assign the autofix_fix of the set to a variable in %s, and name it in `aspect` of %s", inert.Line(set.File), set.Fix)
	}
	other := s.Settings
	other.Aspect = aspect
	flags := s.flags(s.Chosen, s.Undeclared)
	if s.FixCommand != "" {
		flags = append([]string{"--aspect=" + aspect}, flags...)
	}
	return fmt.Sprintf("set aspect = %q in the target %s, or run: %s", aspect, set.Fix, other.command(s.patterns(), flags, s.Flags))
}

// mostExcluded is the maximum number of files in a suggested line of
// autofix.toml.
const mostExcluded = 20

// tellOfGate prints how to open a gate that printed the command of this run, if
// the run cannot open it.
func (s *Session) tellOfGate(w io.Writer, result *pipeline.Result) {
	if files := foreignFiles(result); len(files) > 0 {
		fmt.Fprintf(w, "autofix: a gate stays shut because of files that fix does not write; tag their target no-autofix, or exclude them in autofix.toml:\n"+
			"  [files]\n  exclude = [%s]\n", strings.Join(files, ", "))
		return
	}
	// A gate may have judged other sources, selected by the flags of its build.
	notFiltered := func(o pipeline.Outcome) bool { return o.Status != fixedits.StatusFiltered }
	if slices.ContainsFunc(result.Outcomes, notFiltered) || len(s.Flags) > 0 {
		return
	}
	// A run over everything that finds nothing is usual where nobody reads it.
	if slices.Contains(s.Targets, Everything) && !s.Terminal {
		return
	}
	fmt.Fprintf(w, "autofix: if the gate failed in a build with flags, add those that select sources: %s\n",
		s.command(s.patterns(), s.flags(s.Chosen, s.Undeclared), []string{"--//package:flag=value"}))
}

// foreignFiles returns the files of fixes that no run applies, because they are
// outside of the workspace or in another repository, as globs in TOML syntax.
func foreignFiles(result *pipeline.Result) []string {
	var files []string
	for i := range result.Outcomes {
		o := &result.Outcomes[i]
		// The check knows the protected files too; no gate waits for them.
		if o.Round != result.Rounds || o.Status != fixedits.StatusForeign || o.Reason.Code == fixedits.CodeProtected {
			continue
		}
		for _, path := range o.Paths {
			if word, err := json.Marshal(config.GlobLiteral(path)); err == nil { // a JSON string is a TOML string
				files = append(files, string(word))
			}
		}
	}
	slices.Sort(files)
	files = slices.Compact(files)
	return files[:min(len(files), mostExcluded)]
}
