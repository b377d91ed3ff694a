package results

import (
	"path"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
)

// decoration is what may follow the name of a program: its version, and the
// extension of its file.
var decoration = lazyregexp.New(`(?:-?\d[\d.]*)?(?:\.(?:exe|cmd|m?js))?$`)

// Program returns the name of a program in lower case, without its folder,
// version and extension.
func Program(argv0 string) string {
	base := strings.ToLower(path.Base(strings.ReplaceAll(argv0, `\`, "/")))
	return base[:decoration().FindStringIndex(base)[0]]
}

// BeforeDashes adds arguments at the end, or before -- if there is one.
func BeforeDashes(argv []string, add ...string) []string {
	at := slices.Index(argv, "--")
	if at < 0 {
		at = len(argv)
	}
	return slices.Concat(argv[:at], add, argv[at:])
}

// WithoutFlags returns arguments without some flags and their values.
func WithoutFlags(args []string, flags ...string) []string {
	var rest []string
	for i := 0; i < len(args); i++ {
		name, _, hasValue := strings.Cut(args[i], "=")
		switch {
		case !slices.Contains(flags, name):
			rest = append(rest, args[i])
		case !hasValue:
			i++
		}
	}
	return rest
}
