package reports

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
	formats "github.com/rules-autofix/rules_autofix/internal/adapters/builtin"
	"github.com/rules-autofix/rules_autofix/internal/adapters/declared"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/exit"
)

// An Import is one --import=NAME=FILE.
type Import struct {
	Format adapters.Format
	File   string // its name on the command line; - is the standard input
	Own    string // the name, if no format has it: the file is an artifact
}

// artifactFormat is the name of the format of our own artifacts.
const artifactFormat = "artifact"

// ParseImports returns the values of --import.
func ParseImports(values []string) ([]Import, error) {
	var all []Import
	stdin := 0
	for _, value := range values {
		name, file, ok := strings.Cut(value, "=")
		switch {
		case !ok || name == "" || file == "":
			return nil, exit.Mistake("--import=%s: write NAME=FILE, such as ruff=report.json", value)
		case name == declared.Dockerfile:
			return nil, exit.Mistake("--import=%s: the format %s is for scripts in Dockerfiles, which only `autofix run-checker` extracts", value, name)
		case name == declared.Text:
			return nil, exit.Mistake("--import=%s: the format %s is the text of one file, which only `autofix run-checker` has made", value, name)
		}
		own := !slices.Contains(formats.Formats(), name)
		if file == "-" {
			stdin++
		}
		if stdin > 1 {
			return nil, exit.Mistake("--import=%s: the standard input can be read once: name a file", value)
		}
		one := Import{File: file}
		if own {
			one.Own, name = name, artifactFormat
		}
		var err error
		if one.Format, err = formats.Format(name); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, nil
}

// A Place says where the file of an import is.
type Place struct {
	Path  string    // absolute; ignored for the standard input
	Stdin io.Reader // the standard input
	Root  string    // of the workspace, by the name that the person uses
	Dir   string    // the folder that names in a report are relative to; absolute
}

// Read reads the report about the files of a workspace. The error is a
// *exit.UsageError if the file is not what its name says.
func (one *Import) Read(source Source, at Place) (*Reading, error) {
	reading, err := one.read(source, at)
	_, crash := errors.AsType[*adapters.CrashError](err)
	switch {
	case err == nil, one.Own != "": // whose error names the file
		return reading, err
	case crash: // writing the report again does not help
		return nil, fmt.Errorf("%s: %w; nothing was applied", one.File, err)
	}
	return nil, fmt.Errorf("%s: %w; nothing was applied: have the tool write it again", one.File, err)
}

func (one *Import) read(source Source, at Place) (*Reading, error) {
	r := &Report{Name: one.File, Format: one.Format, In: at.Stdin}
	if one.File != "-" {
		file, err := os.Open(at.Path)
		if err != nil && one.Own != "" {
			return nil, exit.Mistake("--import=%s=%s: unknown format%s; the formats are %s", one.Own, one.File, config.DidYouMean(one.Own, formats.Formats()), strings.Join(formats.Formats(), ", "))
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
	if one.Own != "" {
		reading, err := readArtifact(r.In)
		if err != nil {
			known := formats.Formats()
			return nil, exit.Mistake("--import=%s=%s: unknown format%s; the formats are %s; only an artifact may have a name of your own, and this is none: %w", one.Own, one.File, config.DidYouMean(one.Own, known), strings.Join(known, ", "), err)
		}
		return reading, nil
	}
	if one.Format.Name == artifactFormat { // which names its purpose
		return readArtifact(r.In)
	}
	root := at.Root
	if resolved, err := filepath.EvalSymlinks(root); err == nil {
		root = resolved
	}
	r.Dir = folderBelow(root, at.Dir)
	reading, err := r.Read(source, root)
	if err != nil {
		return nil, unnamed(err)
	}
	return reading, nil
}

func readArtifact(in io.Reader) (*Reading, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, unnamed(err)
	}
	a, err := artifact.Decode(text)
	if err != nil {
		return nil, err
	}
	return &Reading{Artifact: a}, nil
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
