package bazel

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/testing/fakebazel"
)

// queried is what Bazel 7 prints.
const queried = `{"type":"RULE","rule":{"name":"//b:x","ruleClass":"filegroup","ruleInput":["//b:a b.txt","//b:sub/d.txt","@@[unknown repo \u0027platforms\u0027 requested from @@]//os:windows"]}}
{"type":"RULE","rule":{"name":"//bin:greet","ruleClass":"sh_binary","attribute":[{"name":"$rule_implementation_hash","type":"STRING","stringValue":"2c"}],"ruleInput":["//bin:greet.sh","@bazel_tools//tools/launcher:launcher","@@//bin:other.sh"]}}
{"type":"SOURCE_FILE","sourceFile":{"name":"//b:not.txt"}}
{"type":"RULE","rule":{"name":"//:fix","ruleClass":"_fix","ruleInput":["//bin:greet","//:top.txt","//b"]}}
`

func TestReadOwners(t *testing.T) {
	declared, err := readDeclared(strings.NewReader(queried), nil, false)
	if err != nil {
		t.Fatal(err)
	}
	owned := declared.Files
	want := []string{"b/a b.txt", "b/b", "b/sub/d.txt", "bin/greet.sh", "bin/other.sh", "top.txt"}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(owned))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestOwners(t *testing.T) {
	tests := []struct {
		exit      int
		output    string
		messages  string
		want      int
		broken    []string
		why, said string
	}{
		{exit: 0, output: queried, want: 6},
		{exit: 0, output: "", want: 0},
		{
			exit: 3, output: queried, want: 6,
			messages: "ERROR: package contains errors: bad\nERROR: package contains errors: \nERROR: error loading package 'a b/c': no such thing\n",
			broken:   []string{"", "a b/c", "bad"},
		},
		{exit: 7, output: queried, why: "bazel query: exit 7: Bazel's messages say why", messages: "ERROR: no\n", said: "ERROR: no\n"},
		{exit: 0, output: queried + "{\n", why: "bazel query: target 5: unexpected EOF"},
		{exit: 0, output: "nothing\n" + strings.Repeat("x", 1<<20), why: "bazel query: target 1: invalid character 'o' in literal null (expecting 'u')"},
	}
	for _, test := range tests {
		fake := fakebazel.Start(t, fakebazel.Answer{Stdout: test.output, Stderr: test.messages, ExitCode: test.exit})
		said := new(strings.Builder)
		b := &Build{Command: fake.Program, Dir: t.TempDir(), Server: Server{OutputBase: "/base"}, Stderr: said}
		declared, err := b.Declared(t.Context(), false)
		const want = "--output_base=/base query --keep_going --output=streamed_jsonproto --order_output=no --noproto:locations " +
			"--ui_event_filters=-info,-debug,-warning --noshow_progress --proto:output_rule_attrs= -- //..."
		if diff := cmp.Diff(want, strings.Join(fake.Calls()[0].Args, " ")); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
		if err == nil && test.why == "" {
			if diff := cmp.Diff(test.broken, declared.Broken); diff != "" || len(declared.Files) != test.want || said.String() != "" {
				t.Errorf("exit %d: %v owned, and %q said; broken: -want +got:\n%s", test.exit, declared.Files, said, diff)
			}
			continue
		}
		if test.said != "" && said.String() != test.said {
			t.Errorf("exit %d: %q said, want %q", test.exit, said, test.said)
		}
		if test.why == "" || test.why != "" && (err == nil || err.Error() != test.why) {
			t.Errorf("exit %d: got %v and error %v", test.exit, declared, err)
		}
		var failed *BuildError
		if test.exit != 0 && !errors.As(err, &failed) {
			t.Errorf("exit %d: %T", test.exit, err)
		}
	}
}

func TestDeclaredInPackages(t *testing.T) {
	long := make([]string, 2000)
	for i := range long {
		long[i] = strings.Repeat("p", 20)
	}
	for _, test := range []struct {
		name     string
		packages []string
		answer   fakebazel.Answer
		query    string
		ok       bool
		want     []string
	}{
		{
			name: "only files of these packages", packages: []string{"", "b"}, answer: fakebazel.Answer{Stdout: queried},
			query: `set( "//:*" "//b:*")`, ok: true, want: []string{"b/a b.txt", "b/b", "b/sub/d.txt", "top.txt"},
		},
		{name: "strange names", packages: []string{"it's", `a "b"`}, query: `set( "//it's:*" '//a "b":*')`, ok: true},
		{name: "a name that a query cannot have", packages: []string{"b", `it's "b"`}},
		{name: "too many", packages: long},
		{name: "a part did not load", packages: []string{"b"}, answer: fakebazel.Answer{Stdout: queried, ExitCode: 3}, query: `set( "//b:*")`},
		{name: "nothing did", packages: []string{"b"}, answer: fakebazel.Answer{ExitCode: 7}, query: `set( "//b:*")`},
	} {
		test.answer.Stderr = "ERROR: no\n"
		fake := fakebazel.Start(t, test.answer)
		said := new(strings.Builder)
		declared, ok := (&Build{Command: fake.Program, Dir: t.TempDir(), Stderr: said}).DeclaredIn(t.Context(), test.packages)
		query := ""
		for _, call := range fake.Calls() {
			query = call.Args[len(call.Args)-1]
		}
		if ok != test.ok || query != test.query || said.Len() > 0 {
			t.Errorf("%s: %v after the query %s, and %q printed; want %v after %s", test.name, ok, query, said, test.ok, test.query)
		}
		if ok {
			if diff := cmp.Diff(test.want, slices.Sorted(maps.Keys(declared.Files))); diff != "" {
				t.Errorf("%s: -want +got:\n%s", test.name, diff)
			}
		}
	}
}

func TestExportedSources(t *testing.T) {
	const sources = `{"type":"SOURCE_FILE","sourceFile":{"name":"//a:none"}}
{"type":"SOURCE_FILE","sourceFile":{"name":"//a:private","visibilityLabel":["//visibility:private"]}}
{"type":"SOURCE_FILE","sourceFile":{"name":"@@//a:consistent","visibilityLabel":["@@//visibility:private"]}}
{"type":"SOURCE_FILE","sourceFile":{"name":"//a:public","visibilityLabel":["//visibility:public"]}}
{"type":"SOURCE_FILE","sourceFile":{"name":"//a:group","visibilityLabel":["//a:__pkg__","//b:__subpackages__"]}}
{"type":"GENERATED_FILE","generatedFile":{"name":"//a:made","generatingRule":"//a:t"}}
`
	declared, err := readDeclared(strings.NewReader(sources), nil, false)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a/group", "a/none", "a/public"}, slices.Sorted(maps.Keys(declared.Exported))); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// attributes is what Bazel 7 prints without --proto:output_rule_attrs.
const attributes = `{"type":"RULE","rule":{"name":"//un:d","ruleClass":"filegroup","ruleInput":["//un:data.txt","//un:w.txt","//un:l.txt"],"attribute":[{"name":"data","type":"LABEL_LIST","stringListValue":["//un:data.txt"],"explicitlySpecified":true,"nodep":false},{"name":"srcs","type":"LABEL_LIST","stringListValue":["//un:w.txt","//un:l.txt"],"explicitlySpecified":true,"nodep":false},{"name":"tags","type":"STRING_LIST","explicitlySpecified":false,"nodep":false}]}}
{"type":"RULE","rule":{"name":"//un:m","ruleClass":"x","ruleInput":["//un:w.txt"],"attribute":[{"name":"src","type":"LABEL","stringValue":"//un:w.txt"},{"name":"deprecation","type":"STRING","stringValue":"//un:none"},{"name":"tags","type":"STRING_LIST","stringListValue":["manual"],"explicitlySpecified":true,"nodep":false}]}}
`

func TestReadOwnersInDetail(t *testing.T) {
	declared, err := readDeclared(strings.NewReader(attributes), nil, true)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]Naming{
		"un/data.txt": {{Rule: "//un:d", Attr: "data"}},
		"un/l.txt":    {{Rule: "//un:d", Attr: "srcs"}},
		"un/w.txt":    {{Rule: "//un:d", Attr: "srcs"}, {Rule: "//un:m", Attr: "src", Tags: []string{"manual"}}},
	}
	if diff := cmp.Diff(want, declared.Named); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
