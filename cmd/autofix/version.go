package main

import "fmt"

// version is what `autofix version` prints and what artifacts name. MODULE.bazel decides; a test holds this to it, so
// that every build says the same, stamped by nothing.
const version = "0.1.0"

type versionCmd struct{}

// Run prints the version.
func (*versionCmd) Run(env *environment) error {
	_, err := fmt.Fprintf(env.stdout, "autofix %s\n", version)
	return err
}
