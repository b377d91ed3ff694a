//go:build conformance

package formatting_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/formatting"
	"github.com/rules-autofix/rules_autofix/formatting/hcl"
	"github.com/rules-autofix/rules_autofix/formatting/jsonnet"
	"github.com/rules-autofix/rules_autofix/formatting/shell"
)

// As TestConformance, for tools whose commands need more modules than our go.mod has: they are installed at the
// version that go.mod has of their library. The corpus is the module cache and the folders that AUTOFIX_CORPUS lists,
// separated as in PATH.
func TestConformanceOfInstalled(t *testing.T) {
	whole := func(line string) string { return line }
	oracles := []struct {
		oracle
		library string // the module
		command string // the command's folder in it
	}{
		{
			// A flag keeps it from reading .editorconfig.
			oracle:  oracle{language: made(t)(shell.New(shell.Options{})), list: []string{"-i=0", "-l"}, print: []string{"-i=0"}, listed: whole},
			library: "mvdan.cc/sh/v3", command: "cmd/shfmt",
		},
		{
			oracle:  oracle{language: plainHCL{hcl.New()}, print: []string{"-check"}, listed: whole},
			library: "github.com/hashicorp/hcl/v2", command: "cmd/hclfmt",
		},
		{
			oracle:  oracle{language: made(t)(jsonnet.New(jsonnet.Defaults())), listed: whole},
			library: "github.com/google/go-jsonnet", command: "cmd/jsonnetfmt",
		},
	}
	roots := append(filepath.SplitList(os.Getenv("AUTOFIX_CORPUS")), goEnv(t, "GOMODCACHE"))
	for _, o := range oracles {
		t.Run(o.language.Name(), func(t *testing.T) {
			o.run(t, installed(t, o.library, o.command), files(t, roots, o.language))
		})
	}
}

// plainHCL is HCL without the files that TestConformanceOfTerraform is about.
type plainHCL struct{ formatting.Language }

func (l plainHCL) Match(path string, head []byte) bool {
	return strings.HasSuffix(path, ".hcl") && !strings.Contains(path, ".tf") && l.Language.Match(path, head)
}

func made(t *testing.T) func(formatting.Language, error) formatting.Language {
	return func(l formatting.Language, err error) formatting.Language {
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
}

// installed returns the path of a command, built from its module at the version that go.mod says.
func installed(t *testing.T, module, command string) string {
	version, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}", module).Output()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	install := exec.Command("go", "install", module+"/"+command+"@"+strings.TrimSpace(string(version)))
	install.Env = append(os.Environ(), "GOBIN="+bin)
	if out, err := install.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return filepath.Join(bin, filepath.Base(command))
}
