package main

import (
	"bytes"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/report"
)

// The formats of changes. The others are formats of findings.
const (
	diffFormat          = "diff"
	workspaceEditFormat = "workspace-edit"
)

// outputFormats are the values of --format, the default first.
func outputFormats() []string {
	formats := append(report.Formats(), diffFormat, workspaceEditFormat)
	slices.Sort(formats[1:])
	return formats
}

// outHelp is the help of --out. %s is the format of a FILE alone.
const outHelp = "Write to this file, in %s or in a FORMAT of --format, such as --out=sarif=FILE. A FILE of - is standard output. Repeatable."

// An outputFile is a file, and the format in which it is written.
type outputFile struct {
	flag   string // for messages
	format string
	file   string // - is standard output
}

// mayBeFormat matches the text before the = of a FORMAT=FILE. A file of such a
// name needs ./ in front.
var mayBeFormat = lazyregexp.New(`^[a-z][a-z0-9-]*$`)

// parseOutputs returns the values of --out, each FILE or FORMAT=FILE. The format
// of a FILE alone is standard.
func parseOutputs(values []string, standard string) ([]outputFile, error) {
	var all []outputFile
	for _, value := range values {
		format, file, named := strings.Cut(value, "=")
		if !named || !mayBeFormat().MatchString(format) {
			all = append(all, outputFile{"--out", standard, value})
			continue
		}
		switch {
		case !slices.Contains(outputFormats(), format):
			return nil, cli.Mistake("--out=%s: unknown format%s; the formats are %s; the name of a file with = starts with ./", value, cli.DidYouMean(format, outputFormats()), strings.Join(outputFormats(), ", "))
		case file == "":
			return nil, cli.Mistake("--out=%s: name a file, or - for standard output", value)
		}
		all = append(all, outputFile{"--out=" + format, format, file})
	}
	return all, nil
}

// named adds an output whose flag names its format, unless the file is "".
func named(all []outputFile, flag, format, file string) []outputFile {
	if file == "" {
		return all
	}
	return append(all, outputFile{flag, format, file})
}

// flagsOfOutputs returns the outputs for environment.claimStdout.
func flagsOfOutputs(all []outputFile) []outputFlag {
	flags := make([]outputFlag, len(all))
	for i, o := range all {
		flags[i] = outputFlag{o.flag, o.file}
	}
	return flags
}

// A changeSet has the changes that fixes would make, as far as formats show
// them. The texts of files are kept only for a WorkspaceEdit.
type changeSet struct {
	diff  bool
	edit  bool
	patch bytes.Buffer
	files []fixedits.FileChange
	any   bool
}

// show prepares the set for a format.
func (s *changeSet) show(format string) {
	s.diff = s.diff || format == diffFormat
	s.edit = s.edit || format == workspaceEditFormat
}

// add adds the changes of a plan. Plans come in the order of their paths.
func (s *changeSet) add(files []fixedits.FileChange) error {
	s.any = s.any || len(files) > 0
	if s.edit {
		s.files = append(s.files, files...)
	}
	if s.diff {
		return diffTo(files)(&s.patch)
	}
	return nil
}

// writeFindings writes findings, or the changes that their fixes would make, in
// a format of --format. A check that crashed has no JSON: an artifact is either
// complete or absent.
func writeFindings(w writer, format string, f *report.Findings, changes *changeSet, text report.TextOptions) error {
	switch {
	case format == diffFormat:
		_, err := w.Write(changes.patch.Bytes())
		return err
	case format == workspaceEditFormat:
		return report.WorkspaceEdit(w, changes.files)
	case format == "json" && f.Crashed():
		return nil
	}
	chosen, _ := report.FormatNamed(format)
	return chosen.Write(w, f, text)
}
