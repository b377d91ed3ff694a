package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v4"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/prove"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/reports"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
	"github.com/rules-autofix/rules_autofix/internal/testing/githubtest"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
	"github.com/rules-autofix/rules_autofix/internal/version"
)

// actions is the folder of the actions and the workflow.
const actions = "../../tools/release/github"

// A runner is a machine of GitHub Actions: a checkout, the server it is from, and
// the variables of a step.
type runner struct {
	t         *testing.T
	root, dir string
	server    *githubtest.Server
	env       []string
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	for _, program := range []string{"bash", "git"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed", program)
		}
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := &runner{t: t, root: root, dir: filepath.Join(root, "sum")}
	worktreetest.Write(t, r.dir, map[string]string{"go.mod": "module example.com/sum\n\ngo 1.26\n", "sum.go": "package sum\n"})
	r.git(r.dir, "init", "-q", "-b", "main")
	r.git(r.dir, "add", "--all")
	r.git(r.dir, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "first")
	bare := filepath.Join(root, "server", "sum.git")
	r.git(root, "clone", "-q", "--bare", r.dir, bare)
	r.server = githubtest.New(t, "octo", "sum", bare)
	r.git(r.dir, "remote", "add", "origin", r.server.URL+"/octo/sum")
	r.server.Actions = true
	r.server.Permissions["writer"], r.server.Permissions["reader"] = "write", "read"
	r.server.Issues[12] = [2]string{"It is wrong", "Really."}
	bin := filepath.Join(root, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, "autofix")); err != nil {
		t.Skipf("there are no links here: %v", err)
	}
	r.env = append(slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GITHUB_") || strings.HasPrefix(v, "GH_") || strings.HasPrefix(v, "AUTOFIX_")
	}), clitest.AsCommand+"=1", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+root, "XDG_STATE_HOME="+stateIn(t, root),
		"XDG_CONFIG_HOME=", "GITHUB_ACTIONS=true", "GITHUB_REF=refs/heads/main", "GITHUB_REPOSITORY=octo/sum", "GITHUB_RUN_ID=77",
		"GITHUB_SERVER_URL="+r.server.URL, "GITHUB_API_URL="+r.server.URL+"/api/v3", "GITHUB_TOKEN="+githubtest.Token,
		"PROVE_FOLDER="+filepath.Join(root, "proof"), "PROVE_ENGINE=openai", "PROVE_MODEL=m", "OPENAI_API_KEY=a-key-of-the-tests",
	)
	return r
}

func (r *runner) git(dir string, args ...string) {
	r.t.Helper()
	command := exec.Command("git", args...)
	command.Dir, command.Env = dir, append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	if out, err := command.CombinedOutput(); err != nil {
		r.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
}

// comment is the event of a comment that a person writes.
func (r *runner) comment(person, body string) string {
	r.t.Helper()
	user := map[string]any{"login": person}
	return r.event(map[string]any{
		"action": "created", "comment": map[string]any{"body": body, "user": user}, "issue": map[string]any{"number": 12},
		"repository": map[string]any{"full_name": "octo/sum"}, "sender": user,
	})
}

// event writes an event to a file, and returns the variable that names it.
func (r *runner) event(event map[string]any) string {
	r.t.Helper()
	text, err := json.Marshal(event)
	if err != nil {
		r.t.Fatal(err)
	}
	worktreetest.Write(r.t, r.root, map[string]string{"event.json": string(text)})
	return "GITHUB_EVENT_PATH=" + filepath.Join(r.root, "event.json")
}

// step runs a script of an action as a step does, and returns its exit code and
// what it prints. The checkout stays as it is.
func (r *runner) step(script string, env ...string) (int, string) {
	r.t.Helper()
	path, err := filepath.Abs(filepath.Join(actions, script))
	if err != nil {
		r.t.Fatal(err)
	}
	return r.bash(path, env...)
}

func (r *runner) bash(script string, env ...string) (int, string) {
	r.t.Helper()
	before, err := worktreetest.Fingerprint(r.dir)
	if err != nil {
		r.t.Fatal(err)
	}
	command := exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	command.Dir, command.Env = r.dir, append(slices.Clone(r.env), env...)
	out, err := command.CombinedOutput()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		r.t.Fatal(err)
	}
	after, err := worktreetest.Fingerprint(r.dir)
	if diff := cmp.Diff(strings.Split(before, "\n"), strings.Split(after, "\n")); err != nil || diff != "" {
		r.t.Errorf("%s touched the checkout: %v (-before +after):\n%s", script, err, diff)
	}
	if strings.Contains(string(out), githubtest.Token) || strings.Contains(string(out), "a-key-of-the-tests") {
		r.t.Errorf("%s shows a secret:\n%s", script, out)
	}
	return command.ProcessState.ExitCode(), string(out)
}

// finish makes the folder of a proof that came to no patch.
func (r *runner) finish(command ...string) {
	r.t.Helper()
	e := &evidence.Evidence{
		Version: evidence.Version, Tool: evidence.Tool{Name: "autofix", Version: "1"}, ID: "0123456789abcdef",
		Base:    evidence.Base{Commit: strings.Repeat("1", 40), Tree: strings.Repeat("2", 40)},
		Command: command, Engine: evidence.Engine{Kind: "none"}, Verdict: evidence.Inconclusive, Reasons: []string{"It passes on the base."},
	}
	text, err := evidence.Encode(e)
	if err != nil {
		r.t.Fatal(err)
	}
	worktreetest.Write(r.t, filepath.Join(r.root, "proof"), map[string]string{
		"evidence.json": string(text), "pr-body.md": reports.Body(e, prove.Branch(e)), "pr-title.txt": reports.Title(e) + "\n",
	})
}

func TestActions(t *testing.T) {
	for name, row := range map[string]struct {
		script  string
		env     []string // beside the event
		event   []string // person and comment, or none
		proof   []string // the command of the folder that is there
		exit    int
		says    string
		comment string // the only one in the end
	}{
		"a stranger's proof":    {"prove/prove.sh", nil, []string{"stranger", "/autofix prove touch pwned"}, nil, 2, `"stranger" may not write`, ""},
		"a reader's proof":      {"prove/prove.sh", nil, []string{"reader", "/autofix prove touch pwned"}, nil, 2, `"reader" may not write`, ""},
		"a shell in a comment":  {"prove/prove.sh", nil, []string{"writer", "/autofix prove go test; touch pwned"}, nil, 2, "one simple command", ""},
		"a flag in a comment":   {"prove/prove.sh", nil, []string{"writer", "/autofix prove --trust-workspace go test"}, nil, 2, "options come from the workflow", ""},
		"a template":            {"prove/prove.sh", nil, []string{"writer", "/autofix prove echo ${{ secrets.X }}"}, nil, 2, "one simple command", ""},
		"a command not allowed": {"prove/prove.sh", nil, []string{"writer", "/autofix prove touch pwned"}, nil, 2, "touch", ""},
		"a shell in an input":   {"prove/prove.sh", []string{"PROVE_COMMAND=go test $(touch pwned)"}, nil, nil, 2, "command", ""},
		"a shell in an issue":   {"prove/prove.sh", []string{"PROVE_COMMAND=go test ./...", "PROVE_ISSUE=$(touch pwned)"}, nil, nil, 2, "number of an issue", ""},
		"a flag in an issue":    {"prove/prove.sh", []string{"PROVE_COMMAND=go test ./...", "PROVE_ISSUE=--json"}, nil, nil, 2, "number of an issue", ""},
		"a flag in the command": {"prove/prove.sh", []string{"PROVE_COMMAND=--clean x"}, nil, nil, 2, "--clean", ""},

		"publish":                 {"publish/publish.sh", nil, []string{"writer", "/autofix prove go test ./..."}, []string{"go", "test", "./..."}, 0, "commented on the issue", "## Verdict: inconclusive"},
		"publish by inputs":       {"publish/publish.sh", []string{"PROVE_COMMAND=go test ./...", "PROVE_ISSUE=12"}, nil, []string{"go", "test", "./..."}, 0, "commented on the issue", "## Verdict: inconclusive"},
		"publish without issue":   {"publish/publish.sh", []string{"PROVE_COMMAND=go test ./..."}, nil, []string{"go", "test", "./..."}, 0, "published nothing", ""},
		"publish another command": {"publish/publish.sh", nil, []string{"writer", "/autofix prove go test ./..."}, []string{"go", "vet"}, 2, "another command", "was not published"},
		"publish nothing":         {"publish/publish.sh", nil, []string{"writer", "/autofix prove go test ./..."}, nil, 2, "make the proof again", "/octo/sum/actions/runs/77"},
		"publish for a stranger":  {"publish/publish.sh", nil, []string{"stranger", "/autofix prove go test ./..."}, []string{"go", "test", "./..."}, 2, "may not write", ""},
		"publish for chatter":     {"publish/publish.sh", nil, []string{"writer", "Nice."}, []string{"go", "test", "./..."}, 2, "start the comment with", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRunner(t)
			env := row.env
			if row.event != nil {
				env = append(env, r.comment(row.event[0], row.event[1]))
			}
			if row.proof != nil {
				r.finish(row.proof...)
			}
			exit, out := r.step(row.script, env...)
			if exit != row.exit || !strings.Contains(out, row.says) {
				t.Errorf("exit %d, want %d and %q:\n%s", exit, row.exit, row.says, out)
			}
			switch n := len(r.server.Comments); {
			case row.comment == "" && n != 0:
				t.Errorf("comments %+v", r.server.Comments)
			case row.comment != "" && (n != 1 || !strings.Contains(r.server.Comments[0].Body, row.comment)):
				t.Errorf("comments %+v, want %q", r.server.Comments, row.comment)
			}
			if strings.HasPrefix(row.script, "prove/") && len(r.server.Requests(false)) > 0 {
				t.Errorf("a proof writes: %q", r.server.Requests(false))
			}
		})
	}
}

// The two jobs, one after the other: what the first leaves is what the second
// publishes.
func TestActionsTogether(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("go is not installed")
	}
	r := newRunner(t)
	event := r.comment("writer", "/autofix prove go test ./...\nIt fails since yesterday.")
	if exit, out := r.step("prove/prove.sh", event); exit != cli.ExitFindings || !strings.Contains(out, "inconclusive") {
		t.Fatalf("exit %d\n%s", exit, out)
	}
	for range 2 {
		if exit, out := r.step("publish/publish.sh", event); exit != cli.ExitDone {
			t.Fatalf("exit %d\n%s", exit, out)
		}
	}
	if len(r.server.Comments) != 1 || !strings.Contains(r.server.Comments[0].Body, "The command runs no test on the base") {
		t.Errorf("comments %+v", r.server.Comments)
	}
}

// An actionStep is a step of an action or a workflow.
type actionStep struct {
	Name, If, Uses, Run string
	With, Env           map[string]string
	ContinueOnError     bool `yaml:"continue-on-error"`
}

// An action is a composite one.
type action struct {
	Inputs map[string]struct{ Default string }
	Runs   struct{ Steps []actionStep }
}

// readAction reads a file in the folder of the actions.
func readAction(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(actions, name))
	if err == nil {
		err = yaml.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// What the actions and the workflow promise.
func TestActionsAreAsPromised(t *testing.T) {
	var workflow struct {
		Permissions map[string]string
		Jobs        map[string]struct {
			If          string
			Permissions map[string]string
			Steps       []actionStep
		}
	}
	readAction(t, "workflow.yml", &workflow)
	if workflow.Permissions == nil || len(workflow.Permissions) > 0 {
		t.Error("the workflow has permissions of its own")
	}
	all := map[string][]actionStep{}
	for name, want := range map[string]string{
		"prove": "map[contents:read issues:read]", "publish": "map[contents:write issues:write pull-requests:write]",
	} {
		j := workflow.Jobs[name]
		if got := fmt.Sprint(j.Permissions); got != want {
			t.Errorf("%s has %s", name, got)
		}
		var a action
		readAction(t, name+"/action.yml", &a)
		all[name] = append(j.Steps, a.Runs.Steps...)
		for _, s := range all[name] {
			if strings.Contains(s.Run, "${{") {
				t.Errorf("%s: a script has a template: %s", name, s.Run)
			}
			if strings.HasPrefix(s.Uses, "actions/checkout@") && s.With["persist-credentials"] != "false" {
				t.Errorf("%s: the checkout keeps the token", name)
			}
			if strings.HasPrefix(s.Uses, "actions/upload-artifact@") && s.If != "always()" {
				t.Errorf("%s: the upload is only for %q", name, s.If)
			}
		}
	}
	for _, s := range all["publish"] {
		if s.Run != "" && !strings.HasPrefix(s.Run, "go install ") && !strings.Contains(s.Run, "publish.sh") {
			t.Errorf("publish runs %s", s.Run)
		}
	}
}

// actionlint finds nothing, in the workflow with the actions as they are here.
// AUTOFIX_LINTERS is the folder that tools/linters/install.sh prints.
func TestActionsAreLinted(t *testing.T) {
	lint, err := exec.LookPath(filepath.Join(os.Getenv("AUTOFIX_LINTERS"), "actionlint"))
	if err != nil {
		t.Skip("AUTOFIX_LINTERS names no folder with actionlint: run tools/linters/install.sh")
	}
	dir := t.TempDir()
	if err := os.CopyFS(filepath.Join(dir, "actions"), os.DirFS(actions)); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(actions, "workflow.yml"))
	if err != nil {
		t.Fatal(err)
	}
	const published = "rules-autofix/rules_autofix/tools/release/github/"
	local := strings.NewReplacer(published+"prove@v"+version.Version, "./actions/prove", published+"publish@v"+version.Version, "./actions/publish").Replace(string(text))
	worktreetest.Write(t, dir, map[string]string{".github/workflows/prove.yml": local, ".git/HEAD": "ref: refs/heads/main\n"})
	command := exec.Command(lint)
	command.Dir = dir
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("actionlint: %v\n%s", err, out)
	}
}
