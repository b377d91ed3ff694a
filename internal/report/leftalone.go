package report

import (
	"fmt"
	"io"
	"maps"
	"slices"

	"github.com/rules-autofix/rules_autofix/internal/inert"
)

// A LeftAlone is a file that was skipped on purpose.
type LeftAlone struct {
	Path   string
	Reason string // such as "it is larger than 16 MiB"

	// Default says that the file is of a kind that is only checked on request.
	// It is counted, not listed.
	Default bool
	More    int // further files that are left alone by default for this reason
}

// writeLeftAlone lists files that were skipped. Files that are skipped by
// default are one line per reason.
func writeLeftAlone(w io.Writer, files []LeftAlone) {
	listed := listedOf(files)
	if len(listed) > 0 {
		fmt.Fprintf(w, "autofix: left %s alone:\n", NumberOf(len(listed), "file"))
	}
	for i, file := range listed {
		if i == leftShown {
			fmt.Fprintf(w, "  ... and %d more\n", len(listed)-i)
			break
		}
		fmt.Fprintf(w, "  %s: %s\n", inert.Line(shortened(file.Path)), file.Reason)
	}
	byReason := map[string]LeftAlone{}
	total := 0
	for _, file := range files {
		if !file.Default {
			continue
		}
		total += 1 + file.More
		first, ok := byReason[file.Reason]
		if !ok {
			first = file
		} else {
			first.More += 1 + file.More
		}
		byReason[file.Reason] = first
	}
	if total == 0 {
		return
	}
	fmt.Fprintf(w, "autofix: left %s alone by default:\n", NumberOf(total, "file"))
	for _, reason := range slices.Sorted(maps.Keys(byReason)) {
		first := byReason[reason]
		more := ""
		if first.More > 0 {
			more = fmt.Sprintf(" and %d more", first.More)
		}
		fmt.Fprintf(w, "  %s%s: %s\n", inert.Line(shortened(first.Path)), more, reason)
	}
}

// writeLeftCount counts the files that were skipped.
func writeLeftCount(w io.Writer, files []LeftAlone) {
	left := 0
	for _, file := range files {
		left += 1 + file.More
	}
	if left > 0 {
		fmt.Fprintf(w, "autofix: left %s alone; --verbose lists %s\n", NumberOf(left, "file"), itThem(left))
	}
}

// listedOf returns the files that are listed individually.
func listedOf(files []LeftAlone) []LeftAlone {
	return slices.DeleteFunc(slices.Clone(files), func(file LeftAlone) bool { return file.Default })
}

// pathShown bounds the bytes of a path that are shown.
const pathShown = 300

// shortened removes the middle of a long path.
func shortened(path string) string {
	if len(path) <= pathShown {
		return path
	}
	return path[:pathShown/2] + "[...]" + path[len(path)-pathShown/2:]
}
