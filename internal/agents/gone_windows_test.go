package agents

import "testing"

// checkGone does nothing: the job that the agent is in ends all of it, which
// the tests of package process show.
func checkGone(*testing.T, string) {}

func checkNoneIn(*testing.T, string) {}
