//go:build !linux

package sandbox

import (
	"runtime"

	"github.com/rules-autofix/rules_autofix/internal/process"
)

// Init must be called first thing in main, and in TestMain, by a program that
// calls Wrap. It calls process.Init.
func Init() { process.Init() }

var wayOut = "there are sandboxes only on Linux, not on " + runtime.GOOS + ": run this there, or in a container"

// ladder is empty.
var ladder []rung

type mount struct{}

func planOf(*Policy, string) ([]mount, error) { return nil, nil }
