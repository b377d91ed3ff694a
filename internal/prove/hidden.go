package prove

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/tests"
)

// maxHidden bounds how many hidden tests are named in a command.
const maxHidden = 50

// unhide returns a command that runs only the new and changed tests of which a
// red run of go test has no result, or nil if there are none. A panic, which is
// what many a fault does, ends the tests of a package before them.
func (p *proof) unhide(cmd *runnable, run *evidence.Run, d *tests.Difference) (*runnable, error) {
	if run.Passed() || !run.Built || cmd.runner.Name != "go-test" || slices.Contains(cmd.words, "-args") || slices.Contains(cmd.words, "--args") {
		return nil, nil
	}
	names := hidden(run, d)
	if len(names) == 0 {
		return nil, nil
	}
	argv := append(slices.Clone(cmd.words), "-run", fmt.Sprintf("^(%s)$", strings.Join(names, "|")))
	return p.runnable(p.testPolicy(), argv)
}

// hidden returns the names of the new and changed tests of which a run has no
// result, sorted.
func hidden(run *evidence.Run, d *tests.Difference) []string {
	var names []string
	for _, t := range slices.Concat(d.Added, d.Changed) {
		seen := slices.ContainsFunc(run.Cases, func(c evidence.Case) bool { return t.Match(c.Suite, c.Name) })
		if strings.HasPrefix(t.Name, "Test") && strings.HasSuffix(t.Path, "_test.go") && t.Skipped == "" && !seen {
			names = append(names, t.Name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return names[:min(len(names), maxHidden)]
}
