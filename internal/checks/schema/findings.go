package schema

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	fixactions "github.com/rules-autofix/rules_autofix/internal/fixactions"
	"github.com/rules-autofix/rules_autofix/internal/fixactions/operation"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/schema/validate"
)

// A located is a finding whose fixes are still to be lowered.
type located struct {
	checks.Finding
	fixes []validate.Fix // with the files and documents of the operations
}

// textsOf returns the text of values as they are written.
func (r *run) textsOf(document int) validate.Texts {
	return func(pointer string) string {
		place, ok := r.parsed.Find(document, pointer)
		if !ok {
			return ""
		}
		return string(r.file.Content[place.Start:place.End])
	}
}

// add adds the finding of a mistake.
func (r *run) add(document int, m *validate.Mistake) {
	if !r.settings.Enabled(m.Rule) || m.Same != nil && !r.compare(document, m) {
		return
	}
	start, end := r.placeOf(document, m)
	pointer := m.Pointer()
	found := located{Finding: checks.Finding{Rule: m.Rule, Message: m.Message, Start: start, End: end, Pointer: &pointer, Document: r.indexOf(document)}}
	if !r.settings.Bare {
		for _, fix := range m.Fixes {
			found.fixes = append(found.fixes, r.placed(document, fix))
		}
	}
	r.found = append(r.found, found)
}

// indexOf returns the index of a document, or nil if the file has only one.
func (r *run) indexOf(document int) *int {
	if r.parsed.Documents() == 1 {
		return nil
	}
	return &document
}

// placed returns a fix with the file and the document of its operations.
func (r *run) placed(document int, fix validate.Fix) validate.Fix {
	operations := make([]fixedits.Operation, len(fix.Operations))
	for i, op := range fix.Operations {
		if op.File == "" {
			op.File, op.Document = r.file.Path, r.indexOf(document)
		}
		operations[i] = op
		if fix.Rewrites && fix.Safety == fixedits.SafetySafe && r.hasComment(document, op.Pointer) {
			fix.Safety = fixedits.SafetySuggestion
		}
	}
	fix.Operations = operations
	return fix
}

// hasComment reports whether there may be a comment about an item of an array.
func (r *run) hasComment(document int, pointer string) bool {
	place, ok := r.parsed.Find(document, pointer)
	if !ok {
		return false
	}
	start, end := r.itemsOf(place)
	text := string(r.file.Content[start:end])
	if strings.HasPrefix(strings.ToLower(path.Ext(r.file.Path)), ".json") {
		return strings.Contains(text, "//") || strings.Contains(text, "/*")
	}
	return strings.Contains(text, "#")
}

// itemsOf returns the range of the items of an array, with the comments above
// the first one and on the line of the last one.
func (r *run) itemsOf(place operation.Place) (start, end int) {
	text := r.file.Content
	hasKey := place.KeyEnd > place.KeyStart
	switch {
	case hasKey && place.KeyStart >= place.Start: // the header of an array of tables, which may go on to the end
		return r.commentsAbove(place.Start), len(text)
	case text[place.Start] == '[':
		return place.Start, place.End
	case hasKey:
		return min(lineEnd(text, place.KeyEnd), place.Start), lineEnd(text, place.End)
	}
	return r.commentsAbove(place.Start), lineEnd(text, place.End)
}

// commentsAbove returns the start of the comments directly above a line, or that
// of the line.
func (r *run) commentsAbove(at int) int {
	text := r.file.Content
	start := bytes.LastIndexByte(text[:at], '\n') + 1
	for start > 0 {
		above := bytes.LastIndexByte(text[:start-1], '\n') + 1
		if !bytes.HasPrefix(bytes.TrimSpace(text[above:start]), []byte("#")) {
			break
		}
		start = above
	}
	return start
}

// lineEnd returns the offset of the end of the line at an offset.
func lineEnd(text []byte, at int) int {
	if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// placeOf returns the bytes that a mistake is about: a key, a scalar, or of an
// object or array its key, or else its first line.
func (r *run) placeOf(document int, m *validate.Mistake) (start, end int) {
	pointer := m.Pointer()
	place, exact := r.parsed.Find(document, pointer)
	if !exact {
		place, _ = validate.Nearest(r.parsed, document, pointer)
	}
	hasKey := place.KeyEnd > place.KeyStart
	if m.Key && exact && hasKey {
		return place.KeyStart, place.KeyEnd
	}
	if value, err := operation.Lookup(r.parsed.Value(document), pointer); err == nil && exact {
		switch value.(type) {
		case map[string]any, []any:
		default:
			return place.Start, place.End
		}
	}
	if hasKey {
		return place.KeyStart, place.KeyEnd
	}
	text := r.file.Content[place.Start:place.End]
	if n := bytes.IndexAny(text, "\r\n"); n >= 0 {
		text = text[:n]
	}
	return place.Start, place.Start + len(text)
}

// findings returns the findings with their fixes, lowered to edits. A fix that
// cannot be lowered, such as one of a YAML alias, is left out.
func (r *run) findings() []checks.Finding {
	var actions []fixactions.Action
	for _, found := range r.found {
		for _, fix := range found.fixes {
			actions = append(actions, fixactions.Action{Operations: fix.Operations})
		}
	}
	if len(actions) == 0 {
		return r.plain()
	}
	var fixes []*candidate
	next := 0
	lowered := fixactions.Lower(r.textOf, actions)
	for i := range r.found {
		for _, fix := range r.found[i].fixes {
			result := lowered[next]
			next++
			if result.Rejected == nil && len(result.Edits) > 0 {
				fixes = append(fixes, &candidate{finding: i, fix: fix, edits: result.Edits, isolation: result.Isolation})
			}
		}
	}
	for _, c := range apart(r.file.Path, fixes) {
		found := &r.found[c.finding]
		found.Fixes = append(found.Fixes, fixedits.Fix{
			Title: c.fix.Title, Safety: c.fix.Safety, Edits: c.edits, Actions: c.fix.Operations, Isolation: c.isolation,
		})
	}
	return r.plain()
}

// plain returns the findings as they are.
func (r *run) plain() []checks.Finding {
	all := make([]checks.Finding, len(r.found))
	for i := range r.found {
		all[i] = r.found[i].Finding
	}
	return all
}

// textOf returns the text of a file that operations change.
func (r *run) textOf(name string) ([]byte, error) {
	if name == r.file.Path {
		return r.file.Content, nil
	}
	file, err := r.read(name)
	if err == nil && file.Path == "" {
		err = fmt.Errorf("there is no file %s", name)
	}
	return file.Content, err
}

// unreadable returns the finding that a file cannot be parsed, unless the rule
// of its syntax has it.
func (r *run) unreadable(err error) []checks.Finding {
	why, ok := errors.AsType[*operation.Error](err)
	if ok && why.Code == operation.CodeSyntax && r.checker.parsed != nil && r.checker.parsed(r.file, r.settings.Config) {
		return nil
	}
	return r.cannot(validate.Unreadable(err))
}

// cannot returns the finding that a file cannot be validated.
func (r *run) cannot(why string) []checks.Finding {
	end := bytes.IndexAny(r.file.Content, "\r\n")
	if end < 0 {
		end = len(r.file.Content)
	}
	return []checks.Finding{{Rule: ruleUnreadable, Start: 0, End: end, Message: "the file cannot be validated: " + why}}
}

// compare completes the mistake that a value differs from one in another file.
// It reports false if the values are the same.
func (r *run) compare(document int, m *validate.Mistake) bool {
	value, err := operation.Lookup(r.parsed.Value(document), m.Pointer())
	if err != nil {
		return false
	}
	name := validate.Subject(r.parsed.Value(document), m.Tokens)
	other, where, why := r.other(document, m.Same)
	if why != "" {
		m.Message = fmt.Sprintf("%s must be the same as %s: %s", name, m.Same, why)
		return true
	}
	if operation.Equal(value, other) {
		return false
	}
	m.Message = fmt.Sprintf("%s must be the same as %s in %s, which is %s, not %s", name, operation.PointerText(m.Same.Pointer), where, operation.Text(other), operation.Text(value))
	here := validate.Replace(m.Pointer(), value, other, fixedits.SafetySafe)
	there := validate.Replace(m.Same.Pointer, other, value, fixedits.SafetySuggestion)
	there.Operations[0].File = where
	here.Title += " as in " + where
	there.Title += " in " + where
	if where == r.file.Path {
		there.Operations[0].Document = r.indexOf(document)
	}
	if m.Accepts(other) {
		m.Fixes = append(m.Fixes, here)
	}
	m.Fixes = append(m.Fixes, there)
	return true
}

// other returns the value that a reference means, and the file that has it, or
// why there is none.
func (r *run) other(document int, to *validate.Reference) (value any, where, why string) {
	if to.File == "" {
		value, err := operation.Lookup(r.parsed.Value(document), to.Pointer)
		if err != nil {
			return nil, "", err.Why
		}
		return value, r.file.Path, ""
	}
	where = path.Join(path.Dir(r.file.Path), to.File)
	if strings.HasPrefix(to.File, "/") {
		where = path.Clean(to.File[1:])
	}
	if !isLocal(where) {
		return nil, where, where + " is outside of the workspace"
	}
	file, err := r.read(where)
	switch {
	case err != nil:
		return nil, where, strings.TrimPrefix(err.Error(), where+": ")
	case file.Path == "":
		return nil, where, where + " does not exist; in a build, declare it with the configuration"
	}
	parsed, err := fixactions.Open(where, file.Content)
	if err != nil {
		return nil, where, where + " cannot be read: " + validate.Unreadable(err)
	}
	if n := parsed.Documents(); n != 1 {
		return nil, where, fmt.Sprintf("%s has %d documents, and a reference can only mean one", where, n)
	}
	value, failed := operation.Lookup(parsed.Value(0), to.Pointer)
	if failed != nil {
		return nil, where, where + ": " + failed.Why
	}
	return value, where, ""
}
