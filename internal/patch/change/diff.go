package change

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/textdiff"
)

// Diff returns the change as a patch in the format of git, which git apply
// accepts. Equal changes have equal patches, and Parse returns the change
// again.
func (c *Change) Diff() string {
	var out bytes.Buffer
	for i := range c.Files {
		out.Write(Diff(&c.Files[i]))
	}
	return out.String()
}

// Diff returns the change of a file as a patch in the format of git.
func Diff(f *fixedits.FileChange) []byte {
	switch {
	case f.Created:
		return textdiff.Unified("", f.Path, nil, f.After, textdiff.Options{Mode: gitMode(f.Executable)})
	case f.Deleted:
		return textdiff.Unified(f.Path, "", f.Before, nil, textdiff.Options{Mode: gitMode(f.Executable)})
	}
	text := textdiff.Unified(f.Path, f.Path, f.Before, f.After, textdiff.Options{})
	if !f.ModeChanged {
		return text
	}
	// Unified knows no change of modes, which comes after the first line.
	first, _, _ := bytes.Cut(textdiff.Unified("", f.Path, nil, nil, textdiff.Options{}), []byte("\n"))
	_, text, _ = bytes.Cut(text, []byte("\n"))
	return append(fmt.Appendf(nil, "%s\nold mode %s\nnew mode %s\n", first, gitMode(!f.Executable), gitMode(f.Executable)), text...)
}

func gitMode(executable bool) string {
	if executable {
		return "100755"
	}
	return "100644"
}

// SHA256 returns the digest of Diff, in hexadecimal digits.
func (c *Change) SHA256() string { return fixedits.Digest([]byte(c.Diff())) }

// Normalized returns a digest that is equal for changes that differ in nothing
// that matters: whitespace at the ends of lines, blank lines at the start and
// the end of a file, and files that differ from the base in nothing else. It is
// for finding proposals that are the same; it says nothing about the text,
// since that whitespace does matter in some files.
func (c *Change) Normalized() string {
	h := sha256.New()
	for i := range c.Files {
		f := &c.Files[i]
		text := trimmed(f.After)
		if !f.Created && !f.Deleted && !f.ModeChanged && bytes.Equal(text, trimmed(f.Before)) {
			continue
		}
		field(h, []byte(f.Path))
		field(h, fmt.Appendf(nil, "%t %t %t", f.Created, f.Deleted, f.Executable))
		field(h, text)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// field adds bytes to a digest, with their length, so that no two lists of
// fields are the same bytes.
func field(w io.Writer, b []byte) { fmt.Fprintf(w, "%d:%s", len(b), b) }

// trimmed returns a text without whitespace at the ends of lines, and without
// blank lines at its start and end.
func trimmed(text []byte) []byte {
	lines := bytes.Split(text, []byte("\n"))
	for i := range lines {
		lines[i] = bytes.TrimRight(lines[i], " \t\r\f\v")
	}
	return bytes.Trim(bytes.Join(lines, []byte("\n")), "\n")
}
