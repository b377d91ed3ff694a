package main

import (
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"
)

type schemaCmd struct{}

// Run prints the JSON Schema of the artifact.
func (*schemaCmd) Run(env *environment) error {
	_, err := env.stdout.Write(artifact.Schema())
	return err
}
