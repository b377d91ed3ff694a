package formatting

import (
	"bytes"
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"

	"github.com/rules-autofix/rules_autofix/formatting/ignore"
)

// RuleOf returns the name of the rule of a language's formatter.
func RuleOf(language string) string { return "format/" + language }

// Idle returns the offsets of the names in comments that keep nothing of a file:
// its formatter leaves their lines alone anyway, or they name the formatter of
// another language. It formats the file again, without these comments. A file
// that is refused has none.
func (r *Registry) Idle(path string, src []byte) []int {
	if !bytes.Contains(src, []byte("autofix")) {
		return nil
	}
	lang := r.For(path, src)
	said := ignore.Read(path, src)
	if lang == nil || len(said.Comments) == 0 {
		return nil
	}
	text, _, err := guard(r.recalling(lang), path, src)
	if err != nil {
		return nil
	}
	changes := textdiff.Changes(src, text)
	var idle []int
	for _, l := range r.languages {
		for _, name := range said.Idle(RuleOf(l.Name()), func(from, to int) bool {
			return l.Name() == lang.Name() && slices.ContainsFunc(changes, func(c textdiff.Change) bool { return touches(c, from, to) })
		}) {
			idle = append(idle, name.Start)
		}
	}
	return idle
}

// touches reports whether a change is within a range of bytes, or reaches into
// it.
func touches(c textdiff.Change, from, to int) bool {
	return c.Start < to && (c.End > from || c.Start == c.End && c.Start > from)
}

// keep returns the formatted text of a file without the changes of lines that
// comments in src keep as they are. What remains must parse and mean the same,
// or the file is refused.
func keep(lang Language, path string, src, text []byte, certificate *fixedits.Certificate) ([]byte, *fixedits.Certificate, error) {
	if bytes.Equal(src, text) || !bytes.Contains(src, []byte("autofix")) {
		return text, certificate, nil
	}
	rule := RuleOf(lang.Name())
	said := ignore.Read(path, src)
	if said.Whole(rule) {
		return src, nil, nil
	}
	kept := said.Kept(rule)
	if len(kept) == 0 {
		return text, certificate, nil
	}
	out := patched(src, slices.DeleteFunc(textdiff.Changes(src, text), func(change textdiff.Change) bool {
		return slices.ContainsFunc(kept, func(lines [2]int) bool { return touches(change, lines[0], lines[1]) })
	}))
	switch {
	case bytes.Equal(out, src):
		return src, nil, nil
	case bytes.Equal(out, text):
		return text, certificate, nil
	}
	if certificate, err := same(lang, path, src, out); err == nil {
		return out, certificate, nil
	}
	return nil, nil, refusal(lang, path, "a comment keeps lines without which the others cannot be formatted")
}

// patched returns a text with some changes, in order.
func patched(src []byte, changes []textdiff.Change) []byte {
	var made bytes.Buffer
	at := 0
	for _, change := range changes {
		made.Write(src[at:change.Start])
		made.Write(change.New)
		at = change.End
	}
	made.Write(src[at:])
	return made.Bytes()
}

// same returns an error unless a text parses and means the same as src.
func same(lang Language, path string, src, out []byte) (*fixedits.Certificate, error) {
	before, err := withLF(lang, path, src)
	if err != nil {
		return nil, err
	}
	after, err := withLF(lang, path, out)
	if err != nil {
		return nil, err
	}
	if err := parse(lang, path, after); err != nil {
		return nil, err
	}
	return certify(lang, path, before.Text, after.Text)
}
