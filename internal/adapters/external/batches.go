package external

import (
	"path"
	"runtime"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
)

// maxNames is the maximum number of bytes of the names of files in a run:
// systems limit the length of a command line. Tests lower it.
var maxNames = func() int {
	if runtime.GOOS == "windows" {
		return 24 << 10
	}
	return 128 << 10 // the default of xargs
}()

// batches returns the names of files as arguments, in as few runs as fit.
func (c *Checker) batches(given []fixedits.Snapshot) [][]string {
	if c.NoFiles {
		return [][]string{nil}
	}
	names := make([]string, len(given))
	for i, file := range given {
		names[i] = c.argument(file.Path)
	}
	if listed(c.Args) {
		return [][]string{names}
	}
	var all [][]string
	first, size := 0, 0
	for i, name := range names {
		if size += len(name) + 1; size > maxNames && i > first {
			all = append(all, names[first:i:i])
			first, size = i, len(name)+1
		}
	}
	return append(all, names[first:])
}

// listed reports whether the program gets a file with the names of its files,
// and no names.
func listed(args []string) bool {
	list := false
	for _, arg := range args {
		_, _ = expand(arg, func(mark string) (string, error) { list = list || mark == listMark; return "", nil })
	}
	return list && !slices.Contains(args, filesMark)
}

// argument returns the name of a file for the program. A file of a checkout must
// not pass for an option, or for a file with more arguments.
func (c *Checker) argument(file string) string {
	name := file
	if c.In != "" && c.In != "." {
		name = strings.TrimPrefix(file, path.Clean(c.In)+"/")
	}
	if strings.HasPrefix(name, "-") || strings.HasPrefix(name, "@") {
		return "./" + name
	}
	return name
}
