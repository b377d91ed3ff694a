package starlark_test

import (
	"context"
	"errors"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	format "github.com/rules-autofix/rules_autofix/formatting/starlark"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/starlark"
)

// Every fix of every finding can be applied, and what it makes parses.
func FuzzFix(f *testing.F) {
	for _, rule := range starlark.New().Rules() {
		f.Add("x.bzl", []byte(rule.Bad))
		f.Add("BUILD", []byte(rule.Bad))
	}
	f.Add("BUILD", []byte("load( ':a.bzl', 'a',\r\n 'b')\r\nx = [a()/1,\r\n 2 / 1]\r\n"))
	f.Add("x.bzl", []byte("def f(ctx):\n  x = []\n  x += [1] # c\n\n\n  for a in depset([1]): pass\n  return 1/2/3"))
	r := checks.New(artifact.Tool{Name: "autofix"}, starlark.New())
	f.Fuzz(func(t *testing.T, path string, src []byte) {
		a, err := r.Run(context.Background(), "", []checks.File{{Path: path, Content: src}}, nil)
		if _, ok := errors.AsType[*checks.CheckerError](err); ok {
			t.Skip("an upstream crash, reported as such")
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, fix := range a.Fixes {
			out, err := fixedits.Apply(src, fix.Edits)
			if err != nil {
				t.Fatalf("%+v: %v", fix, err)
			}
			if err := format.New().Parse(path, out); err != nil {
				t.Errorf("%q became %q: %v", src, out, err)
			}
		}
	})
}
