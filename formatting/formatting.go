// Package formatting holds the canonical formatters, one package a language, behind one interface and one guard.
//
// A formatter is a function from text to text. The guard makes it trustworthy:
// it formats what the formatter returned a second time, all of it, so that what
// it lets through parses, says the same and formats to itself. Any other file is
// refused with a reason and left alone.
package formatting

import (
	"bytes"
	"fmt"

	"github.com/rules-autofix/rules_autofix/formatting/lineends"
)

// MaxSize is the size in bytes up to which a file is formatted. Larger ones are refused: a syntax tree takes dozens
// of times the size of its text.
const MaxSize = 16 << 20

// A Language formats the files of one language. Its methods are safe for concurrent use, do not keep or change src,
// and may assume that src is at most MaxSize long, holds no NUL byte and ends its lines in LF.
type Language interface {
	// Name is the language's name in rules and configuration, such as "go".
	Name() string
	// Names returns the names of the language's files, with the first bytes that
	// those must have. Match goes by them.
	Names() []*Names
	// Match reports whether the file is of this language, by its path and its first bytes (as many as there are at
	// hand, perhaps none).
	Match(path string, head []byte) bool
	// Parse returns nil, a *SyntaxError, or another error where the file cannot be judged.
	Parse(path string, src []byte) error
	// Format returns the canonical text of src, which may be src itself, or Parse's errors.
	Format(path string, src []byte) ([]byte, error)
}

// A DataLanguage is one whose files are data. Formatting must not change what they say, which the guard looks at.
type DataLanguage interface {
	Language
	// Value decodes src, which parses. Two texts say the same where reflect.DeepEqual holds of their values; so no NaN
	// is in one, and the order is where it matters.
	Value(path string, src []byte) (any, error)
}

// A Comparer is a language of code. Formatting must not change what its files
// say, which the guard looks at.
type Comparer interface {
	Language
	// Controls returns the characters that the formatter takes for layout, or
	// mistakes for it, wherever they are, besides blanks and line ends. A text
	// that has one of them is not formatted.
	Controls() string
	// Compare returns nil if two texts say the same: before, and after, which
	// Format made of it and which parses. The error is a *ChangeError, or
	// Parse's.
	Compare(path string, before, after []byte) error
}

// A ChangeError is a difference between what two texts say.
type ChangeError struct {
	Line int    // 1-based, in the first text; 0 if it is not known
	What string // what would change, such as "a comment"; perhaps empty
}

func (e *ChangeError) Error() string {
	what := e.What
	if what == "" {
		what = "what it says"
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

// A RefusedError says why a file of a known language was left alone. It is a finding on the file, not a failure of
// the tool.
type RefusedError struct {
	Path     string
	Language string
	Reason   string
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("%s: not formatted as %s: %s", e.Path, e.Language, e.Reason)
}

// An OptionError is an option that a formatter does not take.
type OptionError struct {
	Option string // its name in configuration
	Msg    string
}

func (e *OptionError) Error() string { return e.Option + ": " + e.Msg }

// A CrashError is a panic of a formatter, which is a bug in it.
type CrashError struct {
	Path     string
	Language string
	Value    any    // what it panicked with
	Stack    []byte // where
}

func (e *CrashError) Error() string {
	return fmt.Sprintf("%s: the %s formatter crashed: %v", e.Path, e.Language, e.Value)
}

// A Result is what formatting gave.
type Result struct {
	Language string // its name; empty where no language knows the file
	Text     []byte // the canonical text. The source itself, not a copy, where nothing changed
	Changed  bool   // whether Text differs from the source
}

// A Registry is an ordered list of languages, which does not change once built. It is safe for concurrent use.
type Registry struct {
	languages []Language
	memo      *Memo // of the one file that it is for; nil: it is for all
}

// NewRegistry returns a registry of languages. Where two match a file, the first has it. It panics on two languages
// of one name, which is a mistake in the program.
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

// Languages returns the languages, in order. The caller does not change the slice.
func (r *Registry) Languages() []Language { return r.languages }

// For returns the language of a file, or nil. Head is the file's first bytes, as many as there are at hand.
func (r *Registry) For(path string, head []byte) Language {
	for _, l := range r.languages {
		if l.Match(path, head) {
			return l
		}
	}
	return nil
}

// Format returns the canonical text of a file. A file of no known language is returned as it is, with no language
// in the result. Errors are *SyntaxError, *RefusedError or *CrashError; the file is then to be left as it is.
//
// Line ends are kept: a file whose lines end in CRLF is formatted as if they ended in LF, and comes back with CRLF.
// A file that mixes the two is refused, since line ends within a string may matter and no formatter can know.
func (r *Registry) Format(path string, src []byte) (Result, error) {
	lang := r.For(path, src)
	if lang == nil {
		return Result{Text: src}, nil
	}
	settled := r.memo.texts()
	if settled.has(path, src) {
		return Result{Language: lang.Name(), Text: src}, nil
	}
	text, err := guard(r.recalling(lang), path, src)
	if err != nil {
		return Result{Language: lang.Name()}, err
	}
	changed := !bytes.Equal(text, src)
	if changed {
		settled.add(path, text)
	}
	return Result{Language: lang.Name(), Text: text, Changed: changed}, nil
}

// Differs reports whether a file has another text than the canonical one, at the cost of one look: what a formatter makes of
// it is not looked at again. Where Format refuses the result of a formatter, the file differs. All else is as Format has it.
func (r *Registry) Differs(path string, src []byte) (language string, differs bool, err error) {
	lang := r.For(path, src)
	if lang == nil {
		return "", false, nil
	}
	differs, err = changes(r.recalling(lang), path, src)
	return lang.Name(), differs, err
}

// Parse returns nil where the file parses or no language knows it, and else the errors that Format has.
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
