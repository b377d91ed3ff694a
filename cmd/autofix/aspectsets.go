package main

import (
	"fmt"
	"strings"

	"github.com/rules-autofix/rules_autofix/bazel/client"
	"github.com/rules-autofix/rules_autofix/bazel/undeclared"
	"github.com/rules-autofix/rules_autofix/pipeline"
	"github.com/rules-autofix/rules_autofix/process"
	"github.com/rules-autofix/rules_autofix/report"
	"github.com/rules-autofix/rules_autofix/workspace"
)

// tellOfAspects prints which aspect ran, and the gates of the workspace that
// have checkers which it does not have: they can stay shut although nothing is
// pending.
func (c *bazelFixCmd) tellOfAspects(w writer, ws *workspace.Workspace, result *pipeline.Result) {
	missing, err := undeclared.MissingSets(ws, c.Aspect, result.Checkers)
	if err != nil {
		fmt.Fprintf(w, "autofix: cannot look for other aspects: %s\n", report.OneLine(err.Error()))
		return
	}
	if len(missing) == 0 {
		return
	}
	fmt.Fprintf(w, "autofix: this run had the aspect %s alone\n", report.OneLine(client.DisplayLabel(c.Aspect)))
	for _, m := range missing {
		what := strings.Join(m.Checkers, ", ")
		switch {
		case m.Builtin && what == "":
			what = "the built-in checkers"
		case m.Builtin:
			what = "the built-in checkers, " + what
		}
		gate := m.Set.Aspect("autofix_strict")
		if gate == "" {
			gate = m.Set.Label
		}
		fmt.Fprintf(w, "  %s also has %s, which did not run; %s\n", report.OneLine(gate), report.OneLine(what), c.runToo(&m.Set))
	}
}

// runToo returns a hint to run the fixes of a set of aspects.
func (c *bazelFixCmd) runToo(set *undeclared.AspectSet) string {
	own := strings.TrimPrefix(c.FixCommand, "bazel run ")
	if c.FixCommand != "" && client.DisplayLabel(set.Fix) != own {
		return "run it with: " + process.CommandLine("bazel", "run", set.Fix)
	}
	aspect := set.Aspect("autofix_fix")
	if aspect == "" {
		return fmt.Sprintf("assign the autofix_fix of the set to a variable in %s, and name it in `aspect` of %s", report.OneLine(set.File), set.Fix)
	}
	other := *c
	other.Aspect = aspect
	flags := c.selectionFlags(c.Undeclared)
	if c.FixCommand != "" {
		flags = append([]string{"--aspect=" + aspect}, flags...)
	}
	return fmt.Sprintf("set aspect = %q in the target %s, or run: %s", aspect, set.Fix, other.commandFor(c.patterns(), flags, c.BazelFlag))
}
