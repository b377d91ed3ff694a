package undeclared

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
)

func TestUnchecked(t *testing.T) {
	files := map[string]string{
		"MODULE.bazel": "", "a/checked.txt": "x\n", "a/undeclared.txt": "x\n", "a/image.bin": "\x00\x01", "b/outside.txt": "x\n",
		"a/folder/x.txt": "x\n",
	}
	declared := &bazel.Declared{Files: map[string]bool{"a/folder": true}, Named: map[string][]bazel.Naming{}}
	name := func(file string, namings ...bazel.Naming) {
		files[file] = files[file] + "x\n"
		declared.Files[file] = true
		declared.Named[file] = append(declared.Named[file], namings...)
	}
	for file, naming := range map[string]bazel.Naming{
		"a/checked.txt":   {Rule: "//a:built", Attr: "srcs"},
		"a/branch.txt":    {Rule: "//a:built", Attr: "srcs"},
		"a/data.txt":      {Rule: "//a:built", Attr: "data"},
		"a/textual.txt":   {Rule: "//a:empty", Attr: "textual_hdrs"},
		"a/embedded.txt":  {Rule: "//a:built", Attr: "embedsrcs"},
		"a/manual.txt":    {Rule: "//a:manual", Attr: "srcs", Tags: []string{"manual"}},
		"a/windows.txt":   {Rule: "//a:windows", Attr: "srcs"},
		"a/broken.txt":    {Rule: "//a:broken", Attr: "srcs"},
		"a/vendored.txt":  {Rule: "//a:vendored", Attr: "srcs", Tags: []string{"x", "no-lint"}},
		"a/plain.txt":     {Rule: "//a:plain", Attr: "srcs", Tags: []string{"no-autofix-text"}},
		"a/elsewhere.txt": {Rule: "//c:c", Attr: "srcs"},
		"b/outside.txt":   {Rule: "//a:built", Attr: "data"},
		"a/image.bin":     {Rule: "//a:built", Attr: "data"},
		"a/both.txt":      {Rule: "//a:built", Attr: "data"},
	} {
		name(file, naming)
	}
	name("a/both.txt", bazel.Naming{Rule: "//a:manual", Attr: "srcs", Tags: []string{"manual"}})
	built := &bazel.Collection{
		Targets:      []bazel.Target{{Label: "//a:built"}, {Label: "//a:plain"}},
		Empty:        []string{"//a:empty", "//a:vendored"},
		Incompatible: []string{"//a:windows"},
		Unchecked:    []string{"//a:broken"},
	}
	checkers, formats := builtin.Registry("test")
	opts := pipeline.Options{Tools: pipeline.Tools{Checkers: checkers, Formats: formats}}
	got, err := findUnread(t.Context(), planted(t, files), declared, ScopeOf([]string{"//a/..."}, "."), []string{"a/checked.txt"}, built, opts)
	if err != nil {
		t.Fatal(err)
	}
	want := []Unread{
		{"a/both.txt", "//a:manual is tagged manual; in data of //a:built"},
		{"a/branch.txt", "in a branch of a select in srcs of //a:built that was not taken"},
		{"a/broken.txt", "//a:broken could not be checked"},
		{"a/data.txt", "in data of //a:built"},
		{"a/elsewhere.txt", "//c:c is not among the targets of this run"},
		{"a/embedded.txt", "in embedsrcs of //a:built"},
		{"a/folder/x.txt", "a rule names it by its folder or by a link"},
		{"a/manual.txt", "//a:manual is tagged manual"},
		{"a/plain.txt", "//a:plain is tagged no-autofix-text"},
		{"a/textual.txt", "in textual_hdrs of //a:empty"},
		{"a/vendored.txt", "//a:vendored is tagged no-lint"},
		{"a/windows.txt", "//a:windows is incompatible with the platform"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestSourceAttrsAreThoseOfTheAspects(t *testing.T) {
	text, err := os.ReadFile("../../../rules/private/reach.bzl")
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("\nSOURCE_ATTRS = [%s]\n", quotedList(sourceAttrs)); !strings.Contains(string(text), want) {
		t.Errorf("rules/private/reach.bzl does not have:%s", want)
	}
}
