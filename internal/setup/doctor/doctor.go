// Package doctor examines the setup of autofix on a machine and in a
// workspace. It starts no program of the workspace, and writes nothing.
package doctor

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"

	"github.com/rules-autofix/rules_autofix/internal/autofixai/asking"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
	"github.com/rules-autofix/rules_autofix/internal/version"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// A Level says how much a finding matters.
type Level string

const (
	OK      Level = "ok"
	Note    Level = "note"    // something is absent that not everybody needs
	Problem Level = "problem" // something does not work
)

// A Finding is one thing that was examined. It has no path outside of the
// workspace, so that it can be published.
type Finding struct {
	Topic  string `json:"topic"`
	Level  Level  `json:"level"`
	Text   string `json:"text"`
	Remedy string `json:"remedy,omitempty"` // of a note or a problem
}

// A Report has the findings in the order in which they were made.
type Report struct {
	Version  int       `json:"version"`
	Autofix  string    `json:"autofix"`
	Platform string    `json:"platform"`
	Findings []Finding `json:"findings"`
}

// A Patient is a machine with a workspace.
type Patient struct {
	Workspace *workspace.Workspace
	Tools     pipeline.Tools
	Bazel     string        // the Bazel command to look for; "": bazel or bazelisk
	Dir       string        // the working folder
	Agent     asking.Source // of the settings of [ai]
}

// An examiner collects findings.
type examiner struct {
	*Patient
	report *Report
	files  []string // of the workspace
	source config.Source
	broken bool // source is nil, since a configuration has mistakes
}

// Examine examines a setup.
func Examine(ctx context.Context, p *Patient) (*Report, error) {
	e := &examiner{Patient: p, report: &Report{Version: 1, Autofix: version.Version, Platform: runtime.GOOS + "/" + runtime.GOARCH}}
	e.git(ctx)
	if err := e.list(); err != nil {
		return nil, err
	}
	e.configurations()
	e.baseline()
	e.checkers()
	if err := e.bazel(ctx); err != nil {
		return nil, err
	}
	e.hooks()
	e.sandbox(ctx)
	e.companions()
	e.agent()
	return e.report, ctx.Err()
}

func (e *examiner) ok(topic, format string, args ...any) { e.add(topic, OK, "", format, args...) }

func (e *examiner) note(topic, remedy, format string, args ...any) {
	e.add(topic, Note, remedy, format, args...)
}

func (e *examiner) problem(topic, remedy, format string, args ...any) {
	e.add(topic, Problem, remedy, format, args...)
}

func (e *examiner) add(topic string, level Level, remedy, format string, args ...any) {
	e.report.Findings = append(e.report.Findings, Finding{topic, level, fmt.Sprintf(format, args...), remedy})
}

// Count returns the number of findings of a level.
func (r *Report) Count(level Level) int {
	n := 0
	for _, f := range r.Findings {
		if f.Level == level {
			n++
		}
	}
	return n
}

// Text writes the report for a person.
func (r *Report) Text(w io.Writer) error {
	_, err := fmt.Fprintf(w, "autofix %s, %s\n", r.Autofix, r.Platform)
	for _, f := range r.Findings {
		if err == nil {
			_, err = fmt.Fprintf(w, "%-7s  %-13s  %s\n", f.Level, f.Topic, inert.Line(f.Text))
		}
		if err == nil && f.Remedy != "" {
			_, err = fmt.Fprintf(w, "%24s %s\n", "->", inert.Line(f.Remedy))
		}
	}
	if err == nil {
		_, err = fmt.Fprintf(w, "autofix: %s, %s\n", report.NumberOf(r.Count(Problem), "problem"), report.NumberOf(r.Count(Note), "note"))
	}
	return err
}

// JSON writes the report for programs.
func (r *Report) JSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(r)
}
