package doctor

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rules-autofix/rules_autofix/internal/companion"
	"github.com/rules-autofix/rules_autofix/internal/process"
	"github.com/rules-autofix/rules_autofix/internal/process/sandbox"
	"github.com/rules-autofix/rules_autofix/internal/setup/survey"
)

// git examines the git command and the checkout.
func (e *examiner) git(ctx context.Context) {
	const topic = "git"
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var out bytes.Buffer
	command := process.Command{Program: "git", Args: []string{"--version"}, Dir: os.TempDir(), Stdout: &out, Group: true}
	code, err := command.Run(ctx)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e.note(topic, "install git", "there is no git: ignored files are checked too, and --staged, --changed-lines and --base do not work")
		return
	case err != nil || code != 0:
		e.problem(topic, "run git --version", "git --version fails")
		return
	}
	e.ok(topic, "%s", strings.TrimSpace(out.String()))
	for dir := e.Workspace.Root(); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return
		}
		if dir == filepath.Dir(dir) {
			e.note(topic, "git init", "the workspace is not in a checkout: --staged, --changed-lines and --base do not work")
			return
		}
	}
}

// hooks examines whether a hook of git runs autofix.
func (e *examiner) hooks() {
	const topic = "hooks"
	const own = ".git/hooks/pre-commit"
	formats, err := e.Tools.Formats.For(nil, "")
	if err != nil {
		return
	}
	files := []string{own}
	if hooks := survey.Look(e.Workspace, e.files, nil, formats).Hooks; hooks.File != "" {
		files = append(files, hooks.File)
	}
	for _, file := range files {
		name := filepath.Join(e.Workspace.Root(), filepath.FromSlash(file))
		text, err := os.ReadFile(name)
		if err != nil || !bytes.Contains(text, []byte("autofix")) {
			continue
		}
		if info, err := os.Stat(name); file == own && err == nil && info.Mode()&0o111 == 0 {
			e.problem(topic, "chmod +x "+file, "%s is not executable, so git does not run it", file)
			return
		}
		e.ok(topic, "%s runs autofix", file)
		return
	}
	e.note(topic, "autofix init --hook shows one; docs/hooks.md of rules_autofix explains it", "no pre-commit hook runs autofix")
}

// sandbox examines which sandboxes the machine has for agents and proofs.
func (e *examiner) sandbox(ctx context.Context) {
	const topic = "sandbox"
	var why []string
	for _, rung := range sandbox.Probe(ctx) {
		if rung.Err == nil {
			e.ok(topic, "agents and proofs run in the level %s", rung.Level)
			return
		}
		why = append(why, rung.String())
	}
	if len(why) == 0 {
		why = append(why, "this system has none")
	}
	e.note(topic, "install bubblewrap, or allow user namespaces", "none for agents and proofs: %s", strings.Join(why, "; "))
}

// companions examines the other programs of a release.
func (e *examiner) companions() {
	for _, program := range [][2]string{{"autofix-certify", "--certify"}, {"autofix-prove", "autofix prove"}} {
		if name := program[0]; !found(name) {
			e.note("programs", "copy it from the same release, or set "+companion.Variable(name), "%s, for %s, is not beside autofix", name, program[1])
		}
	}
}

func found(name string) bool {
	_, err := companion.Find(name)
	return err == nil
}

// agent examines the agent of [ai], without starting it.
func (e *examiner) agent() {
	const topic = "agent"
	settings, refusal, err := e.Agent.Settings()
	mistaken := slices.ContainsFunc(e.report.Findings, func(f Finding) bool { return f.Topic == configuration && f.Level == Problem })
	switch {
	case err != nil && mistaken: // it is there already
	case err != nil:
		e.problem(topic, "correct the section [ai]", "%s", e.hidden(err))
	case refusal.Code != "":
		e.problem(topic, "add the workspace to [trust] workspaces of your config.toml", "%s", refusal.Detail)
	case !settings.Enabled:
		e.ok(topic, "[ai] is not enabled")
	case len(settings.Command) == 0:
		e.problem(topic, "name a command in [ai]", "[ai] is enabled, and no agent is configured")
	default:
		e.ok(topic, "[ai] is enabled; autofix ai-check starts the agent")
	}
}
