package prove_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rules-autofix/rules_autofix/internal/patch/change"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/prove"
	"github.com/rules-autofix/rules_autofix/internal/prove/engine"
	"github.com/rules-autofix/rules_autofix/internal/prove/evidence"
	"github.com/rules-autofix/rules_autofix/internal/prove/settings"
	"github.com/rules-autofix/rules_autofix/internal/prove/worktree"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// asProof makes the test binary make the proof that the variable describes, as
// JSON, rather than run tests.
const asProof = "PROVE_TEST_PROOF"

func TestMain(m *testing.M) {
	sandbox.Init()
	if text := os.Getenv(asProof); text != "" {
		var c proofCase
		if err := json.Unmarshal([]byte(text), &c); err != nil {
			panic(err)
		}
		if _, err := c.run(context.Background()); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	code, err := withHome(m.Run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// withHome runs tests in an empty home: neither git nor a proof reads a
// person's files.
func withHome(run func() int) (code int, err error) {
	home, err := os.MkdirTemp("", "prove-home")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	if err := errors.Join(os.Setenv("HOME", home), os.Setenv("XDG_CONFIG_HOME", "")); err != nil {
		return 0, err
	}
	return run(), nil
}

// A proofCase is a proof of a test, in this process or another.
type proofCase struct {
	Repo, State, Folder string
	Command, Setup      []string
	Patch               string // a diff; empty: Script is asked
	Script              string
	Set                 []string // keys of [prove]
	Resume, KeepHunks   bool
	Log                 string            // a file with a line for each command that starts and each question
	KillAt              int               // the event, from 1, at which the process kills itself; 0: none
	KillAsk             int               // the question, from 1, that it does not survive
	Watch               func(prove.Event) `json:"-"`
}

// run makes the proof.
func (c *proofCase) run(ctx context.Context) (*prove.Result, error) {
	r, err := worktree.Find(ctx, c.Repo, c.State)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	o := prove.Options{
		Tool: "test", Repository: r, Command: c.Command, Setup: c.Setup, State: c.State, Folder: c.Folder, Resume: c.Resume, KeepHunks: c.KeepHunks,
	}
	if o.Base, err = r.Base(ctx, false); err != nil {
		return nil, err
	}
	var layers []settings.Layer
	for _, pair := range c.Set {
		said, err := settings.Set(pair)
		if err != nil {
			return nil, err
		}
		layers = append(layers, settings.Layer{From: "test", Said: said})
	}
	if o.Settings, _, err = settings.Merge(layers...); err != nil {
		return nil, err
	}
	if c.Patch != "" {
		if o.Patch, err = change.Parse(c.Patch, func(name string) ([]byte, os.FileMode, error) { return r.Read(o.Base, name) }); err != nil {
			return nil, err
		}
	} else {
		m, err := engine.ParseScript([]byte(c.Script))
		if err != nil {
			return nil, err
		}
		if m, err = engine.Resume(&watched{m, c, 0}, filepath.Join(c.Folder, "answers"), nil); err != nil {
			return nil, err
		}
		o.Engine = engine.New(m, engine.Options{})
		defer o.Engine.Close()
	}
	events := 0
	o.Watch = func(e prove.Event) {
		if events++; events == c.KillAt {
			die()
		}
		if len(e.Command) > 0 {
			c.log("run " + strings.Join(e.Command, " "))
		}
		if c.Watch != nil {
			c.Watch(e)
		}
	}
	return prove.Run(ctx, o)
}

// die ends the process as a power failure does.
func die() {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		panic(err)
	}
	select {}
}

func (c *proofCase) log(line string) {
	if c.Log == "" {
		return
	}
	file, err := os.OpenFile(c.Log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err == nil {
		_, err = file.WriteString(line + "\n")
	}
	if err == nil {
		err = file.Close()
	}
	if err != nil {
		panic(err)
	}
}

// logged counts the lines of the log that start with a word.
func (c *proofCase) logged(t *testing.T, word string) int {
	t.Helper()
	text, err := os.ReadFile(c.Log)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, word+" ") {
			n++
		}
	}
	return n
}

// elsewhere makes the proof in another process.
func (c *proofCase) elsewhere(t *testing.T) error {
	t.Helper()
	text, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), asProof+"="+string(text))
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, said.String())
	}
	return nil
}

// A watched model logs questions.
type watched struct {
	engine.Model
	c     *proofCase
	asked int
}

func (w *watched) Ask(ctx context.Context, q *engine.Question) (*engine.Reply, error) {
	w.asked++
	w.c.log("ask " + string(q.Step))
	if w.asked == w.c.KillAsk {
		die()
	}
	return w.Model.Ask(ctx, q)
}

// Skip tells the script that a recording has answered.
func (w *watched) Skip(step engine.Step) {
	w.Model.(interface{ Skip(engine.Step) }).Skip(step)
}

// newCase returns a proof in a new repository of some files, in new folders, and
// checks in the end that nobody touched the repository.
func newCase(t *testing.T, files map[string]string) *proofCase {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := &proofCase{Repo: filepath.Join(dir, "repo"), State: filepath.Join(dir, "state"), Folder: filepath.Join(dir, "proof"), Log: filepath.Join(dir, "log")}
	worktreetest.Write(t, c.Repo, files)
	for _, args := range [][]string{{"init", "-q", "-b", "main"}, {"add", "--all"}, {"commit", "-q", "-m", "first"}} {
		cmd := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "gc.auto=0"}, args...)...)
		cmd.Dir = c.Repo
		cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	worktreetest.Untouched(t, c.Repo)
	c.fresh(t)
	return c
}

// fresh gives the case an empty folder of a proof and an empty log.
func (c *proofCase) fresh(t *testing.T) {
	t.Helper()
	for _, name := range []string{c.Folder, c.Log} {
		if err := os.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(c.Folder, 0o700); err != nil {
		t.Fatal(err)
	}
}

// normalized is evidence as JSON without what differs between equal proofs.
func normalized(t *testing.T, e *evidence.Evidence) string {
	t.Helper()
	text, err := evidence.Encode(e)
	if err != nil {
		t.Fatal(err)
	}
	clean, err := evidence.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	clean.ID = ""
	for i := range clean.Runs {
		clean.Runs[i].Started, clean.Runs[i].Duration = evidence.Run{}.Started, 0
	}
	if text, err = json.MarshalIndent(clean, "", "  "); err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// nothingLeft fails the test if there is a tree, or something of a run, in the
// state folder.
func (c *proofCase) nothingLeft(t *testing.T) {
	t.Helper()
	for _, name := range []string{"trees", "home", "tmp", "out", "clean"} {
		entries, err := os.ReadDir(filepath.Join(c.State, name))
		if err != nil && !os.IsNotExist(err) {
			t.Error(err)
		}
		for _, e := range entries {
			t.Errorf("%s/%s was left", name, e.Name())
		}
	}
}
