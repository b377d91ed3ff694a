package undeclared

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/bazel"
	"github.com/rules-autofix/rules_autofix/internal/bazel/rounds"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/pipeline"
	"github.com/rules-autofix/rules_autofix/internal/testing/fakebazel"
)

// rule returns the line of a query for a rule, and source that for a source.
func rule(label string, inputs ...string) string {
	return `{"type":"RULE","rule":{"name":"` + label + `","ruleInput":["` + strings.Join(inputs, `","`) + `"]}}` + "\n"
}

func source(label, visibility string) string {
	return `{"type":"SOURCE_FILE","sourceFile":{"name":"` + label + `","visibilityLabel":["//visibility:` + visibility + `"]}}` + "\n"
}

func TestBazelIsAskedAboutThePackagesOfFilesThatNoArtifactNames(t *testing.T) {
	const (
		everything = "//..."
		ofA        = `set( "//a:*")`
	)
	all := rule("//z:z", "//a:own.txt", "//a:data.txt", "//a:deep/x.txt", "//c d:it's.txt", "//:top.txt", "//e:sub/y.txt")
	tests := []struct {
		name    string
		files   map[string]string // that no artifact names
		answer  fakebazel.Answer  // about packages
		targets []string          // patterns of the run
		want    []string
		queries []string
	}{
		{
			name:    "a rule of its package names it",
			files:   map[string]string{"a/data.txt": "x\n"},
			answer:  fakebazel.Answer{Stdout: rule("//a:a", "//a:own.txt", "//a:data.txt") + source("//a:data.txt", "private")},
			queries: []string{ofA},
		},
		{
			name:    "nothing names it",
			files:   map[string]string{"a/data.txt": "x\n", "a/loose.txt": "x\n"},
			answer:  fakebazel.Answer{Stdout: rule("//a:a", "//a:data.txt")},
			want:    []string{"a/loose.txt"},
			queries: []string{ofA},
		},
		{
			name:    "only its own package names a BUILD file",
			files:   map[string]string{"b/BUILD": "x()\n"},
			answer:  fakebazel.Answer{Stdout: source("//b:BUILD", "private")},
			want:    []string{"b/BUILD"},
			queries: []string{`set( "//b:*")`},
		},
		{
			name:    "a rule names its folder",
			files:   map[string]string{"a/deep/x.txt": "x\n"},
			answer:  fakebazel.Answer{Stdout: rule("//a:a", "//a:deep")},
			queries: []string{ofA},
		},
		{
			name:    "a rule of another package has the name of the folder",
			files:   map[string]string{"e/sub/y.txt": "x\n"},
			answer:  fakebazel.Answer{Stdout: rule("//e:e", "//:e", "//:e/sub")},
			want:    []string{"e/sub/y.txt"},
			queries: []string{`set( "//e:*")`},
		},
		{
			name:    "files of the root and of a package with a strange name",
			files:   map[string]string{"top.txt": "x\n", "none/deep/x.txt": "x\n", "c d/it's.txt": "x\n"},
			answer:  fakebazel.Answer{Stdout: rule("//:a", "//:top.txt") + rule("//c d:a", "//c d:it's.txt")},
			want:    []string{"none/deep/x.txt"},
			queries: []string{`set( "//:*" "//c d:*")`},
		},
		{
			name:    "other packages may name a file that is exported",
			files:   map[string]string{"a/data.txt": "x\n"},
			answer:  fakebazel.Answer{Stdout: rule("//a:a", "//a:own.txt") + source("//a:data.txt", "public")},
			queries: []string{ofA, everything},
		},
		{
			name:    "and one in a folder that is",
			files:   map[string]string{"a/deep/x.txt": "x\n"},
			answer:  fakebazel.Answer{Stdout: source("//a:deep", "legacy_public")},
			queries: []string{ofA, everything},
		},
		{
			name:    "an exported file that its own package names",
			files:   map[string]string{"a/data.txt": "x\n"},
			answer:  fakebazel.Answer{Stdout: rule("//a:a", "//a:data.txt") + source("//a:data.txt", "public")},
			queries: []string{ofA},
		},
		{
			name:    "the package does not load",
			files:   map[string]string{"a/data.txt": "x\n"},
			answer:  fakebazel.Answer{Stdout: rule("//a:a", "//a:own.txt"), Stderr: "ERROR: package contains errors: a\n", ExitCode: 3},
			queries: []string{ofA, everything},
		},
		{
			name:    "the package is not there for Bazel",
			files:   map[string]string{"a/data.txt": "x\n"},
			answer:  fakebazel.Answer{Stderr: "ERROR: no such package 'a'\n", ExitCode: 7},
			queries: []string{ofA, everything},
		},
		{
			name:    "the answer is malformed",
			files:   map[string]string{"a/data.txt": "x\n"},
			answer:  fakebazel.Answer{Stdout: "{"},
			queries: []string{ofA, everything},
		},
		{
			name:    "a link to the file has another package",
			files:   map[string]string{"a/data.txt": "x\n", "b/link.txt": "-> ../a/data.txt"},
			queries: []string{everything},
		},
		{
			name:    "a link to its folder",
			files:   map[string]string{"a/deep/x.txt": "x\n", "b/link": "-> ../a/deep"},
			queries: []string{everything},
		},
		{
			name:    "links to other files, and to none",
			files:   map[string]string{"a/loose.txt": "x\n", "b/link.txt": "-> ../a/own.txt", "b/out": "-> /", "b/dangling": "-> gone"},
			answer:  fakebazel.Answer{},
			want:    []string{"a/loose.txt"},
			queries: []string{ofA},
		},
		{
			name:    "most packages",
			files:   map[string]string{"a/data.txt": "x\n", "b/x.txt": "x\n", "e/x.txt": "x\n", "f/x.txt": "x\n"},
			want:    []string{"b/x.txt", "e/x.txt", "f/x.txt"},
			queries: []string{everything},
		},
		{
			name:    "not in the folders of the run",
			files:   map[string]string{"b/x.txt": "x\n"},
			targets: []string{"//a/..."},
		},
		{
			name: "no file",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := map[string]string{"MODULE.bazel": "", "a/own.txt": "x\n"}
			for _, name := range []string{"", "a/", "b/", "c d/", "e/", "f/", "g/"} {
				files[name+"BUILD.bazel"] = ""
			}
			built := &artifact.Artifact{}
			for name := range files {
				built.Snapshots = append(built.Snapshots, fixedits.Snapshot{Path: name})
			}
			for name, text := range test.files {
				files[name] = text
			}
			near := test.answer
			near.For = []string{"set("}
			fake := fakebazel.Start(t, near, fakebazel.Answer{For: []string{everything}, Stdout: all})
			said := new(strings.Builder)
			ws := planted(t, files)
			checkers, formats := builtin.Registry("test")
			if test.targets == nil {
				test.targets = []string{everything}
			}
			run := Run{
				Mode: Report, Scope: ScopeOf(test.targets, "."), Workspace: ws,
				Build:   &bazel.Build{Command: fake.Program, Dir: ws.Root(), Stderr: said},
				Options: pipeline.Options{Tools: pipeline.Tools{Checkers: checkers, Formats: formats}},
			}
			if _, err := run.Check(t.Context(), rounds.Built{Round: 1, Artifacts: []*artifact.Artifact{built}}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, append([]string(nil), run.Files...)); diff != "" {
				t.Errorf("files: -want +got:\n%s", diff)
			}
			var queries []string
			for _, call := range fake.Calls() {
				queries = append(queries, call.Args[len(call.Args)-1])
			}
			if diff := cmp.Diff(test.queries, queries); diff != "" || said.Len() > 0 {
				t.Errorf("%q printed; queries: -want +got:\n%s", said, diff)
			}
		})
	}
}
