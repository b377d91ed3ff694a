package process

import (
	"slices"
	"strings"
	"testing"
)

func TestParseCommand(t *testing.T) {
	shell := "only a program and its arguments are possible; for anything else, name a shell: sh -c '...'"
	for _, row := range []struct {
		line string
		want []string
		err  string
	}{
		{line: "go test ./...", want: []string{"go", "test", "./..."}},
		{line: ` make  'a b' "c d" e\ f *.go `, want: []string{"make", "a b", "c d", "e f", "*.go"}},
		{line: `sh -c 'go vet && go test'`, want: []string{"sh", "-c", "go vet && go test"}},
		{line: `x "" ''`, want: []string{"x", "", ""}},
		{line: "", err: "empty"},
		{line: " # nothing", err: "empty"},
		{line: "a | b", err: shell},
		{line: "a && b", err: shell},
		{line: "a; b", err: shell},
		{line: "a > b", err: shell},
		{line: "A=b c", err: shell},
		{line: "a &", err: shell},
		{line: "! a", err: shell},
		{line: "a $HOME", err: shell},
		{line: `a "$(b)"`, err: shell},
		{line: "(a)", err: shell},
		{line: "a 'b", err: "without closing quote"},
	} {
		got, err := ParseCommand(row.line)
		if row.err != "" {
			if err == nil || !strings.Contains(err.Error(), row.err) {
				t.Errorf("%q: error %v, want %s", row.line, err, row.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", row.line, err)
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%q: %q, want %q", row.line, got, row.want)
		}
	}
}
