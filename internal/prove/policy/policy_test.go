package policy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/policy"
)

func file(name, base, text string) fixedits.FileChange {
	return fixedits.FileChange{Path: name, Before: []byte(base), After: []byte(text)}
}

func created(name, text string) fixedits.FileChange {
	return fixedits.FileChange{Path: name, Created: true, After: []byte(text)}
}

func deleted(name, base string) fixedits.FileChange {
	return fixedits.FileChange{Path: name, Deleted: true, Before: []byte(base)}
}

func mustNew(t testing.TB, files ...fixedits.FileChange) *change.Change {
	t.Helper()
	c, err := change.New(files)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// refused returns the policies that a patch breaks, with the paths.
func refused(j *policy.Judgment) []string {
	var out []string
	for _, d := range j.Refused() {
		s := d.Policy
		if d.Path != "" {
			s += " " + d.Path
		}
		out = append(out, s)
	}
	return out
}

const (
	goSource = "package a\n\nfunc F() int {\n\treturn 1\n}\n"
	goFixed  = "package a\n\nfunc F() int {\n\treturn 2\n}\n"
	goTest   = "package a\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) {\n\tif F() != 2 {\n\t\tt.Error(\"not 2\")\n\t}\n}\n"
)

var (
	fix     = file("a.go", goSource, goFixed)
	addTest = created("a_test.go", goTest)
)

// passes reports whether no policy is broken.
func passes(j *policy.Judgment) bool { return len(j.Refused()) == 0 }

func TestJudge(t *testing.T) {
	lines := func(n int) string { return strings.Repeat("x\n", n) }
	executable := created("run.txt", "x\n")
	executable.Executable = true
	moded := file("run.txt", "x\n", "x\n")
	moded.Executable, moded.ModeChanged = true, true
	four := []fixedits.FileChange{fix, addTest, file("b.go", goSource, goFixed), file("c.go", goSource, goFixed)}
	rules := func(change func(*policy.Rules)) policy.Rules {
		r := policy.Default()
		change(&r)
		return r
	}
	for _, row := range []struct {
		name  string
		rules policy.Rules
		files []fixedits.FileChange
		why   map[string]string
		want  []string
	}{
		{name: "a fix and a test", files: []fixedits.FileChange{fix, addTest}},
		{name: "nothing", want: []string{"diff.empty"}},
		{name: "no test", files: []fixedits.FileChange{fix}, want: []string{"tests.required"}},
		{name: "no test is required", rules: policy.Rules{}, files: []fixedits.FileChange{fix}},
		{name: "documentation", files: []fixedits.FileChange{file("README.md", "a\n", "b\n"), created("docs/x.rst", "x\n"), created("docs/x.png", "x")}},
		{name: "documentation and more", files: []fixedits.FileChange{file("README.md", "a\n", "b\n"), fix}, want: []string{"tests.required"}},
		{name: "code in the documentation", files: []fixedits.FileChange{created("docs/x.py", "x = 1\n")}, want: []string{"tests.required"}},
		{name: "pages that run", files: []fixedits.FileChange{created("docs/x.html", "x\n"), created("docs/x.mdx", "x\n")}, want: []string{"tests.required"}},
		{name: "data of a test", files: []fixedits.FileChange{fix, created("testdata/x.golden", "x\n")}},
		{name: "a table of a test", files: []fixedits.FileChange{fix, file("a_test.go", goTest+"\nvar rows = []int{1}\n", goTest+"\nvar rows = []int{1, 2}\n")}},
		{name: "a test of another language", files: []fixedits.FileChange{file("a.rb", "x\n", "y\n"), created("spec/a_spec.rb", "it { }\n")}},
		{name: "a test that asserts nothing", files: []fixedits.FileChange{fix, created("a_test.go", "package a\n\nimport \"testing\"\n\nfunc TestF(t *testing.T) {\n\tF()\n}\n")}, want: []string{"tests.required"}},
		{name: "a test that is skipped", files: []fixedits.FileChange{fix, created("a_test.go", strings.Replace(goTest, "if F", "t.Skip()\n\tif F", 1))}, want: []string{"tests.required"}},
		{name: "a file without tests", files: []fixedits.FileChange{fix, created("a_test.go", "package a\n")}, want: []string{"tests.required"}},
		{name: "only a target", files: []fixedits.FileChange{fix, created("BUILD", "go_test(name = \"a_test\")\n")}, want: []string{"tests.required"}},

		{name: "many files", rules: rules(func(r *policy.Rules) { r.MaxFiles = 1 }), files: []fixedits.FileChange{fix, addTest}, want: []string{"diff.max-files"}},
		{name: "new files count", rules: rules(func(r *policy.Rules) { r.MaxFiles = 2 }), files: []fixedits.FileChange{addTest, created("b.go", "package a\n"), created("c.go", "package a\n")}, want: []string{"diff.max-files"}},
		{name: "deleted files count", rules: rules(func(r *policy.Rules) { r.MaxFiles = 2 }), files: []fixedits.FileChange{addTest, fix, deleted("c.go", "package a\n")}, want: []string{"diff.max-files"}},
		{name: "many lines", files: []fixedits.FileChange{fix, addTest, created("x.txt", lines(290))}, want: []string{"diff.max-loc"}},
		{name: "lines of new files count", rules: rules(func(r *policy.Rules) { r.MaxLines = 20 }), files: []fixedits.FileChange{addTest, created("b.txt", lines(12))}, want: []string{"diff.max-loc"}},
		{name: "deleted lines count", rules: rules(func(r *policy.Rules) { r.MaxLines = 20 }), files: []fixedits.FileChange{addTest, file("b.txt", lines(14), "x\n")}, want: []string{"diff.max-loc"}},
		{name: "one line", files: []fixedits.FileChange{addTest, created("b.txt", strings.Repeat("x", 200_000))}, want: []string{"diff.max-loc"}},
		{name: "justified", files: four, why: map[string]string{"a.go": "a", "a_test.go": "a", "b.go": "a", "c.go": "a"}},
		{name: "not justified", files: four, why: map[string]string{"a.go": "a", "a_test.go": "a", "b.go": " "}, want: []string{"diff.justified b.go", "diff.justified c.go"}},
		{name: "nobody was asked", files: four},
		{name: "few need none", files: []fixedits.FileChange{fix, addTest}, why: map[string]string{}},
		{name: "modes", files: []fixedits.FileChange{addTest, moded}, want: []string{"diff.modes run.txt"}},
		{name: "a new program", files: []fixedits.FileChange{addTest, executable}, want: []string{"diff.modes run.txt"}},
		{name: "binary", files: []fixedits.FileChange{addTest, created("x", "a\x00b")}, want: []string{"diff.text x"}},
		{name: "the direction of text", files: []fixedits.FileChange{addTest, file("a.go", goSource, strings.Replace(goFixed, "return", "/*\u202e*/ return", 1))}, want: []string{"diff.text a.go"}},
		{name: "what cannot be seen", files: []fixedits.FileChange{addTest, file("a.go", goSource, goFixed+"// a\u200bb\n")}, want: []string{"diff.text a.go"}},
		{name: "what hides on a terminal", files: []fixedits.FileChange{addTest, file("a.go", goSource, goFixed+"// a\x1b[2Kb\n")}, want: []string{"diff.text a.go"}},
		{name: "CRLF", files: []fixedits.FileChange{addTest, file("a.txt", "a\r\n", "b\r\n")}},

		{name: "allowed paths", rules: rules(func(r *policy.Rules) { r.Allow = []string{"src", "*_test.go"} }), files: []fixedits.FileChange{addTest, created("src/x/a.go", "package x\n")}},
		{name: "other paths", rules: rules(func(r *policy.Rules) { r.Allow = []string{"src/**"} }), files: []fixedits.FileChange{addTest, created("src/x/a.go", "package x\n")}, want: []string{"paths.allow a_test.go"}},
		{name: "denied paths", rules: rules(func(r *policy.Rules) { r.Deny = []string{"keys/", "*.sql"} }), files: []fixedits.FileChange{addTest, created("keys/a", "x\n"), created("x/a.sql", "x\n"), created("a.sql", "x\n")}, want: []string{"paths.deny a.sql", "paths.deny keys/a"}},
		{name: "denied in another case", rules: rules(func(r *policy.Rules) { r.Deny = []string{"Keys/**"} }), files: []fixedits.FileChange{addTest, created("kEYS/a", "x\n")}, want: []string{"paths.deny kEYS/a"}},
		{name: "deny wins", rules: rules(func(r *policy.Rules) { r.Allow, r.Deny = []string{"**"}, []string{"a.go"} }), files: []fixedits.FileChange{addTest, fix}, want: []string{"paths.deny a.go"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			r := row.rules
			if r.MaxFiles == 0 && row.name != "no test is required" {
				r = policy.Default()
			}
			j := r.Judge(policy.Input{Change: mustNew(t, row.files...), Justifications: row.why})
			if diff := cmp.Diff(row.want, refused(j)); diff != "" {
				t.Errorf("%s\n%v", diff, j.Refused())
			}
			if passes(j) != (len(row.want) == 0) {
				t.Error("OK is wrong")
			}
		})
	}
}

func TestTheEvidenceIsNeverChanged(t *testing.T) {
	rules := policy.Default()
	rules.Exceptions = []policy.Exception{{Policy: "paths.unchangeable", Reason: "x", By: "flag"}}
	if rules.Check() == nil {
		t.Error("there is an exception of it")
	}
	j := rules.Judge(policy.Input{Change: mustNew(t, addTest, created("proof[1]/x/evidence.json", "{}\n"), created("proof1/x", "x\n")), Unchangeable: []string{"proof[1]"}})
	if diff := cmp.Diff([]string{"paths.unchangeable proof[1]/x/evidence.json"}, refused(j)); diff != "" {
		t.Error(diff)
	}
}

func TestExceptions(t *testing.T) {
	rules := policy.Default()
	rules.Exceptions = []policy.Exception{
		{Policy: "tests.required", Reason: "the tests are elsewhere", Alternative: "the other repository", By: "configuration"},
		{Policy: "paths.protected", Paths: []string{"go.mod", "go.sum"}, Reason: "a new release", By: "flag"},
	}
	if err := rules.Check(); err != nil {
		t.Fatal(err)
	}
	j := rules.Judge(policy.Input{Change: mustNew(t, fix, file("go.mod", "module a\n", "module a\n\ngo 1.26\n"), created("go.sum", "x\n"), created("Makefile", "x:\n"))})
	if diff := cmp.Diff([]string{"paths.protected Makefile"}, refused(j)); diff != "" {
		t.Error(diff)
	}
	want := []evidence.Exception{
		{Policy: "paths.protected", Reason: "a new release", By: "flag"},
		{Policy: "tests.required", Reason: "the tests are elsewhere", Alternative: "the other repository", By: "configuration"},
	}
	if diff := cmp.Diff(want, j.Exceptions); diff != "" {
		t.Error(diff)
	}
	j = rules.Judge(policy.Input{Change: mustNew(t, file("README.md", "a\n", "b\n"))})
	want = []evidence.Exception{{Policy: "tests.required", Reason: "only documentation changes", Alternative: "people read the documentation", By: "automatic"}}
	if diff := cmp.Diff(want, j.Exceptions); diff != "" || !passes(j) {
		t.Error(diff, j.Refused())
	}
	for _, bad := range []policy.Rules{
		{Allow: []string{"["}},
		{Deny: []string{"{"}},
		{Exceptions: []policy.Exception{{Policy: "tests.required", Reason: "x"}}},
		{Exceptions: []policy.Exception{{Policy: "tests.deleted", Reason: "x"}}},
		{Exceptions: []policy.Exception{{Policy: "tests.required", Alternative: "x"}}},
		{Exceptions: []policy.Exception{{Policy: "paths.protected", Reason: "x"}}},
		{Exceptions: []policy.Exception{{Policy: "diff.max-files", Reason: "x"}}},
		{Exceptions: []policy.Exception{{Policy: "paths.protected", Reason: "x", Paths: []string{"["}}}},
	} {
		if bad.Check() == nil {
			t.Errorf("%+v passes", bad)
		}
	}
}

// All policies are decided, in their order, whatever the patch.
func TestDecisionsAreWhole(t *testing.T) {
	j := policy.Default().Judge(policy.Input{Change: mustNew(t, fix, addTest), Justifications: map[string]string{"a.go": "it was wrong"}})
	var all []string
	for _, d := range j.Decisions {
		all = append(all, d.Policy)
	}
	want := []string{
		"diff.empty", "diff.max-files", "diff.max-loc", "diff.justified", "diff.modes", "diff.text", "diff.silencing", "paths.allow", "paths.deny", "paths.unchangeable", "paths.protected",
		"tests.required", "tests.deleted", "tests.skipped", "tests.emptied", "tests.only", "tests.harness", "tests.unreadable", "tests.build", "tests.weakened",
	}
	if diff := cmp.Diff(want, all); diff != "" {
		t.Error(diff)
	}
	files := []evidence.File{
		{Path: "a.go", Kind: evidence.Source, Op: "modify", Added: 1, Deleted: 1, Justification: "it was wrong"},
		{Path: "a_test.go", Kind: evidence.TestFile, Op: "create", Added: 9},
	}
	if diff := cmp.Diff(files, j.Files); diff != "" {
		t.Error(diff)
	}
	if j.Kind("a.go") != evidence.Source || j.Kind("x") != "" {
		t.Error("Kind is wrong")
	}
}

// FuzzJudge judges any text of any file, and of any parser.
func FuzzJudge(f *testing.F) {
	for i, name := range []string{"BUILD", "a.bzl", "package.json", "pyproject.toml", "setup.cfg", "Cargo.toml", "CMakeLists.txt", "a_test.go", "test_a.py", "a.test.ts", "x"} {
		f.Add(name, "go_test(name = \"a\", srcs = [\"a\"])\n", "{\"scripts\": {\"test\": \"x\"}}", i)
		f.Add(name, "[tool.pytest]\nx = 1\n", "def test_a(): pass\n", i)
	}
	f.Fuzz(func(t *testing.T, name, base, text string, op int) {
		if len(base)+len(text) > 1<<14 {
			return
		}
		one := file(name, base, text)
		switch op % 3 {
		case 1:
			one = created(name, text)
		case 2:
			one = deleted(name, base)
		}
		c, err := change.New([]fixedits.FileChange{one})
		if err != nil {
			return
		}
		a, b := policy.Default().Judge(policy.Input{Change: c}), policy.Default().Judge(policy.Input{Change: c})
		if diff := cmp.Diff(a.Decisions, b.Decisions); diff != "" {
			t.Fatalf("two judgments differ: %s", diff)
		}
		for _, d := range a.Decisions {
			if !slices.Contains([]string{"diff", "paths", "tests"}, strings.SplitN(d.Policy, ".", 2)[0]) || !d.OK && d.Detail == "" {
				t.Fatal(fmt.Sprint(d))
			}
		}
	})
}
