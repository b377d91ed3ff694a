package report

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// Lintable has the extensions of languages for which docs/linters has a linter
// and for which no checker is built in, as in the patterns of
// rules/checkers.bzl.
var Lintable = map[string][]string{
	"C and C++":                 {".c", ".cc", ".cpp", ".cxx", ".c++", ".C", ".h", ".hh", ".hpp", ".hxx", ".h++"},
	"CSS":                       {".css", ".less", ".scss"},
	"Java":                      {".java"},
	"JavaScript and TypeScript": {".js", ".jsx", ".cjs", ".mjs", ".ts", ".tsx", ".cts", ".mts"},
	"Python":                    {".py", ".pyi"},
	"Rust":                      {".rs"},
}

// Handful is the largest number of named files, such as by a hook, for which a
// run does not report missing linters.
const Handful = 10

// Unlinted returns the line that says for how many files there is no linter, by
// extension, or "".
func Unlinted(files []string, linted func(file string) bool) string {
	known := map[string]bool{}
	for _, extensions := range Lintable {
		for _, extension := range extensions {
			known[extension] = true
		}
	}
	counts, total := map[string]int{}, 0
	for _, file := range files {
		if extension := path.Ext(file); known[extension] && !linted(file) {
			counts[extension]++
			total++
		}
	}
	if total == 0 {
		return ""
	}
	extensions := slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b))
	})
	for i, extension := range extensions {
		extensions[i] = fmt.Sprintf("%d %s", counts[extension], extension)
	}
	noun := "files"
	if total == 1 {
		noun = "file"
	}
	return fmt.Sprintf("no linter for %s %s, see docs/linters", strings.Join(extensions, ", "), noun)
}
