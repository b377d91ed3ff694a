package fixedits

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// The limits of an artifact for what a finding has besides its message.
const (
	MaxCategory       = 100  // characters of a Diagnostic.Category
	MaxRelated        = 100  // related places of a finding
	MaxRelatedMessage = 2000 // characters of a Related.Message
)

// A Related is a place that helps to understand a finding, such as the
// declaration of the name that it is about.
type Related struct {
	Path    string `json:"path"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
	Line    int    `json:"line"`   // 1-based, for people
	Column  int    `json:"column"` // 1-based, in bytes, for people
	Message string `json:"message"`
}

// String returns PATH:LINE:COLUMN: MESSAGE. A place without a line is its
// message.
func (r *Related) String() string {
	if r.Line == 0 {
		return r.Message
	}
	return fmt.Sprintf("%s:%d:%d: %s", r.Path, r.Line, r.Column, r.Message)
}

// Relate adds related places that the finding does not have yet, up to
// MaxRelated. It cuts their messages at MaxRelatedMessage, and repairs them as
// a Collector does.
func (d *Diagnostic) Relate(places ...Related) {
	for _, r := range places {
		r.Message = cut(strings.ToValidUTF8(r.Message, "\ufffd"), MaxRelatedMessage)
		if len(d.Related) < MaxRelated && !slices.Contains(d.Related, r) {
			d.Related = append(slices.Clip(d.Related), r)
		}
	}
}

// cut returns the first characters of a text.
func cut(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i]
		}
		most--
	}
	return text
}

// KeepRelated keeps the related places in files for which keep returns true. It
// leaves the memory of the others alone, which copies of d may share.
func (d *Diagnostic) KeepRelated(keep func(path string) bool) {
	gone := func(r Related) bool { return !keep(r.Path) }
	if slices.ContainsFunc(d.Related, gone) {
		d.Related = slices.DeleteFunc(slices.Clone(d.Related), gone)
	}
}

// Join adds the category and the related places of a finding with the same id.
func (d *Diagnostic) Join(same *Diagnostic) {
	d.Category = cmp.Or(d.Category, same.Category)
	d.Relate(same.Related...)
}

// Labeled returns a text about the finding with its category behind it, in
// parentheses, if it has one.
func (d *Diagnostic) Labeled(text string) string {
	if d.Category == "" {
		return text
	}
	return text + " (" + d.Category + ")"
}

// RelatedShown is the number of related places of a finding that a text for
// people has.
const RelatedShown = 5

// WithRelated returns a text with the first related places behind it, for
// formats that have no members for them.
func WithRelated(text string, places []Related) string {
	for i := range places {
		if i == RelatedShown {
			return fmt.Sprintf("%s; and %d more", text, len(places)-i)
		}
		text += "; " + places[i].String()
	}
	return text
}
