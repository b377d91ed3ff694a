package main

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/workspace"
)

func TestRecoverTellsWhatItDid(t *testing.T) {
	tests := []struct {
		name string
		did  workspace.Recovered
		want string
	}{
		{"nothing", workspace.Recovered{}, "autofix: nothing to recover\n"},
		{
			"rolled back",
			workspace.Recovered{Found: true, RolledBack: true},
			"autofix: removed what an interrupted run had prepared; no file was changed\n",
		},
		{
			"completed, but for what was edited since",
			workspace.Recovered{
				Found: true, Written: []string{"a.go", "b.go"},
				Stale: []workspace.StaleFile{{Path: "c.go", Reason: "it has changed since"}},
			},
			"autofix: finished an interrupted run; written now: 2\n  a.go\n  b.go\n  c.go: left as it is: it has changed since\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			if err := tellRecovered(&out, &test.did); err != nil {
				t.Fatal(err)
			}
			if out.String() != test.want {
				t.Errorf("got %q, want %q", out.String(), test.want)
			}
		})
	}
}
