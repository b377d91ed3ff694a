// Package clangtidy reads the file that `clang-tidy --export-fixes` writes.
//
// The format is that of clang::tooling::TranslationUnitDiagnostics:
// https://clang.llvm.org/extra/clang-tidy/#using-clang-tidy.
package clangtidy

import (
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"

	"go.yaml.in/yaml/v4"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Adapter reads the diagnostics. Rules are named clang-tidy/CHECK, such as
// clang-tidy/modernize-use-nullptr. Relative names are relative to the folder
// of the build. Notes, and with them their replacements, are left out, as
// clang-tidy does unless it is run with --fix-notes.
//
// Fixes that insert the same include share it. clang-tidy says nothing about
// the safety of its fixes: they are suggestions.
type Adapter struct{}

type unit struct {
	Diagnostics *[]diagnostic `yaml:"Diagnostics"`
}

type diagnostic struct {
	Name    string `yaml:"DiagnosticName"`
	Message struct {
		Message      string        `yaml:"Message"`
		FilePath     string        `yaml:"FilePath"` // empty if it is about no file
		FileOffset   int           `yaml:"FileOffset"`
		Replacements []replacement `yaml:"Replacements"`
	} `yaml:"DiagnosticMessage"`
	Notes []struct {
		Message    string `yaml:"Message"`
		FilePath   string `yaml:"FilePath"`
		FileOffset int    `yaml:"FileOffset"` // bytes
	} `yaml:"Notes"`
	Level          string `yaml:"Level"`
	BuildDirectory string `yaml:"BuildDirectory"`
}

type replacement struct {
	FilePath string `yaml:"FilePath"`
	Offset   int    `yaml:"Offset"` // bytes
	Length   int    `yaml:"Length"` // bytes
	Text     string `yaml:"ReplacementText"`
}

// Read implements adapters.Adapter. Empty output has no diagnostics. It may have
// several documents.
func (Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	result := adapters.NewResult(files)
	index := 0 // of the diagnostic, over all documents
	from := yaml.NewDecoder(in)
	for document := 1; ; document++ {
		var u unit
		switch err := from.Decode(&u); {
		case errors.Is(err, io.EOF):
			return result, nil
		case err != nil:
			return nil, fmt.Errorf("document %d: %w", document, err)
		}
		if u.Diagnostics == nil {
			return nil, fmt.Errorf("document %d: %w", document, adapters.NoMember("Diagnostics"))
		}
		named := false
		for i := range *u.Diagnostics {
			d := &(*u.Diagnostics)[i]
			named = named || d.Name != ""
			add(result, files, index, d, dir)
			index++
		}
		if len(*u.Diagnostics) > 0 && !named {
			return nil, fmt.Errorf("document %d: %w", document, adapters.NoMember("DiagnosticName"))
		}
	}
}

func add(result *adapters.Result, files *adapters.Files, index int, d *diagnostic, dir string) {
	at := adapters.Refusal{Index: index, ID: d.Name}
	finding := fixedits.Diagnostic{
		Rule: "clang-tidy/" + d.Name, Phase: fixedits.PhaseSemantic, Severity: severityOf(d.Level),
		Message: d.Message.Message,
	}
	if d.Name == "clang-diagnostic-error" {
		finding.Phase = fixedits.PhaseSyntax
	}
	named, err := find(files, d, d.Message.FilePath, dir)
	if err != nil {
		result.RefuseFinding(at, finding, err)
		return
	}
	finding.Path, at.Path = named, named
	start, _, err := files.Span(named, adapters.InBytes, d.Message.FileOffset, d.Message.FileOffset)
	result.Locate(at, &finding, adapters.InBytes, 0, start, start, err)
	for _, note := range d.Notes {
		noted, err := find(files, d, note.FilePath, dir)
		if err != nil {
			continue // such as a header
		}
		if at, _, err := files.Span(noted, adapters.InBytes, note.FileOffset, note.FileOffset); err == nil {
			result.Relate(&finding, noted, at, at, note.Message)
		}
	}
	if len(d.Message.Replacements) == 0 {
		result.Add(at, finding)
		return
	}
	fix := fixedits.Fix{
		Rule: finding.Rule, Phase: finding.Phase, Title: "Apply the fix of " + d.Name,
		Confidence: fixedits.ConfidenceMedium,
	}
	for _, r := range d.Message.Replacements {
		edit, err := editOf(files, d, &r, dir)
		if err != nil {
			result.Refuse(at, err)
			result.Add(at, finding)
			return
		}
		fix.Edits = append(fix.Edits, *edit)
	}
	fix.Idempotent = includes(fix.Edits)
	result.Add(at, finding, fix)
}

// directive matches lines that include headers.
var directive = lazyregexp.New(`^([ \t]*#[ \t]*include[ \t]*[<"][^\n]*[>"]\r?\n)+$`)

// includes reports whether all insertions are lines that include headers. Two
// fixes may share these: each check inserts the headers that it needs.
func includes(edits []fixedits.Edit) bool {
	found := false
	for i := range edits {
		if e := &edits[i]; e.Start == e.End {
			if !directive().Match(e.New) {
				return false
			}
			found = true
		}
	}
	return found
}

func editOf(files *adapters.Files, d *diagnostic, r *replacement, dir string) (*fixedits.Edit, error) {
	named, err := find(files, d, r.FilePath, dir)
	if err != nil {
		return nil, err
	}
	start, end, err := files.Span(named, adapters.InBytes, r.Offset, r.Offset+r.Length)
	return &fixedits.Edit{Path: named, Start: start, End: end, New: []byte(r.Text)}, err
}

// find returns the path of a file that a diagnostic names.
func find(files *adapters.Files, d *diagnostic, name, dir string) (string, error) {
	if slashed := filepath.ToSlash(name); name != "" && !path.IsAbs(slashed) && !filepath.IsAbs(name) && d.BuildDirectory != "" {
		name = path.Join(filepath.ToSlash(d.BuildDirectory), slashed)
	}
	return files.Find(name, dir)
}

func severityOf(level string) fixedits.Severity {
	switch level {
	case "Error":
		return fixedits.SeverityError
	case "Remark":
		return fixedits.SeverityInfo
	}
	return fixedits.SeverityWarning
}
