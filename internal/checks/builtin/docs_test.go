package builtin_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// optionRow is a row of a table of options: name, default, property of
// .editorconfig.
var optionRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| ([^|]+) \\| ([^|]*)\\|")

// The guide has a section for each language, in their order, with its options and their defaults, whether .editorconfig
// speaks of them, and which language is off.
func TestTheGuideKnowsEveryFormatter(t *testing.T) {
	text, err := os.ReadFile("../../../docs/formatting.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := regexp.MustCompile("(?m)^## .*\n\n`\\[format\\.([a-z]+)\\]`").FindAllSubmatchIndex(text, -1)
	got := map[string][]string{}
	for i, at := range sections {
		end := len(text)
		if i+1 < len(sections) {
			end = sections[i+1][0]
		}
		section := string(text[at[0]:end])
		said := []string{fmt.Sprintf("off: %v", strings.Contains(section, "Off by default."))}
		for _, row := range optionRow.FindAllStringSubmatch(section, -1) {
			said = append(said, fmt.Sprintf("%s = %s, .editorconfig: %v", row[1], strings.Trim(row[2], "`"), strings.TrimSpace(row[3]) != ""))
		}
		got[string(text[at[2]:at[3]])] = said
	}

	r, _ := builtin.Registry("1")
	want := map[string][]string{}
	for _, rule := range r.Rules() {
		if rule.Format == nil {
			continue
		}
		said := []string{fmt.Sprintf("off: %v", rule.Format.Off)}
		for _, o := range rule.Format.Options {
			value := fmt.Sprint(o.Default)
			if value == "" || o.Kind == config.Strings {
				value = "none"
			}
			said = append(said, fmt.Sprintf("%s = %s, .editorconfig: %v", o.Name, value, o.Editor != nil))
		}
		want[rule.Format.Language] = said
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("docs/formatting.md (-formatters +said):\n%s", diff)
	}
}

// The shell formatter obeys .editorconfig, which is the configuration of shfmt.
func TestShellObeysEditorConfig(t *testing.T) {
	root := t.TempDir()
	editor := "[*]\nindent_style = space\nindent_size = 3\nswitch_case_indent = true\n[*.bash]\nshell_variant = posix\n"
	if err := os.WriteFile(filepath.Join(root, ".editorconfig"), []byte(editor), 0o666); err != nil {
		t.Fatal(err)
	}
	known, formats := builtin.Registry("1")
	files, err := config.ReadToolFiles(workspace.OpenDeclared(root), known.FileKinds(), []string{".editorconfig"})
	if err != nil {
		t.Fatal(err)
	}
	c := (*config.Config)(nil).WithToolFiles(files)
	for _, test := range []struct{ path, src, want, err string }{
		{"a.sh", "case x in\ny) z ;;\nesac\n", "case x in\n   y) z ;;\nesac\n", ""},
		{"a.sh", "[[ -n x ]]  &&  y\n", "[[ -n x ]] && y\n", ""},
		{"a.bash", "a=(b  c)\n", "", "a.bash:1:3: "},
	} {
		registry, err := formats.For(c, test.path)
		if err != nil {
			t.Fatal(err)
		}
		result, err := registry.Format(test.path, []byte(test.src))
		switch {
		case test.err != "" && (err == nil || !strings.HasPrefix(err.Error(), test.err)):
			t.Errorf("%s: %v, want %s", test.path, err, test.err)
		case test.err == "" && (err != nil || string(result.Text) != test.want):
			t.Errorf("%s: %q, %v, want %q", test.path, result.Text, err, test.want)
		}
	}
}

// Lock files keep their layout.
func TestFilesWithALayoutOfTheirOwnAreLeftAlone(t *testing.T) {
	_, formats := builtin.Registry("1")
	registry, err := formats.For(nil, "x")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"a.json": "json", "package-lock.json": "", "MODULE.bazel.lock": "",
		"go.sum": "", "Cargo.lock": "", "x.tfstate": "", ".terraform.lock.hcl": "", "poetry.lock": "", "a.lock.hcl": "",
		"main.tf": "hcl", "a.cue": "cue", "a.jsonnet": "jsonnet",
		"a.toml": "toml", "a.yaml": "", "BUILD": "starlark",
	} {
		got := ""
		if l := registry.For(path, nil); l != nil {
			got = l.Name()
		}
		if got != want {
			t.Errorf("%s is of %q, want %q", path, got, want)
		}
	}
}

// Aspects hand the tool no other names.
func TestTheRulesKnowEveryChecker(t *testing.T) {
	rules, err := os.ReadFile("../../../rules/private/checker_tags.bzl")
	if err != nil {
		t.Fatal(err)
	}
	r, _ := builtin.Registry("1")
	names := slices.Sorted(slices.Values(r.Names()))
	want := fmt.Sprintf("\nBUILTIN_CHECKERS = [\"%s\"]\n", strings.Join(names, `", "`))
	if !strings.Contains(string(rules), want) {
		t.Errorf("rules/private/checker_tags.bzl has no line%s", want)
	}
}
