package external

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// Rewrite says how to use a program that makes new texts of files instead of
// reporting findings. It runs in a private copy of the files, so that it can
// change nothing else, and its changes become fixes.
//
// Phase decides what the fixes are. A program of fixedits.PhaseFormat is a
// formatter: each file is one fix, and the program must not change its own
// result again. Otherwise each group of changed lines that stands by itself is
// a fix.
type Rewrite struct {
	// Prints says that the program prints the new text of one file, and runs once
	// for each. Otherwise it writes to the files, and runs once for all of them.
	// A program that prints is a formatter.
	Prints bool

	Phase  fixedits.Phase
	Safety fixedits.Safety

	// Data are further files and folders that the program needs, relative to the
	// folder of the checker. They are in the copy at the same paths.
	Data []string

	// Parse returns why a text does not parse, or nil if it does or the language
	// of the file is unknown. A nil Parse accepts all texts.
	Parse func(path string, text []byte) error
	// Taken returns why another formatter formats a file, so that this one must
	// not, or "". It is called for formatters. A nil Taken means no file.
	Taken func(path string, text []byte) string
}

func (w *Rewrite) formats() bool { return w.Prints || w.Phase == fixedits.PhaseFormat }

func (w *Rewrite) parse(path string, text []byte) error {
	if w.Parse == nil {
		return nil
	}
	return w.Parse(path, text)
}

// A rewriting is one use of a Rewrite.
type rewriting struct {
	*Checker
	*Rewrite
	files  *adapters.Files
	tree   *tree
	result *adapters.Result
	said   *tail
	index  int // of the next result
}

// rewrite runs the program in a copy of the files, and returns the fixes.
func (c *Checker) rewrite(ctx context.Context, given []fixedits.Snapshot, said *tail) (*adapters.Result, error) {
	files := adapters.NewFiles(given, c.read)
	files.Unsaid = c.Unsaid
	r := &rewriting{Checker: c, Rewrite: c.Rewrite, files: files, result: adapters.NewResult(files), said: said}
	if r.formats() {
		var err error
		if given, err = r.untaken(given); err != nil {
			return nil, err
		}
	}
	if len(given) == 0 {
		return r.result, nil
	}
	copied, err := newTree()
	if err != nil {
		return nil, err
	}
	defer copied.remove()
	r.tree = copied
	for _, file := range given {
		text, err := files.Text(file.Path)
		if err != nil {
			return nil, err
		}
		if err := copied.add(c.Dir, file.Path, text); err != nil {
			return nil, err
		}
	}
	if err := copied.addData(c.Dir, r.Data); err != nil {
		return nil, err
	}
	if c.Mirror != nil {
		if err := copied.addRest(c.Dir, c.Mirror.Changed); err != nil {
			return nil, err
		}
	}
	if r.Prints {
		return r.result, r.print(ctx, given)
	}
	return r.result, r.inPlace(ctx, given)
}

// untaken refuses the files that another formatter formats, and returns the
// others.
func (r *rewriting) untaken(given []fixedits.Snapshot) (rest []fixedits.Snapshot, err error) {
	for _, file := range given {
		text, err := r.files.Text(file.Path)
		if err != nil {
			return nil, err
		}
		if r.Taken != nil {
			if why := r.Taken(file.Path, text); why != "" {
				r.refuse(file.Path, adapters.CodeRejected, why)
				continue
			}
		}
		rest = append(rest, file)
	}
	return rest, nil
}

func (r *rewriting) refuse(path string, code adapters.Code, why string) {
	r.result.Refuse(r.next(), &adapters.Refusal{Index: -1, Path: path, Code: code, Why: why})
}

func (r *rewriting) next() adapters.Refusal {
	r.index++
	return adapters.Refusal{Index: r.index - 1, ID: r.rule()}
}

// rule returns the rule of all findings, which the program does not name.
func (r *rewriting) rule() string {
	name := "fix"
	if r.formats() {
		name = "format"
	}
	return cmp.Or(adapters.Namespace(r.Name), "checker") + "/" + name
}

func (r *rewriting) phase() fixedits.Phase {
	if r.formats() {
		return fixedits.PhaseFormat
	}
	return r.Phase
}

func (r *rewriting) fix(title string) fixedits.Fix {
	return fixedits.Fix{Rule: r.rule(), Phase: r.phase(), Safety: r.Safety, Confidence: fixedits.ConfidenceMedium, Title: title}
}

func (r *rewriting) finding(path, message string) fixedits.Diagnostic {
	return fixedits.Diagnostic{Rule: r.rule(), Phase: r.phase(), Severity: fixedits.SeverityWarning, Path: path, Message: message}
}

// usable returns why the new text of a file cannot be used, or nil.
func (r *rewriting) usable(path string, before, after []byte) error {
	switch {
	case bytes.IndexByte(after, 0) >= 0 && bytes.IndexByte(before, 0) < 0:
		return errors.New("its new text is binary: it has a NUL byte")
	case utf8.Valid(before) && !utf8.Valid(after):
		return errors.New("its new text is not valid UTF-8")
	case r.formats() && blank(after) && !blank(before):
		return errors.New("its new text is empty")
	}
	if err := r.parse(path, after); err != nil && r.parse(path, before) == nil {
		return fmt.Errorf("its new text does not parse: %w", err)
	}
	return nil
}

func blank(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }

// stable returns an error if a formatter changes its own result.
func stable(once, twice []byte) error {
	changes := textdiff.Changes(once, twice)
	if len(changes) == 0 {
		return nil
	}
	return fmt.Errorf("the formatter is not stable: a second run changes line %d again", position.At(once, changes[0].Start).Line)
}

// addFormatted adds the one fix of a formatted file.
func (r *rewriting) addFormatted(path string, before, after []byte) {
	changes := textdiff.Changes(before, after)
	if len(changes) == 0 {
		return
	}
	fix := r.fix("Format the file with " + r.Name)
	fix.Edits = editsOf(path, changes)
	line := position.At(before, changes[0].Start).Line
	message := fmt.Sprintf("not formatted at line %d", line)
	if len(changes) > 1 {
		message = fmt.Sprintf("not formatted in %d places, the first at line %d", len(changes), line)
	}
	finding := r.finding(path, message)
	finding.Start, finding.End = changes[0].Start, changes[0].End
	r.result.Add(r.next(), finding, fix)
}

func editsOf(path string, changes []textdiff.Change) []fixedits.Edit {
	edits := make([]fixedits.Edit, len(changes))
	for i, c := range changes {
		edits[i] = fixedits.Edit{Path: path, Start: c.Start, End: c.End, New: c.New}
	}
	return edits
}
