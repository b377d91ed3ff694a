// Package reports reads reports that tools wrote before this run, outside of a
// build.
//
// A report names the files that it is about, but only a few formats say which
// bytes these had. A fix is stale if the report has another text in one of its
// places, or, if the report does not have their text, if one of its files was
// modified after the report was written.
package reports

import (
	"fmt"
	"io"
	"io/fs"
	"time"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Large is the size in bytes from which on a report is read with a small heap:
// more would be garbage of reading it than is kept.
const Large = 128 << 20

// A Report is the output of a tool.
type Report struct {
	Name    string // of its file, for messages
	Format  adapters.Format
	In      io.Reader // an io.ReadSeeker is read without being held in memory, if the format allows it
	Written time.Time // zero if not known
	Dir     string    // the folder of the workspace that relative names are relative to; "" is the root
}

// A Source has the files of the workspace.
type Source interface {
	Root() string
	Read(path string) ([]byte, error)
	ModTime(path string) (time.Time, error)
}

// A Reading has the results of a report for the current files.
type Reading struct {
	Artifact *artifact.Artifact
	Refused  []*adapters.Refusal
	Stale    map[string]fixedits.Reason // fixes for older files, by id
}

// Read reads a report. roots are further names of the root of the workspace.
// The error describes the malformed part, or wraps the error of In.
func (r *Report) Read(source Source, roots ...string) (*Reading, error) {
	files := adapters.OpenFiles(source.Read, append(roots, source.Root())...)
	in, err := utf8(r.In)
	if err != nil {
		return nil, err
	}
	result, err := r.Format.Read(in, files, r.Dir)
	if err != nil {
		return nil, err
	}
	newer := r.newerFiles(source)
	for _, refusal := range result.Refused {
		if refusal.Code != adapters.CodePlace {
			continue
		}
		if ok, err := newer(refusal.Path); err != nil {
			return nil, err
		} else if ok {
			refusal.Code, refusal.Why = adapters.CodeChanged, r.modified("it")+": "+refusal.Why
		}
	}
	reading := &Reading{Refused: result.Refused, Stale: map[string]fixedits.Reason{}}
	if reading.Artifact, err = result.Artifact(r.Format.Name, "", files.Given()); err != nil {
		return nil, err
	}
	if len(reading.Artifact.Diagnostics) == 0 {
		if err := lost(result.Refused); err != nil {
			return nil, err
		}
	}
	for i := range reading.Artifact.Fixes {
		fix := &reading.Artifact.Fixes[i]
		switch files.Evidence(fix) {
		case adapters.OtherText:
			reading.Stale[fix.ID] = fixedits.Reason{Code: fixedits.CodeOtherText, Detail: r.Name + " has another text in its place"}
		case adapters.Silent:
			for _, edit := range fix.Edits {
				if edit.Kind == fixedits.EditCreate {
					continue
				}
				ok, err := newer(edit.Path)
				if err != nil {
					return nil, err
				}
				if ok {
					reading.Stale[fix.ID] = fixedits.Reason{Code: fixedits.CodeNewer, Detail: r.modified(edit.Path)}
					break
				}
			}
		}
	}
	return reading, nil
}

// lost returns an error if an error is among results of which none could be
// shown: a report about another folder has nothing to say about this one, which
// is not the same as nothing found.
func lost(refused []*adapters.Refusal) error {
	for _, r := range refused {
		if r.Finding != nil && r.Finding.Severity == fixedits.SeverityError {
			return fmt.Errorf("no result is about a file of the workspace, and there are errors: %w", r)
		}
	}
	return nil
}

func (r *Report) modified(path string) string {
	return path + " was modified after " + r.Name + " was written"
}

// newerFiles returns a function that reports whether a file was modified after
// the report was written.
func (r *Report) newerFiles(source Source) func(path string) (bool, error) {
	known := map[string]bool{}
	return func(path string) (bool, error) {
		if newer, ok := known[path]; ok || r.Written.IsZero() || !fs.ValidPath(path) || path == "." {
			return newer, nil
		}
		modified, err := source.ModTime(path)
		if err != nil {
			return false, fmt.Errorf("cannot tell when %s was modified: %w", path, err)
		}
		known[path] = modified.After(r.Written)
		return known[path], nil
	}
}
