package format_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/starlark"
	"github.com/rules-autofix/rules_autofix/internal/checks"
	"github.com/rules-autofix/rules_autofix/internal/checks/builtin"
	"github.com/rules-autofix/rules_autofix/internal/checks/format"
	"github.com/rules-autofix/rules_autofix/internal/config"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

func check(t *testing.T, path, content, toml string) (*artifact.Artifact, error) {
	t.Helper()
	known, _ := builtin.Registry("1")
	c, err := config.Parse("autofix.toml", []byte(toml), known.Sections())
	if err != nil {
		t.Fatal(err)
	}
	r := known.Without("dockerfile", "starlark", "text")
	file := checks.File{Path: path, Content: []byte(content)}
	a, err := r.Run(context.Background(), "", []checks.File{file}, c)
	sameRules(t, r, file, c, a)
	return a, err
}

// sameRules holds a run without fixes to finding what a run with them has
// found.
func sameRules(t *testing.T, r *checks.Registry, file checks.File, c *config.Config, with *artifact.Artifact) {
	t.Helper()
	bare, err := r.Bare().Run(context.Background(), "", []checks.File{file}, c)
	if err != nil || with == nil {
		if (err == nil) != (with != nil) {
			t.Errorf("%s: without fixes: %v", file.Path, err)
		}
		return
	}
	if len(bare.Fixes) > 0 {
		t.Errorf("%s: fixes that nobody wants: %+v", file.Path, bare.Fixes)
	}
	rules := func(a *artifact.Artifact) (all []string) {
		for _, d := range a.Diagnostics {
			all = append(all, d.Path+" "+d.Rule+" "+string(d.Severity))
		}
		return all
	}
	if diff := cmp.Diff(rules(with), rules(bare)); diff != "" {
		t.Errorf("findings (-with fixes +without):\n%s", diff)
	}
}

func TestCheck(t *testing.T) {
	var long strings.Builder
	long.WriteString("package p\n\nvar (\n")
	for i := range 40 {
		fmt.Fprintf(&long, "\tv%02d = %d\n", i, i)
	}
	long.WriteString(")\n")
	tests := []struct {
		name, path, toml, src string
		want                  string // the finding
		fixed                 string // the text with its fix; empty: there is none
		edits                 int
	}{
		{"a formatted file", "a.go", "", "package p\n", "", "", 0},
		{"an unknown file", "a.txt", "", "a  ", "", "", 0},
		{"one place", "a.go", "", "package p\n\nvar  x int\n", "3:1 warning format/go: not formatted at line 3", "package p\n\nvar x int\n", 1},
		{
			"several places are an edit each", "a.go", "", strings.NewReplacer("v05 =", "v05  =", "v30 =", "v30=").Replace(long.String()),
			"9:1 warning format/go: not formatted in 2 places, the first at line 9", long.String(), 2,
		},
		{
			"CRLF", "BUILD", "", "x( )\r\n\r\ny()\r\n", "1:1 warning format/starlark: not formatted at line 1",
			"x()\r\n\r\ny()\r\n", 1,
		},
		{"a syntax error", "a.go", "", "package p\n\nfunc f( {\n", "3:9 error syntax/go: expected ')', found '{'", "", 0},
		{"a syntax error with CRLF", "BUILD", "", "x()\r\ny(\r\n", "3:1 error syntax/starlark: syntax error", "", 0},
		{"a file that the guard refuses", "a.go", "", "package p\x00", "1:1 info format/go: not formatted: not text: NUL byte at offset 9", "", 0},
		{"a script that only another shell may take", "a.sh", "", "a )\n", "1:3 info syntax/shell: a command can only contain words and redirects; encountered `)`; not an error, because shfmt's parser does not support all shell syntax", "", 0},
		{"HCL that may be older", "a.hcl", "", "a \"b\" = {}\n", "1:7 info syntax/hcl: Invalid block definition: The equals sign \"=\" indicates an argument definition, and must not be used when defining a block.; not an error, because it may be HCL 1 or another dialect of HCL", "", 0},
		{"not so of Terraform", "a.tf", "", "a = = 1\n", "1:5 error syntax/hcl: Invalid expression: Expected the start of an expression, but found an invalid expression token.", "", 0},
		{"a value on each line", "a.json", "", "{\"a\": 1}\n\n{\"a\": 2}\n", "3:1 info syntax/json: invalid character '{' after top-level value; not an error, because it has one value per line (NDJSON)", "", 0},
		{"several values, not one on each line", "a.json", "", "{\"a\":\n1}\n{}\n", "3:1 error syntax/json: invalid character '{' after top-level value", "", 0},
		{"an empty file", "a.json", "", "", "1:1 info syntax/json: the file ends too early; not an error, because it is empty, as placeholders and mocks of tests are", "", 0},
		{"a file of blank lines", "mocks/package.json", "", " \n\t\n", "3:1 info syntax/json: the file ends too early; not an error, because it is empty, as placeholders and mocks of tests are", "", 0},
		{"a template of JSON", "a.json", "", "{\"a\": {{ .B }}}\n", "1:10 info syntax/json: invalid literal: .B; not an error, because it looks like a template, which is valid only after expansion", "", 0},
		{"a template of TOML", "a.toml", "", "{% if a %}\nb = 1\n{% endif %}\n", "1:1 info syntax/toml: invalid character at start of key: U+007B '{'; not an error, because it looks like a template, which is valid only after expansion", "", 0},
		{"a template of a Dockerfile", "Dockerfile", "", "FROM a\n{{ if b }}\nRUN c\n{{ end }}\n", "2:1 info syntax/dockerfile: unknown instruction: {{; not an error, because it looks like a template, which is valid only after expansion", "", 0},
		{"braces that are not a template", "a.json", "", "{{\n", "2:1 error syntax/json: the file ends too early", "", 0},
		{"options", "a.go", "[format.go]\nstyle = \"gofumpt\"\nlang-version = \"go1.26\"", "package p\n\nvar x = 0644\n", "3:1 warning format/go: not formatted at line 3", "package p\n\nvar x = 0o644\n", 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, err := check(t, test.path, test.src, test.toml)
			if err != nil {
				t.Fatal(err)
			}
			got := ""
			for _, d := range a.Diagnostics {
				got += fmt.Sprintf("%d:%d %s %s: %s", d.Line, d.Column, d.Severity, d.Rule, d.Message)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s", diff)
			}
			if test.fixed == "" {
				if len(a.Fixes) > 0 {
					t.Errorf("there are fixes: %+v", a.Fixes)
				}
				return
			}
			if len(a.Fixes) != 1 || len(a.Fixes[0].Edits) != test.edits {
				t.Fatalf("fixes: %+v", a.Fixes)
			}
			f := a.Fixes[0]
			if f.Phase != fixedits.PhaseFormat || f.Safety != fixedits.SafetySafe || f.Title == "" {
				t.Errorf("fix: %+v", f)
			}
			out, err := fixedits.Apply([]byte(test.src), f.Edits)
			if err != nil || string(out) != test.fixed {
				t.Errorf("fixed: %q, %v\nwant %q", out, err, test.fixed)
			}
		})
	}
}

// A file of 50 MB is reported, not formatted.
func TestLargeFile(t *testing.T) {
	a, err := check(t, "a.go", "package p\n"+strings.Repeat("\n", 50<<20), "")
	want := "not formatted: its size of 52428810 bytes exceeds the limit of 16777216"
	if err != nil || len(a.Diagnostics) != 1 || a.Diagnostics[0].Message != want {
		t.Errorf("%v, %v, want %s", a.Diagnostics, err, want)
	}
}

// An option that is wrong is an error of the run, wherever it was not caught
// before.
func TestOptionError(t *testing.T) {
	_, err := check(t, "a.go", "package p\n", "[format.go]\nlang-version = \"1\"")
	if err == nil || !strings.Contains(err.Error(), `lang-version: "1" is not a Go version`) {
		t.Error(err)
	}
}

type crashing struct{ formatting.Language }

func (crashing) Format(string, []byte) ([]byte, error) { panic("bug") }

type crashingFormats struct{}

func (crashingFormats) For(*config.Config, string) (*formatting.Registry, error) {
	return formatting.NewRegistry(crashing{starlark.New()}), nil
}

func (f crashingFormats) Parser(c *config.Config, path, _ string) (*formatting.Registry, error) {
	return f.For(c, path)
}

// A formatter that crashes is a failure, not a finding.
func TestCrash(t *testing.T) {
	r := checks.New(artifact.Tool{Name: "autofix"}, format.New(crashingFormats{}, []format.Language{{Known: starlark.New()}}))
	_, err := r.Run(context.Background(), "", []checks.File{{Path: "a/BUILD", Content: []byte("a")}}, nil)
	want := "checker format failed on a/BUILD: a/BUILD: the starlark formatter crashed: bug"
	if _, ok := errors.AsType[*checks.CheckerError](err); !ok || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// examples are names of files by language.
var examples = map[string]string{
	"cue":        "x.cue",
	"dockerfile": "Dockerfile",
	"go":         "x.go",
	"graphql":    "x.graphql",
	"gomod":      "go.mod",
	"hcl":        "x.tf",
	"json":       "x.json",
	"jsonnet":    "x.jsonnet",
	"protobuf":   "x.proto",
	"shell":      "x.sh",
	"starlark":   "BUILD",
	"toml":       "x.toml",
	"yaml":       "x.yaml",

	"duplicate-key": "x.yaml",
}

// The examples of the rules have the findings that they are there for, and
// their fixes make good of bad.
func TestExamplesOfRules(t *testing.T) {
	known, _ := builtin.Registry("1")
	for _, rule := range known.Without("dockerfile", "schema", "starlark", "text").Rules() {
		_, language, _ := strings.Cut(rule.Name, "/")
		path, ok := examples[language]
		if !ok {
			t.Errorf("%s: no name for a file", rule.Name)
			continue
		}
		on := ""
		if language != "duplicate-key" {
			on = fmt.Sprintf("[format.%s]\nenabled = true\n", language)
		}
		bad, err := check(t, path, rule.Bad, on)
		if err != nil || len(bad.Diagnostics) != 1 || bad.Diagnostics[0].Rule != rule.Name {
			t.Errorf("%s: %q has %v, %v", rule.Name, rule.Bad, bad.Diagnostics, err)
		}
		good, err := check(t, path, rule.Good, on)
		if err != nil || len(good.Diagnostics) != 0 {
			t.Errorf("%s: %q has %v, %v", rule.Name, rule.Good, good.Diagnostics, err)
		}
		for _, f := range bad.Fixes {
			if out, err := fixedits.Apply([]byte(rule.Bad), f.Edits); err != nil || !bytes.Equal(out, []byte(rule.Good)) {
				t.Errorf("%s: fixed: %q, %v, want %q", rule.Name, out, err, rule.Good)
			}
		}
	}
}

// The go.mod that a formatter has options of is among what the check read, and
// is not if the formatter has no use for it.
func TestGoModIsAmongTheReads(t *testing.T) {
	known, _ := builtin.Registry("1")
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "go.mod"), []byte("module m\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for toml, want := range map[string]int{"": 0, "[format.go]\nstyle = \"gofumpt\"\n": 1} {
		files := config.NewToolFiles(known.FileKinds())
		if err := files.Find(workspace.OpenDeclared(root), nil); err != nil {
			t.Fatal(err)
		}
		c, err := config.Parse("autofix.toml", []byte(toml), known.Sections())
		if err != nil {
			t.Fatal(err)
		}
		a, err := known.Run(t.Context(), "", []checks.File{{Path: "a/x.go", Content: []byte("package x\n")}}, c.WithToolFiles(files))
		if err != nil || len(a.Reads) != want || want > 0 && a.Reads[0].Path != "go.mod" {
			t.Errorf("%q: read %v, error %v", toml, a.Reads, err)
		}
	}
}
