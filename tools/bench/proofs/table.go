//go:build linux

package main

import (
	"fmt"
	"slices"
	"strings"
)

// A column counts the patches that are accepted in one way, or rejected.
type column struct {
	name    string
	accepts func(r result) bool
}

// canary is the condition that tests fail once they are broken.
const canary = "P10"

var columns = []column{
	{"red-green alone", func(r result) bool { return r.Green }},
	{"proven without P8 and the canary", func(r result) bool { return r.provenWithout("P8", canary) }},
	{"proven without P8", func(r result) bool { return r.provenWithout("P8") }},
	{"proven without the canary", func(r result) bool { return r.provenWithout(canary) }},
	{"proven", func(r result) bool { return r.Verdict == "proven" }},
	{"weak", func(r result) bool { return r.Verdict == "weak" }},
	{"noted as overfit", func(r result) bool { return r.Overfit }},
	{"refused", func(r result) bool { return r.Verdict != "proven" && r.Verdict != "weak" }},
}

// provenWithout reports whether a patch is proven if some conditions do not
// count.
func (r result) provenWithout(ids ...string) bool {
	held := !slices.ContainsFunc(r.Without, func(id string) bool { return !slices.Contains(ids, id) })
	return r.Verdict == "proven" || len(r.Without) > 0 && held
}

// table has the number of patches of each kind that are accepted in each way,
// in Markdown.
func table(results []result) string {
	var b strings.Builder
	b.WriteString("| patch | tried |")
	for _, c := range columns {
		b.WriteString(" " + c.name + " |")
	}
	b.WriteString("\n|---|--:|" + strings.Repeat("--:|", len(columns)) + "\n")
	for _, kind := range kinds {
		of := slices.DeleteFunc(slices.Clone(results), func(r result) bool { return r.Patch != kind || r.Left != "" })
		fmt.Fprintf(&b, "| %s | %d |", kind, len(of))
		for _, c := range columns {
			n := 0
			for _, r := range of {
				if c.accepts(r) {
					n++
				}
			}
			fmt.Fprintf(&b, " %s |", share(n, len(of)))
		}
		b.WriteString("\n")
	}
	return b.String()
}

// share returns a number with its share of all.
func share(n, of int) string {
	if of == 0 {
		return "0"
	}
	return fmt.Sprintf("%d (%.1f %%)", n, 100*float64(n)/float64(of))
}
