package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
)

// The patches of a workspace below the top of a git repository are applied by
// the command printed with them, whereas plain git apply skips them.
func TestPatchBelowTheTopOfGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git applies the patches here, and is not installed")
	}
	hint := regexp.MustCompile(`(?m)^autofix: apply the patch.* with: git (.*)$`)
	tests := []struct {
		name  string
		dir   string // the working folder, below the repository
		ws    string // the workspace, below the repository
		args  []string
		patch string // where the patch is; "": stdout
		quiet bool   // plain git apply will do
	}{
		{name: "fix in the workspace", dir: "sub", ws: "sub", args: []string{"fix", "--mode=diff"}},
		{name: "fix below the workspace", dir: "sub/deep", ws: "sub", args: []string{"fix", "--mode=diff", ".."}},
		{name: "fix at the top of the repository", dir: ".", ws: "sub", args: []string{"fix", "--mode=diff", "sub"}},
		{name: "fix below the top, which is the workspace", dir: "sub", ws: ".", args: []string{"fix", "--mode=diff", "."}},
		{name: "fix in a workspace at the top of the repository", dir: ".", ws: ".", args: []string{"fix", "--mode=diff"}, quiet: true},
		{name: "check", dir: "sub/deep", ws: "sub", args: []string{"check", "--diff=p q.diff", ".."}, patch: "sub/deep/p q.diff"},
		{name: "merge", dir: "sub", ws: "sub", args: []string{"merge", "--diff=p.diff", "../plan.json"}, patch: "sub/p.diff"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			top := t.TempDir()
			if err := os.MkdirAll(filepath.Join(top, "sub", "deep"), 0o777); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(top, "sub", "a.txt")
			if err := os.WriteFile(file, []byte("a  \n"), 0o666); err != nil {
				t.Fatal(err)
			}
			dir := filepath.Join(top, test.dir)
			git := func(stdin []byte, line string) string {
				t.Helper()
				command := exec.Command("sh", "-c", "git "+line)
				command.Dir, command.Stdin = dir, bytes.NewReader(stdin)
				command.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CEILING_DIRECTORIES="+filepath.Dir(top))
				out, err := command.CombinedOutput()
				if err != nil {
					t.Fatalf("git %s: %v\n%s", line, err, out)
				}
				return string(out)
			}
			git(nil, "init --quiet "+top)
			autofix := func(args ...string) (stdout, stderr []byte) {
				env := newEnvironment()
				env.Dir, env.Terminal, env.color = dir, false, false
				var out, errs bytes.Buffer
				env.Stdout, env.Stderr = &out, &errs
				run(context.Background(), append([]string{args[0], "--root=" + filepath.Join(top, test.ws)}, args[1:]...), env)
				return out.Bytes(), errs.Bytes()
			}
			if test.args[0] == "merge" {
				autofix("check", "--out="+filepath.Join(top, "plan.json"), filepath.Join(top, "sub"))
			}
			stdout, stderr := autofix(test.args...)
			patch := stdout
			if test.patch != "" {
				var err error
				if patch, err = os.ReadFile(filepath.Join(top, test.patch)); err != nil {
					t.Fatal(err)
				}
			}
			if len(patch) == 0 {
				t.Fatalf("no patch: %s%s", stdout, stderr)
			}
			read := func() string {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				return string(text)
			}
			said := hint.FindSubmatch(append(stderr, stdout...))
			switch {
			case test.quiet && said != nil:
				t.Errorf("plain git apply will do, and it says\n%s", said[0])
			case test.quiet:
				git(patch, "apply")
			case said == nil:
				t.Fatalf("no command in\n%s%s", stdout, stderr)
			default:
				git(patch, string(said[1]))
			}
			if got := read(); got != "a\n" {
				t.Errorf("a.txt is %q after the command that was printed", got)
			}
		})
	}
}
