package reports

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/adapters/builtin"
)

// A pipe is a file that cannot seek.
type pipe struct{ io.Reader }

func (pipe) Seek(int64, int) (int64, error) { return 0, errors.New("illegal seek") }

// A report may come through the redirection of a shell, which adds a byte order
// mark, or even writes UTF-16.
func TestReadWithByteOrderMark(t *testing.T) {
	files := source{"a.py": {"x\n", written}}
	for name, kind := range map[string]func(string) io.Reader{
		"file": func(text string) io.Reader { return strings.NewReader(text) },
		"pipe": func(text string) io.Reader { return pipe{strings.NewReader(text)} },
	} {
		for format, text := range map[string]string{
			"ruff":  ruff,
			"diff":  "--- a/a.py\n+++ b/a.py\n@@ -1 +1 @@\n-x\n+y\n",
			"sarif": strings.NewReplacer("ARTIFACT", "", "SNIPPET", "", "DELETED", "").Replace(sarif),
		} {
			f, err := builtin.Format(format)
			if err != nil {
				t.Fatal(err)
			}
			for _, mark := range []string{"", "\ufeff"} {
				r := &Report{Name: "report", Format: f, In: kind(mark + text)}
				reading, err := r.Read(files)
				if err != nil || len(reading.Artifact.Fixes) != 1 {
					t.Errorf("%s, %s after %q: %v, %v", format, name, mark, reading, err)
				}
			}
			for _, mark := range []string{"\xff\xfe", "\xfe\xff"} {
				r := &Report{Name: "report", Format: f, In: kind(mark + text)}
				if _, err := r.Read(files); err != errUTF16 {
					t.Errorf("%s, %s after %q: %v", format, name, mark, err)
				}
			}
		}
		if _, err := utf8(kind("")); err != nil {
			t.Errorf("an empty %s: %v", name, err)
		}
		in, err := utf8(kind("ab"))
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if _, err := io.Copy(&got, in); err != nil || got.String() != "ab" {
			t.Errorf("a short %s: %q, %v", name, got.String(), err)
		}
	}
}
