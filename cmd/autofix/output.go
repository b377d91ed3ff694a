package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/checks"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/report"
)

type writer = io.Writer

// writeFile writes the output of write to the file name, completely or not at
// all. - is stdout, and an empty name writes nothing.
func (e *environment) writeFile(name string, write func(writer) error) error {
	switch name {
	case "":
		return nil
	case "-":
		return write(e.standardOutput())
	}
	var content bytes.Buffer
	if err := write(&content); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return e.writeText(name, content.Bytes())
}

// writeText is writeFile for a given content.
func (e *environment) writeText(name string, content []byte) error {
	switch name {
	case "":
		return nil
	case "-":
		_, err := e.standardOutput().Write(content)
		return err
	}
	if err := os.WriteFile(e.Absolute(name), content, 0o666); err != nil {
		return fmt.Errorf("cannot write the output: %w", err)
	}
	return nil
}

// standardOutput returns the destination of an output named -.
func (e *environment) standardOutput() writer {
	if e.data != nil {
		return e.data
	}
	return e.Stdout
}

func artifactTo(a *artifact.Artifact) func(writer) error {
	return func(w writer) error { return artifact.Encode(w, a) }
}

// diffTo writes changes as one patch for git apply, ordered by path.
func diffTo(files []fixedits.FileChange) func(writer) error {
	return func(w writer) error {
		for i := range files {
			f := &files[i]
			before, after, opts := f.Path, f.Path, textdiff.Options{}
			switch {
			case f.Created:
				before = ""
			case f.Deleted:
				after = ""
			}
			if f.Executable {
				opts.Mode = "100755"
			}
			if _, err := w.Write(textdiff.Unified(before, after, f.Before, f.After, opts)); err != nil {
				return err
			}
		}
		return nil
	}
}

// printTo writes the new texts of changed files: a single one unchanged,
// several with headings. A deleted file has no text, and a heading that states
// the deletion.
func printTo(files []fixedits.FileChange, shown report.Shown) func(writer) error {
	return func(w writer) error {
		for i := range files {
			if len(files) > 1 || files[i].Deleted {
				deleted := ""
				if files[i].Deleted {
					deleted = " (deleted)"
				}
				if _, err := fmt.Fprintf(w, "==> %s%s <==\n", shown.Of(files[i].Path), deleted); err != nil {
					return err
				}
			}
			if _, err := w.Write(files[i].After); err != nil {
				return err
			}
		}
		return nil
	}
}

// summaryOf converts the result of a run with opts for the report. preview is
// set for a mode that never writes.
func summaryOf(r *pipeline.Result, opts *pipeline.Options, preview bool) *report.Summary {
	s := &report.Summary{
		Rounds: r.Rounds, Files: r.Files, Blocked: r.Blocked, Preview: preview, Exhausted: r.Exhausted, Stale: r.Stale(), Shown: opts.Shown,
		Crashes: crashesOf(r.Crashed), LeftAlone: leftAloneOf(r.LeftAlone), Failed: failuresOf(r.Failed),
	}
	s.Outcomes = make([]report.Outcome, len(r.Outcomes))
	for i, o := range r.Outcomes {
		if hint := settingHint(o.Outcome); hint != "" {
			hinted := *o.Outcome
			hinted.Reason.Detail += hint
			o.Outcome = &hinted
		}
		s.Outcomes[i] = report.Outcome(o)
	}
	for _, l := range r.Left {
		left := report.Left{Diagnostic: l.Diagnostic, Reason: l.Reason, Pending: l.Pending}
		if l.Fix != nil {
			left.Reason += settingHint(l.Fix.Outcome)
		}
		s.Left = append(s.Left, left)
	}
	s.Rest = "--policy=permissive"
	return s
}

// leftAloneOf converts files that were not checked for a report.
func leftAloneOf(files []pipeline.LeftAlone) []report.LeftAlone {
	all := make([]report.LeftAlone, len(files))
	for i, file := range files {
		all[i] = report.LeftAlone{Path: file.Path, Reason: file.Reason, Default: file.Default}
		if !utf8.ValidString(file.Path) {
			all[i].Path = strconv.Quote(file.Path)
		}
	}
	return all
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

// ruleTexts returns the descriptions of the rules of checkers for reports.
func ruleTexts(checkers *checks.Registry) []report.Rule {
	var rules []report.Rule
	for _, rule := range checkers.Rules() {
		rules = append(rules, report.Rule{Name: rule.Name, Summary: rule.Summary, Help: rule.Why})
	}
	return rules
}
