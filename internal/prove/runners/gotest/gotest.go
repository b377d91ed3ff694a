// Package gotest is the test runner of Go, `go test`, of Go 1.20 or later.
package gotest

import (
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// Runner reads `go test` by its events.
var Runner = &results.Runner{
	Name:     "go-test",
	Programs: []string{"go"},
	Versions: map[string]string{"go": "version"},
	Tests:    []string{"go build", "go test", "go vet"},
	Setup:    []string{"go build", "go mod download"},
	Variables: []string{
		"GOFLAGS", "GOENV", "GOROOT", "GOROOT_FINAL", "GOPATH", "GOBIN", "GOTOOLCHAIN", "GOTOOLDIR", "GOWORK", "GOCACHE*", "GOMODCACHE",
		"GOPROXY", "GOSUMDB", "GONOSUM*", "GONOPROXY", "GOPRIVATE", "GOINSECURE", "GOVCS", "GOAUTH", "GOEXPERIMENT", "GCCGO*", "GO_EXTLINK*",
	},
	Rule:       rule,
	Runs:       func(argv []string) bool { return hasVerb(argv, "test") },
	Builds:     func(argv []string) bool { return hasVerb(argv, "build", "vet", "install") },
	Instrument: instrument, Read: read, Measure: measure, Alone: alone,
}

func hasVerb(argv []string, verbs ...string) bool {
	at := goVerb(argv)
	return at > 0 && slices.Contains(verbs, argv[at])
}

// goVerb returns the index of the verb of a command of go, such as test, or -1.
func goVerb(argv []string) int {
	for i := 1; i < len(argv); i++ {
		switch {
		case argv[i] == "-C" || argv[i] == "--C":
			i++
		case strings.HasPrefix(argv[i], "-C=") || strings.HasPrefix(argv[i], "--C="):
		case strings.HasPrefix(argv[i], "-"):
			return -1
		default:
			return i
		}
	}
	return -1
}

// goFlags returns the arguments after the verb that go itself reads, up to the
// arguments of the tests.
func goFlags(argv []string) []string {
	at := goVerb(argv)
	if at < 0 {
		return nil
	}
	flags := argv[at+1:]
	if end := slices.IndexFunc(flags, func(arg string) bool { return arg == "-args" || arg == "--args" }); end >= 0 {
		flags = flags[:end]
	}
	return flags
}

// goFlag returns the value of a flag of go, and whether it is there. A flag of
// tests may have the prefix test. A flag without = has the value of the next
// argument, which is nothing for boolean ones.
func goFlag(flags []string, name string) (value string, found bool) {
	for i, arg := range flags {
		flag, isFlag := strings.CutPrefix(arg, "-")
		if !isFlag {
			continue
		}
		flag = strings.TrimPrefix(strings.TrimPrefix(flag, "-"), "test.")
		key, value, hasValue := strings.Cut(flag, "=")
		if key != name {
			continue
		}
		if !hasValue && i+1 < len(flags) {
			value = flags[i+1]
		}
		return value, true
	}
	return "", false
}

// instrument adds -json, and -count=1 so that no result comes from the cache.
// They stand before the other flags, so that the person's flags win, and after
// -C, which must be the first one.
func instrument(argv []string, _ string) []string {
	if goVerb(argv) < 0 {
		return argv
	}
	flags := goFlags(argv)
	var add []string
	if _, found := goFlag(flags, "json"); !found {
		add = append(add, "-json")
	}
	if _, found := goFlag(flags, "count"); !found {
		add = append(add, "-count=1")
	}
	return insertGoFlags(argv, add...)
}

// insertGoFlags adds flags before the others of a command, but behind -C.
func insertGoFlags(argv []string, add ...string) []string {
	at := goVerb(argv) + 1
	if flags := goFlags(argv); len(flags) > 0 {
		switch first := flags[0]; {
		case first == "-C" || first == "--C":
			at += min(2, len(flags))
		case strings.HasPrefix(first, "-C=") || strings.HasPrefix(first, "--C="):
			at++
		}
	}
	return slices.Concat(argv[:at], add, argv[at:])
}

// read reads the events that go printed. Build errors are events from Go 1.24
// on, and texts before.
func read(raw *results.Raw) results.Results {
	c := results.NewCollector(raw)
	s := newGoStream(c, repeats(goFlags(raw.Argv)))
	s.read(raw.Stdout)
	s.buildErrors(string(raw.Stderr))
	s.finish()
	if s.events == 0 && raw.End == evidence.Exited {
		if raw.Exit != 0 {
			c.Built = false // go itself refused, such as for a broken go.mod
		} else {
			c.Problem(evidence.ProblemNoResults, "go test printed no events")
		}
	}
	if raw.Cut {
		c.Problem(evidence.ProblemBadResults, "a part of the events was not kept, since there is too much output")
	}
	return c.Finish(s.text.String(), string(raw.Stderr))
}

// repeats reports whether flags make go run a test more than once.
func repeats(flags []string) bool {
	count, counted := goFlag(flags, "count")
	_, cpus := goFlag(flags, "cpu")
	_, bench := goFlag(flags, "bench")
	return counted && count != "1" || cpus || bench
}
