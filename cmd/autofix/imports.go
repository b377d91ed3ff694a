package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/adapters"
	formats "github.com/rules-autofix/rules_autofix/adapters/builtin"
	"github.com/rules-autofix/rules_autofix/adapters/declared"
	"github.com/rules-autofix/rules_autofix/adapters/reports"
	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/report"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// importHelp is the help of --import. %s is a sentence about the use of the
// reports.
const importHelp = "A report of another tool in a format of `autofix run-checker --output`, such as ruff=report.json; an artifact may have any NAME. %s A FILE of - is the standard input. Names in it are relative to the working folder. A fix for an older version of a file is stale. Repeatable."

// importAgain is the remedy for stale files of reports.
const importAgain = "run the tools again, and import their new reports"

// An imported is one --import=NAME=FILE.
type imported struct {
	format adapters.Format
	file   string
	own    string // the name, if no format has it: the file is an artifact
}

// artifactFormat is the name of the format of our own artifacts.
const artifactFormat = "artifact"

// parseImports returns the values of --import.
func parseImports(values []string) ([]imported, error) {
	var all []imported
	stdin := 0
	for _, value := range values {
		name, file, ok := strings.Cut(value, "=")
		switch {
		case !ok || name == "" || file == "":
			return nil, cli.Mistake("--import=%s: write NAME=FILE, such as ruff=report.json", value)
		case name == declared.Dockerfile:
			return nil, cli.Mistake("--import=%s: the format %s is for scripts in Dockerfiles, which only `autofix run-checker` extracts", value, name)
		case name == declared.Text:
			return nil, cli.Mistake("--import=%s: the format %s is the text of one file, which only `autofix run-checker` has made", value, name)
		}
		own := !slices.Contains(formats.Formats(), name)
		if file == "-" {
			stdin++
		}
		if stdin > 1 {
			return nil, cli.Mistake("--import=%s: the standard input can be read once: name a file", value)
		}
		one := imported{file: file}
		if own {
			one.own, name = name, artifactFormat
		}
		var err error
		if one.format, err = formats.Format(name); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// importFlags returns the flags of reports.
func importFlags(values []string) []string {
	flags := make([]string, len(values))
	for i, value := range values {
		flags[i] = "--import=" + value
	}
	return flags
}

// readImports reads reports about the files of ws. It sets the fixes among them
// that are stale in opts, and reports which results cannot be used.
func (e *environment) readImports(ctx context.Context, flags *cli.Globals, ws *workspace.Workspace, all []imported, opts *pipeline.Options) ([]*artifact.Artifact, error) {
	var artifacts []*artifact.Artifact
	var stale pipeline.StaleFixes
	shown := e.Shown(ws.Root())
	for _, one := range all {
		reading, err := pipeline.UntilDone(ctx, func() (*reports.Reading, error) { return e.readImport(flags, ws, one) })
		switch {
		case err != nil && errors.Is(err, context.Cause(ctx)):
			return nil, err
		case isCrash(err):
			return nil, fmt.Errorf("%s: %w; nothing was applied", one.file, err)
		case err != nil && one.own != "":
			return nil, err // it names the file
		case err != nil:
			return nil, fmt.Errorf("%s: %w; nothing was applied: have the tool write it again", one.file, err)
		}
		report.Refused(e.Stderr, one.file, reading.Refused, shown)
		opts.Refused = append(opts.Refused, report.Unusable(one.file, reading.Refused, shown)...)
		artifacts = append(artifacts, reading.Artifact)
		stale.Add(reading.Artifact, reading.Stale)
	}
	opts.Stale = stale.Reasons()
	return artifacts, nil
}

// isCrash reports whether an adapter failed, which writing the report again does
// not help.
func isCrash(err error) bool {
	_, crash := errors.AsType[*adapters.CrashError](err)
	return crash
}

func (e *environment) readImport(flags *cli.Globals, ws *workspace.Workspace, one imported) (*reports.Reading, error) {
	r := &reports.Report{Name: one.file, Format: one.format, In: e.Stdin}
	if one.file != "-" {
		file, err := os.Open(e.Absolute(one.file))
		if err != nil && one.own != "" {
			return nil, cli.Mistake("--import=%s=%s: unknown format%s; the formats are %s", one.own, one.file, cli.DidYouMean(one.own, formats.Formats()), strings.Join(formats.Formats(), ", "))
		}
		if err != nil {
			return nil, unnamed(err)
		}
		defer file.Close()
		info, err := file.Stat()
		if err != nil {
			return nil, unnamed(err)
		}
		r.In = struct{ io.Reader }{file} // a pipe cannot be read twice
		if info.Mode().IsRegular() {
			r.In, r.Written = file, info.ModTime()
		}
	}
	if one.own != "" {
		reading, err := readArtifact(r.In)
		if err != nil {
			known := formats.Formats()
			return nil, cli.Mistake("--import=%s=%s: unknown format%s; the formats are %s; only an artifact may have a name of your own, and this is none: %w", one.own, one.file, cli.DidYouMean(one.own, known), strings.Join(known, ", "), err)
		}
		return reading, nil
	}
	if one.format.Name == artifactFormat { // which names its purpose
		return readArtifact(r.In)
	}
	root, err := e.Root(flags)
	if err != nil {
		return nil, err
	}
	if resolved, err := filepath.EvalSymlinks(root); err == nil {
		root = resolved
	}
	r.Dir = folderBelow(root, e.Dir)
	reading, err := r.Read(ws, root)
	if err != nil {
		return nil, unnamed(err)
	}
	return reading, nil
}

func readArtifact(in io.Reader) (*reports.Reading, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, unnamed(err)
	}
	a, err := artifact.Decode(text)
	if err != nil {
		return nil, err
	}
	return &reports.Reading{Artifact: a}, nil
}

// folderBelow returns a folder relative to root, or "" if it is not below it.
func folderBelow(root, dir string) string {
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved
	}
	relative, err := filepath.Rel(root, dir)
	if err != nil || relative == "." || !filepath.IsLocal(relative) {
		return ""
	}
	return filepath.ToSlash(relative)
}

// unnamed returns the cause of a failed operation on a file, without its name.
func unnamed(err error) error {
	if failure, ok := errors.AsType[*os.PathError](err); ok {
		return failure.Err
	}
	return err
}
