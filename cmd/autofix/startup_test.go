package main

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
)

// Hooks, editors and actions without workers start the command for each run, so
// a package compiles its regular expressions, parses its templates and builds
// its large tables when they are first used. The Go runtime counts what the
// initialization of each package allocates; unlike its time, that is the same
// in each run.
func TestPackagesInitializeLittle(t *testing.T) {
	const (
		mostBytes  = 32 << 10
		mostAllocs = 200
	)
	executable, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), executable, "version")
	cmd.Env = append(os.Environ(), clitest.AsCommand+"=1", "GODEBUG=inittrace=1")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %s", err, stderr.String())
	}
	trace := regexp.MustCompile(`(?m)^init github\.com/rules-autofix/rules_autofix/(\S+) .* (\d+) bytes, (\d+) allocs$`)
	found := trace.FindAllStringSubmatch(stderr.String(), -1)
	if len(found) == 0 {
		t.Fatalf("no package of this module in the trace: %s", stderr.String())
	}
	for _, match := range found {
		if match[1] == "cmd/autofix" { // with the variables of its tests
			continue
		}
		bytes, err := strconv.Atoi(match[2])
		if err != nil {
			t.Fatal(err)
		}
		allocs, err := strconv.Atoi(match[3])
		if err != nil {
			t.Fatal(err)
		}
		if bytes > mostBytes || allocs > mostAllocs {
			t.Errorf("the initialization of %s allocates %d bytes in %d objects, more than %d in %d: do it in the first use",
				match[1], bytes, allocs, mostBytes, mostAllocs)
		}
	}
}
