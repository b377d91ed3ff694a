package verify

import (
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
)

// queried is in the form that Bazel prints: a library of two files, its test, a
// generated file with a user, a manual target, an alias, and a rule of another
// repository.
const queried = `{"type":"SOURCE_FILE","sourceFile":{"name":"//a:x.go"}}
{"type":"RULE","rule":{"name":"//a:lib","ruleClass":"go_library","ruleInput":["//a:x.go","@@//a:y.go","@@rules_go+//x:y"],"ruleOutput":[]}}
{"type":"RULE","rule":{"name":"//a:lib_test","ruleClass":"go_test","ruleInput":["//a:lib"],"attribute":[{"name":"tags","stringListValue":["small"]}]}}
{"type":"RULE","rule":{"name":"@@//a:gen","ruleClass":"genrule","ruleInput":["//a:y.go"],"ruleOutput":["@@//a:out.txt"]}}
{"type":"GENERATED_FILE","generatedFile":{"name":"//a:out.txt","generatingRule":"//a:gen"}}
{"type":"RULE","rule":{"name":"//b:user","ruleClass":"sh_binary","ruleInput":["//a:out.txt"]}}
{"type":"RULE","rule":{"name":"//b:manual","ruleClass":"sh_binary","ruleInput":["//b:user"],"attribute":[{"name":"tags","stringListValue":["manual"]}]}}
{"type":"RULE","rule":{"name":"//b:last","ruleClass":"sh_test","ruleInput":["//b:manual"]}}
{"type":"RULE","rule":{"name":"//b:alias","ruleClass":"alias","ruleInput":["//a:lib"]}}
{"type":"RULE","rule":{"name":"@@x+//b:other","ruleClass":"sh_test","ruleInput":["//a:lib"]}}
`

func TestAffectedByAGraph(t *testing.T) {
	for _, row := range []struct {
		name  string
		named []string
		seeds []seed
		want  []Target
	}{
		{name: "no files"},
		{name: "a file that nothing names", seeds: []seed{{file: "c", label: "//c:c"}}},
		{
			name: "a file of a library", seeds: []seed{{file: "a/x.go", label: "//a:x.go"}},
			want: []Target{{"//a:lib", false, []string{"a/x.go"}}, {"//a:lib_test", true, []string{"a/x.go"}}},
		},
		{
			name:  "files of several rules, also through a generated file and a manual target",
			seeds: []seed{{file: "a/y.go", label: "//a:y.go"}, {file: "a/x.go", label: "//a:x.go"}},
			want: []Target{
				{"//a:gen", false, []string{"a/y.go"}},
				{"//a:lib", false, []string{"a/x.go", "a/y.go"}},
				{"//a:lib_test", true, []string{"a/x.go", "a/y.go"}},
				{"//b:last", true, []string{"a/y.go"}},
				{"//b:user", false, []string{"a/y.go"}},
			},
		},
		{
			name: "a manual target that is named", named: []string{"//b/...", "//b:manual"}, seeds: []seed{{file: "o", label: "//b:user"}},
			want: []Target{{"//b:last", true, []string{"o"}}, {"//b:manual", false, []string{"o"}}},
		},
		{
			name: "all targets of a package, and what depends on them", seeds: []seed{{file: "a/BUILD", packages: []string{"a"}}},
			want: []Target{
				{"//a:gen", false, []string{"a/BUILD"}},
				{"//a:lib", false, []string{"a/BUILD"}},
				{"//a:lib_test", true, []string{"a/BUILD"}},
				{"//b:last", true, []string{"a/BUILD"}},
				{"//b:user", false, []string{"a/BUILD"}},
			},
		},
		{
			name: "everything", seeds: []seed{{file: "MODULE.bazel", all: true}},
			want: []Target{
				{"//a:gen", false, []string{"MODULE.bazel"}},
				{"//a:lib", false, []string{"MODULE.bazel"}},
				{"//a:lib_test", true, []string{"MODULE.bazel"}},
				{"//b:last", true, []string{"MODULE.bazel"}},
				{"//b:user", false, []string{"MODULE.bazel"}},
			},
		},
	} {
		t.Run(row.name, func(t *testing.T) {
			g, err := readGraph(strings.NewReader(queried))
			if err != nil {
				t.Fatal(err)
			}
			g.named(row.named)
			if diff := gocmp.Diff(row.want, g.affected(row.seeds)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestNamed(t *testing.T) {
	for pattern, want := range map[string]bool{
		"//a/b:b": true, "//a/b": true, "@//a/b": true, "@@//a/b:b": true,
		"//a/b:c": false, "//a/...": false, "//a/b:all": false, "-//a/b": false, "": false, "b": false,
	} {
		g := graph{rules: map[string]*rule{"//a/b:b": {manual: true}}}
		if g.named([]string{pattern}); g.rules["//a/b:b"].manual == want {
			t.Errorf("%q: named %v", pattern, !want)
		}
	}
}

func TestReadGraphFails(t *testing.T) {
	if _, err := readGraph(strings.NewReader(queried + "{")); err == nil || err.Error() != "target 11: unexpected EOF" {
		t.Errorf("error %v", err)
	}
}

func FuzzReadGraph(f *testing.F) {
	for line := range strings.Lines(queried) {
		f.Add(line)
	}
	f.Add(queried)
	f.Add(`{"type":"RULE","rule":{"name":"//a:a","ruleInput":["//a:a"],"ruleOutput":["//a:a",""]}}`)
	f.Fuzz(func(t *testing.T, text string) {
		g, err := readGraph(strings.NewReader(text))
		if err != nil {
			return
		}
		g.named([]string{"//a/...", "//a", "//a:a"})
		everything := g.affected([]seed{{file: "all", all: true}})
		for i, target := range everything {
			if !strings.HasPrefix(target.Name, "//") || i > 0 && everything[i-1].Name >= target.Name || !slices.Equal(target.Files, []string{"all"}) {
				t.Errorf("target %d: %+v", i, target)
			}
		}
		// What depends on a part is among what depends on everything.
		for _, target := range g.affected([]seed{{file: "x", label: "//a:a"}, {file: "y", packages: []string{"a", "b"}}}) {
			if !slices.ContainsFunc(everything, func(t Target) bool { return t.Name == target.Name && t.Test == target.Test }) {
				t.Errorf("%+v is not affected by everything", target)
			}
		}
	})
}
