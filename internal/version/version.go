// Package version contains the version of autofix and of the programs beside
// it.
package version

// Version is printed by `autofix version` and contained in artifacts.
// MODULE.bazel defines it; a test checks that they agree. It is not stamped, so
// that every build has the same version.
const Version = "0.1.0"

// Homepage is the address of autofix.
const Homepage = "https://github.com/rules-autofix/rules_autofix"
