package main

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"
)

func TestArranged(t *testing.T) {
	tests := []struct {
		name       string
		args, want []string
	}{
		{
			name: "flags after arguments, with and without their value",
			args: []string{"fix", "a", "--mode=diff", "b", "--rule", "text", "c"},
			want: []string{"fix", "--mode=diff", "--rule", "text", "--", "a", "b", "c"},
		},
		{
			name: "a flag without a value takes none",
			args: []string{"gate", "--allow-empty", "a.json", "--stamp", "s", "b.json"},
			want: []string{"gate", "--allow-empty", "--stamp", "s", "--", "a.json", "b.json"},
		},
		{
			name: "flags of the command, before the verb",
			args: []string{"--root", "r", "fix", "a"},
			want: []string{"fix", "--root", "r", "--", "a"},
		},
		{
			name: "what follows a -- is no flag",
			args: []string{"fix", "a", "--", "--mode=diff", "--", "b"},
			want: []string{"fix", "--", "a", "--mode=diff", "--", "b"},
		},
		{
			name: "target patterns of bazel-fix, negative ones too",
			args: []string{"bazel-fix", "//a", "-//a/old/...", "--mode=diff", "//b", "-k", "-//c"},
			want: []string{"bazel-fix", "--mode=diff", "-k", "--", "//a", "-//a/old/...", "//b", "-//c"},
		},
		{
			name: "of another verb they would be flags",
			args: []string{"fix", "a", "-//b"},
			want: []string{"fix", "-//b", "--", "a"},
		},
		{
			name: "a flag that lacks its value, for kong to refuse",
			args: []string{"fix", "a", "--mode"},
			want: []string{"fix", "--mode", "--", "a"},
		},
		{
			name: "no verb, and one that is unknown",
			args: []string{"fxi", "a", "--mode=diff", "b"},
			want: []string{"fxi", "a", "--mode=diff", "b"},
		},
		{
			name: "flags alone",
			args: []string{"--help"},
			want: []string{"--help"},
		},
	}
	parser, err := newParser(&cli{}, newEnvironment())
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, arranged(parser.Model, test.args)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// However often a flag stands, and in whatever form, its values come in order.
func TestParseOfManyFlags(t *testing.T) {
	args := []string{"fix", "--artifact", "first", "--mode=diff"}
	want := []string{"first"}
	for i := range 20_000 {
		value := fmt.Sprint("a=", i)
		if i%2 == 0 {
			args = append(args, "--artifact", value)
		} else {
			args = append(args, "--artifact="+value)
		}
		want = append(want, value)
	}
	args = append(args, "--tool-config=x", "--editorconfig", "y", "--tool-config=z", "--policy=strict")
	var grammar cli
	parser, err := newParser(&grammar, newEnvironment())
	if err != nil {
		t.Fatal(err)
	}
	start := time.Now()
	if _, err := parse(parser, args); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(start); took > 10*time.Second { // some ms; kong alone takes a minute
		t.Errorf("it took %v", took)
	}
	if diff := cmp.Diff(want, grammar.Fix.Artifact); diff != "" {
		t.Errorf("artifacts: %s", diff)
	}
	if diff := cmp.Diff([]string{"x", "y", "z"}, grammar.ToolConfig); diff != "" {
		t.Errorf("tool configurations: %s", diff)
	}
	if grammar.Fix.Mode != "diff" || grammar.Fix.Policy != "strict" {
		t.Errorf("%+v", grammar.Fix)
	}
	if _, err := parse(parser, []string{"fix", "--artifact=a", "--artifact"}); err == nil {
		t.Error("a flag without its value is taken")
	}
}

func TestKongTakesAnArrangedBazelFix(t *testing.T) {
	var grammar cli
	parser, err := newParser(&grammar, newEnvironment())
	if err != nil {
		t.Fatal(err)
	}
	args := splitBazelFix([]string{"bazel-fix", "--aspect=//:a.bzl%a", "//...", "--rule=format", "-//old/...", "//old/new", "--mode", "diff", "-:x", "--", "--define", "a=b,c", "-k"})
	if _, err := parser.Parse(arranged(parser.Model, args)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"//...", "-//old/...", "//old/new", "-:x"}, grammar.BazelFix.Targets); diff != "" {
		t.Errorf("patterns: -want +got:\n%s", diff)
	}
	if diff := cmp.Diff([]string{"--define", "a=b,c", "-k"}, grammar.BazelFix.BazelFlag); diff != "" {
		t.Errorf("flags: -want +got:\n%s", diff)
	}
}

// Arguments that kong does not see become what they would be if it saw them.
func TestParseGivesWhatKongDoes(t *testing.T) {
	for _, args := range [][]string{
		{"check", "a", "--out=x", "b,c", "", "-", "--", "--out=y", "a"},
		{"fix", "a"},
		{"fix", "--rule", "--", "a", "b"},
		{"bazel-fix", "--aspect=//:a.bzl%a", "//...", "-//old/...", "--", "-k"},
		{"gate", "a", "b"},
		{"help", "check", "x"},
		{"canonicalize", "a", "--path=b", "--out=c"},
		{"canonicalize", "a", "b", "--path=c", "--out=d"},
		{"merge"},
		{"version", "a", "b"},
	} {
		var grammars [2]cli
		var errs [2]error
		for i, parsing := range []func(*kong.Kong, []string) (*kong.Context, error){
			func(parser *kong.Kong, args []string) (*kong.Context, error) {
				return parser.Parse(arranged(parser.Model, args))
			},
			parse,
		} {
			parser, err := newParser(&grammars[i], newEnvironment())
			if err != nil {
				t.Fatal(err)
			}
			_, errs[i] = parsing(parser, splitBazelFix(args))
		}
		if want, got := fmt.Sprint(errs[0]), fmt.Sprint(errs[1]); want != got {
			t.Errorf("%q: error %s, want %s", args, got, want)
		}
		if errs[0] != nil {
			continue
		}
		if diff := cmp.Diff(grammars[0], grammars[1], cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
			t.Errorf("%q: -want +got:\n%s", args, diff)
		}
	}
}
