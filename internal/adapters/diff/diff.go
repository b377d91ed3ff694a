// Package diff reads unified diffs, with or without the extensions of git.
//
// The format of git is that of https://git-scm.com/docs/diff-format, and the
// other one that of diff -u. Either may have text before it, as patches of git
// have. Combined diffs, the diffs of merges, are not read.
package diff

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Rule is the rule of all findings, unless an Adapter names another: a diff does
// not say more.
const Rule = "diff/patch"

// Adapter reads a diff. Each file in it becomes one fix, which is a suggestion:
// its hunks may need each other. A finding is at the first changed line.
//
// A diff must apply to the files as they are, at the lines that it names. It may
// create, delete, rename and copy files. A change of the mode of a file that
// stays, and a link, are refused.
type Adapter struct {
	Rule string // of all findings; default Rule

	// AddedNewline is set for diffs of texts to whose ends a newline was added,
	// both before and after, as SplitLines of github.com/pmezard/go-difflib does.
	AddedNewline bool
}

// Read implements adapters.Adapter.
func (a Adapter) Read(in io.Reader, files *adapters.Files, dir string) (*adapters.Result, error) {
	text, err := io.ReadAll(in)
	if err != nil {
		return nil, err
	}
	patches, before, err := gitdiff.Parse(bytes.NewReader(text))
	switch {
	case err != nil:
		return nil, fmt.Errorf("not a unified diff: %w", err)
	case len(patches) == 0 && strings.TrimSpace(before) != "":
		return nil, errors.New("not a unified diff: no file header was found")
	}
	result := adapters.NewResult(files)
	for i, patch := range patches {
		at := adapters.Refusal{Index: i}
		read := reader{files: files, dir: dir, patch: patch, rule: cmp.Or(a.Rule, Rule), addedNewline: a.AddedNewline}
		if err := read.add(result, at); err != nil {
			at.Path = read.path
			result.Refuse(at, err)
		}
	}
	return result, nil
}

// A reader reads the patch of one file.
type reader struct {
	files *adapters.Files
	dir   string // that names are relative to
	patch *gitdiff.File
	path  string // of the file; may be empty
	rule  string

	addedNewline bool
}

func (r *reader) add(result *adapters.Result, at adapters.Refusal) error {
	p := r.patch
	r.path = path.Join(r.dir, name(p))
	if err := r.modes(); err != nil {
		return err
	}
	var before []byte
	var err error
	if !p.IsNew {
		if r.path, err = r.find(p.OldName); err != nil {
			return err
		}
		if before, err = r.files.Text(r.path); err != nil {
			return err
		}
	}
	after, err := r.apply(before)
	if err != nil {
		return err
	}
	fix := fixedits.Fix{
		Rule: r.rule, Phase: fixedits.PhaseSemantic, Confidence: fixedits.ConfidenceMedium,
	}
	finding := fixedits.Diagnostic{Rule: r.rule, Phase: fixedits.PhaseSemantic, Severity: fixedits.SeverityWarning, Path: r.path}
	switch {
	case p.IsNew, p.IsCopy, p.IsRename:
		created, err := r.create(after)
		if err != nil {
			return err
		}
		fix.Title = "Create " + created.Path
		fix.Edits = []fixedits.Edit{*created}
		if p.IsNew {
			at.Path = created.Path
			result.AddFix(at, fix)
			return nil
		}
		finding.Message = "the diff copies this file to " + created.Path
		if p.IsRename {
			finding.Message = "the diff renames this file to " + created.Path
			fix.Title = fmt.Sprintf("Rename %s to %s", r.path, created.Path)
			fix.Edits = append(fix.Edits, fixedits.Edit{Path: r.path, Kind: fixedits.EditDelete})
		}
	case p.IsDelete:
		finding.Message, fix.Title = "the diff deletes this file", "Delete "+r.path
		fix.Edits = []fixedits.Edit{{Path: r.path, Kind: fixedits.EditDelete}}
	default:
		for _, change := range textdiff.Changes(before, after) {
			fix.Edits = append(fix.Edits, fixedits.Edit{Path: r.path, Start: change.Start, End: change.End, New: change.New})
		}
		if len(fix.Edits) == 0 {
			return nil
		}
		finding.Message, fix.Title = "the diff changes this line", "Apply the diff to "+r.path
		if n := len(fix.Edits); n > 1 {
			finding.Message = fmt.Sprintf("the diff changes this file in %d places, of which this is the first", n)
		}
		finding.Start, finding.End = fix.Edits[0].Start, fix.Edits[0].End
	}
	result.Add(at, finding, fix)
	return nil
}

// apply returns the text of the file after the patch.
func (r *reader) apply(before []byte) ([]byte, error) {
	if r.addedNewline {
		before = append(slices.Clip(before), '\n')
	}
	var after bytes.Buffer
	if err := gitdiff.Apply(&after, bytes.NewReader(before), r.patch); err != nil {
		return nil, doesNotApply(err)
	}
	if !r.addedNewline {
		return after.Bytes(), nil
	}
	text, ok := bytes.CutSuffix(after.Bytes(), []byte("\n"))
	if !ok {
		return nil, errors.New("the diff removes the newline that was added to the end of both texts")
	}
	return text, nil
}

// name returns the name of the file of a patch.
func name(p *gitdiff.File) string {
	if p.IsDelete || p.NewName == "" {
		return p.OldName
	}
	return p.NewName
}

// find returns the path of a given file. Diffs of other tools than git often
// have the prefixes of git.
func (r *reader) find(name string) (string, error) {
	found, err := r.files.Find(name, r.dir)
	if err == nil {
		return found, nil
	}
	if rest := unprefixed(name); rest != name {
		return r.files.Find(rest, r.dir)
	}
	return "", err
}

func unprefixed(name string) string {
	for _, prefix := range []string{"a/", "b/"} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			return rest
		}
	}
	return name
}

// create returns the edit that creates the file of a patch.
func (r *reader) create(text []byte) (*fixedits.Edit, error) {
	name := r.patch.NewName
	if len(r.patch.TextFragments) > 0 && r.patch.NewMode == 0 && !r.patch.IsRename && !r.patch.IsCopy { // not of git
		name = unprefixed(name)
	}
	to := path.Join(r.dir, name)
	if path.IsAbs(name) || !fs.ValidPath(to) || to == "." {
		return nil, &adapters.Refusal{Index: -1, Path: name, Code: adapters.CodeNotGiven, Why: "not a path in the workspace"}
	}
	if err := r.files.AddAbsent(to); err != nil {
		return nil, err
	}
	mode := r.patch.NewMode
	if mode == 0 {
		mode = r.patch.OldMode
	}
	return &fixedits.Edit{Path: to, Kind: fixedits.EditCreate, New: slices.Clip(text), Executable: mode&0o111 != 0}, nil
}

// modes refuses changes of modes that a fix cannot make.
func (r *reader) modes() error {
	before, after := r.patch.OldMode, r.patch.NewMode
	for _, mode := range []os.FileMode{before, after} {
		if kind := mode & 0o170000; kind != 0 && kind != 0o100000 { // as git writes it
			return errors.New("not a regular file in the diff: a fix neither writes nor replaces links")
		}
	}
	if before != 0 && after != 0 && before != after && !r.patch.IsDelete && !r.patch.IsNew {
		return errors.New("the diff changes its mode, which a fix cannot do")
	}
	return nil
}

// doesNotApply returns the refusal of a patch.
func doesNotApply(err error) error {
	why := err.Error()
	if at, ok := errors.AsType[*gitdiff.ApplyError](err); ok {
		if at.Line > 0 {
			why = fmt.Sprintf("line %d: %v", at.Line, at.Unwrap())
		}
		if errors.Is(err, &gitdiff.Conflict{}) {
			return &adapters.Refusal{Index: -1, Code: adapters.CodeChanged, Why: "the diff does not apply: " + why}
		}
	}
	return &adapters.Refusal{Index: -1, Code: adapters.CodePlace, Why: "the diff does not apply: " + why}
}
