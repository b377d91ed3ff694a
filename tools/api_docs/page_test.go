package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite testdata/page.md")

// everything returns a module with one symbol of each kind, out of order, and
// all elements of a page.
func everything() *moduleInfo {
	name := attributeInfo{Name: "name", Doc: "A unique name for this target.", Type: nameAttribute, Mandatory: true}
	return &moduleInfo{
		File: "@some//pkg:defs.bzl",
		Doc:  "What it is about.\n\n```starlark\nload(\"@some//pkg:defs.bzl\", \"lib\")\n```\n",
		Rules: []ruleInfo{
			{Name: "z_test", Doc: "The last rule.", Attributes: []attributeInfo{name}},
			{Name: "lib", Doc: "Makes a.out of\nits sources. And a second sentence.", Attributes: []attributeInfo{
				name,
				{Name: "deps", Doc: "What it needs:\n- a | b\n- c\n\nNo more.", Type: 7, Default: "[]", Providers: []providerList{
					{Names: []string{"AInfo", "BInfo"}}, {Names: []string{"CInfo"}},
				}},
				{Name: "mode", Doc: "How.", Type: 4, Default: `"fast"`},
				{Name: "odd", Doc: "Of a type of tomorrow.", Type: 99},
			}},
		},
		RepositoryRules: []ruleInfo{{Name: "archive", Doc: "A repository.", Attributes: []attributeInfo{name}}},
		Macros:          []ruleInfo{{Name: "symbolic", Doc: "A symbolic macro.", Attributes: []attributeInfo{name}}},
		Functions: []functionInfo{
			{Name: "make", Doc: "Makes a struct.", Returns: &textInfo{Doc: "A struct.\n"}, Deprecated: &textInfo{Doc: "Use lib."}},
			{Name: "macro", Doc: "Makes two targets", Parameters: []parameterInfo{
				{Name: "name", Doc: "the name.", Mandatory: true},
				{Name: "size", Doc: "the size.", Default: "None"},
				{Name: "args", Doc: "more."},
				{Name: "kwargs", Doc: "still more."},
			}},
			{Name: "roles", Doc: "With roles.", Parameters: []parameterInfo{
				{Name: "unset", Doc: "no default that Bazel could show.", Role: 3},
				{Name: "rest", Doc: "a list.", Role: roleVarargs},
				{Name: "named", Doc: "a dict.", Role: roleKwargs},
			}},
		},
		Aspects: []aspectInfo{
			{Name: "deep", Doc: "Goes down.", PropagateAlong: []string{"deps", "embed"}, Attributes: []attributeInfo{
				name, {Name: "level", Doc: "How far.", Type: 2, Default: "1"},
			}},
			{Name: "flat", Doc: "Stays.", Attributes: []attributeInfo{name}},
		},
		Providers: []providerInfo{{Name: "AInfo", Doc: "What a has.", Fields: []providerFieldInfo{{Name: "files", Doc: "depset of File."}}}},
		Extensions: []extensionInfo{{Name: "tool", Doc: "Brings the tool.", Tags: []tagClassInfo{
			{Name: "local", Doc: "From here.", Attributes: []attributeInfo{{Name: "path", Doc: "Where.", Type: 4, Mandatory: true}}},
			{Name: "none", Doc: "From nowhere."},
		}}},
	}
}

func TestPageOfEverything(t *testing.T) {
	module := everything()
	symbols := symbolsOf(module)
	if err := undocumented(module, symbols); err != nil {
		t.Fatal(err)
	}
	got := string(render(module, symbols))
	golden := filepath.Join("testdata", "page.md")
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("the page (-%s +got; rewrite it with: go test ./tools/api_docs -update):\n%s", golden, diff)
	}
}

func TestUndocumented(t *testing.T) {
	for _, row := range []struct {
		rule   string
		forget func(*moduleInfo)
		want   string
	}{
		{"the file", func(m *moduleInfo) { m.Doc = " \n" }, "@some//pkg:defs.bzl"},
		{"a rule", func(m *moduleInfo) { m.Rules[0].Doc = "" }, "@some//pkg:defs.bzl: rule z_test"},
		{"an attribute", func(m *moduleInfo) { m.Rules[1].Attributes[2].Doc = "" }, "@some//pkg:defs.bzl: rule lib: attribute mode"},
		{"a repository rule", func(m *moduleInfo) { m.RepositoryRules[0].Doc = "" }, "@some//pkg:defs.bzl: repository rule archive"},
		{"a symbolic macro", func(m *moduleInfo) { m.Macros[0].Doc = "" }, "@some//pkg:defs.bzl: macro symbolic"},
		{"an argument", func(m *moduleInfo) { m.Functions[1].Parameters[1].Doc = "" }, "@some//pkg:defs.bzl: macro macro: argument size"},
		{"an attribute of an aspect", func(m *moduleInfo) { m.Aspects[0].Attributes[1].Doc = "" }, "@some//pkg:defs.bzl: aspect deep: attribute level"},
		{"a field", func(m *moduleInfo) { m.Providers[0].Fields[0].Doc = "" }, "@some//pkg:defs.bzl: provider AInfo: field files"},
		{"a tag class", func(m *moduleInfo) { m.Extensions[0].Tags[1].Doc = "" }, "@some//pkg:defs.bzl: module extension tool: tag class tool.none"},
		{"an attribute of a tag class", func(m *moduleInfo) { m.Extensions[0].Tags[0].Attributes[0].Doc = "" }, "@some//pkg:defs.bzl: module extension tool: tag class tool.local: attribute path"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			module := everything()
			row.forget(module)
			err := undocumented(module, symbolsOf(module))
			if want := row.want + ": no documentation: write its doc"; err == nil || err.Error() != want {
				t.Errorf("%v\nwant %s", err, want)
			}
		})
	}
}

func TestUndocumentedNamesAllAtOnce(t *testing.T) {
	module := everything()
	module.Doc, module.Rules[0].Doc = "", ""
	err := undocumented(module, symbolsOf(module))
	if err == nil || strings.Count(err.Error(), "no documentation") != 2 {
		t.Errorf("%v, want two lines", err)
	}
}

func TestRunRefuses(t *testing.T) {
	folder := t.TempDir()
	out := filepath.Join(folder, "out.md")
	for _, row := range []struct {
		rule string
		args []string
		data message
		want string
	}{
		{"no output named", []string{"in"}, nil, "api_docs MODULE_INFO MARKDOWN"},
		{"no input there", []string{filepath.Join(folder, "none"), out}, nil, "no such file"},
		{"another file", nil, message("# Markdown\n"), "not a ModuleInfo"},
		{"a module without symbols", nil, message{}.text(6, "//:a.bzl").text(5, "A file."), "no public symbol"},
		{"a module without a label", nil, message{}.text(5, "A file.").bytes(1, message{}.text(1, "lib")), "no label"},
		{"an undocumented rule", nil, message{}.text(6, "//:a.bzl").text(5, "A file.").bytes(1, message{}.text(1, "lib")), "//:a.bzl: rule lib: no documentation"},
	} {
		t.Run(row.rule, func(t *testing.T) {
			args := row.args
			if args == nil {
				in := filepath.Join(t.TempDir(), "in")
				if err := os.WriteFile(in, row.data, 0o644); err != nil {
					t.Fatal(err)
				}
				args = []string{in, out}
			}
			if err := run(args); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("%v, want %q in it", err, row.want)
			}
			if _, err := os.Stat(out); err == nil {
				t.Error("it has written a page")
			}
		})
	}
}
