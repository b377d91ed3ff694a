package runners

import (
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/results"
)

// exit knows only the exit code and the output of a command. build also knows
// that the command builds and does not test.
var (
	exit  = &results.Runner{Name: "exit", Instrument: unchanged, Read: func(raw *results.Raw) results.Results { return readExit(raw, false) }}
	build = &results.Runner{Name: "exit", Instrument: unchanged, Read: func(raw *results.Raw) results.Results { return readExit(raw, true) }}
)

func unchanged(argv []string, _ string) []string { return argv }

// readExit returns no cases.
func readExit(raw *results.Raw, builds bool) results.Results {
	c := results.NewCollector(raw)
	c.NoCases = true
	if raw.End == evidence.Exited && raw.Exit != 0 {
		c.Built = !builds && !results.NotBuilt(raw.Stdout) && !results.NotBuilt(raw.Stderr)
	}
	return c.Finish(string(raw.Stdout), string(raw.Stderr))
}
