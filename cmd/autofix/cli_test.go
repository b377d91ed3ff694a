package main

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A parser with one verb makes of its command lines what the parser with all verbs does: the same values, errors and help.
func TestParserWithOneVerb(t *testing.T) {
	all, err := newParser(&cli{}, &environment{})
	if err != nil {
		t.Fatal(err)
	}
	type outcome struct {
		Globals globals
		Verb    any
		Err     string
		Printed string
		Verbs   int
	}
	parsed := func(args []string, one bool) (o outcome) {
		var grammar cli
		var printed strings.Builder
		env := &environment{stdout: &printed, stderr: &printed}
		option := onlyVerb(nil)
		if one {
			option = onlyVerb(args)
		}
		parser, err := newParser(&grammar, env, option)
		if err != nil {
			t.Fatal(err)
		}
		o.Verbs = len(parser.Model.Children)
		defer func() {
			if r := recover(); r != nil && r != (helpShown{}) {
				panic(r)
			}
			o.Globals, o.Verb, o.Printed = grammar.globals, verbIn(grammar, args), printed.String()
		}()
		_, err = parse(parser, args)
		o.Err = fmt.Sprint(err)
		if err != nil {
			o.Err += "\n" + asUsage(err).Error()
		}
		return o
	}
	t.Setenv("AUTOFIX_MODE", "none such")
	t.Setenv("AUTOFIX_POLICY", "strict")
	for _, verb := range all.Model.Children {
		for _, args := range [][]string{
			{verb.Name},
			{verb.Name, "--help"},
			{verb.Name, "a"},
			{verb.Name, "check"},
			{verb.Name, "a", "b", "--root=x"},
			{verb.Name, "--mod=diff", "--polciy", "strict"},
			{verb.Name, "--root"},
			{verb.Name, "--mode=diff", "--", "fix"},
		} {
			want, got := parsed(args, false), parsed(args, true)
			if got.Verbs != 1 && verb.Name != helpVerb {
				t.Errorf("%q: the parser has %d verbs", args, got.Verbs)
			}
			got.Verbs = want.Verbs
			if diff := cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true })); diff != "" {
				t.Errorf("%q: -all +one:\n%s", args, diff)
			}
		}
	}
	for _, args := range [][]string{nil, {"--root=x", "check"}, {"fxi", "a"}, {"--help"}, {"help", "check"}} {
		if got := parsed(args, true).Verbs; got != len(all.Model.Children) {
			t.Errorf("%q: the parser has %d verbs, want all", args, got)
		}
	}
}

// verbIn returns what a grammar has of the verb that args begin with.
func verbIn(grammar cli, args []string) any {
	v := reflect.ValueOf(grammar)
	for i := range v.NumField() {
		if len(args) > 0 && verbName(v.Type().Field(i)) == args[0] {
			return v.Field(i).Interface()
		}
	}
	return nil
}
