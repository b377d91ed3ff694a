package results

import (
	"github.com/rules-autofix/rules_autofix/internal/lazyregexp"
	"github.com/rules-autofix/rules_autofix/prove/evidence"
)

// An exit knows only the exit code and the output of the command.
type exit struct {
	build bool // the command builds, and runs no test
}

func (exit) Name() string { return "exit" }

// Instrument returns the command unchanged.
func (exit) Instrument(argv []string, _ string) []string { return argv }

// notBuilt matches the last messages of compilers: cargo, Maven, Gradle, tsc.
var notBuilt = lazyregexp.New(`(?m)^error: could not compile |^\[ERROR\] COMPILATION ERROR|^Execution failed for task '[^'\n]*:compile|\berror TS\d+: `)

// Read returns no cases.
func (e exit) Read(raw *Raw) Results {
	c := newCollector(raw)
	c.noCases = true
	if raw.End == evidence.Exited && raw.Exit != 0 {
		c.built = !e.build && !notBuilt().Match(raw.Stdout) && !notBuilt().Match(raw.Stderr)
	}
	return c.finish(string(raw.Stdout), string(raw.Stderr))
}
