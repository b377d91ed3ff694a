package main

import (
	"os"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakeagent"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakemodel"
)

// TestMain lets the test binary act as the command, as an agent and as a model.
func TestMain(m *testing.M) {
	sandbox.Init()
	switch {
	case os.Getenv(clitest.AsCommand) != "":
		main()
	case fakemodel.IsAsked():
		os.Exit(fakemodel.Main(os.Args[1:]))
	case fakeagent.IsAsked():
		os.Exit(fakeagent.Main())
	default:
		code := m.Run()
		if shared, err := standard(); err == nil {
			_ = os.RemoveAll(shared)
		}
		os.Exit(code)
	}
}
