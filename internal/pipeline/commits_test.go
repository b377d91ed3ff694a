package pipeline

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/internal/policy"
	"github.com/rules-autofix/rules_autofix/internal/workspace"
)

// committed returns a workspace with files in one commit of git, and a function
// that runs a script there.
func committed(t *testing.T, files map[string]string) (*workspace.Workspace, func(script string) string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	for _, name := range []string{"GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"} {
		t.Setenv(name, os.DevNull)
	}
	for _, name := range []string{"GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"} {
		t.Setenv(name, "somebody")
	}
	ws := newWorkspace(t, files)
	sh := func(script string) string {
		t.Helper()
		command := exec.Command("sh", "-ec", script)
		command.Dir = ws.Root()
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", script, err, out)
		}
		return string(out)
	}
	sh("git init -q -b main; git add .; git commit -qm first")
	return ws, sh
}

// showLog has each commit with the lines that it changes.
const showLog = "git log --reverse --format=%s -U0 -p first..; git status -s"

// ofLog leaves only subjects and changed lines.
func ofLog(log string) string {
	var kept []string
	for line := range strings.Lines(log) {
		switch {
		case strings.HasPrefix(line, "autofix: "):
			kept = append(kept, strings.TrimSpace(strings.TrimPrefix(line, "autofix: "))+":")
		case strings.HasPrefix(line, "---"), strings.HasPrefix(line, "+++"):
		case strings.HasPrefix(line, "-"), strings.HasPrefix(line, "+"), strings.HasPrefix(line, " M"), strings.HasPrefix(line, "??"):
			kept = append(kept, strings.TrimSuffix(line, "\n"))
		}
	}
	return strings.Join(kept, " ")
}

func TestCommits(t *testing.T) {
	for _, test := range []struct {
		name  string
		text  string // of x.txt
		rules []rewrite
		opts  Options
		want  string
	}{
		{
			"rules of one rank are in the order of their names", "b\n\n\na\n",
			[]rewrite{{rule: "r/b", from: "b", to: "B"}, {rule: "r/a", from: "a", to: "A"}},
			Options{},
			"r/a: -a +A r/b: -b +B",
		},
		{
			"safe ones come first", "b\n\n\na\n",
			[]rewrite{{rule: "r/b", from: "b", to: "B"}, {rule: "r/a", from: "a", to: "A", safety: fixedits.SafetyUnsafe}},
			Options{Safety: fixedits.SafetyUnsafe},
			"r/b: -b +B r/a: -a +A",
		},
		{
			"fixes of one line", "a b\n",
			[]rewrite{{rule: "r/b", from: "b", to: "B"}, {rule: "r/a", from: "a", to: "A"}},
			Options{},
			"r/a: -a b +A b r/b: -A b +A B",
		},
		{
			"a rule that follows another, in the same lines", "a\n",
			[]rewrite{{rule: "r/a", from: "a", to: "b"}, {rule: "r/b", from: "b", to: "c"}},
			Options{},
			"r/a: -a +b r/b: -b +c",
		},
		{
			"a rule in two rounds has one commit", "a\n\n\nb\n\n\nx\n",
			[]rewrite{{rule: "r/a", from: "a", to: "1"}, {rule: "r/b", from: "b", to: "2"}, {rule: "r/a", from: "x", to: "y", isolation: "one"}, {rule: "r/b", from: "y", to: "z"}},
			Options{},
			"r/a: -a +1 -x +y r/b: -b +2 -y +z",
		},
		{
			"a rule that changes what another made has two", "a\n",
			[]rewrite{{rule: "r/a", from: "a", to: "b"}, {rule: "r/b", from: "b", to: "c"}, {rule: "r/a", from: "c", to: "d"}},
			Options{},
			"r/a: -a +b r/b: -b +c r/a: -c +d",
		},
		{"nothing to fix", "a\n", []rewrite{{rule: "r/b", from: "b", to: "c"}}, Options{}, ""},
		{"nothing is written under the strict policy", "a b\n", []rewrite{{rule: "r/a", from: "a", to: "c"}, {rule: "r/b", from: "b", severity: fixedits.SeverityError}}, Options{Policy: policy.Strict}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			ws, sh := committed(t, map[string]string{"x.txt": test.text, "other.txt": "here\n"})
			sh("git tag first; echo mine >other.txt")
			without := newWorkspace(t, map[string]string{"x.txt": test.text})
			test.opts.Tools = tools(&rewriter{rules: test.rules})
			if _, err := Fix(t.Context(), without, []string{"x.txt"}, test.opts); err != nil {
				t.Fatal(err)
			}
			commits, _, err := NewCommits(t.Context(), ws)
			if err != nil {
				t.Fatal(err)
			}
			test.opts.Commits = commits
			result, err := Fix(t.Context(), ws, []string{"x.txt"}, test.opts)
			if err != nil {
				t.Fatal(err)
			}
			made, err := commits.Finish(t.Context(), result.Written)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := ofLog(sh(showLog)), strings.TrimPrefix(test.want+"  M other.txt", " "); got != want {
				t.Errorf("%d commits: %s\nwant %s", made, got, want)
			}
			got, want := sh("cat x.txt"), readText(t, without, "x.txt")
			if committed := sh("git show HEAD:x.txt"); got != want || committed != want {
				t.Errorf("%q, %q in the last commit, want %q as without commits", got, committed, want)
			}
		})
	}
}

func readText(t *testing.T, ws *workspace.Workspace, path string) string {
	t.Helper()
	text, err := ws.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Rounds on disk, as Bazel's: a file of a later round that cannot be committed
// undoes the earlier ones.
func TestCommitsOfRoundsOnDisk(t *testing.T) {
	rules := &rewriter{rules: []rewrite{{rule: "r/a", from: "a", to: "b"}, {rule: "r/b", from: "b", to: "c"}, {rule: "r/a", from: "x", to: "y"}}}
	for _, test := range []struct {
		name, before string
		want         string
		refused      bool
	}{
		{"clean", "true", "r/a: -a +b r/b: -b +c", false},
		{"a file of the first round", "echo a >>x.txt", " M x.txt", true},
		{"a file of the second round", "echo x >>late.txt", " M late.txt", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			ws, sh := committed(t, map[string]string{"x.txt": "a\n", "late.txt": "l\n"})
			sh("git tag first;" + test.before)
			before := sh("cat x.txt late.txt")
			commits, _, err := NewCommits(t.Context(), ws)
			if err != nil {
				t.Fatal(err)
			}
			opts := Options{Tools: tools(rules), Commits: commits}
			result, err := FixBy(t.Context(), ws, checksOf(func(ctx context.Context, round int) (*artifact.Artifact, error) {
				files := []string{"x.txt"}
				if round > 1 {
					files = append(files, "late.txt")
				}
				checked, err := Check(ctx, ws, files, "//:x", Options{Tools: opts.Tools})
				if err != nil {
					return nil, err
				}
				return checked.Artifact, nil
			}), opts)
			_, refused := errors.AsType[*workspace.UncommittableError](err)
			if refused != test.refused || err != nil && !refused {
				t.Fatal(err)
			}
			if _, err := commits.Finish(t.Context(), result != nil && result.Written); err != nil {
				t.Fatal(err)
			}
			if got := ofLog(sh(showLog)); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
			if after := sh("cat x.txt late.txt"); refused && after != before {
				t.Errorf("%q was written over %q", after, before)
			}
		})
	}
}

// checksOf are checks that make one artifact a round.
type checksOf func(ctx context.Context, round int) (*artifact.Artifact, error)

func (c checksOf) Check(ctx context.Context, round int, _ []string) (*Found, error) {
	a, err := c(ctx, round)
	if err != nil {
		return nil, err
	}
	return &Found{Artifacts: []*artifact.Artifact{a}}, nil
}
