// Package workflows_test holds .github to what GitHub and careful people expect.
package workflows_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	docblocks "github.com/rules-autofix/rules_autofix/tools/doc_blocks"
)

// github is the folder of what GitHub reads.
const github = "../../.github"

// A workflow has the keys that the tests look at.
type workflow struct {
	Permissions map[string]string
	Jobs        map[string]struct {
		Permissions map[string]string
		Uses        string
		TimeoutMin  int `yaml:"timeout-minutes"`
		Steps       []struct {
			Uses string
			Run  string
			With map[string]any
		}
	}
}

func workflows(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	names, err := filepath.Glob(filepath.Join(github, "workflows", "*.yml"))
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(name)] = string(text)
	}
	return texts
}

// pinned matches an action or a workflow of others at a commit, with its version
// in a comment.
var pinned = regexp.MustCompile(`uses: [\w.-]+(/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+\n`)

// A workflow runs only what somebody has looked at, with a token that may do no
// more than its job needs, and no text of an event in a script.
func TestWorkflowsAreSafe(t *testing.T) {
	writes := map[string][]string{
		"ci.yml/ci":            nil,
		"release.yml/release":  {"attestations", "contents", "id-token"},
		"release.yml/registry": {"attestations", "contents", "id-token"},
	}
	for name, text := range workflows(t) {
		if uses := strings.Count(text, "uses: "); uses != len(pinned.FindAllString(text, -1)) {
			t.Errorf("%s: %d uses, of which %d are at a commit", name, uses, len(pinned.FindAllString(text, -1)))
		}
		var w workflow
		if err := yaml.Unmarshal([]byte(text), &w); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if w.Permissions == nil || len(w.Permissions) > 0 {
			t.Errorf("%s: permissions %v, want {}", name, w.Permissions)
		}
		for id, job := range w.Jobs {
			want, known := writes[name+"/"+id]
			var got []string
			for scope, access := range job.Permissions {
				if access != "read" {
					got = append(got, scope)
				}
			}
			slices.Sort(got)
			if !known || !slices.Equal(got, want) {
				t.Errorf("%s: job %s may write %v, want %v", name, id, got, want)
			}
			if job.TimeoutMin == 0 && job.Uses == "" {
				t.Errorf("%s: job %s has no limit of time", name, id)
			}
			for _, step := range job.Steps {
				if strings.Contains(step.Run, "${{") {
					t.Errorf("%s: a script has an expression, which could be anything: pass it by env:\n%s", name, step.Run)
				}
				if strings.HasPrefix(step.Uses, "actions/checkout@") && step.With["persist-credentials"] != false {
					t.Errorf("%s: job %s leaves the token in its checkout", name, id)
				}
			}
		}
	}
}

// actionlint finds nothing. AUTOFIX_LINTERS is the folder that
// tools/linters/install.sh prints.
func TestActionsAreLinted(t *testing.T) {
	lint, err := exec.LookPath(filepath.Join(os.Getenv("AUTOFIX_LINTERS"), "actionlint"))
	if err != nil {
		t.Skip("AUTOFIX_LINTERS names no folder with actionlint: run tools/linters/install.sh")
	}
	for name := range workflows(t) {
		if out, err := exec.Command(lint, filepath.Join(github, "workflows", name)).CombinedOutput(); err != nil {
			t.Errorf("actionlint: %v\n%s", err, out)
		}
	}
}

// actionlint finds nothing in the workflows that the guide has people copy, and
// their scripts have no text of an event.
func TestWorkflowsOfTheGuideAreLinted(t *testing.T) {
	text, err := os.ReadFile("../../docs/review.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks, err := docblocks.Read(string(text))
	if err != nil {
		t.Fatal(err)
	}
	lint, missing := exec.LookPath(filepath.Join(os.Getenv("AUTOFIX_LINTERS"), "actionlint"))
	found := 0
	for _, b := range blocks {
		if b.Language != "yaml" || !strings.Contains(b.Text, "runs-on:") {
			continue
		}
		found++
		var w workflow
		if err := yaml.Unmarshal([]byte(b.Text), &w); err != nil {
			t.Fatalf("line %d: %v", b.Line, err)
		}
		for _, job := range w.Jobs {
			for _, step := range job.Steps {
				if strings.Contains(step.Run, "${{") {
					t.Errorf("line %d: a script has an expression: %s", b.Line, step.Run)
				}
			}
		}
		if missing != nil {
			continue
		}
		name := filepath.Join(t.TempDir(), "workflow.yml")
		if err := os.WriteFile(name, []byte(b.Text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(lint, name).CombinedOutput(); err != nil {
			t.Errorf("docs/review.md:%d: actionlint: %v\n%s", b.Line, err, out)
		}
	}
	if found != 2 {
		t.Errorf("docs/review.md has %d workflows, want 2", found)
	}
	if missing != nil {
		t.Skip("AUTOFIX_LINTERS names no folder with actionlint: run tools/linters/install.sh")
	}
}

// Forms are YAML, ask for the output of doctor, and have no field twice.
func TestFormsAskForDoctor(t *testing.T) {
	err := fs.WalkDir(os.DirFS(github), "ISSUE_TEMPLATE", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == "config.yml" {
			return err
		}
		text, err := os.ReadFile(filepath.Join(github, path))
		if err != nil {
			return err
		}
		var form struct {
			Name, Description string
			Body              []struct {
				Type       string
				ID         string
				Attributes struct{ Label, Value string }
			}
		}
		if err := yaml.Unmarshal(text, &form); err != nil {
			t.Errorf("%s: %v", path, err)
		}
		ids := map[string]bool{}
		for _, field := range form.Body {
			if field.Type != "markdown" && (field.ID == "" || ids[field.ID] || field.Attributes.Label == "") {
				t.Errorf("%s: a field needs an id of its own and a label: %+v", path, field)
			}
			ids[field.ID] = true
		}
		if form.Name == "" || form.Description == "" || !ids["doctor"] {
			t.Errorf("%s: it needs a name, a description and a field for doctor", path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
