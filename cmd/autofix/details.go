package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/inert"
	"github.com/rules-autofix/rules_autofix/internal/report"
)

// configurations returns which configuration files count for how many files.
func configurations(shown report.Shown, files []string, source config.Source) []string {
	counts := map[string]int{}
	for _, file := range files {
		path := ""
		if source != nil {
			if c := source.For(file); c != nil {
				path = c.Path
			}
		}
		counts[path]++
	}
	var lines []string
	for _, path := range slices.Sorted(maps.Keys(counts)) {
		name := "defaults"
		if path != "" {
			name = inert.Line(shown.Of(path))
		}
		lines = append(lines, fmt.Sprintf("configuration of %s: %s", report.NumberOf(counts[path], "file"), name))
	}
	return lines
}

// timesOf returns how long each checker took, as one line.
func timesOf(watch *checks.Watch) []string {
	var all []string
	for _, took := range watch.Times() {
		all = append(all, fmt.Sprintf("%s %s", took.Checker, took.Time.Round(100*time.Microsecond)))
	}
	if len(all) == 0 {
		return nil
	}
	return []string{"time of checkers: " + strings.Join(all, ", ")}
}
