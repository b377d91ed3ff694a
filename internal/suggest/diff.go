package suggest

import (
	"strconv"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// A diff has the lines of a new text that the diff of a pull request shows.
type diff struct {
	hunks map[int]int  // the number of the hunk, from 1, by line from 1
	added map[int]bool // lines that the change added or changed
}

var header = lazyregexp.New(`^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@`)

// readDiff reads the hunks of a file, as GitHub lists them. It reports false if
// they are not of the text, so that no line counts.
func readDiff(patch, text string) (diff, bool) {
	d := diff{map[int]int{}, map[int]bool{}}
	lines := strings.Split(text, "\n")
	hunk, at, left := 0, 0, 0
	for line := range strings.SplitSeq(strings.TrimSuffix(patch, "\n"), "\n") {
		if m := header().FindStringSubmatch(line); m != nil && left == 0 {
			first, err := strconv.Atoi(m[1])
			n := 1
			if err == nil && m[2] != "" {
				n, err = strconv.Atoi(m[2])
			}
			if err != nil {
				return diff{}, false
			}
			hunk, at, left = hunk+1, first, n
			continue
		}
		if line == "" || line[0] == '-' || line[0] == '\\' {
			continue
		}
		if line[0] != ' ' && line[0] != '+' || left == 0 || at < 1 || at > len(lines) || lines[at-1] != line[1:] {
			return diff{}, false
		}
		d.hunks[at] = hunk
		if line[0] == '+' {
			d.added[at] = true
		}
		at, left = at+1, left-1
	}
	return d, hunk > 0 && left == 0
}
