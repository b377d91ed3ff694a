package formatting

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"runtime/debug"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/position"

	"github.com/rules-autofix/rules_autofix/formatting/lineends"
	"github.com/rules-autofix/rules_autofix/formatting/trees"
)

// guard formats src and accepts the result only if it parses, has the same
// meaning, and formats to itself. The certificate of a text that changed
// compares the meanings, if the language has digests. A clean file costs one
// parse and one print, since its result is known to be stable.
func guard(lang Language, path string, src []byte) ([]byte, *fixedits.Certificate, error) {
	unix, err := withLF(lang, path, src)
	if err != nil {
		return nil, nil, err
	}
	if len(src) == 0 {
		return src, nil, parse(lang, path, unix) // some formatters turn an empty file into a line
	}
	once, err := format(lang, path, unix.Text)
	if err != nil {
		return nil, nil, inOriginal(err, unix)
	}
	if bytes.Equal(once, unix.Text) {
		return restored(unix, once, src), nil, nil
	}
	if err := controls(lang, path, unix.Text); err != nil {
		return nil, nil, err
	}
	twice, err := format(lang, path, once)
	if _, syntax := errors.AsType[*SyntaxError](err); syntax {
		return nil, nil, refusal(lang, path, "the formatted text does not parse: %v", err)
	}
	if err != nil {
		return nil, nil, err
	}
	if !bytes.Equal(once, twice) {
		return nil, nil, refusal(lang, path, "the formatter is not stable: a second run changes line %d again",
			differentLine(once, twice))
	}
	certificate, err := certify(lang, path, unix.Text, once)
	if err != nil {
		return nil, nil, err
	}
	return restored(unix, once, src), certificate, nil
}

// parse returns the errors of Parse with offsets in the original.
func parse(lang Language, path string, unix lineends.Text) error {
	return inOriginal(protect(lang, path, func() error { return lang.Parse(path, unix.Text) }), unix)
}

// controls refuses a text with a character that its formatter treats as layout.
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
	return refusal(lang, path, "the formatter would treat %s at line %d, column %d as layout; remove it or write it as an escape sequence",
		characterName(char), place.Line, place.Column)
}

// characterName returns the usual name of a character.
func characterName(char rune) string {
	switch char {
	case '\f':
		return "a form feed"
	case '\v':
		return "a vertical tab"
	case '\r':
		return "a carriage return that does not end a line"
	}
	return fmt.Sprintf("the character %U", char)
}

// certify refuses a formatted text that has another meaning. If the language
// has digests, they decide, and the certificate has them; Compare finds the
// place of a difference.
func certify(lang Language, path string, before, after []byte) (*fixedits.Certificate, error) {
	switch l := lang.(type) {
	case Comparer:
		certificate, err := digests(l, fixedits.CertificateSyntax, path, before, after)
		if err == nil && !certificate.Holds() {
			err = compare(l, path, before, after)
		}
		return certificate, err
	case TokenLanguage:
		certificate, err := digests(l, fixedits.CertificateTokens, path, before, after)
		if err == nil && !certificate.Holds() {
			err = refusal(lang, path, "the formatter would change its value")
		}
		return certificate, err
	case DataLanguage:
		return nil, sameValue(l, path, before, after)
	}
	return nil, nil
}

// A digester is a language with digests.
type digester interface {
	Language
	Digest(path string, src []byte) (*trees.Digest, error)
}

// digests returns the certificate of the digests of two texts.
func digests(lang digester, kind fixedits.CertificateKind, path string, before, after []byte) (*fixedits.Certificate, error) {
	var was, is *trees.Digest
	err := protect(lang, path, func() (err error) {
		if was, err = lang.Digest(path, before); err == nil {
			is, err = lang.Digest(path, after)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &fixedits.Certificate{Kind: kind, Before: was.String(), After: is.String()}, nil
}

// compare refuses a formatted text whose digest differs.
func compare(lang Comparer, path string, before, after []byte) error {
	err := protect(lang, path, func() error { return lang.Compare(path, before, after) })
	if err == nil {
		err = &ChangeError{}
	}
	if changed, ok := errors.AsType[*ChangeError](err); ok {
		return refusal(lang, path, "%v", changed)
	}
	return err
}

// changes reports whether formatting src once changes it.
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

// withLF returns a text with LF line endings, or refuses it.
func withLF(lang Language, path string, src []byte) (lineends.Text, error) {
	if err := admit(lang, path, src); err != nil {
		return lineends.Text{}, err
	}
	unix := lineends.ToLF(src)
	if unix.Mixed() {
		lf, crlf := unix.Counts()
		return lineends.Text{}, refusal(lang, path, "mixed line endings: %d LF and %d CRLF; fix text/line-endings first", lf, crlf)
	}
	return unix, nil
}

// admit refuses a text that is too large or not text.
func admit(lang Language, path string, src []byte) error {
	if len(src) > MaxSize {
		return refusal(lang, path, "its size of %d bytes exceeds the limit of %d", len(src), MaxSize)
	}
	if i := bytes.IndexByte(src, 0); i >= 0 {
		return refusal(lang, path, "not text: NUL byte at offset %d", i)
	}
	return nil
}

// format calls Format and returns a panic as an error.
func format(lang Language, path string, src []byte) (out []byte, err error) {
	err = protect(lang, path, func() (err error) {
		out, err = lang.Format(path, src)
		return err
	})
	return out, err
}

// sameValue refuses formatted data that has another value.
func sameValue(lang DataLanguage, path string, before, after []byte) error {
	return protect(lang, path, func() error {
		was, err := lang.Value(path, before)
		if err != nil {
			return refusal(lang, path, "its value cannot be decoded: %v", err)
		}
		is, err := lang.Value(path, after)
		if err != nil {
			return refusal(lang, path, "its value cannot be decoded: %v", err)
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

// restored returns text with the line endings of the original. If the two are
// equal it returns src itself, so that a clean file shares its bytes.
func restored(unix lineends.Text, text, src []byte) []byte {
	if out := unix.Restore(text); !bytes.Equal(out, src) {
		return out
	}
	return src
}

// inOriginal translates the offset of a syntax error from the text with LF to
// the original. Lines and columns are the same in both.
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

// differentLine returns the number of the first line, from 1, in which a and b
// differ.
func differentLine(a, b []byte) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			n = i
			break
		}
	}
	return position.At(a, n).Line
}
