package reports

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/rules-autofix/rules_autofix/internal/inert"
)

// limits bound the contents of a page.
type limits struct {
	shrink int
	items  int // of a list or rows of a table
	runs   int
	cases  int // of a run
	text   int // characters of a text of one line
	block  int // bytes of a text of several lines
	width  int // characters of one of its lines
	diff   int // lines of the diff
}

// limitsOf returns the limits of a page that was too large some times before.
func limitsOf(shrink int) limits {
	half := func(full, least int) int { return max(least, full>>shrink) }
	return limits{
		shrink: shrink, items: half(500, 5), runs: half(400, 5), cases: half(100, 3), text: half(1000, 60), block: half(16<<10, 500), width: half(2000, 60),
		diff: half(10_000, 50),
	}
}

// least reports whether the limits cannot shrink.
func (l *limits) least() bool { return l.shrink > 16 }

// line returns a text on one line, inert and bounded.
func (l *limits) line(s string) string { return clip(s, l.text) }

// code returns a line of code, inert and bounded. Tabs stay, and a carriage
// return is shown.
func (l *limits) code(s string) string {
	return cut(s, l.width, func(s string) string {
		return strings.ReplaceAll(inert.Plain(strings.ReplaceAll(s, "\r", "^M")), "\n", "\ufffd")
	})
}

// clip returns the start of a text on one line, inert, of at most n characters
// and how many bytes are left out.
func clip(s string, n int) string { return cut(s, n, inert.Line) }

func cut(s string, n int, safe func(string) string) string {
	const slack = 64 // codes for colors, which are removed
	start, more := s, 0
	if most := utf8.UTFMax*n + slack; len(start) > most {
		start, more = start[:most], len(s)-most
	}
	start = safe(start)
	count := 0
	for i := range start {
		if count == n {
			more += len(start) - i
			start = start[:i]
			break
		}
		count++
	}
	if more == 0 {
		return start
	}
	return fmt.Sprintf("%s… (%d more bytes)", start, more)
}

// lines returns a text of several lines, inert and bounded: its end, and how
// many bytes before that are left out.
func (l *limits) lines(s string) (end string, more int) {
	s = strings.TrimRight(s, "\r\n")
	if len(s) > l.block {
		more = len(s) - l.block
		if at := strings.IndexByte(s[more:], '\n'); at >= 0 && at < l.block/2 {
			more += at + 1
		}
		s = s[more:]
	}
	all := strings.Split(inert.Plain(s), "\n")
	for i := range all {
		all[i] = l.code(all[i])
	}
	return strings.Join(all, "\n"), more
}

// few returns the first n of a list, and how many more there are.
func few[T any](items []T, n int) (first []T, more int) {
	if len(items) <= n {
		return items, 0
	}
	return items[:n], len(items) - n
}
