package workspaceedit

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/internal/adapters"
)

// A tree holds the files that one WorkspaceEdit has changed so far: its parts
// are applied in their order, and each sees what those before it did.
type tree struct {
	files   *adapters.Files
	dir     string
	now     map[string]*state // the files that the edit touches, by path
	confirm bool              // an annotation needs confirmation
}

// A state is the state of a path.
type state struct {
	absent  bool
	created bool // by the edit; otherwise Text has the text before the edit
	text    []byte
	edits   []fixedits.Edit // that make text of the given file; none if they do not
	edited  bool            // by one part of the edit
	version *int            // that the part named
}

func newTree(files *adapters.Files, dir string) *tree {
	return &tree{files: files, dir: dir, now: map[string]*state{}}
}

// apply applies an edit.
func (t *tree) apply(edit *workspaceEdit) error {
	note := func(id string) { t.confirm = t.confirm || edit.Annotations[id].NeedsConfirmation }
	if edit.Documents == nil {
		for _, uri := range slices.Sorted(maps.Keys(edit.Changes)) {
			for i := range edit.Changes[uri] {
				note(edit.Changes[uri][i].Annotation)
			}
			if err := t.change(uri, nil, edit.Changes[uri]); err != nil {
				return err
			}
		}
		return nil
	}
	for i := range edit.Documents {
		c := &edit.Documents[i]
		note(c.Annotation)
		for k := range c.Edits {
			note(c.Edits[k].Annotation)
		}
		var err error
		switch c.Kind {
		case "":
			if c.Document == nil {
				return fmt.Errorf("documentChanges[%d] has neither a kind nor a textDocument", i)
			}
			err = t.change(c.Document.URI, c.Document.Version, c.Edits)
		case "create":
			err = t.create(c)
		case "rename":
			err = t.rename(c)
		case "delete":
			err = t.remove(c)
		default:
			err = fmt.Errorf("documentChanges[%d] has the unknown kind %q", i, c.Kind)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// find returns the path of a URI, and its state.
func (t *tree) find(uri string) (string, *state, error) {
	if target, ok := t.target(uri); ok {
		if d := t.now[target]; d != nil {
			return target, d, nil
		}
	}
	found, err := t.files.FindURI(uri, t.dir)
	if err != nil {
		return "", nil, err
	}
	if d := t.now[found]; d != nil {
		return found, d, nil
	}
	snapshot, _ := t.files.Snapshot(found)
	d := &state{absent: snapshot.Absent}
	if !d.absent {
		if d.text, err = t.files.Text(found); err != nil {
			return "", nil, err
		}
	}
	t.now[found] = d
	return found, d, nil
}

// target returns the path in the workspace that a URI names, whether or not
// there is a file.
func (t *tree) target(uri string) (string, bool) {
	found, err := t.files.FindURI(uri, t.dir)
	if err == nil {
		return found, true
	}
	refusal, ok := errors.AsType[*adapters.Refusal](err)
	if !ok || refusal.Code != adapters.CodeNotGiven {
		return "", false
	}
	return refusal.Path, fs.ValidPath(refusal.Path) && refusal.Path != "."
}

// change applies the edits of a document, which all refer to the text before
// them.
func (t *tree) change(uri string, version *int, edits []textEdit) error {
	name, d, err := t.find(uri)
	if err != nil {
		return err
	}
	in := func(why string) error {
		return &adapters.Refusal{Index: -1, Path: name, Code: adapters.CodeInvalid, Why: why}
	}
	switch {
	case d.absent:
		return in("changed, but does not exist")
	case d.edited && version == nil && d.version == nil:
		return in("two documentChanges have edits of it and no version, so it is not known which text they are for")
	case d.edited && (version == nil || d.version == nil || *version != *d.version):
		return in("its edits are for different versions of it")
	case d.edited && d.created:
		return in("has two lists of edits after it was renamed or created")
	}
	before := d.text
	if d.edited { // all edits of one version are for the same text
		if before, err = t.files.Text(name); err != nil {
			return err
		}
	}
	if !utf8.Valid(before) {
		return &adapters.Refusal{Index: -1, Path: name, Code: adapters.CodePlace, Why: "not UTF-8, so the characters before a place cannot be counted"}
	}
	made, err := textEdits(name, before, edits)
	if err != nil {
		return err
	}
	if !d.created {
		d.edits = append(d.edits, made...)
		made = d.edits
	}
	if d.text, err = applied(before, made); err != nil {
		return in(err.Error())
	}
	d.edited, d.version = true, cmp.Or(version, d.version)
	return nil
}

// textEdits translates edits of a text.
func textEdits(name string, text []byte, edits []textEdit) ([]fixedits.Edit, error) {
	lines := position.New(text, adapters.LSP.Ends)
	marked := bytes.HasPrefix(text, []byte("\ufeff"))
	offset := func(at place) (int, error) {
		switch {
		case at.Line < 0 || at.Character < 0:
			return 0, errors.New("a position is negative")
		case at.Line == lines.Lines() && at.Character == 0: // the end, in many servers
			return len(text), nil
		case marked && at.Line == 0 && at.Character > 0:
			return 0, errors.New("the file starts with a byte order mark, and the protocol does not say whether it counts as a character")
		}
		from := position.Position{Line: at.Line + 1, Column: 1}
		start, err := lines.Offset(from, adapters.LSP.Columns)
		if err != nil {
			return 0, err
		}
		from.Column = at.Character + 1
		if width := len(text[start:lines.End(from.Line)]); at.Character >= width { // no unit is less than a byte
			return lines.End(from.Line), nil
		}
		exact, err := lines.Offset(from, adapters.LSP.Columns)
		if err == nil {
			return exact, nil
		}
		if nearest := lines.Nearest(from, adapters.LSP.Columns); nearest == lines.End(from.Line) {
			return nearest, nil
		}
		return 0, err
	}
	made := make([]fixedits.Edit, 0, len(edits))
	for i := range edits {
		e := &edits[i]
		if e.Range == nil || e.NewText == nil {
			return nil, &adapters.Refusal{Index: -1, Path: name, Code: adapters.CodeInvalid, Why: "an edit of it has no range or no newText"}
		}
		start, err := offset(e.Range.Start)
		end := start
		if err == nil {
			end, err = offset(e.Range.End)
		}
		if err == nil && end < start {
			err = errors.New("an edit ends before it starts")
		}
		if err != nil {
			return nil, &adapters.Refusal{Index: -1, Path: name, Code: adapters.CodePlace, Why: err.Error()}
		}
		made = append(made, fixedits.Edit{Path: name, Start: start, End: end, New: []byte(*e.NewText)})
	}
	return made, nil
}

// applied returns a text after edits of it.
func applied(text []byte, edits []fixedits.Edit) ([]byte, error) {
	sorted := slices.Clone(edits)
	fixedits.SortEdits(sorted)
	var after []byte
	last := 0
	for _, e := range sorted {
		if e.Start < last {
			return nil, errors.New("two edits of it overlap")
		}
		after = append(append(after, text[last:e.Start]...), e.New...)
		last = e.End
	}
	return append(after, text[last:]...), nil
}

func (t *tree) create(c *documentChange) error {
	name, d, err := t.vacant(c.URI)
	if err != nil {
		return err
	}
	if d.absent {
		*d = state{created: true}
		return nil
	}
	switch {
	case c.Options.Overwrite:
		return &adapters.Refusal{Index: -1, Path: name, Code: adapters.CodeInvalid, Why: "exists, and the edit overwrites it with a new file"}
	case c.Options.IgnoreIfExists:
		return nil
	}
	return exists(name)
}

func exists(name string) error {
	return &adapters.Refusal{Index: -1, Path: name, Code: adapters.CodeChanged, Why: "the edit creates it, but it exists"}
}

// vacant returns the path of a URI at which there need not be a file, and its
// state.
func (t *tree) vacant(uri string) (string, *state, error) {
	name, ok := t.target(uri)
	if !ok {
		_, err := t.files.FindURI(uri, t.dir)
		return "", nil, cmp.Or(err, errors.New("not a path in the workspace"))
	}
	if d := t.now[name]; d != nil {
		return name, d, nil
	}
	if snapshot, ok := t.files.Snapshot(name); !ok || snapshot.Absent {
		if err := t.files.AddAbsent(name); err != nil {
			return "", nil, err
		}
		t.now[name] = &state{absent: true}
		return name, t.now[name], nil
	}
	return t.find(uri)
}

func (t *tree) rename(c *documentChange) error {
	from, old, err := t.find(c.OldURI)
	if err != nil {
		return err
	}
	if old.absent {
		return &adapters.Refusal{Index: -1, Path: from, Code: adapters.CodeChanged, Why: "the edit renames it, but it does not exist"}
	}
	to, d, err := t.vacant(c.NewURI)
	switch {
	case err != nil:
		return err
	case d == old:
		return nil
	case !d.absent && c.Options.IgnoreIfExists && !c.Options.Overwrite:
		return nil
	case !d.absent:
		return exists(to)
	}
	*d = state{created: true, text: old.text}
	*old = state{absent: true, created: old.created}
	return nil
}

func (t *tree) remove(c *documentChange) error {
	name, d, err := t.find(c.URI)
	if err != nil {
		return err
	}
	if d.absent {
		if c.Options.IgnoreIfNotExists {
			return nil
		}
		return &adapters.Refusal{Index: -1, Path: name, Code: adapters.CodeChanged, Why: "the edit deletes it, but it does not exist"}
	}
	*d = state{absent: true, created: d.created}
	return nil
}

// edits returns the edits that make the tree of the given files.
func (t *tree) edits() ([]fixedits.Edit, error) {
	var all []fixedits.Edit
	for _, name := range slices.Sorted(maps.Keys(t.now)) {
		d := t.now[name]
		given, _ := t.files.Snapshot(name)
		switch {
		case given.Absent && d.absent:
		case given.Absent:
			all = append(all, fixedits.Edit{Path: name, Kind: fixedits.EditCreate, New: d.text})
		case d.absent:
			all = append(all, fixedits.Edit{Path: name, Kind: fixedits.EditDelete})
		case d.created: // something else was moved here
			return nil, &adapters.Refusal{Index: -1, Path: name, Code: adapters.CodeInvalid, Why: "the edit replaces it with another file"}
		default:
			all = append(all, d.edits...)
		}
	}
	return all, nil
}
