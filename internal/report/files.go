package report

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// Files writes the names of the files with findings, sorted by their paths in
// the workspace, one per line, and nothing else. A name with control characters
// is quoted as a Go string.
func Files(out io.Writer, f *Findings, opts TextOptions) error {
	w := bufio.NewWriter(out)
	last := ""
	for _, d := range f.byPlace() {
		if d.Path == last {
			continue
		}
		last = d.Path
		name := opts.Shown.Of(d.Path)
		if strings.HasPrefix(name, "-") {
			name = "./" + name // which no program takes for a flag
		}
		if strings.ContainsFunc(name, unicode.IsControl) {
			name = strconv.Quote(name)
		}
		w.WriteString(name + "\n") // an error shows in Flush
	}
	return w.Flush()
}
