package session

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/bazel/rounds"
	"github.com/rules-autofix/rules_autofix/internal/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/internal/exit"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// configuration reports how a run handles configuration files that the
// checks were not given.
type configuration struct {
	undeclared.Declaration
	mode undeclared.Mode // Report, Fail or Ignore
	opts pipeline.Options

	progress report.Progress

	found   []undeclared.ConfigFile
	layouts map[string]string // by file: one of found that may change its layout
}

// check finds the files after the first build.
func (u *configuration) check(ctx context.Context, built rounds.Built) error {
	if built.Round > 1 || u.mode == undeclared.Ignore {
		return nil
	}
	var err error
	u.found, u.layouts, err = undeclared.Config(ctx, u.Workspace, pipeline.Paths(u.Workspace, built.Artifacts), u.Declared, u.opts)
	if err == nil {
		return nil
	}
	if u.mode == undeclared.Fail || ctx.Err() != nil {
		return fmt.Errorf("undeclared configuration: %w", err)
	}
	u.progress.Say("cannot look for undeclared configuration: %s", inert.Line(err.Error()))
	return nil
}

// whyUnformatted returns why no formatter may lay out a file, or "": the
// command would lay it out differently, or not at all.
func (u *configuration) whyUnformatted(file string) string {
	if name := u.layouts[file]; name != "" {
		return fmt.Sprintf("%s decides how it is formatted, and is not declared", report.Shown(u.Shown).Of(name))
	}
	return ""
}

// judge returns the failure of a run that does not allow undeclared
// configuration.
func (u *configuration) judge() error {
	if u.mode != undeclared.Fail || len(u.found) == 0 {
		return nil
	}
	return &exit.FindingsError{What: "bazel-fix: " + u.text()}
}

// tell lists the files. If they are a failure, judge lists them.
func (u *configuration) tell(w io.Writer) {
	if u.mode == undeclared.Report && len(u.found) > 0 {
		fmt.Fprintf(w, "autofix: %s\n", u.text())
	}
}

// text returns the files, and the lines that declare them.
func (u *configuration) text() string {
	const ignore = "format without it, and leave it out of this report, with: --undeclared-config=ignore"
	var b strings.Builder
	b.WriteString("undeclared configuration, which `autofix fix` uses but checks in Bazel do not:\n")
	add := u.Missing(u.found)
	shown := report.Shown(u.Shown)
	next := 0 // of add
	for _, found := range u.found {
		files := "1 file"
		if found.Files > 1 {
			files = fmt.Sprintf("%d files, such as", found.Files)
		}
		fmt.Fprintf(&b, "  %s, for %s %s\n", inert.Line(shown.Of(found.Path)), files, inert.Line(shown.Of(found.Example)))
		if next < len(add) && add[next] == found.Path {
			next++
			continue
		}
		b.WriteString("    the checks use a configuration with another name for everything: to declare this file, rename that one to autofix.toml, in the folder that it is for (see docs/bazel.md of rules_autofix)\n")
	}
	if len(add) == 0 {
		return b.String() + ignore
	}
	return b.String() + u.Lines(add) + "or " + ignore
}
