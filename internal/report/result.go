package report

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/exit"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

// SummaryOf returns the summary of the result of a run with opts. preview is
// set for a mode that never writes.
func SummaryOf(r *pipeline.Result, opts *pipeline.Options, preview bool) *Summary {
	s := &Summary{
		Rounds: r.Rounds, Files: r.Files, Blocked: r.Blocked, Preview: preview, Exhausted: r.Exhausted, Stale: r.Stale(), Held: r.Held(opts), Shown: opts.Shown,
		Crashes: CrashesOf(r.Crashed), Rest: "--policy=permissive",
	}
	s.Outcomes = make([]Outcome, len(r.Outcomes))
	for i, o := range r.Outcomes {
		if hint := settingHint(o.Outcome); hint != "" {
			hinted := *o.Outcome
			hinted.Reason.Detail += hint
			o.Outcome = &hinted
		}
		s.Outcomes[i] = o
	}
	for _, left := range r.Left {
		if left.Fix != nil {
			left.Reason += settingHint(left.Fix.Outcome)
		}
		s.Left = append(s.Left, left)
	}
	for _, file := range r.LeftAlone {
		if !utf8.ValidString(file.Path) {
			file.Path = strconv.Quote(file.Path)
		}
		s.LeftAlone = append(s.LeftAlone, LeftAlone{Path: file.Path, Reason: file.Reason, Default: file.Default})
	}
	for _, file := range r.Failed {
		s.Failed = append(s.Failed, Failure{Path: file.Path, Message: file.Error()})
	}
	return s
}

// settingHint completes the reason of a fix that a setting excludes with the
// flag that includes it.
func settingHint(o *fixedits.Outcome) string {
	switch o.Reason.Code {
	case fixedits.CodeRule:
		return " by --rule"
	case fixedits.CodeExplicit:
		return ": name it with --rule=" + o.Rule
	case fixedits.CodeGenerated:
		return "; to fix it: [files] generated = true"
	case fixedits.CodeSafety, fixedits.CodeUncertified:
		return ": apply it with --safety=" + string(o.Safety)
	}
	return ""
}

// CrashesOf returns the failures of checkers.
func CrashesOf(crashes checks.Crashes) []Crash {
	var all []Crash
	for _, c := range crashes {
		_, program := errors.AsType[*pipeline.ProgramError](c)
		all = append(all, Crash{Checker: c.Checker, Path: c.Path, Message: c.Err.Error(), Program: program})
	}
	return all
}

// RulesOf returns the descriptions of the rules of checkers.
func RulesOf(checkers *checks.Registry) []Rule {
	var rules []Rule
	comment := checkers.Comments(checks.File{})
	for _, rule := range checkers.Rules() {
		rules = append(rules, Rule{Name: rule.Name, Summary: rule.Summary, Help: rule.Why, Formatter: rule.Format != nil, Comment: comment(rule.Name)})
	}
	return rules
}

// failedShown is the maximum number of listed files that could not be read or
// written.
const failedShown = 10

// FailedError returns the failure of a run that could not read or write some
// files, or nil if there are none.
func FailedError(files []*fixedits.FileError, shown Shown) error {
	if len(files) == 0 {
		return nil
	}
	var text strings.Builder
	for i, file := range files {
		if i == failedShown {
			fmt.Fprintf(&text, "... and %d more files\n", len(files)-i)
			break
		}
		message := file.Error()
		if rest, begins := strings.CutPrefix(message, file.Path+":"); begins {
			message = shown.Of(file.Path) + ":" + rest
		}
		fmt.Fprintln(&text, message)
	}
	text.WriteString("these files were left unchanged: fix the cause, or leave them out with [files] exclude in autofix.toml")
	return errors.New(text.String())
}

// Judged returns the failure of a run with crashes, and err otherwise. A run
// with a crash is neither clean nor one with findings.
func Judged(crashes checks.Crashes, shown Shown, err error) error {
	var findings *exit.FindingsError
	crashes = slices.Clone(crashes)
	for i, crash := range crashes {
		crashes[i] = &checks.CheckerError{Checker: crash.Checker, Path: shown.Of(crash.Path), Err: crash.Err}
	}
	switch {
	case len(crashes) == 0:
		return err
	case err == nil, errors.As(err, &findings) && findings.What == "":
		return crashes
	}
	return errors.Join(crashes, err)
}
