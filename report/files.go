package report

import (
	"bufio"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// Files writes the sorted names of the files with findings, one per line, and
// nothing else. A name with control characters is quoted as a Go string.
func Files(out io.Writer, f *Findings) error {
	w := bufio.NewWriter(out)
	last := ""
	for _, d := range f.byPlace() {
		if d.Path == last {
			continue
		}
		last = d.Path
		name := d.Path
		if strings.ContainsFunc(name, unicode.IsControl) {
			name = strconv.Quote(name)
		}
		w.WriteString(name + "\n") // an error shows in Flush
	}
	return w.Flush()
}
