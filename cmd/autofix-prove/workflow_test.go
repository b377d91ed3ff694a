package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
	"github.com/rules-autofix/rules_autofix/internal/testing/githubtest"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// The fault is that a loop leaves out the first price.
const (
	pricesHead  = "// Package sum adds prices up.\npackage sum\n\n// Total returns the sum of prices, in cents.\nfunc Total(prices []int) int {\n"
	pricesWrong = pricesHead + "\ttotal := 0\n\tfor i := 1; i < len(prices); i++ {\n\t\ttotal += prices[i]\n\t}\n\treturn total\n}\n"
	oneTest     = "package sum\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) {\n\tif got := %s {\n\t\tt.Errorf(\"got %%d\", got)\n\t}\n}\n"
	pricesTests = "package sum\n\nimport \"testing\"\n\nfunc TestTotal(t *testing.T) {\n\tif got := Total([]int{5, 7}); got != 12 {\n\t\tt.Errorf(\"got %d\", got)\n\t}\n}\n\n" +
		"func TestNothing(t *testing.T) {\n\tif got := Total(nil); got != 0 {\n\t\tt.Errorf(\"got %d\", got)\n\t}\n}\n"
)

// A modelSaid is what a model answers: the fix is in the line of old, and the test is
// in a file of its own.
type modelSaid struct {
	old, new, test string
	writes         bool // the test writes a file
}

var (
	toldRight = modelSaid{"i := 1", "i := 0", "Total([]int{5}); got != 5", false}
	toldRange = modelSaid{"i := 1; i < len(prices); i++", "i := range prices", "Total([]int{5}); got != 5", false}
	// The test writes a file of the tree, so what it shows is weak.
	toldWeak = modelSaid{"i := 1", "i := 0", "Total([]int{5}); got != 5 || os.WriteFile(\"sum_test.go\", []byte(\"package sum\\n\"), 0o600) != nil", true}
	// It breaks the sum of no prices.
	toldWrong = modelSaid{"total := 0", "total := prices[0]", "Total([]int{5}); got != 5", false}
)

// A scriptedServer is a server of models that speaks OpenAI's protocol.
type scriptedServer struct {
	*httptest.Server
	mu     sync.Mutex
	told   modelSaid
	down   bool
	models []string // of the requests
	issues int      // requests that have the text of the issue
}

func newScriptedServer(t *testing.T) *scriptedServer {
	s := &scriptedServer{}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *scriptedServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var in struct {
		Model    string
		Messages []struct{ Content string }
		Format   struct {
			Schema struct{ Name string } `json:"json_schema"`
		} `json:"response_format"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil || r.URL.Path != "/v1/chat/completions" {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	s.models = append(s.models, in.Model)
	if r.Header.Get("Authorization") != "Bearer a-key-of-the-tests" || s.down {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if strings.Contains(in.Messages[len(in.Messages)-1].Content, hostileIssue) {
		s.issues++
	}
	answer, err := json.Marshal(s.told.answer(engine.Step(in.Format.Schema.Name)))
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	_ = json.NewEncoder(w).Encode(map[string]any{
		"choices": []any{map[string]any{"finish_reason": "stop", "message": map[string]any{"content": string(answer)}}},
		"usage":   map[string]int{"prompt_tokens": 100, "completion_tokens": 10},
	})
}

// answer is the one to a step.
func (a *modelSaid) answer(step engine.Step) map[string]any {
	words := map[string]any{
		"title": "Sum all prices, fixes #1 @everyone", "root_cause": "The loop leaves a price out.", "fix": "It has all.", "tests": "One price.", "risk": "None.",
	}
	if step == engine.StepPlan {
		return map[string]any{"hypothesis": "The loop leaves the first price out.", "files": []string{"sum.go"}}
	}
	var edits []map[string]string
	if step == engine.StepTests {
		text := fmt.Sprintf(oneTest, a.test)
		if a.writes {
			text = strings.Replace(text, "import \"testing\"", "import (\n\t\"os\"\n\t\"testing\"\n)", 1)
		}
		edits = append(edits, map[string]string{"path": "one_test.go", "search": "", "replace": text})
	}
	if step == engine.StepFix {
		edits = append(edits, map[string]string{"path": "sum.go", "search": pricesWrong, "replace": a.fixed()})
	}
	words["edits"] = edits
	return words
}

// fixed is sum.go with the fix.
func (a *modelSaid) fixed() string { return strings.Replace(pricesWrong, a.old, a.new, 1) }

// hostileIssue is text of an issue, which is data.
const hostileIssue = "$(touch pwned) `touch pwned`; touch pwned"

// A workflow is runs of the workflow on one repository: each job has a machine of
// its own, and the second gets from the first what is uploaded.
type workflow struct {
	*runner
	model *scriptedServer
}

func newWorkflow(t *testing.T) *workflow {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("go is not installed")
	}
	if !isolates(t) {
		t.Skip("this machine has no sandbox with namespaces, so that nothing is proven")
	}
	w := &workflow{newRunner(t), newScriptedServer(t)}
	worktreetest.Write(t, w.dir, map[string]string{"sum.go": pricesWrong, "sum_test.go": pricesTests})
	w.git(w.dir, "add", "--all")
	w.git(w.dir, "-c", "user.name=A", "-c", "user.email=a@example.com", "commit", "-q", "-m", "second")
	w.git(w.dir, "push", "-q", w.server.Git, "main")
	w.server.Issues[12] = [2]string{"It is wrong", hostileIssue}
	return w
}

// isolates reports whether a command gets a sandbox that is good enough for a
// proof.
func isolates(t *testing.T) bool {
	for _, rung := range sandbox.Probe(t.Context()) {
		if rung.Err == nil {
			return rung.Level >= sandbox.Namespaces
		}
	}
	return false
}

// inputs returns the inputs of the action of the first job, with more.
func (w *workflow) inputs(more map[string]string) map[string]string {
	all := map[string]string{"model": "m", "set": "openai.base-url=" + w.model.URL + "/v1\nruns=1\nmutants=1\n"}
	maps.Copy(all, more)
	return all
}

// artifact is where the service of artifacts keeps the one of a run.
func (w *workflow) artifact() string { return filepath.Join(w.root, "artifact") }

// job runs the action of a job as GitHub Actions do, on a machine with a fresh
// checkout. It returns how the job ends, and what its script prints.
func (w *workflow) job(name string, inputs map[string]string, env ...string) (int, string) {
	w.t.Helper()
	machine := filepath.Join(w.root, "machine-"+name)
	w.dir = filepath.Join(machine, "work", "sum")
	temp := filepath.Join(machine, "temp")
	for _, dir := range []string{w.dir, temp} {
		if err := os.RemoveAll(dir); err != nil {
			w.t.Fatal(err)
		}
	}
	worktreetest.Write(w.t, temp, map[string]string{"event": ""})
	// With links, the server's objects would be those of the checkout.
	w.git(w.root, "clone", "-q", "--no-hardlinks", w.server.Git, w.dir)
	w.git(w.dir, "remote", "set-url", "origin", w.server.URL+"/octo/sum")
	where, err := filepath.Abs(filepath.Join(actions, name))
	if err != nil {
		w.t.Fatal(err)
	}
	var a action
	readAction(w.t, name+"/action.yml", &a)
	expand := func(text string) string {
		return expression.ReplaceAllStringFunc(text, func(found string) string {
			switch name := expression.FindStringSubmatch(found)[1]; {
			case name == "runner.temp":
				return temp
			case name == "github.token":
				return githubtest.Token
			case strings.HasPrefix(name, "inputs."):
				if value, given := inputs[strings.TrimPrefix(name, "inputs.")]; given {
					return value
				}
				input, known := a.Inputs[strings.TrimPrefix(name, "inputs.")]
				if !known {
					w.t.Errorf("%s is no input", name)
				}
				return strings.ReplaceAll(input.Default, "${{ github.token }}", githubtest.Token)
			default:
				w.t.Errorf("%s: %s is not known here", name, found)
				return ""
			}
		})
	}
	exit, out := 0, ""
	for _, step := range a.Runs.Steps {
		uses, _, _ := strings.Cut(step.Uses, "@")
		switch {
		case exit != 0 && step.If != "always()":
		case uses == "actions/upload-artifact":
			w.move(expand(step.With["path"]), w.artifact(), step.With["if-no-files-found"] == "ignore")
		case uses == "actions/download-artifact":
			w.move(w.artifact(), expand(step.With["path"]), step.ContinueOnError)
		case uses != "":
			w.t.Fatalf("%s is not known here", uses)
		default:
			script := filepath.Join(temp, "script.sh")
			if err := os.WriteFile(script, []byte(expand(step.Run)), 0o600); err != nil {
				w.t.Fatal(err)
			}
			all := append([]string{"HOME=" + machine, "XDG_STATE_HOME=" + stateIn(w.t, machine), "GITHUB_ACTION_PATH=" + where, "GITHUB_TOKEN="}, env...)
			if name == "publish" {
				all = append(all, "OPENAI_API_KEY=")
			}
			for key, value := range step.Env {
				all = append(all, key+"="+expand(value))
			}
			start := time.Now()
			exit, out = w.bash(script, all...)
			w.t.Logf("%s: exit %d after %v", name, exit, time.Since(start).Round(time.Millisecond))
		}
	}
	return exit, out
}

var expression = regexp.MustCompile(`\$\{\{ *([a-z._-]+) *\}\}`)

// move makes a folder a copy of another one, as the service of artifacts does.
func (w *workflow) move(from, to string, optional bool) {
	w.t.Helper()
	if err := os.RemoveAll(to); err != nil {
		w.t.Fatal(err)
	}
	if _, err := os.Stat(from); os.IsNotExist(err) && optional {
		return
	}
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		w.t.Fatal(err)
	}
}

// dispatch is the event of a workflow that a person starts by hand.
func (w *workflow) dispatch(person, command string) string {
	w.t.Helper()
	return w.event(map[string]any{
		"inputs": map[string]any{"command": command, "issue": "12"}, "repository": map[string]any{"full_name": "octo/sum"}, "sender": map[string]any{"login": person},
	})
}

// says has the model answer so from now on.
func (w *workflow) says(a modelSaid, down bool) {
	w.model.mu.Lock()
	defer w.model.mu.Unlock()
	w.model.told, w.model.down, w.model.models, w.model.issues = a, down, nil, 0
}

// both runs the two jobs, and wants them to end so.
func (w *workflow) both(inputs map[string]string, prove, publish int, says, env string) {
	w.t.Helper()
	before := len(w.server.Requests(false))
	if exit, out := w.job("prove", inputs, env); exit != prove {
		w.t.Fatalf("prove: exit %d, want %d\n%s", exit, prove, out)
	}
	if wrote := w.server.Requests(false)[before:]; len(wrote) > 0 {
		w.t.Errorf("prove writes: %q", wrote)
	}
	w.publish(inputs, publish, says, env)
}

// publish runs the second job, with the artifact that is there.
func (w *workflow) publish(inputs map[string]string, want int, says, env string) {
	w.t.Helper()
	given := map[string]string{}
	for _, name := range []string{"command", "issue"} {
		given[name] = inputs[name]
	}
	if exit, out := w.job("publish", given, env); exit != want || !strings.Contains(out, says) {
		w.t.Fatalf("publish: exit %d, want %d and %q\n%s", exit, want, says, out)
	}
}

// refs are the branches of the server and their commits.
func (w *workflow) refs() string {
	return w.show("for-each-ref", "--format=%(refname) %(objectname)", "refs/heads")
}

// show asks git about the repository of the server.
func (w *workflow) show(args ...string) string {
	w.t.Helper()
	command := exec.Command("git", args...)
	command.Dir, command.Env = w.server.Git, append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull)
	out, err := command.Output()
	if err != nil {
		w.t.Fatalf("git %q: %v", args, err)
	}
	return string(out)
}

// The whole way of a patch: from a comment or a workflow that is started by hand,
// through both jobs, to the repository.
func TestWorkflow(t *testing.T) {
	w := newWorkflow(t)
	inputs := w.inputs(nil)
	right := w.comment("writer", "/autofix prove go test -run TestTotal ./...\nIt fails since yesterday; touch pwned")

	w.says(toldRight, false)
	w.both(inputs, cli.ExitDone, cli.ExitDone, "opened the pull request #500", right)
	pull := w.server.Pulls[0]
	if pull.Draft || pull.Base != "main" || !strings.HasPrefix(pull.Head, "autofix/prove-") || !strings.Contains(pull.Body, "## Verdict: proven") {
		t.Errorf("the pull request is %+v", pull)
	}
	if strings.Contains(pull.Title, "#1") || strings.Contains(pull.Title, "@everyone") {
		t.Errorf("the title acts: %s", pull.Title)
	}
	if got := w.show("show", pull.Head+":sum.go"); got != toldRight.fixed() {
		t.Errorf("the branch has\n%s", got)
	}
	if got := w.show("diff", "--name-only", "main", pull.Head) + w.show("rev-list", "--count", "main.."+pull.Head); got != "one_test.go\nsum.go\n1\n" {
		t.Errorf("the branch changes\n%s", got)
	}
	if w.model.issues == 0 || !slices.Equal(slices.Compact(w.model.models), []string{"m"}) {
		t.Errorf("the model %q is asked, and gets the issue %d times", w.model.models, w.model.issues)
	}
	if len(w.server.Comments) != 1 || !strings.Contains(w.server.Comments[0].Body, "Pull request: #500") {
		t.Errorf("comments %+v", w.server.Comments)
	}

	refs := w.refs()
	w.publish(inputs, cli.ExitDone, "updated the pull request #500", right)
	if got := w.refs(); got != refs || len(w.server.Pulls) != 1 || len(w.server.Comments) != 1 {
		t.Errorf("publishing again changes\n%s\n%+v", got, w.server.Comments)
	}

	w.says(toldRange, false)
	w.both(inputs, cli.ExitDone, cli.ExitDone, "updated the pull request #500", right)
	if got := w.show("show", pull.Head+":sum.go"); got != toldRange.fixed() || len(w.server.Pulls) != 1 || len(w.server.Comments) != 1 {
		t.Errorf("after another proof, the branch has\n%s\n%+v", got, w.server.Comments)
	}

	// What an artifact says between the jobs is not believed.
	refs = w.refs()
	patch := filepath.Join(w.artifact(), "patch.diff")
	text, err := os.ReadFile(patch)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(text), "i := range prices", "i := range prices[1:]", 1)
	if err := os.WriteFile(patch, []byte(changed), 0o600); err != nil || changed == string(text) {
		t.Fatal("the patch stays as it is: ", err)
	}
	w.publish(inputs, cli.ExitUsage, "patch.diff", right)
	if got := w.refs(); got != refs || len(w.server.Pulls) != 1 {
		t.Errorf("a changed patch is published:\n%s", got)
	}
	if last := w.server.Comments[len(w.server.Comments)-1].Body; !strings.Contains(last, "was not published") || !strings.Contains(last, "/octo/sum/actions/runs/77") {
		t.Errorf("the issue is told: %s", last)
	}

	w.says(toldWeak, false)
	byHand := w.dispatch("writer", "go test -run TestTotal -count=1 ./...")
	w.both(inputs, cli.ExitFindings, cli.ExitDone, "opened the draft of a pull request #501", byHand)
	if pull := w.server.Pulls[1]; !pull.Draft || !strings.Contains(pull.Body, "## Verdict: weak") {
		t.Errorf("the pull request is %+v", pull)
	}

	refs = w.refs()
	w.says(toldWrong, false)
	refuted := w.inputs(map[string]string{"command": "go test -run=TestTotal ./...", "issue": "12"})
	w.both(refuted, cli.ExitFindings, cli.ExitDone, "commented on the issue", w.dispatch("writer", refuted["command"]))
	if last := w.server.Comments[len(w.server.Comments)-1].Body; w.refs() != refs || len(w.server.Pulls) != 2 || !strings.Contains(last, "## Verdict: refuted") {
		t.Errorf("the issue is told: %s\n%s", last, w.refs())
	}
	w.untouched()
}

// What may not be asked for, and what cannot be had, ends in the first job, and
// opens nothing.
func TestWorkflowRefuses(t *testing.T) {
	w := newWorkflow(t)
	refs := w.refs()
	// The model is out of reach. Its name is as it was given.
	w.says(toldRight, true)
	name := "m $(touch pwned); touch pwned"
	failed := w.comment("writer", "/autofix prove go test -run TestTotal -v ./...")
	w.both(w.inputs(map[string]string{"model": name}), cli.ExitFailed, cli.ExitUsage, "", failed)
	if last := w.server.Comments[len(w.server.Comments)-1].Body; w.refs() != refs || len(w.server.Pulls) > 0 || !strings.Contains(last, "/octo/sum/actions/runs/77") {
		t.Errorf("the issue is told: %s", last)
	}
	if !slices.Equal(w.model.models, []string{name}) {
		t.Errorf("asked as %q", w.model.models)
	}

	// None of these gets as far as a command or a question.
	w.says(toldRight, false)
	comments := len(w.server.Comments)
	for _, event := range []string{"reader", "stranger"} {
		w.both(w.inputs(nil), cli.ExitUsage, cli.ExitUsage, "may not write", w.comment(event, "/autofix prove go test ./..."))
		w.both(w.inputs(nil), cli.ExitUsage, cli.ExitUsage, "may not write", w.dispatch(event, "go test ./..."))
	}
	if len(w.server.Comments) != comments {
		t.Errorf("comments %+v", w.server.Comments[comments:])
	}
	for _, row := range []map[string]string{
		{"command": "go test ./...; touch pwned"},
		{"command": "go test ./...\ntouch pwned"},
		{"command": "--artifacts=pwned go test"},
		{"command": "go test ./...", "issue": "12\n--json"},
		{"setup": "go version\ntouch pwned"},
		{"setup": "go version && touch pwned"},
		{"engine": "openai --trust-workspace"},
		{"set": "runs=1; touch pwned"},
		{"set": "runs=1\n--trust-workspace"},
		{"set": "$(touch pwned)=1"},
	} {
		if exit, out := w.job("prove", w.inputs(row), w.comment("writer", "/autofix prove go test ./...")); exit != cli.ExitUsage {
			t.Errorf("%q: exit %d\n%s", row, exit, out)
		}
	}
	if len(w.model.models) > 0 || w.refs() != refs {
		t.Errorf("the model is asked %d times; branches:\n%s", len(w.model.models), w.refs())
	}
	w.untouched()
}

// untouched fails if what a shell would run in a text did run.
func (w *workflow) untouched() {
	w.t.Helper()
	err := filepath.WalkDir(w.root, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && entry.Name() == "pwned" {
			w.t.Errorf("%s is there", name)
		}
		return err
	})
	if err != nil {
		w.t.Error(err)
	}
}
