//go:build linux

package main

import (
	"fmt"
	"strings"
)

// A row is a measured figure beside its bar.
type row struct {
	what, figure, bar string
	met               bool
	details           string
}

// markdown returns the rows as a table.
func markdown(rows []row) string {
	var out strings.Builder
	out.WriteString("| what | measured | bar | | |\n|---|---|---|---|---|\n")
	for _, r := range rows {
		mark := "**missed**"
		if r.met {
			mark = "met"
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %s | %s |\n", r.what, r.figure, r.bar, mark, r.details)
	}
	return out.String()
}
