package formatting

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/formatting/lineends"
)

// guard formats src and takes the result only if it holds: it parses, says the
// same, and formats to itself. A clean file costs one parse and one print, since
// its result is known to be stable.
func guard(lang Language, path string, src []byte) ([]byte, error) {
	unix, err := withLF(lang, path, src)
	if err != nil {
		return nil, err
	}
	if len(src) == 0 {
		return src, parse(lang, path, unix) // some formatters make a line of nothing
	}
	once, err := format(lang, path, unix.Text)
	if err != nil {
		return nil, inOriginal(err, unix)
	}
	if bytes.Equal(once, unix.Text) {
		return restored(unix, once, src), nil
	}
	if err := controls(lang, path, unix.Text); err != nil {
		return nil, err
	}
	twice, err := format(lang, path, once)
	if _, syntax := errors.AsType[*SyntaxError](err); syntax {
		return nil, refusal(lang, path, "what the formatter makes of it does not parse: %v", err)
	}
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(once, twice) {
		return nil, refusal(lang, path, "the formatter is not stable on it: a second run changes line %d again",
			differentLine(once, twice))
	}
	if err := sameValue(lang, path, unix.Text, once); err != nil {
		return nil, err
	}
	if err := compare(lang, path, unix.Text, once); err != nil {
		return nil, err
	}
	return restored(unix, once, src), nil
}

// parse returns the errors of Parse, placed in the original.
func parse(lang Language, path string, unix lineends.Text) error {
	return inOriginal(protect(lang, path, func() error { return lang.Parse(path, unix.Text) }), unix)
}

// controls refuses a text with a character that its formatter takes for layout.
func controls(lang Language, path string, src []byte) error {
	l, ok := lang.(Comparer)
	if !ok {
		return nil
	}
	i := bytes.IndexAny(src, l.Controls())
	if i < 0 {
		return nil
	}
	place := SyntaxErrorAt(path, src, i, "")
	char, _ := utf8.DecodeRune(src[i:])
	return refusal(lang, path, "there is %s at line %d, column %d, which the formatter would take for layout: remove it, or write it as an escape",
		characterName(char), place.Line, place.Column)
}

// characterName returns a character as people call it.
func characterName(char rune) string {
	switch char {
	case '\f':
		return "a form feed"
	case '\v':
		return "a vertical tab"
	case '\r':
		return "a carriage return that ends no line"
	}
	return fmt.Sprintf("the character %U", char)
}

// compare refuses what a formatter made of a text if it says something else.
func compare(lang Language, path string, before, after []byte) error {
	l, ok := lang.(Comparer)
	if !ok {
		return nil
	}
	err := protect(lang, path, func() error { return l.Compare(path, before, after) })
	if changed, ok := errors.AsType[*ChangeError](err); ok {
		return refusal(lang, path, "%v", changed)
	}
	return err
}

// changes reports whether formatting src once gives another text.
func changes(lang Language, path string, src []byte) (differs bool, err error) {
	unix, err := withLF(lang, path, src)
	if err != nil {
		return false, err
	}
	if len(src) == 0 {
		return false, parse(lang, path, unix)
	}
	once, err := format(lang, path, unix.Text)
	return err == nil && !bytes.Equal(once, unix.Text), inOriginal(err, unix)
}

// withLF returns a text that a formatter may see with its lines ending in LF, or refuses it.
func withLF(lang Language, path string, src []byte) (lineends.Text, error) {
	if err := admit(lang, path, src); err != nil {
		return lineends.Text{}, err
	}
	unix := lineends.ToLF(src)
	if unix.Mixed() {
		lf, crlf := unix.Counts()
		return lineends.Text{}, refusal(lang, path, "its line ends are mixed, %d of them LF and %d CRLF: first make them alike, "+
			"as the rule text/line-endings does", lf, crlf)
	}
	return unix, nil
}

// admit refuses what no formatter is to see.
func admit(lang Language, path string, src []byte) error {
	if len(src) > MaxSize {
		return refusal(lang, path, "its %d bytes are more than the limit of %d", len(src), MaxSize)
	}
	if i := bytes.IndexByte(src, 0); i >= 0 {
		return refusal(lang, path, "it is not text: there is a NUL byte at offset %d", i)
	}
	return nil
}

// format is Format, with panics as errors.
func format(lang Language, path string, src []byte) (out []byte, err error) {
	err = protect(lang, path, func() (err error) {
		out, err = lang.Format(path, src)
		return err
	})
	return out, err
}

// sameValue refuses what a formatter made of data if it has another value.
func sameValue(lang Language, path string, before, after []byte) error {
	data, ok := lang.(DataLanguage)
	if !ok {
		return nil
	}
	return protect(lang, path, func() error {
		was, err := data.Value(path, before)
		if err != nil {
			return refusal(lang, path, "its value can't be told: %v", err)
		}
		is, err := data.Value(path, after)
		if err != nil {
			return refusal(lang, path, "its value can't be told: %v", err)
		}
		if !reflect.DeepEqual(was, is) {
			return refusal(lang, path, "the formatter would change its value")
		}
		return nil
	})
}

// protect turns a panic of a formatter into an error.
func protect(lang Language, path string, f func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &CrashError{Path: path, Language: lang.Name(), Value: v, Stack: debug.Stack()}
		}
	}()
	return f()
}

// restored returns text with the original's line ends, and the original itself where the two are equal, so that
// a clean file shares its bytes.
func restored(unix lineends.Text, text, src []byte) []byte {
	if out := unix.Restore(text); !bytes.Equal(out, src) {
		return out
	}
	return src
}

// inOriginal moves the offset of a syntax error from the view with LF to the original. Lines and columns are the
// same in both.
func inOriginal(err error, unix lineends.Text) error {
	if e, ok := errors.AsType[*SyntaxError](err); ok {
		moved := *e
		moved.Offset = unix.Offset(e.Offset)
		return &moved
	}
	return err
}

func refusal(lang Language, path, reason string, args ...any) error {
	return &RefusedError{Path: path, Language: lang.Name(), Reason: fmt.Sprintf(reason, args...)}
}

// differentLine returns the number of the first line, from 1, in which a and b differ.
func differentLine(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			n = i
			break
		}
	}
	return 1 + bytes.Count(a[:n], []byte("\n"))
}
