package main

import (
	"strings"
	"testing"
)

func TestColors(t *testing.T) {
	for _, test := range []struct {
		variables      string
		terminal, want bool
	}{
		{"", true, true},
		{"", false, false},
		{"NO_COLOR=1", true, false},
		{"NO_COLOR=0", true, false}, // any value
		{"NO_COLOR=", true, true},
		{"FORCE_COLOR=1", false, true},
		{"FORCE_COLOR=true", false, true},
		{"FORCE_COLOR=3", false, true},
		{"FORCE_COLOR=0", true, false},
		{"FORCE_COLOR=false", true, false},
		{"FORCE_COLOR=", true, true},
		{"CLICOLOR_FORCE=1", false, true},
		{"CLICOLOR_FORCE=0", false, false},
		{"CLICOLOR_FORCE=0", true, true},
		{"CLICOLOR=0", true, false},
		{"CLICOLOR=1", true, true},
		{"CLICOLOR=1", false, false},
		{"CLICOLOR=0 CLICOLOR_FORCE=1", false, true},
		{"FORCE_COLOR=0 CLICOLOR_FORCE=1", true, false},
		{"NO_COLOR=1 FORCE_COLOR=1", true, false},
		{"NO_COLOR=1 CLICOLOR_FORCE=1", false, false},
	} {
		variable := func(name string) string {
			for _, entry := range strings.Fields(test.variables) {
				if value, ok := strings.CutPrefix(entry, name+"="); ok {
					return value
				}
			}
			return ""
		}
		if got := colors(variable, test.terminal); got != test.want {
			t.Errorf("%q on a terminal %v: colors %v", test.variables, test.terminal, got)
		}
	}
}
