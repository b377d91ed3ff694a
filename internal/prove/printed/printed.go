// Package printed returns the output of a command as a person would read it.
package printed

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/rules-autofix/rules_autofix/internal/clip"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
)

// Text returns the text of an output: UTF-8 with LF, without escape codes of
// terminals and other control characters, and with the output of events of `go
// test -json` in their place. A line stands for a part that the evidence leaves
// out.
func Text(o *evidence.Output) string {
	text := o.Head
	if o.Omitted > 0 {
		text = strings.TrimSuffix(text, "\n") + "\n" + leftOut(o.Omitted)
	}
	return Plain(Unfold(text + o.Tail))
}

// Plain returns a text as UTF-8 with LF, without escape codes of terminals and
// control characters. A carriage return alone, as of a progress bar, ends a line.
func Plain(text string) string {
	text = inert.StripEscapes(strings.ToValidUTF8(text, "\ufffd"))
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\t':
			return r
		case r == '\r':
			return '\n'
		case unicode.IsControl(r), isFormat(r):
			return -1
		}
		return r
	}, text)
}

// isFormat reports whether a character is not shown, and may change how others
// are: overrides of direction, joiners, tags.
func isFormat(r rune) bool {
	return unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}

// Line returns a text as one line of at most max bytes.
func Line(text string, max int) string {
	return clip.Within(strings.Join(strings.Fields(Plain(start(text, max))), " "), max)
}

// Lines returns a text of at most max bytes, without blank lines at its ends.
func Lines(text string, max int) string {
	return clip.Within(strings.Trim(Plain(start(text, max)), "\n"), max)
}

// start returns as much of a text as may be needed for max bytes of it, so that
// long texts cost little. Plain rarely leaves out more.
func start(text string, max int) string { return text[:min(len(text), 16*max+1024)] }

// Ends returns the first and last lines of a text: at most max bytes, a quarter
// of them from its head, and a line with the amount left out between. The lines
// about a failure are mostly at the end.
func Ends(text string, max int) string {
	if len(text) <= max {
		return text
	}
	head, tail := text[:max/4], text[len(text)-(max-max/4):]
	if at := strings.LastIndexByte(head, '\n'); at >= 0 {
		head = head[:at+1]
	}
	if at := strings.IndexByte(tail, '\n'); at >= 0 && at+1 < len(tail) {
		tail = tail[at+1:]
	}
	head, tail = strings.ToValidUTF8(head, ""), strings.ToValidUTF8(tail, "")
	if head != "" && !strings.HasSuffix(head, "\n") {
		head += "\n"
	}
	return head + leftOut(int64(len(text)-len(head)-len(tail))) + tail
}

func leftOut(bytes int64) string { return fmt.Sprintf("[%d bytes are left out here]\n", bytes) }

// Unfold returns a text with the output of events of `go test -json` in their
// place.
func Unfold(text string) string {
	if !strings.Contains(text, `"Action":`) {
		return text
	}
	var b strings.Builder
	for line := range strings.SplitAfterSeq(text, "\n") {
		if !strings.HasPrefix(line, "{") {
			b.WriteString(line)
			continue
		}
		var event struct{ Action, Output string }
		if json.Unmarshal([]byte(line), &event) != nil || event.Action == "" {
			b.WriteString(line)
			continue
		}
		b.WriteString(event.Output)
	}
	return b.String()
}
