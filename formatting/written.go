package formatting

import (
	"slices"
	"sync"
)

// written has the names of files that tools write for their own use and in
// their own layout, as globs of base names: lock files, checksums, state files
// and minified files. docs/formatting.md lists them.
var written = []string{
	"*.lock", // Cargo.lock, MODULE.bazel.lock, poetry.lock, yarn.lock and so on
	"*.lock.hcl", "*.lock.json", "*.lock.toml",
	"*-lock.json", "*-lock.toml", "*-lock.yaml", "*-lock.yml",
	"*.lockfile",
	"go.sum", "go.work.sum",
	"*maven_install.json", "npm-shrinkwrap.json",
	"pylock.*.toml", "pylock.toml", // PEP 751
	"JuliaManifest.toml", "Manifest.toml", // Julia's, whose projects are in Project.toml
	"*.tfstate", "*.tfstate.backup",
	"*.min.json",
}

// Written reports whether a tool writes the file of a slash-separated path for
// its own use. A formatter would conflict with that tool.
func Written(file string) bool {
	return writtenNames().Match(file)
}

var writtenNames = sync.OnceValue(func() *Names { return NewNames(written...) })

// WrittenNames returns the globs of base names that Written matches.
func WrittenNames() []string { return slices.Clone(written) }
