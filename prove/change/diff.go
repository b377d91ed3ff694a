package change

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"

	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
	"github.com/rules-autofix/rules_autofix/patch"
)

// Diff returns the change as a patch in the format of git, which git apply
// accepts. Equal changes have equal patches, and Parse returns the change again.
func (c *Change) Diff() string {
	var out bytes.Buffer
	for i := range c.Files {
		c.Files[i].diff(&out)
	}
	return out.String()
}

func (f *File) diff(out *bytes.Buffer) {
	switch f.Op {
	case patch.OpCreate:
		out.Write(textdiff.Unified("", f.Path, nil, f.Text, textdiff.Options{Mode: gitMode(f.Mode)}))
		return
	case patch.OpDelete:
		out.Write(textdiff.Unified(f.Path, "", f.Base, nil, textdiff.Options{Mode: gitMode(f.BaseMode)}))
		return
	}
	text := textdiff.Unified(f.Path, f.Path, f.Base, f.Text, textdiff.Options{})
	if f.Mode != f.BaseMode {
		// Unified knows no change of modes, which comes after the first line.
		first, _, _ := bytes.Cut(textdiff.Unified("", f.Path, nil, nil, textdiff.Options{}), []byte("\n"))
		fmt.Fprintf(out, "%s\nold mode %s\nnew mode %s\n", first, gitMode(f.BaseMode), gitMode(f.Mode))
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	out.Write(text)
}

func gitMode(mode fs.FileMode) string {
	if mode&0o111 != 0 {
		return "100755"
	}
	return "100644"
}

// SHA256 returns the digest of Diff, in hexadecimal digits.
func (c *Change) SHA256() string {
	sum := sha256.Sum256([]byte(c.Diff()))
	return hex.EncodeToString(sum[:])
}

// Normalized returns a digest that is equal for changes that differ in nothing
// that matters: white space at the ends of lines, blank lines at the start and
// the end of a file, and files that differ from the base in nothing else. It is
// for finding proposals that are the same; it says nothing about the text, since
// that white space does matter in some files.
func (c *Change) Normalized() string {
	h := sha256.New()
	for i := range c.Files {
		f := &c.Files[i]
		text := trimmed(f.Text)
		if f.Op == patch.OpModify && f.Mode == f.BaseMode && bytes.Equal(text, trimmed(f.Base)) {
			continue
		}
		field(h, []byte(f.Path))
		field(h, fmt.Appendf(nil, "%d %o", f.Op, f.Mode))
		field(h, text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// field adds bytes to a digest, with their length, so that no two lists of
// fields are the same bytes.
func field(w io.Writer, b []byte) { fmt.Fprintf(w, "%d:%s", len(b), b) }

// trimmed returns a text without white space at the ends of lines, and without
// blank lines at its start and end.
func trimmed(text []byte) []byte {
	lines := bytes.Split(text, []byte("\n"))
	for i := range lines {
		lines[i] = bytes.TrimRight(lines[i], " \t\r\f\v")
	}
	return bytes.Trim(bytes.Join(lines, []byte("\n")), "\n")
}
