package dockerfile_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting/dockerfile/syntax"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/dockerfile"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

var update = flag.Bool("update", false, "write the findings and fixed files to testdata/rules")

// A ruleCase is a case of testdata/rules/NS/RULE.txtar: a section with its name
// and a Dockerfile, followed by sections that belong to it.
//
//	want    LINE:COLUMN MESSAGE [SAFETY] for each finding of the rule, in order; if missing, there are no findings
//	fixed   the file after all fixes of the rule, of any safety; if missing, it does not change
//	config  autofix.toml
//	dockerignore  .dockerignore beside the Dockerfile
//	path    the path of the Dockerfile, if it is not Dockerfile
//	docker-bake.hcl, compose.yaml  files beside the Dockerfile that describe builds of it
type ruleCase struct {
	rule, name           string
	src                  string
	want, fixed          string
	around               surroundings
	hasFixed             bool
	section, wantSection int // indices into the archive
}

// surroundings are other files that affect the findings in the Dockerfile.
type surroundings struct{ toml, dockerignore, bake, compose, path string }

// file returns the path of the Dockerfile.
func (s surroundings) file() string {
	if s.path != "" {
		return s.path
	}
	return testFile
}

// beside returns the files beside the Dockerfile, by name.
func (s *surroundings) beside() map[string]*string {
	return map[string]*string{".dockerignore": &s.dockerignore, "docker-bake.hcl": &s.bake, "compose.yaml": &s.compose}
}

// archives returns the test data, by rule.
func archives(t testing.TB) map[string]string {
	t.Helper()
	found, err := filepath.Glob("testdata/rules/*/*.txtar")
	if err != nil || len(found) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	out := make(map[string]string)
	for _, file := range found {
		namespace, name := filepath.Base(filepath.Dir(file)), strings.TrimSuffix(filepath.Base(file), ".txtar")
		out[namespace+"/"+name] = file
	}
	return out
}

func readCases(t testing.TB, rule, file string) []ruleCase {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var cases []ruleCase
	for _, section := range archive.Files {
		text := string(section.Data)
		last := len(cases) - 1
		switch section.Name {
		case "want":
			cases[last].want = text
		case "fixed":
			cases[last].fixed, cases[last].hasFixed = text, true
		case "config":
			cases[last].around.toml = text
		case "dockerignore":
			cases[last].around.dockerignore = text
		case "path":
			cases[last].around.path = strings.TrimSpace(text)
		case "docker-bake.hcl", "compose.yaml":
			*cases[last].around.beside()[section.Name] = text
		default:
			cases = append(cases, ruleCase{rule: rule, name: section.Name, src: text})
		}
	}
	return cases
}

func writeCases(t *testing.T, file string, cases []ruleCase) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	archive.Files = nil
	for _, c := range cases {
		add := func(name, text string) {
			archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(text)})
		}
		add(c.name, c.src)
		if c.around.toml != "" {
			add("config", c.around.toml)
		}
		if c.around.dockerignore != "" {
			add("dockerignore", c.around.dockerignore)
		}
		if c.around.path != "" {
			add("path", c.around.path+"\n")
		}
		for _, name := range []string{"docker-bake.hcl", "compose.yaml"} {
			if text := *c.around.beside()[name]; text != "" {
				add(name, text)
			}
		}
		if c.want != "" {
			add("want", c.want)
		}
		if c.hasFixed {
			add("fixed", c.fixed)
		}
	}
	if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
		t.Fatal(err)
	}
}

const testFile = "Dockerfile"

// find runs all rules on a file. on is a rule that is off by default and is
// turned on.
func find(t *testing.T, src string, around surroundings, on string) *artifact.Artifact {
	t.Helper()
	r := checks.New(artifact.Tool{Name: "autofix", Version: "1"}, dockerfile.New())
	toml := around.toml
	if rule, ok := r.Rule(on); ok && rule.Severity == config.SeverityOff && !strings.Contains(toml, on) {
		toml += fmt.Sprintf("[rules.%q]\nseverity = \"warning\"\n", on)
	}
	if namespace, _, _ := strings.Cut(on, "/"); namespace == "buildkit" && !strings.Contains(toml, `"hadolint/`) {
		toml += "[rules.\"hadolint/*\"]\nseverity = \"off\"\n" // equivalent rules would be reported instead
	}
	c, err := config.Parse("autofix.toml", []byte(toml), r.Sections())
	if err != nil {
		t.Fatal(err)
	}
	c = c.WithToolFiles(around.toolFiles(t))
	a, err := r.Run(context.Background(), "", []checks.File{{Path: around.file(), Content: []byte(src)}}, c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// toolFiles returns the files beside the Dockerfile, or nil if there are none.
func (s surroundings) toolFiles(t *testing.T) *config.ToolFiles {
	t.Helper()
	var names []string
	root := ""
	for name, content := range s.beside() {
		if *content == "" {
			continue
		}
		if root == "" {
			root = t.TempDir()
		}
		if err := os.WriteFile(filepath.Join(root, name), []byte(*content), 0o666); err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	kinds := checks.New(artifact.Tool{}, dockerfile.New()).FileKinds()
	files, err := config.ReadToolFiles(workspace.OpenDeclared(root), kinds, names)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// describe returns the findings of a rule in the format of want.
func describe(a *artifact.Artifact, rule string) string {
	safety := make(map[string]string)
	for _, f := range a.Fixes {
		safety[f.ID] = string(f.Safety)
		if f.Resolver != nil {
			safety[f.ID] = f.Resolver.ID
		}
	}
	diagnostics := slices.Clone(a.Diagnostics)
	slices.SortStableFunc(diagnostics, func(x, y fixedits.Diagnostic) int { return x.Start - y.Start })
	var b strings.Builder
	for _, d := range diagnostics {
		if d.Rule != rule {
			continue
		}
		fmt.Fprintf(&b, "%d:%d %s", d.Line, d.Column, d.Message)
		for _, id := range d.Fixes {
			fmt.Fprintf(&b, " [%s]", safety[id])
		}
		b.WriteString("\n")
	}
	return b.String()
}

// apply merges the fixes of an artifact that keep accepts, and returns the
// text.
func apply(t *testing.T, src string, a *artifact.Artifact, keep func(*fixedits.Fix) bool) string {
	t.Helper()
	plan, err := fixedits.Merge([]fixedits.Proposal{a.Proposal()}, fixedits.Options{
		Read: func(string) ([]byte, error) { return []byte(src), nil },
		Verdict: func(f *fixedits.Fix) (fixedits.Status, fixedits.Reason) {
			if keep(f) {
				return "", fixedits.Reason{}
			}
			return fixedits.StatusFiltered, fixedits.Reason{Code: "test", Detail: "not selected"}
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range plan.Outcomes {
		if o.Status == fixedits.StatusInvalid {
			t.Errorf("%s has an invalid fix: %s\n%q", o.Rule, o.Reason, src)
		}
	}
	if len(plan.Files) == 0 {
		return src
	}
	return string(plan.Files[0].After)
}

// fixAll applies the fixes that keep accepts until there are none.
func fixAll(t *testing.T, src string, around surroundings, on string, keep func(*fixedits.Fix) bool) string {
	t.Helper()
	for range 10 {
		next := apply(t, src, find(t, src, around, on), keep)
		if next == src {
			return src
		}
		src = next
	}
	t.Errorf("the fixes of %s do not terminate:\n%s", on, src)
	return src
}

func of(rule string) func(*fixedits.Fix) bool {
	return func(f *fixedits.Fix) bool { return f.Rule == rule }
}

func TestRules(t *testing.T) {
	for rule, file := range archives(t) {
		t.Run(rule, func(t *testing.T) {
			cases := readCases(t, rule, file)
			for i := range cases {
				c := &cases[i]
				want := describe(find(t, c.src, c.around, rule), rule)
				fixed := fixAll(t, c.src, c.around, rule, of(rule))
				if *update {
					c.want, c.fixed, c.hasFixed = want, fixed, fixed != c.src
					continue
				}
				if diff := cmp.Diff(c.want, want); diff != "" {
					t.Errorf("%s: findings (-want +got):\n%s", c.name, diff)
				}
				if !c.hasFixed {
					c.fixed = c.src
				}
				if diff := cmp.Diff(c.fixed, fixed); diff != "" {
					t.Errorf("%s: fixed (-want +got):\n%s", c.name, diff)
				}
			}
			if *update {
				writeCases(t, file, cases)
			}
		})
	}
}

// Every rule has at least six cases, some with a finding and some without.
func TestEveryRuleHasCases(t *testing.T) {
	found := archives(t)
	for _, rule := range dockerfile.New().Rules() {
		file, ok := found[rule.Name]
		if !ok {
			t.Errorf("%s has no cases", rule.Name)
			continue
		}
		delete(found, rule.Name)
		cases := readCases(t, rule.Name, file)
		bad := 0
		for _, c := range cases {
			if c.want != "" {
				bad++
			}
		}
		if len(cases) < 6 || bad == 0 || bad == len(cases) {
			t.Errorf("%s has %d cases, %d with a finding", rule.Name, len(cases), bad)
		}
	}
	for rule := range found {
		t.Errorf("cases of %s, which is not a rule", rule)
	}
}

// Line endings and a byte order mark change no finding, and every fix preserves
// them.
func TestLineEndsAndBOMStay(t *testing.T) {
	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	bom := func(s string) string { return syntax.BOM + s }
	last := func(s string) string { return strings.TrimSuffix(s, "\n") }
	forms := map[string]func(string) string{"CRLF": crlf, "BOM": bom, "BOM and CRLF": func(s string) string { return bom(crlf(s)) }, "no final line end": last}
	for rule, file := range archives(t) {
		for _, c := range readCases(t, rule, file) {
			for name, form := range forms {
				src := form(c.src)
				before := fixAll(t, c.src, c.around, rule, of(rule))
				after := fixAll(t, src, c.around, rule, of(rule))
				if form(before) != after {
					t.Errorf("%s, %s, with %s (-want +got):\n%s", rule, c.name, name, cmp.Diff(form(before), after))
				}
			}
		}
	}
}

// After each fix, alone and with each other fix, the file has no new syntax
// errors, and no other rule has more findings than before.
func TestFixesHold(t *testing.T) {
	for rule, file := range archives(t) {
		for _, c := range readCases(t, rule, file) {
			a := find(t, c.src, c.around, rule)
			for i, one := range a.Fixes {
				holds(t, c, a, one.ID)
				for _, other := range a.Fixes[i+1:] {
					holds(t, c, a, one.ID, other.ID)
				}
			}
		}
	}
}

func holds(t *testing.T, c ruleCase, a *artifact.Artifact, ids ...string) {
	t.Helper()
	fixed := apply(t, c.src, a, func(f *fixedits.Fix) bool { return slices.Contains(ids, f.ID) })
	if fixed == c.src {
		return
	}
	names := func() string {
		var out []string
		for _, f := range a.Fixes {
			if slices.Contains(ids, f.ID) {
				out = append(out, f.Rule)
			}
		}
		return strings.Join(out, " and ")
	}
	if was, is := syntax.Parse(c.src).Errors, syntax.Parse(fixed).Errors; len(is) > len(was) {
		t.Errorf("%s of %s: the fixes of %s break the file: %v\n%s", c.name, c.rule, names(), is[0], fixed)
	}
	was, is := counts(a), counts(find(t, fixed, c.around, c.rule))
	for rule, n := range is {
		if n > was[rule] && !exposed(rule, names()) {
			t.Errorf("%s of %s: after the fixes of %s, %s has %d findings, want %d\n%s", c.name, c.rule, names(), rule, n, was[rule], fixed)
		}
	}
	if bytes.ContainsRune([]byte(fixed), '\r') != strings.Contains(c.src, "\r") {
		t.Errorf("%s of %s: the fixes of %s change line endings\n%q", c.name, c.rule, names(), fixed)
	}
}

// exposed reports whether fixes of one rule may uncover findings of another.
// Each pair has its reason.
func exposed(rule, fixes string) bool {
	for _, pair := range []struct{ fix, rule string }{
		// Once apt is replaced with apt-get, the rules about apt-get apply.
		{"hadolint/DL3027", "hadolint/DL3008"},
		{"hadolint/DL3027", "hadolint/DL3014"},
		{"hadolint/DL3027", "hadolint/DL3015"},
		{"hadolint/DL3027", "hadolint/DL3009"},
		// A stage named scratch is taken for the empty image until it is
		// renamed.
		{"buildkit/ReservedStageName", "dockerfile/missing-user"},
		{"hadolint/DL3063", "dockerfile/missing-user"},
		// An instruction that was joined to a path is separate again.
		{"windows/backslash-path", "windows/backslash-path"},
		// An empty line separates two lists of packages.
		{"buildkit/NoEmptyContinuation", "dockerfile/sorted-packages"},
	} {
		if pair.rule == rule && strings.Contains(fixes, pair.fix) {
			return true
		}
	}
	return false
}

func counts(a *artifact.Artifact) map[string]int {
	out := make(map[string]int)
	for _, d := range a.Diagnostics {
		out[d.Rule]++
	}
	return out
}
