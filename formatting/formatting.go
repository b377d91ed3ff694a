// Package formatting holds the canonical formatters, one package per language,
// with one interface and one guard.
//
// A formatter is a function from text to text. The guard formats the result a
// second time and accepts it only if it parses, has the same meaning and
// formats to itself. Any other file is refused with a reason and not changed.
package formatting

import (
	"bytes"
	"fmt"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/lineends"
	"github.com/rules-autofix/rules_autofix/formatting/trees"
)

// MaxSize is the maximum size in bytes of a file that is formatted. Larger
// files are refused, because a syntax tree takes dozens of times the size of
// its text.
const MaxSize = 16 << 20

// A Language formats the files of one language. Its methods are safe for
// concurrent use, do not keep or change src, and may assume that src is at most
// MaxSize long, holds no NUL byte and ends its lines in LF.
type Language interface {
	// Name is the language's name in rules and configuration, such as "go".
	Name() string
	// Names returns the names of the language's files, with the first bytes
	// that they must have. Match follows them.
	Names() []*Names
	// Match reports whether the file is in this language, by its path and its
	// first bytes, if they are available.
	Match(path string, head []byte) bool
	// Parse returns nil, a *SyntaxError, or another error if the file cannot be
	// parsed for another reason.
	Parse(path string, src []byte) error
	// Format returns the canonical text of src, which may be src itself, or
	// Parse's errors.
	Format(path string, src []byte) ([]byte, error)
}

// A DataLanguage is a language of data files. Formatting must not change their
// value, which the guard checks.
type DataLanguage interface {
	Language
	// Value decodes src, which parses. Two texts are equivalent if their values
	// are equal according to reflect.DeepEqual. A value therefore has no NaN,
	// and keeps order only where it matters.
	Value(path string, src []byte) (any, error)
}

// A Comparer is a language of code. Formatting must not change the meaning of
// its files, which the guard checks.
type Comparer interface {
	Language
	// Controls returns the characters, other than spaces, tabs and line
	// endings, that the formatter treats as layout anywhere in a text. A text
	// that has one of them is not formatted.
	Controls() string
	// Compare returns nil if two texts have the same meaning: before, and
	// after, which is its formatted text and parses. The error is a
	// *ChangeError or an error of Parse.
	Compare(path string, before, after []byte) error
	// Digest returns a digest of the value for Compare: if Compare returns nil
	// for two texts, they have the same digest. It fails as Parse does.
	Digest(path string, src []byte) (*trees.Digest, error)
}

// A TokenLanguage is a data language whose value has the tokens and comments of
// a text.
type TokenLanguage interface {
	DataLanguage
	// Digest returns a digest of the value.
	Digest(path string, src []byte) (*trees.Digest, error)
}

// A ChangeError is a difference in meaning between two texts.
type ChangeError struct {
	Line int    // 1-based, in the first text; 0 if it is not known
	What string // the part that would change, such as "a comment"; may be empty
}

func (e *ChangeError) Error() string {
	what := e.What
	if what == "" {
		what = "its meaning"
	}
	if e.Line == 0 {
		return "the formatter would change " + what
	}
	return fmt.Sprintf("the formatter would change %s at line %d", what, e.Line)
}

// ChangeAt returns a difference at an offset of a text, in bytes.
func ChangeAt(src []byte, offset int, what string) *ChangeError {
	return &ChangeError{Line: SyntaxErrorAt("", src, offset, "").Line, What: what}
}

// A SyntaxError is the first error of a file that does not parse.
type SyntaxError struct {
	Path   string
	Line   int // 1-based
	Column int // 1-based, in bytes
	Offset int // in bytes, at most the length of the file
	Msg    string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Path, e.Line, e.Column, e.Msg)
}

// A RefusedError is the reason for which a file of a known language was not
// formatted. It is a finding on the file, not a failure of the tool.
type RefusedError struct {
	Path     string
	Language string
	Reason   string
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("%s: not formatted as %s: %s", e.Path, e.Language, e.Reason)
}

// An OptionError is an option that a formatter does not accept.
type OptionError struct {
	Option string // its name in configuration
	Msg    string
}

func (e *OptionError) Error() string { return e.Option + ": " + e.Msg }

// A CrashError is a panic of a formatter, which is a bug in it.
type CrashError struct {
	Path     string
	Language string
	Value    any    // of the panic
	Stack    []byte // of the panic
}

func (e *CrashError) Error() string {
	return fmt.Sprintf("%s: the %s formatter crashed: %v", e.Path, e.Language, e.Value)
}

// A Result is the result of formatting a file.
type Result struct {
	Language string // its name; empty if no language matches the file
	Text     []byte // the canonical text; the source itself, not a copy, if nothing changed
	Changed  bool   // whether Text differs from the source

	// Certificate compares the meaning of the source and of Text, if Text
	// differs and the language is a Comparer or a TokenLanguage.
	Certificate *fixedits.Certificate
}

// A Registry is an ordered list of languages, which does not change once built.
// It is safe for concurrent use.
type Registry struct {
	languages []Language
	memo      *Memo // of the only file to format; nil: any file
}

// NewRegistry returns a registry of languages. If two match a file, the first
// one formats it. It panics if two languages have the same name, which is a
// programming error.
func NewRegistry(languages ...Language) *Registry {
	seen := make(map[string]bool)
	for _, l := range languages {
		if seen[l.Name()] {
			panic("formatting: two languages named " + l.Name())
		}
		seen[l.Name()] = true
	}
	return &Registry{languages: languages}
}

// Languages returns the languages, in order. The caller must not modify the
// slice.
func (r *Registry) Languages() []Language { return r.languages }

// For returns the language of a file, or nil. Head is the first bytes of the
// file, if they are available.
func (r *Registry) For(path string, head []byte) Language {
	for _, l := range r.languages {
		if l.Match(path, head) {
			return l
		}
	}
	return nil
}

// Format returns the canonical text of a file. If no language matches the file,
// the result has the original text and no language. Errors are *SyntaxError,
// *RefusedError or *CrashError; the caller must then not change the file.
//
// Line endings stay: a file with CRLF is formatted as if it had LF, and the
// result has CRLF. A file with both is refused, since line endings within a
// string may matter and the formatter cannot tell. Lines that a comment keeps
// stay: see package ignore.
func (r *Registry) Format(path string, src []byte) (Result, error) {
	lang := r.For(path, src)
	if lang == nil {
		return Result{Text: src}, nil
	}
	settled := r.memo.texts()
	if settled.has(path, src) {
		return Result{Language: lang.Name(), Text: src}, nil
	}
	text, certificate, err := guard(r.recalling(lang), path, src)
	if err == nil {
		text, certificate, err = keep(r.recalling(lang), path, src, text, certificate)
	}
	if err != nil {
		return Result{Language: lang.Name()}, err
	}
	changed := !bytes.Equal(text, src)
	if changed {
		settled.add(path, text)
	}
	return Result{Language: lang.Name(), Text: text, Changed: changed, Certificate: certificate}, nil
}

// Differs reports whether a file is not in canonical form. It formats the file
// once and does not check the result, so it also returns true if Format refuses
// the result of the formatter. Otherwise it behaves like Format.
func (r *Registry) Differs(path string, src []byte) (language string, differs bool, err error) {
	lang := r.For(path, src)
	if lang == nil {
		return "", false, nil
	}
	differs, err = changes(r.recalling(lang), path, src)
	if differs && err == nil && bytes.Contains(src, []byte("autofix")) { // a comment may keep lines as they are
		result, err := r.Format(path, src)
		return lang.Name(), result.Changed, err
	}
	return lang.Name(), differs, err
}

// Parse returns nil if the file parses or no language matches it. It fails
// as Format does.
func (r *Registry) Parse(path string, src []byte) error {
	lang := r.For(path, src)
	if lang == nil || r.memo.texts().has(path, src) {
		return nil
	}
	if err := admit(lang, path, src); err != nil {
		return err
	}
	return parse(r.recalling(lang), path, lineends.ToLF(src))
}
