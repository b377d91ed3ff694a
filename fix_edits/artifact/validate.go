package artifact

import (
	"io/fs"
	"slices"
	"strings"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// Validate returns an *Error for the first problem that makes the artifact
// malformed: anything that the schema forbids, a range or fix in a path without
// a snapshot, a range outside its snapshot, an edit of a kind that its snapshot
// does not allow, a duplicate id, or an unknown fix id. Encode writes, and
// Decode returns, only valid artifacts. The merge checks that the edits of a
// fix do not overlap or split a character.
func (a *Artifact) Validate() error {
	if err := a.validate(); err != nil {
		return err
	}
	return nil
}

func (a *Artifact) validate() *Error {
	if a.Version != Version {
		return unknownVersion(a.Version)
	}
	if err := checkIdentifier(a.Tool.Name, "tool.name"); err != nil {
		return err
	}
	if err := checkText(a.Tool.Version, "tool.version"); err != nil {
		return err
	}
	if err := checkText(a.Origin, "origin"); err != nil {
		return err
	}
	if err := checkNames(a.Checkers, "checkers"); err != nil {
		return err
	}
	if err := checkNames(a.Without, "without"); err != nil {
		return err
	}
	files, err := newFiles(a.Snapshots, "snapshots")
	if err != nil {
		return err
	}
	for i, path := range a.Warn {
		if _, ok := files.sizes[path]; !ok {
			return invalid(item(i), "%s has no snapshot in this artifact", quote(path)).within("warn")
		}
		if slices.Contains(a.Warn[:i], path) {
			return invalid(item(i), "%s is named twice", quote(path)).within("warn")
		}
	}
	if _, err := newFiles(a.Reads, "reads"); err != nil {
		return err
	}
	known := make(map[string]struct{}, max(len(a.Fixes), len(a.Diagnostics)))
	for i := range a.Fixes {
		fix := &a.Fixes[i]
		if err := files.checkFix(fix); err != nil {
			return err.within(item(i)).within("fixes")
		}
		if _, twice := known[fix.ID]; twice {
			return invalid("id", "an earlier fix has the same id, %s", quote(fix.ID)).within(item(i)).within("fixes")
		}
		known[fix.ID] = struct{}{}
	}
	for i := range a.Fixes {
		if err := checkDisposition(a.Fixes[i].Disposition, known); err != nil {
			return err.within("disposition").within(item(i)).within("fixes")
		}
	}
	for i := range a.Diagnostics {
		if err := files.checkDiagnostic(&a.Diagnostics[i], known); err != nil {
			return err.within(item(i)).within("diagnostics")
		}
	}
	clear(known)
	for i := range a.Diagnostics {
		id := a.Diagnostics[i].ID
		if _, twice := known[id]; twice {
			return invalid("id", "an earlier diagnostic has the same id, %s", quote(id)).within(item(i)).within("diagnostics")
		}
		known[id] = struct{}{}
	}
	for i := range a.LeftAlone {
		if err := checkLeftAlone(&a.LeftAlone[i]); err != nil {
			return err.within(item(i)).within("left_alone")
		}
	}
	return nil
}

// checkNames returns an error if one of the names of checkers is malformed or
// there twice.
func checkNames(names []string, at string) *Error {
	for i, name := range names {
		if err := checkIdentifier(name, item(i)); err != nil {
			return err.within(at)
		}
		if slices.Contains(names[:i], name) {
			return invalid(item(i), "%s is named twice", quote(name)).within(at)
		}
	}
	return nil
}

func checkLeftAlone(l *LeftAlone) *Error {
	if err := checkSentence(l.Path, "path"); err != nil {
		return err
	}
	if err := checkSentence(l.Reason, "reason"); err != nil {
		return err
	}
	if l.More < 0 || l.More > maxInteger {
		return invalid("more", "%d is not from 0 to %d", l.More, maxInteger)
	}
	return nil
}

func unknownVersion(version int) *Error {
	return invalid("version", "this program reads version %d, not %d: make the artifact and read it with one version of the tool",
		Version, version)
}

// absentSize is the size of an absent file.
const absentSize = -1

// files maps paths to the sizes of their snapshots, in bytes.
type files struct {
	sizes map[string]int
	path  string // the path looked up last, and its size: adjacent records mostly share one
	size  int
}

func newFiles(snapshots []fixedits.Snapshot, name string) (*files, *Error) {
	f := &files{sizes: make(map[string]int, len(snapshots))}
	for i := range snapshots {
		if err := checkSnapshot(&snapshots[i]); err != nil {
			return nil, err.within(item(i)).within(name)
		}
		path := snapshots[i].Path
		if _, twice := f.sizes[path]; twice {
			return nil, invalid("path", "%s already has a snapshot", quote(path)).within(item(i)).within(name)
		}
		f.sizes[path] = snapshots[i].Size
		if snapshots[i].Absent {
			f.sizes[path] = absentSize
		}
	}
	return f, nil
}

// checkRange checks that [start, end) lies within the snapshot of path.
func (f *files) checkRange(path string, start, end int) *Error {
	if err := f.look(path); err != nil {
		return err
	}
	switch {
	case start < 0:
		return invalid("start", "%d is before the start of %s", start, path)
	case end < start:
		return invalid("end", "%d is before start, which is %d", end, start)
	case end > max(f.size, 0):
		return invalid("end", "%d is past the end of %s (%d bytes)", end, path, max(f.size, 0))
	}
	return nil
}

// look looks up the size of a path.
func (f *files) look(path string) *Error {
	if path != f.path || path == "" {
		size, ok := f.sizes[path]
		if !ok {
			return invalid("path", "%s has no snapshot in this artifact", quote(path))
		}
		f.path, f.size = path, size
	}
	return nil
}

// checkEdit checks that the snapshot allows an edit.
func (f *files) checkEdit(e *fixedits.Edit) *Error {
	if err := f.look(e.Path); err != nil {
		return err
	}
	there := f.size != absentSize
	switch {
	case int(e.Kind) >= len(kinds):
		return invalid("", "an edit of the unknown kind %d", e.Kind)
	case e.Kind == fixedits.EditCreate && there:
		return invalid("path", "%s is created, but its snapshot is not absent", quote(e.Path))
	case e.Kind != fixedits.EditCreate && !there:
		return invalid("path", "%s has an absent snapshot: an edit can only create it", quote(e.Path))
	case e.Kind != fixedits.EditCreate && e.Executable:
		return invalid("executable", "%s is not created", quote(e.Path))
	case e.Kind == fixedits.EditText:
		return f.checkRange(e.Path, e.Start, e.End)
	case e.Start != 0 || e.End != 0:
		return invalid("", "an edit that %s a file has no start and no end", kinds[e.Kind])
	case e.Kind == fixedits.EditDelete && len(e.New) > 0:
		return invalid("", "an edit that %s a file has no new text", kinds[e.Kind])
	}
	return nil
}

func checkSnapshot(s *fixedits.Snapshot) *Error {
	if err := checkPath(s.Path); err != nil {
		return err
	}
	switch {
	case s.Absent && (s.SHA256 != "" || s.Size != 0):
		return invalid("", "a file that is absent has neither sha256 nor size")
	case s.Absent:
		return nil
	case !validSHA256(s.SHA256):
		return invalid("sha256", "%s is not 64 lower-case hexadecimal digits", quote(s.SHA256))
	case s.Size < 0 || s.Size > maxInteger:
		return invalid("size", "%d is not from 0 to %d", s.Size, maxInteger)
	}
	return nil
}

func checkPath(path string) *Error {
	switch {
	case strings.HasPrefix(path, "/"):
		return invalid("path", "%s is absolute: paths are relative to the workspace", quote(path))
	case !validPath(path):
		return invalid("path", "%s is not a clean path of UTF-8 within the workspace", quote(path))
	}
	return nil
}

// checkDiagnostic checks a finding. A finding about something that was not
// read, such as a folder, has no snapshot, no range and no fixes.
func (f *files) checkDiagnostic(d *fixedits.Diagnostic, fixes map[string]struct{}) *Error {
	if err := checkFinding(d.ID, d.Rule, d.Phase); err != nil {
		return err
	}
	if err := checkWord(severities, d.Severity, "severity"); err != nil {
		return err
	}
	if err := checkSentence(d.Message, "message"); err != nil {
		return err
	}
	if _, read := f.sizes[d.Path]; !read && d.Start == 0 && d.End == 0 && len(d.Fixes) == 0 {
		if err := checkPath(d.Path); err != nil {
			return err
		}
	} else if err := f.checkRange(d.Path, d.Start, d.End); err != nil {
		return err
	}
	if err := checkPlace(d.Line, d.Column); err != nil {
		return err
	}
	if d.Pointer != nil && !validPointer(*d.Pointer) {
		return invalid("pointer", "%s is not a JSON Pointer", quote(*d.Pointer))
	}
	if d.Document != nil && (*d.Document < 0 || *d.Document > maxInteger) {
		return invalid("document", "%d is not from 0 to %d", *d.Document, maxInteger)
	}
	for i, print := range d.Fingerprints {
		if !validHex(print, fingerprintDigits) {
			return invalid("fingerprints"+item(i), "%s is not %d lower-case hexadecimal digits", quote(print), fingerprintDigits)
		}
	}
	if d.Category != "" {
		if err := checkCategory(d.Category, "category"); err != nil {
			return err
		}
	}
	if err := f.checkRelated(d.Related); err != nil {
		return err.within("related")
	}
	return checkFixIDs(d.Fixes, fixes)
}

// checkPlace checks a place for people.
func checkPlace(line, column int) *Error {
	if line < 1 || line > maxInteger {
		return invalid("line", "%d is not from 1 to %d", line, maxInteger)
	}
	if column < 1 || column > maxInteger {
		return invalid("column", "%d is not from 1 to %d", column, maxInteger)
	}
	return nil
}

// fingerprintDigits is the length of a fingerprint.
const fingerprintDigits = 24

// checkFixIDs checks that each id belongs to a fix and occurs once.
func checkFixIDs(ids []string, fixes map[string]struct{}) *Error {
	var seen map[string]struct{}
	if len(ids) > 1 {
		seen = make(map[string]struct{}, len(ids))
	}
	for i, id := range ids {
		if _, ok := fixes[id]; !ok {
			return invalid("fixes"+item(i), "%s is not the id of a fix of this artifact", quote(id))
		}
		if seen == nil {
			continue
		}
		if _, twice := seen[id]; twice {
			return invalid("fixes"+item(i), "%s is listed twice", quote(id))
		}
		seen[id] = struct{}{}
	}
	return nil
}

func (f *files) checkFix(fix *fixedits.Fix) *Error {
	if err := checkFinding(fix.ID, fix.Rule, fix.Phase); err != nil {
		return err
	}
	if err := checkSentence(fix.Title, "title"); err != nil {
		return err
	}
	if err := checkWord(safeties, fix.Safety, "safety"); err != nil {
		return err
	}
	if err := checkWord(confidences, fix.Confidence, "confidence"); err != nil {
		return err
	}
	if len(fix.Edits) == 0 && fix.Resolver == nil {
		return invalid("edits", "empty: a fix has edits or a resolver; leave out one that has neither")
	}
	for i := range fix.Edits {
		if err := f.checkEdit(&fix.Edits[i]); err != nil {
			return err.within(item(i)).within("edits")
		}
	}
	if err := f.checkOperations(fix); err != nil {
		return err.within("actions")
	}
	if fix.Isolation != "" {
		if err := checkIdentifier(fix.Isolation, "isolation"); err != nil {
			return err
		}
	}
	if err := checkCertificate(fix); err != nil {
		return err.within("certificate")
	}
	if fix.Resolver == nil {
		return nil
	}
	return f.checkResolver(fix.Resolver)
}

func (f *files) checkResolver(r *fixedits.Resolver) *Error {
	if err := checkIdentifier(r.ID, "resolver.id"); err != nil {
		return err
	}
	if _, known := f.sizes[r.Path]; !known && r.Path != "" {
		if err := checkPath(r.Path); err != nil {
			return err.within("resolver")
		}
		return invalid("resolver.path", "%s has no snapshot", quote(r.Path))
	}
	return checkJSON(r.Data, "resolver.data")
}

// checkCertificate checks the certificate of a fix, if it has one.
func checkCertificate(fix *fixedits.Fix) *Error {
	c := fix.Certificate
	switch {
	case c == nil:
		return nil
	case fix.Resolver != nil:
		return invalid("", "a fix with a resolver has no edits that it could be about")
	case !validSHA256(c.Before):
		return invalid("before", "%s is not 64 lower-case hexadecimal digits", quote(c.Before))
	case !validSHA256(c.After):
		return invalid("after", "%s is not 64 lower-case hexadecimal digits", quote(c.After))
	}
	return checkWord(certificates, c.Kind, "kind")
}

// checkDisposition checks a disposition that may be absent. known are the ids
// of all fixes.
func checkDisposition(d *fixedits.Disposition, known map[string]struct{}) *Error {
	if d == nil {
		return nil
	}
	if err := checkWord(dispositions, d.Status, "status"); err != nil {
		return err
	}
	if err := checkIdentifier(string(d.Code), "code"); err != nil {
		return err
	}
	if _, ok := known[d.By]; !ok && d.By != "" {
		return invalid("by", "%s is not the id of a fix of this artifact", quote(d.By))
	}
	return checkText(d.Reason, "reason")
}

// checkFinding checks the fields that diagnostics and fixes have in common.
func checkFinding(id, rule string, phase fixedits.Phase) *Error {
	if err := checkIdentifier(id, "id"); err != nil {
		return err
	}
	if err := checkIdentifier(rule, "rule"); err != nil {
		return err
	}
	return checkWord(phases, phase, "phase")
}

func checkWord[T ~string](list []T, word T, field string) *Error {
	if slices.Contains(list, word) {
		return nil
	}
	return unknownWord(list, string(word)).within(field)
}

func unknownWord[T ~string](list []T, word string) *Error {
	known := make([]string, len(list))
	for i := range list {
		known[i] = string(list[i])
	}
	return invalid("", "%s is not one of %s", quote(word), strings.Join(known, ", "))
}

func checkIdentifier(text, field string) *Error {
	if text == "" {
		return invalid(field, "empty")
	}
	for i := range len(text) {
		if text[i] < ' ' || text[i] == 0x7f {
			return invalid(field, "%s contains a control character", quote(text))
		}
	}
	return checkText(text, field)
}

func checkSentence(text, field string) *Error {
	if text == "" {
		return invalid(field, "empty")
	}
	return checkText(text, field)
}

func checkText(text, field string) *Error {
	if !utf8.ValidString(text) {
		return invalid(field, "%s is not valid UTF-8, which JSON requires", quote(text))
	}
	return nil
}

// checkJSON checks a JSON value that may be absent.
func checkJSON(value []byte, field string) *Error {
	if value == nil {
		return nil
	}
	r := reader{data: value}
	err := r.skip(maxDepth, true)
	if err == nil && r.peek() != 0 || err == nil && r.pos < len(r.data) {
		err = r.fail(r.pos, "unexpected text after the JSON value")
	}
	if err != nil {
		return err.within(field)
	}
	return nil
}

func validPath(path string) bool {
	return path != "." && fs.ValidPath(path) && strings.IndexByte(path, 0) < 0
}

func validSHA256(text string) bool { return validHex(text, 64) }

// validHex reports whether a text is so many lower-case hexadecimal digits.
func validHex(text string, digits int) bool {
	if len(text) != digits {
		return false
	}
	for i := range len(text) {
		if !hexDigits[text[i]] {
			return false
		}
	}
	return true
}

// hexDigits has the lower-case hexadecimal digits.
var hexDigits = [256]bool{
	'0': true, '1': true, '2': true, '3': true, '4': true, '5': true, '6': true, '7': true, '8': true, '9': true,
	'a': true, 'b': true, 'c': true, 'd': true, 'e': true, 'f': true,
}
