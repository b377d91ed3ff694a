// Command fake_acp_agent is the agent of the package fakeagent as a program of
// its own, for tests that start the command as a person does. Its script is in
// the environment variable AUTOFIX_FAKE_AGENT, or in the file that its only
// argument names.
package main

import (
	"os"

	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
)

func main() {
	if len(os.Args) == 2 {
		os.Setenv(fakeagent.Variable, "@"+os.Args[1])
	}
	os.Exit(fakeagent.Main())
}
