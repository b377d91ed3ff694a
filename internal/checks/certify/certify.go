// Package certify adds certificates to fixes of data files: evidence that the
// decoded value of a file is the same with the fix.
package certify

import (
	"slices"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/formatting/decoded"
)

// mostDecoded limits the bytes of text that are decoded for the fixes of one
// file. Fixes beyond the limit have no certificate. A later round, which has
// fewer fixes, certifies them.
const mostDecoded = 4 << 20

// A File certifies the fixes of one file. A nil File certifies none.
type File struct {
	path    string
	content []byte
	before  string // digest of the value of content; "" until it is needed
	spent   int    // bytes that were decoded
}

// New returns what certifies the fixes of a file with the given content, which
// must not be modified. It is nil if the file is not a data file.
func New(path string, content []byte) *File {
	if !decoded.Knows(path) {
		return nil
	}
	return &File{path: path, content: content}
}

// Certify sets the certificate of a fix that claims to keep the value of the
// file, if that is true. Other fixes, and fixes that have a certificate, stay
// unchanged.
func (f *File) Certify(fix *fixedits.Fix) {
	if f == nil || fix.Certificate != nil || !claims(fix) || f.spent > mostDecoded {
		return
	}
	other := func(e fixedits.Edit) bool { return e.Path != f.path || e.Kind != fixedits.EditText }
	if slices.ContainsFunc(fix.Edits, other) {
		return
	}
	if f.spent == 0 {
		f.before = f.digest(f.content)
	}
	if f.before == "" {
		return
	}
	text, err := fixedits.Apply(f.content, fix.Edits)
	if err != nil {
		return // the merge reports it
	}
	if f.digest(text) == f.before {
		fix.Certificate = &fixedits.Certificate{Kind: fixedits.CertificateValue, Before: f.before, After: f.before}
	}
}

// claims reports whether a fix claims to keep the values of its files. The
// claim is its phase: see [fixedits.Options.Same].
func claims(fix *fixedits.Fix) bool {
	return len(fix.Edits) > 0 && (fix.Phase == fixedits.PhaseStyle || fix.Phase == fixedits.PhaseFormat)
}

func (f *File) digest(text []byte) string {
	f.spent += len(text) + 1
	return decoded.Digest(f.path, text)
}
