package main

import (
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/lsp/protocol/metamodel"
)

// The types in the repository match the protocol's description.
func TestTypesAreCurrent(t *testing.T) {
	if err := run("../..", true); err != nil {
		t.Error(err)
	}
}

func TestMistakesInTheSubset(t *testing.T) {
	model, err := metamodel.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		use  use
		want string
	}{
		{use{name: "Positon"}, "no structure or enumeration"},
		{use{name: "Position", properties: []string{"column"}}, "has no property column"},
		{use{name: "Range"}, "start: add Position to subset.go"},
		{use{name: "DocumentSelector"}, "no structure or enumeration"},
		{use{name: "GlobPattern"}, "an alternative is not a structure"},
	} {
		if _, err := generate(model, []use{row.use}); err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%v: %v, want %s", row.use, err, row.want)
		}
	}
}
