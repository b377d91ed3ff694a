//go:build linux

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/tools/bench/measure"
)

// rules returns a table of the cost of each rule, most expensive first: the
// time of a check with only that rule minus that of a check without rules. Work
// that rules share, such as parsing the scripts of RUN instructions, counts for
// each of them.
func (b *bench) rules() (string, error) {
	var names []string
	off := make(map[string]string)
	for _, r := range dockerfile.New().Rules() {
		if r.Severity != config.SeverityOff {
			names = append(names, r.Name)
			off[r.Name] = fmt.Sprintf("[rules.%q]\nseverity = \"off\"\n", r.Name)
		}
	}
	var sides []measure.Side
	for _, only := range append([]string{""}, names...) {
		toml := ""
		for _, name := range names {
			if name != only {
				toml += off[name]
			}
		}
		do, err := b.check(toml)
		if err != nil {
			return "", err
		}
		sides = append(sides, inProcess(only, do))
	}
	costs, err := measure.InTurn(b.runs, 0, sides...)
	if err != nil {
		return "", err
	}
	slices.SortFunc(names, func(a, b string) int { return int(costs[b].CPU - costs[a].CPU) })
	var out strings.Builder
	fmt.Fprintf(&out, "| rule | µs a file |\n|---|--:|\n| none | %.1f |\n", costs[""].CPU.Seconds()*1e6/float64(len(b.files)))
	for _, name := range names {
		fmt.Fprintf(&out, "| %s | %.1f |\n", name, (costs[name].CPU-costs[""].CPU).Seconds()*1e6/float64(len(b.files)))
	}
	return out.String(), nil
}
