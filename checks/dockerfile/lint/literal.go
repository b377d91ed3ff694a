package lint

import "strings"

// Literal returns what an argument of an instruction says without its quotes, and whether that is known: it has neither
// variables nor escapes, and no quotes but around all of it.
func (f *File) Literal(arg string) (string, bool) {
	if n := len(arg); n > 1 && (arg[0] == '"' || arg[0] == '\'') && arg[n-1] == arg[0] {
		arg = arg[1 : n-1]
	}
	return arg, !strings.ContainsAny(arg, `"'$`+string(f.Escape))
}
