package lint

import "strings"

// Literal returns the value of an argument without its quotes, and whether it
// is known: it has no variables, no escapes, and no quotes except around all of
// it.
func (f *File) Literal(arg string) (string, bool) {
	if n := len(arg); n > 1 && (arg[0] == '"' || arg[0] == '\'') && arg[n-1] == arg[0] {
		arg = arg[1 : n-1]
	}
	return arg, !strings.ContainsAny(arg, `"'$`+string(f.Escape))
}
