package cargo

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// kept are the flags of `cargo test` that say how tests are built, and not
// which: whether they have a value.
var kept = map[string]bool{
	"--all-features": false, "--no-default-features": false, "--release": false, "-r": false, "--offline": false, "--locked": false, "--frozen": false,
	"--features": true, "-F": true, "--profile": true, "--manifest-path": true, "--jobs": true, "-j": true, "--target": true,
}

// whole returns a command that runs all tests of a workspace.
func whole(argv []string, _ results.File) []string {
	at := verb(argv)
	all := append(slices.Clone(argv[:at+1]), "--workspace")
	for i := at + 1; i < len(argv) && argv[i] != "--"; i++ {
		name, _, hasValue := strings.Cut(argv[i], "=")
		valued, known := kept[name]
		if !known {
			continue
		}
		all = append(all, argv[i])
		if valued && !hasValue && i+1 < len(argv) {
			i++
			all = append(all, argv[i])
		}
	}
	return all
}
