package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"

	"github.com/rules-autofix/rules_autofix/config"
	"github.com/rules-autofix/rules_autofix/pipeline"
)

// mostExcluded is the maximum number of files in a suggested line of
// autofix.toml.
const mostExcluded = 20

// tellOfGate prints how to open a gate that printed the command of this run, if
// the run cannot open it.
func (c *bazelFixCmd) tellOfGate(env *environment, result *pipeline.Result) {
	if files := foreignFiles(result); len(files) > 0 {
		fmt.Fprintf(env.Stdout, "autofix: a gate stays shut because of files that fix does not write; tag their target no-autofix, or exclude them in autofix.toml:\n"+
			"  [files]\n  exclude = [%s]\n", strings.Join(files, ", "))
		return
	}
	// A gate may have judged other sources, selected by the flags of its build.
	notFiltered := func(o pipeline.Outcome) bool { return o.Status != fixedits.StatusFiltered }
	if slices.ContainsFunc(result.Outcomes, notFiltered) || len(c.BazelFlag) > 0 {
		return
	}
	// A run over everything that finds nothing is usual where nobody reads it.
	if slices.Contains(c.Targets, everything) && !env.Terminal {
		return
	}
	fmt.Fprintf(env.Stdout, "autofix: if the gate failed in a build with flags, add those that select sources: %s\n",
		c.commandFor(c.patterns(), c.selectionFlags(c.Undeclared), []string{"--//package:flag=value"}))
}

// foreignFiles returns the files of fixes that no run applies, because they are
// outside of the workspace or in another repository, as globs in TOML syntax.
func foreignFiles(result *pipeline.Result) []string {
	var files []string
	for i := range result.Outcomes {
		o := &result.Outcomes[i]
		// The check also knows which files are protected; no gate waits for them.
		if o.Round != result.Rounds || o.Status != fixedits.StatusForeign || o.Reason.Code == fixedits.CodeProtected {
			continue
		}
		for _, path := range o.Paths {
			if word, err := json.Marshal(config.GlobLiteral(path)); err == nil { // a JSON string is a TOML string
				files = append(files, string(word))
			}
		}
	}
	slices.Sort(files)
	files = slices.Compact(files)
	return files[:min(len(files), mostExcluded)]
}
