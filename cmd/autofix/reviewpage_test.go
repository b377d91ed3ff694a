package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
	docblocks "github.com/rules-autofix/rules_autofix/tools/doc_blocks"
)

// reviewBlocks returns the blocks of YAML in docs/review.md, by their sections.
func reviewBlocks(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../docs/review.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := docblocks.Read(string(text))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, b := range blocks {
		if b.Language == "yaml" {
			found[b.Heading] = b.Text
		}
	}
	return found
}

// The guide has the workflow that init writes.
func TestReviewPageHasTheWorkflow(t *testing.T) {
	dir := t.TempDir()
	if _, stderr, code := clitest.Command(t, dir, nil, nil, "init", "--write", "--no-bazel", "--ci=github"); code != 0 {
		t.Fatalf("exit %d, %s", code, stderr)
	}
	got, err := os.ReadFile(filepath.Join(dir, ".github", "workflows", "autofix.yml"))
	if err != nil {
		t.Fatal(err)
	}
	if want := reviewBlocks(t)["The check"]; string(got) != want {
		t.Errorf("init writes\n%s\nand the guide has\n%s", got, want)
	}
}

// The scripts of the guide run, with stand-ins for what they need besides
// autofix.
func TestReviewPageScripts(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash here")
	}
	blocks := reviewBlocks(t)
	standIns := "set -e\ngo() { :; }\ncurl() { echo \"curl $*\"; }\nbuildkite-agent() { echo \"agent $*\"; cat; }\n"
	for _, row := range []struct {
		section string
		code    int
		says    []string
		files   []string
	}{
		{"The check", 1, []string{"::warning file=new.txt,line=1,", "::error file=new.json,"}, []string{"autofix.artifacts.json", "autofix.sarif", "step_summary"}},
		{"Publishing", 7, []string{"suggest|--github-event=$DIR/event.json|--from=$DIR/autofix/autofix.artifacts.json|"}, nil},
		{"GitLab", 1, []string{"new.txt:1:"}, []string{"gl-code-quality-report.json", "summary.md", "autofix.artifacts.json"}},
		{"Buildkite", 1, []string{"agent annotate --context=autofix --style=info", "## autofix: 2 findings in 2 files"}, []string{"summary.md", "autofix.artifacts.json", "autofix.xml"}},
	} {
		t.Run(row.section, func(t *testing.T) {
			var value any
			if err := yaml.Unmarshal([]byte(blocks[row.section]), &value); err != nil {
				t.Fatal(err)
			}
			script := strings.ReplaceAll(strings.Join(scriptsOf(value), "\n"), "$$", "$")
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			bin := filepath.Join(t.TempDir(), "bin")
			self, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Mkdir(bin, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(self, filepath.Join(bin, "autofix")); err != nil {
				t.Fatal(err)
			}
			repo := filepath.Join(dir, "repo")
			env := append(os.Environ(),
				clitest.AsCommand+"=1", "PATH="+bin+string(filepath.ListSeparator)+os.Getenv("PATH"), "GIT_CONFIG_GLOBAL="+os.DevNull, standIn(t),
				"GITHUB_BASE_REF=main", "GITHUB_STEP_SUMMARY="+filepath.Join(repo, "step_summary"), "GITHUB_EVENT_PATH="+filepath.Join(dir, "event.json"), "RUNNER_TEMP="+dir,
				"BUILDKITE_PULL_REQUEST_BASE_BRANCH=main", "CI_MERGE_REQUEST_DIFF_BASE_SHA=origin/main", "AUTOFIX_TOKEN=secret",
			)
			sh := func(dir, script string) (string, int) {
				command := exec.Command("bash", "-c", script)
				command.Dir, command.Env = dir, env
				out, err := command.CombinedOutput()
				if command.ProcessState == nil {
					t.Fatal(err)
				}
				return string(out), command.ProcessState.ExitCode()
			}
			const git = "git -c user.name=A -c user.email=a@example.com "
			if out, code := sh(dir, "set -e; git init -q -b main base; cd base; printf 'old \\n' >old.txt; git add .; "+git+"commit -qm old; git clone -q . ../repo; cd ../repo; printf 'new \\n' >new.txt; echo '{' >new.json; git add .; "+git+"commit -qm new; : >step_summary"); code != 0 {
				t.Fatal(out)
			}
			out, code := sh(repo, standIns+script)
			if code != row.code {
				t.Errorf("exit %d, want %d\n%s\n%s", code, row.code, script, out)
			}
			for _, want := range row.says {
				if want = strings.ReplaceAll(want, "$DIR", dir); !strings.Contains(out, want) {
					t.Errorf("no %q in\n%s", want, out)
				}
			}
			if strings.Contains(out, "old.txt") {
				t.Errorf("an old finding is there:\n%s", out)
			}
			for _, name := range row.files {
				if info, err := os.Stat(filepath.Join(repo, name)); err != nil || info.Size() == 0 {
					t.Errorf("%s: %v, or it is empty", name, err)
				}
			}
		})
	}
}

// scriptsOf returns the texts of scripts with autofix in a value of YAML: of the
// keys run, script and command.
func scriptsOf(value any) []string {
	var all []string
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			all = append(all, scriptsOf(item)...)
		}
	case map[string]any:
		for _, key := range []string{"run", "script", "command"} {
			if text, ok := value[key].(string); ok {
				all = append(all, text)
			}
			list, _ := value[key].([]any)
			for _, item := range list {
				if text, ok := item.(string); ok {
					all = append(all, text)
				}
			}
		}
		for _, item := range value {
			all = append(all, scriptsOf(item)...)
		}
	}
	return all
}
