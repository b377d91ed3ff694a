package patch

import (
	"path"
	"strconv"
	"strings"
)

// Names are the names by which a diff may refer to the one file that it
// changes: its path, its base name, and both with a/ or b/.
type Names struct {
	Path string // from the root of the workspace, with slashes
}

func (n Names) accepts(name string) bool {
	if n.is(name) {
		return true
	}
	for _, side := range []string{"a/", "b/"} {
		if rest, ok := strings.CutPrefix(name, side); ok && n.is(rest) {
			return true
		}
	}
	return false
}

func (n Names) is(name string) bool {
	name = strings.TrimPrefix(name, "./")
	return name != "" && (name == n.Path || name == path.Base(n.Path))
}

const nullFile = "/dev/null"

// fileName returns the name in a --- or +++ line, without the marker. A time
// may follow it after a tab.
func fileName(s string) string {
	if !strings.HasPrefix(s, `"`) {
		s, _, _ = strings.Cut(s, "\t")
		return strings.TrimRight(s, " ")
	}
	if end := endOfQuoted(s); end > 0 {
		if name, err := strconv.Unquote(s[:end]); err == nil {
			return name
		}
	}
	return s
}

// gitNames returns the two names in the rest of a diff --git line. They are
// empty if the boundary between them is not certain.
func gitNames(s string) (older, newer string) {
	s = strings.TrimRight(s, " ")
	if strings.HasPrefix(s, `"`) {
		end := endOfQuoted(s)
		if end < 0 || end >= len(s) {
			return "", ""
		}
		return fileName(s[:end]), fileName(strings.TrimLeft(s[end:], " "))
	}
	if before, after, ok := strings.Cut(s, ` "`); ok {
		return before, fileName(`"` + after)
	}
	if strings.Count(s, " ") == 1 {
		older, newer, _ = strings.Cut(s, " ")
		return older, newer
	}
	// Names with spaces are equal but for their first folder.
	if half := len(s) / 2; len(s)%2 == 1 && s[half] == ' ' && afterSlash(s[:half]) == afterSlash(s[half+1:]) {
		return s[:half], s[half+1:]
	}
	return "", ""
}

func afterSlash(s string) string {
	_, rest, _ := strings.Cut(s, "/")
	return rest
}

// endOfQuoted returns the length of the text in double quotes that s starts
// with, or -1.
func endOfQuoted(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return -1
}
