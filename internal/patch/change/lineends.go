package change

import (
	"bytes"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/patch"
)

// lf returns a text with LF at the ends of lines that have CRLF.
func lf(text []byte) []byte { return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")) }

// restore returns the text of a result over the LF text of a base, with the
// ends of lines that the base has. An added line has the end that most lines of
// the base have.
func restore(base []byte, r *patch.Result) []byte {
	crlf := bytes.Count(base, []byte("\r\n"))
	if crlf == 0 {
		return r.Text
	}
	end := []byte("\n")
	if 2*crlf > bytes.Count(base, []byte("\n")) {
		end = []byte("\r\n")
	}
	before, after := lines(base), lines(r.Text)
	out := make([]byte, 0, len(base)+len(r.Text)/16)
	at := 0 // in before
	for _, c := range r.Ranges {
		out = append(out, bytes.Join(before[at:c.BaseStart-1], nil)...)
		for _, line := range after[c.Start-1 : c.End-1] {
			if text, ok := bytes.CutSuffix(line, []byte("\n")); ok {
				line = append(append([]byte{}, text...), end...)
			}
			out = append(out, line...)
		}
		at = c.BaseEnd - 1
	}
	return append(out, bytes.Join(before[at:], nil)...)
}

// lines returns the lines of a text, each with its newline if it has one.
func lines(text []byte) [][]byte { return slices.Collect(bytes.Lines(text)) }
