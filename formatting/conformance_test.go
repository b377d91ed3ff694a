//go:build conformance

package formatting_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/cue"
	"github.com/rules-autofix/rules_autofix/formatting/golang"
	"github.com/rules-autofix/rules_autofix/formatting/hcl"
	"github.com/rules-autofix/rules_autofix/formatting/json"
	"github.com/rules-autofix/rules_autofix/formatting/jsonnet"
	"github.com/rules-autofix/rules_autofix/formatting/protobuf"
	"github.com/rules-autofix/rules_autofix/formatting/shell"
	"github.com/rules-autofix/rules_autofix/formatting/starlark"
	"github.com/rules-autofix/rules_autofix/formatting/toml"
	"github.com/rules-autofix/rules_autofix/formatting/yaml"
)

// TestConformance formats every file of the folders of AUTOFIX_CORPUS, a list
// as PATH is one, or else of the Go standard library and the module cache, and
// prints a table of what came of it. It demands the bytes of the real tool,
// built from the modules that we use; of data, for which there is none, that a
// decoder reads the same. What the guard refuses is listed, and must be
// something that the tool itself is not stable on, or that no formatter is to
// see. docs/conformance.md says how to run it, and has its table.
func TestConformance(t *testing.T) {
	folders := filepath.SplitList(os.Getenv("AUTOFIX_CORPUS"))
	if len(folders) == 0 {
		folders = []string{filepath.Join(goEnv(t, "GOROOT"), "src"), goEnv(t, "GOMODCACHE")}
	}
	c := newCorpus(t, folders)
	version := []string{"-lang=go1.26", "-modpath=example.com/m"}
	// Shfmt's flags keep it from reading .editorconfig.
	tools := []*tool{
		{
			name:     "gofmt",
			language: made(t)(golang.New(golang.Options{Style: "gofmt"})),
			command:  func(t *testing.T) string { return filepath.Join(goEnv(t, "GOROOT"), "bin", "gofmt") },
			write:    []string{"-w"},
		},
		{
			name:     "gofumpt",
			language: made(t)(golang.New(golang.Options{Style: "gofumpt", LangVersion: "go1.26", ModulePath: "example.com/m"})),
			command:  func(t *testing.T) string { return built(t, "mvdan.cc/gofumpt") },
			write:    append(version, "-w"),
		},
		{
			name:     "buildifier",
			language: starlark.New(),
			command:  func(t *testing.T) string { return built(t, "github.com/bazelbuild/buildtools/buildifier") },
			write:    []string{"-mode=fix", "-config=off"},
		},
		{
			name:     "shfmt",
			language: made(t)(shell.New(shell.Options{})),
			command:  func(t *testing.T) string { return installed(t, "mvdan.cc/sh/v3", "cmd/shfmt") },
			write:    []string{"-i=0", "-w"},
		},
		{
			name:     "terraform fmt",
			language: asTerraform{hcl.New()},
			command:  terraform,
			write:    []string{"fmt", "-list=false"},
			runs:     2, // one interpolation within another takes it two
			copied:   func(string) string { return "a.tf" },
			excused:  losesComment,
		},
		{
			name:     "hclfmt",
			language: plainHCL{hcl.New()},
			command:  func(t *testing.T) string { return installed(t, "github.com/hashicorp/hcl/v2", "cmd/hclfmt") },
			write:    []string{"-check", "-w"},
		},
		{
			name:     "cue fmt",
			language: cue.New(cue.Options{}),
			command:  func(t *testing.T) string { return installed(t, "cuelang.org/go", "cmd/cue") },
			write:    []string{"fmt", "--files"},
		},
		{
			name:     "jsonnetfmt",
			language: made(t)(jsonnet.New(jsonnet.Defaults())),
			command:  func(t *testing.T) string { return installed(t, "github.com/google/go-jsonnet", "cmd/jsonnetfmt") },
			write:    []string{"-i", "--"},
		},
	}
	var report report
	for _, tool := range tools {
		t.Run(strings.ReplaceAll(tool.name, " ", "_"), func(t *testing.T) {
			tool.path = tool.command(t)
			report.add(t, tool.language.Name(), tool.name, tool.compare(t, c.files(t, tool.language)))
		})
	}
	decoded := []struct {
		language formatting.Language
		decode   func(path string, src []byte) (any, error)
	}{
		{made(t)(json.New(json.Options{})), decodeJSON},
		{made(t)(toml.New(toml.Options{})), decodeTOML},
		{made(t)(yaml.New(yaml.Options{})), decodeYAML},
		{made(t)(protobuf.New(protobuf.Options{})), decodeProtobuf},
	}
	for _, data := range decoded {
		t.Run(data.language.Name(), func(t *testing.T) {
			report.add(t, data.language.Name(), "value", compareValues(t, data.language, data.decode, c.files(t, data.language)))
		})
	}
	t.Log(report.String())
}

// asTerraform takes every file of HCL for one of Terraform.
type asTerraform struct{ formatting.Language }

func (l asTerraform) Parse(_ string, src []byte) error { return l.Language.Parse("a.tf", src) }

func (l asTerraform) Format(_ string, src []byte) ([]byte, error) {
	return l.Language.Format("a.tf", src)
}

// plainHCL is HCL without the files of Terraform.
type plainHCL struct{ formatting.Language }

func (l plainHCL) Match(path string, head []byte) bool {
	base := filepath.Base(path)
	return !strings.Contains(base, ".tf") && !strings.Contains(base, ".tofu") && l.Language.Match(path, head)
}

func made(t *testing.T) func(formatting.Language, error) formatting.Language {
	return func(l formatting.Language, err error) formatting.Language {
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
}
