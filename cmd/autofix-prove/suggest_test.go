package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	fixedits "github.com/rules-autofix/rules_autofix/fix_edits"
	"github.com/rules-autofix/rules_autofix/fix_edits/artifact"

	"github.com/rules-autofix/rules_autofix/cmd/internal/cli"
	"github.com/rules-autofix/rules_autofix/internal/testing/clitest"
	"github.com/rules-autofix/rules_autofix/internal/testing/githubtest"
	"github.com/rules-autofix/rules_autofix/internal/testing/worktreetest"
)

// The publishing half of a review: what it posts, and how it ends where it
// cannot.
func TestSuggest(t *testing.T) {
	t.Parallel()
	const text = "fine\nwrod\n"
	sha := strings.Repeat("a", 40)
	event := func(change func(run, repository map[string]any)) string {
		run := map[string]any{"event": "pull_request", "head_branch": "patch-1", "head_sha": sha, "head_repository": map[string]any{"full_name": "stranger/sum"}, "pull_requests": []any{}}
		repository := map[string]any{"full_name": "octo/sum"}
		if change != nil {
			change(run, repository)
		}
		out, err := json.Marshal(map[string]any{"action": "completed", "workflow_run": run, "repository": repository})
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	artifacts := func(change func(a *artifact.Artifact)) string {
		a := artifact.New(cli.NewEnvironment().Checkers.Tool, "")
		a.Snapshots = []fixedits.Snapshot{fixedits.SnapshotOf("a.txt", []byte(text))}
		fix := fixedits.Fix{Rule: "own/spelling", Phase: fixedits.PhaseStyle, Title: "Say word", Safety: fixedits.SafetySafe, Confidence: fixedits.ConfidenceHigh}
		fix.Edits = []fixedits.Edit{{Path: "a.txt", Start: 5, End: 9, New: []byte("word")}}
		fix.ID = fixedits.ContentID(&fix)
		a.Fixes = []fixedits.Fix{fix}
		if change != nil {
			change(a)
		}
		out, err := artifact.MarshalList([]*artifact.Artifact{a})
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	given := []string{"suggest", "--github-event=event.json", "--from=a.json"}
	const token = "GITHUB_TOKEN=" + githubtest.Token
	wayOut := "; give the file that GITHUB_EVENT_PATH names, in a workflow of workflow_run whose run is of pull_request\n"
	for _, row := range []struct {
		name      string
		event     string
		artifacts string
		args      []string
		env       string
		change    func(*githubtest.Server)
		code      int
		stdout    string // $S is the address of the server
		stderr    string
	}{
		{name: "a suggestion", stdout: "autofix: pull request #7: 1 suggestion posted, 0 there already, 0 places in the comment: $S/octo/sum/pull/7#pullrequestreview-1\n"},
		{name: "in the comment", args: []string{"--most=0", "--fix-command=bazel run //:fix"}, stdout: "autofix: pull request #7: 0 suggestions posted, 0 there already, 1 place in the comment: $S/octo/sum/issues/7#issuecomment-100\n"},
		{name: "of other bytes", artifacts: artifacts(func(a *artifact.Artifact) { a.Snapshots[0].SHA256 = fixedits.Digest(nil) }), stdout: "autofix: pull request #7: 0 suggestions posted, 0 there already, 0 places in the comment\nautofix: note: 1 fix of other bytes than the pull request has at its head: check out github.event.pull_request.head.sha in the run\n"},
		{name: "closed", change: func(s *githubtest.Server) { s.Pulls[0].Open = false }, stdout: "autofix: nothing is posted: no pull request from patch-1 of stranger/sum is open\n"},
		{name: "another commit", change: func(s *githubtest.Server) { s.Pulls[0].SHA = strings.Repeat("b", 40) }, stdout: "autofix: nothing is posted: the pull request #7 is at " + strings.Repeat("b", 40) + " by now, and the run checked " + sha + ": the run for that commit posts\n"},

		{name: "excluded by the configuration", args: []string{"--config=never.toml"}, stdout: "autofix: pull request #7: 0 suggestions posted, 0 there already, 0 places in the comment\n"},

		{name: "a configuration that is none", args: []string{"--config=wrong.toml"}, code: cli.ExitUsage, stderr: "wrong.toml:1:1: expected '=' after key\n"},
		{name: "no token", env: "GITHUB_TOKEN=", code: cli.ExitUsage, stderr: "suggest: GitHub: neither GH_TOKEN nor GITHUB_TOKEN is set; in the workflow, give the step env: GITHUB_TOKEN: ${{ github.token }}\n"},
		{name: "no repository", env: "GITHUB_REPOSITORY=", code: cli.ExitUsage, stderr: "suggest: GitHub: nothing says which repository this is; add a remote named origin, or set GITHUB_REPOSITORY to OWNER/NAME\n"},
		{name: "a wrong token", env: "GITHUB_TOKEN=ghp_wrong", code: cli.ExitFailed, stderr: "suggest: GitHub: GET repos/octo/sum/pulls: the server answers 401: Bad credentials; the token is wrong or has ended; make a new one\n"},
		{name: "the event of a push", event: event(func(run, _ map[string]any) { run["event"] = "push" }), code: cli.ExitUsage, stderr: `suggest: the run is of "push", not of pull_request` + wayOut},
		{name: "another event", event: `{"action": "opened"}`, code: cli.ExitUsage, stderr: "suggest: the event is not one of workflow_run" + wayOut},
		{name: "another repository", event: event(func(_, repository map[string]any) { repository["full_name"] = "octo/other" }), code: cli.ExitUsage, stderr: "suggest: the event is of octo/other, and this is octo/sum; run it in a workflow of that repository\n"},
		{name: "no event", args: []string{"--github-event=none.json"}, code: cli.ExitUsage, stderr: "--github-event=none.json: lstat $D/none.json: no such file or directory\n"},
		{name: "no artifacts", args: []string{"--from=none.json"}, code: cli.ExitUsage, stderr: "--from=none.json: lstat $D/none.json: no such file or directory; give the file that check --out=artifacts=FILE wrote in the run\n"},
		{name: "a link", args: []string{"--from=link.json"}, code: cli.ExitUsage, stderr: "--from=link.json: not a regular file; give the file that check --out=artifacts=FILE wrote in the run\n"},
		{name: "half a file", artifacts: artifacts(nil)[:100], code: cli.ExitUsage, stderr: "--from=a.json: artifact: [0]: the text ends where \":\" should be: was it cut off? (line 6, column 14); give the file that check --out=artifacts=FILE wrote in the run\n"},
		{name: "forged", artifacts: strings.Replace(artifacts(nil), `"word"`, `"evil"`, 1), code: cli.ExitUsage, stderr: "suggest: --from: artifact: an id in it does not belong to its content: it was changed after the check; download it again\n"},
		{name: "too many", args: []string{"--most=51"}, code: cli.ExitUsage, stderr: "command line: --most=51: give a number from 0 to 50\n"},
		{name: "an argument", args: []string{"x"}, code: cli.ExitUsage, stderr: "command line: unexpected argument x; see `autofix help suggest`\n"},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			s := githubtest.New(t, "octo", "sum", "")
			s.Actions, s.Issues[7] = true, [2]string{"A change", ""}
			s.Pulls = []githubtest.Pull{{Number: 7, Head: "patch-1", Base: "main", Open: true, Elsewhere: true, SHA: sha, Files: []githubtest.File{{Path: "a.txt", Status: "modified", Text: text, Patch: "@@ -1 +1,2 @@\n fine\n+wrod"}}}}
			if row.change != nil {
				row.change(s)
			}
			if row.event == "" {
				row.event = event(nil)
			}
			if row.artifacts == "" {
				row.artifacts = artifacts(nil)
			}
			dir := t.TempDir()
			worktreetest.Write(t, dir, map[string]string{"never.toml": "[rules.\"own/*\"]\nfix = \"never\"\n", "wrong.toml": "x", "event.json": row.event, "a.json": row.artifacts})
			if err := os.Symlink("a.json", filepath.Join(dir, "link.json")); err != nil {
				t.Fatal(err)
			}
			env := []string{"GITHUB_SERVER_URL=" + s.URL, "GITHUB_API_URL=" + s.URL + "/api/v3", "GITHUB_REPOSITORY=octo/sum", token, row.env}
			stdout, stderr, code := clitest.Command(t, dir, env, nil, append(append([]string{}, given...), row.args...)...)
			if row.stderr != "" {
				row.stderr = "autofix: " + row.stderr
			}
			shown := strings.NewReplacer("$S", s.URL, "$D", dir)
			if code != row.code || stdout != shown.Replace(row.stdout) || stderr != shown.Replace(row.stderr) {
				t.Errorf("exit %d, want %d\n%s%s", code, row.code, stdout, stderr)
			}
			if row.code != 0 && len(s.Requests(false)) > 0 {
				t.Errorf("wrote %q", s.Requests(false))
			}
			if row.name == "in the comment" && !strings.Contains(s.Comments[0].Body, "with: <code>bazel run //&#58;fix</code>") {
				t.Errorf("%s", s.Comments[0].Body)
			}
		})
	}
}
