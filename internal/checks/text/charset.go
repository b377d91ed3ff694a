package text

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/internal/checks"
)

// mark is the byte order mark of UTF-8.
var mark = []byte("\ufeff")

// charset checks the wanted character set: keep, utf-8 or utf-8-bom. It does
// not ask for a mark in a file that has a formatter, which might remove it
// again.
func (f file) charset(findings []checks.Finding, want string, formatted bool) []checks.Finding {
	if want == "keep" {
		return findings
	}
	if at := invalid(f.Content); at >= 0 {
		return append(findings, checks.Finding{
			Rule:    charset,
			Message: fmt.Sprintf("byte 0x%02x is not valid UTF-8", f.Content[at]),
			Start:   at,
			End:     at + 1,
		})
	}
	marked := bytes.HasPrefix(f.Content, mark)
	switch {
	case marked && want == "utf-8":
		return append(findings, checks.Finding{
			Rule:    charset,
			Message: "byte order mark in a file configured as utf-8",
			End:     len(mark),
			Fixes: []fixedits.Fix{{
				Title: "Remove the byte order mark",
				Edits: []fixedits.Edit{{Path: f.Path, End: len(mark)}},
			}},
		})
	case !marked && want == "utf-8-bom" && !formatted && !bytes.HasPrefix(f.Content, []byte("#!")):
		return append(findings, checks.Finding{
			Rule:    charset,
			Message: "no byte order mark in a file configured as utf-8-bom",
			Fixes: []fixedits.Fix{{
				Title: "Add a byte order mark",
				Edits: []fixedits.Edit{{Path: f.Path, New: mark}},
			}},
		})
	}
	return findings
}

// invalid returns the offset of the first byte that is not UTF-8, or -1.
func invalid(text []byte) int {
	if utf8.Valid(text) {
		return -1
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return -1
}
